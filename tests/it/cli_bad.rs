//! Input that is none, output that is not taken, and arguments that do not do.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use crate::corpus;
use crate::program::{Folder, command, hex, read, run, run_with};

const READERS: [&[&str]; 6] = [
    &["decode"],
    &["decode", "--to", "json"],
    &["check"],
    &["guess"],
    &["edit", "--set", "#1=5"],
    &["encode", "-t", "v2.Digest", "--from", "json"],
];

#[test]
fn what_cannot_be_read_is_said_in_one_line_and_ends_with_3() {
    let folder = Folder::new();
    let locked = folder.file("locked", b"x");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o000)).unwrap();
    // Root reads what it may not; who reads a file's memory needs more than that.
    let is_root = File::open(&locked).is_ok();
    for reader in READERS {
        for (path, what) in [
            (folder.path("none"), "no such file"),
            (folder.path(""), "is a folder"),
            (locked.join("below"), "no such file"),
            (locked.clone(), "permission denied"),
        ] {
            if is_root && what == "permission denied" {
                continue;
            }
            let mut args = reader.to_vec();
            args.push(path.to_str().unwrap());
            let ran = run(args).expect_code(3).expect_one_line();
            assert!(
                ran.err.contains(what) && ran.err.starts_with(&format!("wirebench: {}", path.display())),
                "{}",
                ran.err
            );
            assert!(ran.out.is_empty());
        }
    }
}

#[test]
fn empty_input_is_an_empty_message() {
    for args in [
        &["decode", "-"][..],
        &["decode", "-", "--to", "text"],
        &["check", "-"],
        &["edit", "-"],
        &["edit", "-", "--delete", "#1"],
        &["guess", "-"],
    ] {
        let ran = run_with(args, b"").expect_code(0);
        assert!(ran.out.is_empty(), "{args:?}");
    }
    assert_eq!(run_with(["decode", "-", "--to", "json"], b"").expect_code(0).text(), "{}\n");
    assert_eq!(run_with(["edit", "-", "--set", "#1=5"], b"").expect_code(0).out, [8, 5]);
}

#[test]
fn random_bytes_and_texts_never_end_in_a_panic() {
    let mut state = 3u64;
    for len in [1, 2, 3, 7, 20, 100, 1000, 5000] {
        let random: Vec<u8> = (0..len)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 40) as u8
            })
            .collect();
        let text = "The quick brown fox jumps over the lazy dog.\n".repeat(len / 40 + 1).into_bytes();
        for bytes in [random, text] {
            for to in ["tree", "text", "json", "hex"] {
                let ran = run_with(["decode", "-", "--to", to], &bytes);
                assert!(matches!(ran.code, Some(0 | 1)), "{}", ran.err);
                assert!(!ran.err.contains("panicked"));
            }
            let ran = run_with(["check", "-"], &bytes);
            assert!(matches!(ran.code, Some(0 | 1)), "{}", ran.err);
            assert_eq!(run_with(["edit", "-"], &bytes).expect_code(0).out, bytes);
        }
    }
}

#[test]
fn compressed_input_is_named_and_shown_as_bytes() {
    for (bytes, name) in [(hex("1f8b 0800 0000 0000 0003"), "gzip"), (hex("28b5 2ffd 2400 0102"), "zstd")] {
        let ran = run_with(["decode", "-"], &bytes).expect_code(1).expect_one_line();
        assert!(ran.err.contains(&format!("compressed with {name}")), "{}", ran.err);
        assert!(ran.text().starts_with(&format!("0x0  .  {name}  ")), "{}", ran.text());
        let hex = run_with(["decode", "-", "--to", "hex"], &bytes).expect_code(0);
        assert!(hex.text().starts_with("00000000: "));
        assert_eq!(run_with(["decode", "-", "--to", "json"], &bytes).expect_code(1).text(), "{}\n");
        assert!(run_with(["check", "-"], &bytes).expect_code(1).text().contains(name));
        assert!(run_with(["guess", "-"], &bytes).expect_code(0).out.is_empty());
        assert_eq!(run_with(["edit", "-"], &bytes).expect_code(0).out, bytes);
    }
}

