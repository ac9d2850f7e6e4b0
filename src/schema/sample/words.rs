//! Text that reads like what its field's name says.

use fastrand::Rng;

use super::Place;

const WORDS: [&str; 16] = [
    "maple", "granite", "harbor", "copper", "linden", "quartz", "meadow", "falcon", "cedar", "amber", "river", "slate",
    "aurora", "basalt", "willow", "ember",
];
const FILES: [&str; 8] = [
    "src/main.cc",
    "src/lib/parse.cc",
    "include/wire/record.h",
    "bin/app",
    "lib/libwire.a",
    "tests/round_trip.rs",
    "gen/schema.pb.cc",
    "docs/guide.md",
];
const FOLDERS: [&str; 4] = ["out/bin", "src/lib", "tests/data", "gen/proto"];
const ARGUMENTS: [&str; 6] = ["-c", "-O2", "--verbose", "--output=out/app", "-Iinclude", "src/main.cc"];
const SENTENCES: [&str; 6] = [
    "compiled 42 files without a warning",
    "the output is larger than it was",
    "all 128 checks have passed",
    "one of the inputs was not found",
    "retried after the connection was lost",
    "taken from the cache, not run again",
];
const PEOPLE: [&str; 4] = ["robin", "kim", "alex", "sasha"];

/// The words of a name: `stdout_digest` has two.
pub(super) fn parts(name: &str) -> impl DoubleEndedIterator<Item = &str> {
    name.split('_').filter(|it| !it.is_empty())
}

/// A word.
pub(super) fn pick(rng: &mut Rng) -> &'static str {
    rng.choice(WORDS).unwrap_or("maple")
}

/// A sentence as a program writes it.
pub(super) fn sentence(rng: &mut Rng) -> String {
    rng.choice(SENTENCES).unwrap_or_default().to_owned()
}

/// The key of the `nth` entry of a map: they differ.
pub(super) fn key(name: &str, nth: usize) -> String {
    let keys: [&str; 2] = match name {
        "server_logs" | "logs" => ["stdout", "stderr"],
        _ => ["first", "second"],
    };
    keys.get(nth).map_or_else(|| format!("key-{nth}"), |it| (*it).to_owned())
}

/// A text that reads like what the field's name says.
pub(super) fn text(rng: &mut Rng, place: &Place<'_>) -> String {
    let has = |all: &[&str]| parts(place.name).any(|part| all.contains(&part));
    let owner = place.owner;
    let last = parts(place.name).next_back().unwrap_or_default();
    let of = |rng: &mut Rng, all: &[&'static str]| rng.choice(all.iter().copied()).unwrap_or_default().to_owned();
    match () {
        () if owner.contains("EnvironmentVariable") => if last == "name" { "LANG" } else { "C.UTF-8" }.to_owned(),
        () if owner == "Property" || owner == "NodeProperty" => {
            if last == "name" {
                of(rng, &["OSFamily", "cpu_arch", "container-image"])
            } else {
                of(rng, &["linux", "x86_64"])
            }
        }
        () if has(&["hash", "digest", "checksum", "sha256", "fingerprint"]) => hex(rng, 64),
        () if has(&["uuid", "guid", "id", "ids", "token"]) => uuid(rng),
        () if has(&["url", "uri", "endpoint", "link"]) && last != "type" => {
            if place.name == "type_url" {
                return "type.googleapis.com/google.protobuf.Duration".to_owned();
            }
            format!("https://{}.example.com/{}/{}", pick(rng), pick(rng), rng.u32(100..10_000))
        }
        () if has(&["email", "mail"]) => format!("{}@example.com", of(rng, &PEOPLE)),
        () if has(&["user", "username", "owner", "author"]) => of(rng, &PEOPLE),
        () if has(&["host", "hostname", "address", "server"]) => format!("{}-{}.example.com", pick(rng), rng.u8(1..40)),
        () if has(&["directory", "directories", "dir", "folder", "root"]) => of(rng, &FOLDERS),
        () if has(&[
            "path", "paths", "file", "files", "filename", "target", "output", "outputs", "input", "inputs",
        ]) =>
        {
            of(rng, &FILES)
        }
        () if has(&["arguments", "args", "argv", "flags", "command"]) => of(rng, &ARGUMENTS),
        () if has(&["version", "release"]) => format!("{}.{}.{}", rng.u8(1..5), rng.u8(0..20), rng.u8(0..10)),
        () if has(&[
            "message",
            "description",
            "details",
            "detail",
            "reason",
            "comment",
            "comments",
            "text",
            "error",
        ]) =>
        {
            sentence(rng)
        }
        () if has(&["locale", "language"]) => of(rng, &["en", "de", "fr"]),
        () if has(&["mime", "content"]) => of(rng, &["text/plain", "application/octet-stream"]),
        () if has(&["instance"]) => of(rng, &["main", "ci", "nightly"]),
        () if has(&["package"]) => format!("example.{}", pick(rng)),
        () if has(&["timestamp", "time", "date"]) => {
            format!("2026-03-14T{:02}:{:02}:00Z", rng.u8(0..24), rng.u8(0..60))
        }
        () if last == "name" => {
            let before = parts(place.name).next().filter(|it| *it != "name").unwrap_or("build");
            format!("{before}-{}", pick(rng))
        }
        () => {
            let words: Vec<&str> = parts(place.name).collect();
            format!("{}-{}", words.join("-"), pick(rng))
        }
    }
}

fn hex(rng: &mut Rng, letters: usize) -> String {
    (0..letters).map(|_| char::from_digit(rng.u32(0..16), 16).unwrap_or('0')).collect()
}

fn uuid(rng: &mut Rng) -> String {
    format!("{}-{}-4{}-a{}-{}", hex(rng, 8), hex(rng, 4), hex(rng, 3), hex(rng, 3), hex(rng, 12))
}
