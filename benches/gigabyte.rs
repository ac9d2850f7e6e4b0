//! What a gigabyte costs beside the tools that people use for it: the first rows beside `protoc --decode | head`, and a
//! save after one edit beside `cp`. Whole processes, run in turn; medians of their processor time.
//!
//! `cargo bench --bench gigabyte [-- ROUNDS]`
#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(clippy::unwrap_used, reason = "a bench that meets what it does not expect has failed")]

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use support::median;

const TYPE: &str = "build.bazel.remote.execution.v2.Directory";
/// Processor time is told in hundredths of a second: what is quick is run so often for one figure.
const REPEATED: u32 = 20;

struct Case {
    name: &'static str,
    /// What its figure is divided by, and what the quotient should be at most.
    beside: Option<(&'static str, f64)>,
    repeated: u32,
    command: Vec<String>,
    seconds: Vec<f64>,
}

fn is_installed(tool: &str) -> bool {
    Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

fn cases(folder: &Path) -> Vec<Case> {
    let wirebench = env!("CARGO_BIN_EXE_wirebench");
    let proto = concat!(env!("CARGO_MANIFEST_DIR"), "/proto");
    let (input, output) = (folder.join("in.bin"), folder.join("out.bin"));
    let (input, output) = (input.display().to_string(), output.display().to_string());
    let case = |name, beside, repeated, command: &[&str]| Case {
        name,
        beside,
        repeated,
        command: command.iter().map(ToString::to_string).collect(),
        seconds: Vec::new(),
    };
    let first_rows = [wirebench, "decode", &input, "-t", TYPE, "--to", "tree", "--limit", "50"];
    let edited = |name, row: u32| {
        let set = format!("files[{row}].name=\"another\"");
        let command = [wirebench, "edit", &input, "-t", TYPE, "--set", &set, "--no-sync", "-o", &output];
        case(name, Some(("cp", 1.5)), 1, &command)
    };
    let protoc = format!(
        "protoc -I '{proto}' --decode={TYPE} build/bazel/remote/execution/v2/remote_execution.proto < '{input}' \
         2>/dev/null | head -50"
    );
    let mut cases = vec![
        case("first 50 rows", Some(("protoc --decode | head -50", 0.001)), REPEATED, &first_rows),
        edited("save, first row edited", 0),
        edited("save, row 5,000,000 edited", 5_000_000),
        case("cp", None, 1, &["cp", &input, &output]),
    ];
    if is_installed("protoc") {
        cases.push(case("protoc --decode | head -50", None, 1, &["sh", "-c", &protoc]));
    } else {
        println!("protoc is not installed: nothing stands beside the first rows");
    }
    cases
}

/// Processor time of all processes that were waited for, in seconds.
fn children_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<u64> =
        stat.rsplit_once(')').unwrap().1.split_whitespace().skip(13).take(2).map(|it| it.parse().unwrap()).collect();
    fields.iter().sum::<u64>() as f64 / 100.0
}

fn measure(case: &mut Case) {
    let before = children_seconds();
    for _ in 0..case.repeated {
        let [program, args @ ..] = case.command.as_slice() else { return };
        let status = Command::new(program).args(args).stdout(Stdio::null()).status().unwrap();
        assert!(status.success(), "{}: {status}", case.name);
    }
    case.seconds.push((children_seconds() - before) / f64::from(case.repeated));
}

fn main() {
    let rounds = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(5);
    let folder = tempfile::tempdir().unwrap();
    let bytes = support::directory(1 << 30);
    fs::write(folder.path().join("in.bin"), &bytes).unwrap();
    println!("{} bytes, {rounds} rounds, medians in seconds of processor time", bytes.len());
    drop(bytes);
    let mut cases = cases(folder.path());
    for _ in 0..rounds {
        cases.iter_mut().for_each(measure);
    }
    let medians: Vec<_> = cases.iter_mut().map(|it| (it.name, median(&mut it.seconds))).collect();
    for (case, (name, seconds)) in cases.iter().zip(&medians) {
        let peer = case.beside.and_then(|(peer, aim)| Some((medians.iter().find(|it| it.0 == peer)?, aim)));
        match peer {
            Some(((peer, other), aim)) => {
                println!("{name:28} {seconds:9.4}   {:.5} of {peer} (aim: at most {aim})", seconds / other);
            }
            None => println!("{name:28} {seconds:9.4}"),
        }
    }
}