#[test]
fn half_a_file_shows_what_is_there() {
    let case = corpus::cases().into_iter().find(|it| it.name() == "many_outputs.historical_execute_response").unwrap();
    let half = &case.bytes[..case.bytes.len() / 2];
    let whole_rows =
        run_with(["decode", "-", "-t", &case.type_name], &case.bytes).expect_code(0).text().lines().count();
    let half_rows = run_with(["decode", "-", "-t", &case.type_name], half).expect_code(1).text().lines().count();
    assert!(half_rows * 4 > whole_rows, "{half_rows} of {whole_rows}");
    assert_eq!(run_with(["edit", "-"], half).expect_code(0).out, half);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let bytes = [0x08, 0x01].repeat(200_000);
    let folder = Folder::new();
    let file = folder.file("long", &bytes);
    for to in ["tree", "text", "hex"] {
        let mut child = command()
            .args(["decode", "-t", "v2.Digest", "--to", to, "-q"])
            .arg(&file)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.code().is_some_and(|it| it <= 1), "{:?}", output.status);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn a_full_disk_is_said_and_nothing_half_written_stays() {
    let folder = Folder::new();
    let file = folder.file("file", &hex("0a 01 61"));
    for args in
        [&["decode", "-t", "v2.Digest"][..], &["edit", "--set", "#1=\"b\""], &["check", "-v", "-t", "v2.Digest"]]
    {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut child = command();
        child.args(args).arg(&file).stdout(full).stderr(Stdio::piped());
        let output = child.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        // What prints nothing needs no room.
        let prints = args[0] != "check";
        assert_eq!(output.status.code(), Some(if prints { 3 } else { 0 }), "{said}");
        assert!(!prints || said.contains("stdout: no space left on the disk"), "{said}");
    }
    let path = file.to_str().unwrap();
    let ran = run(["decode", path, "-t", "v2.Digest", "-o", "/dev/full"]).expect_code(3).expect_one_line();
    assert!(ran.err.contains("/dev/full: no space left"), "{}", ran.err);
    assert_eq!(folder.names(), ["file"]);
}

#[test]
fn an_interruption_leaves_nothing_half_written() {
    let folder = Folder::new();
    let file = folder.file("long", &[0x08, 0x01].repeat(4_000_000));
    let target = folder.file("target", b"what stood there before");
    let mut child =
        command().args(["decode", "-t", "v2.Digest", "-q"]).arg(&file).arg("-o").arg(&target).spawn().unwrap();
    let begun = std::time::Instant::now();
    while folder.names().len() < 3 {
        assert!(begun.elapsed().as_secs() < 60, "{:?}", folder.names());
        std::thread::yield_now();
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(folder.names(), ["long", "target"]);
    assert_eq!(read(&target), b"what stood there before");
}

#[test]
fn a_limit_on_file_sizes_is_an_error_like_a_full_disk() {
    let folder = Folder::new();
    let file = folder.file("file", &[0x08, 0x01].repeat(4_000));
    let program = env!("CARGO_BIN_EXE_wirebench");
    for change in ["--to text", "--to hex"] {
        let script = format!("ulimit -f 1; exec {program} decode -t v2.Digest -q {change} file -o out");
        let output =
            std::process::Command::new("bash").args(["-c", &script]).current_dir(folder.path("")).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.starts_with("wirebench: out: ") && said.lines().count() == 1, "{said}");
    }
    let script = format!("ulimit -f 1; exec {program} edit file --append '#9=1' --in-place");
    let output =
        std::process::Command::new("bash").args(["-c", &script]).current_dir(folder.path("")).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(read(&file), [0x08, 0x01].repeat(4_000));
    assert_eq!(folder.names(), ["file"]);
}

#[test]
fn output_files_are_replaced_whole_and_keep_their_mode() {
    let folder = Folder::new();
    let source = folder.file("source", &hex("0a 01 61"));
    let target = folder.file("target", b"what stood there before");
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o640)).unwrap();
    let (source, out) = (source.to_str().unwrap(), target.to_str().unwrap());
    let ran = run(["decode", source, "-t", "v2.Digest", "--to", "text", "-o", out]).expect_code(0);
    assert!(ran.out.is_empty());
    assert_eq!(read(&target), b"hash: \"a\"\n");
    assert_eq!(std::fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
    run(["encode", out, "-t", "v2.Digest", "--from", "text", "-o", out, "--no-sync"]).expect_code(0);
    assert_eq!(read(&target), hex("0a 01 61"));
    // A parse error writes nothing.
    run(["encode", out, "-t", "v2.Digest", "--from", "text", "-o", out]).expect_code(3);
    assert_eq!(read(&target), hex("0a 01 61"));
    let ran = run(["decode", source, "-o", folder.path("no/such").to_str().unwrap()]).expect_code(3);
    assert!(ran.err.contains("the folder does not exist"), "{}", ran.err);
    run(["decode", source, "-o", folder.path("").to_str().unwrap()]).expect_code(3);
    assert_eq!(folder.names(), ["source", "target"]);
    assert_eq!(run(["decode", source, "-o", "-", "--to", "hex"]).expect_code(0).text().lines().count(), 1);
}

#[test]
fn what_is_not_there_yet_is_unknown() {
    for args in [
        &["diff", "a", "b"][..],
        &["find", "a", "b"],
        &["store", "ls", "."],
        &["live", "loopback", "a"],
        &["conformance"],
        &["nonsense"],
        &["schema", "infer", "a"],
        &["schema", "diff", "a", "b"],
        &["decode", "-", "--to", "protoscope"],
        &["decode", "-", "--delimited"],
        &["decode", "-", "--decompress", "none"],
        &["decode", "-", "-I", "."],
        &["encode", "-", "-t", "Digest", "--from", "hex"],
        &["decode", "-", "--at", "1"],
        &["decode"],
        &["schema"],
        &["encode", "-", "--from", "json"],
        &["decode", "-", "--limit", "many"],
        &["edit", "-", "--in-place"],
        &["edit", "a", "--in-place", "-o", "b"],
        &["a", "decode", "b"],
        &["-t", "Digest", "decode", "-"],
    ] {
        let ran = run_with(args, b"").expect_code(2);
        assert!(ran.out.is_empty(), "{args:?}");
        assert!(!ran.err.is_empty(), "{args:?}");
    }
    for args in [&["--help"][..], &["help", "edit"], &["--version"], &["decode", "-h"]] {
        let ran = run(args).expect_code(0);
        assert!(!ran.out.is_empty() && ran.err.is_empty(), "{args:?}");
    }
}
