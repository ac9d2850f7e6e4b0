//! `decode`, `encode`, `check`, `guess` and `schema` as a user types them.

use serde_json::Value;

use crate::corpus;
use crate::program::{Folder, hex, read, run, run_with};

fn bundled_cases() -> impl Iterator<Item = corpus::Case> {
    corpus::cases().into_iter().filter(|it| !it.type_name.starts_with("hard"))
}

#[test]
fn decode_prints_text_and_json_as_others_do() {
    for case in bundled_cases() {
        let file = case.path.to_str().unwrap();
        if let Some(wanted) = case.beside("txt") {
            let ran = run(["decode", file, "-t", &case.type_name, "--to", "text"]);
            assert_eq!(ran.text(), String::from_utf8(wanted).unwrap(), "{}", case.name());
        }
        if let Some(wanted) = case.beside("json") {
            let ran = run(["decode", file, "-t", &case.type_name, "--to", "json"]).expect_code(0);
            let found: Value = serde_json::from_slice(&ran.out).unwrap();
            let wanted: Value = serde_json::from_slice(&wanted).unwrap();
            assert!(crate::text_corpus::is_same(&found, &wanted), "{}", case.name());
        }
    }
}

#[test]
fn a_type_that_stands_out_is_read_and_said() {
    let case = bundled_cases().find(|it| it.name() == "exit3.historical_execute_response").unwrap();
    let file = case.path.to_str().unwrap();
    let ran = run(["decode", file]).expect_code(0).expect_one_line();
    assert!(ran.err.contains("HistoricalExecuteResponse"), "{}", ran.err);
    assert!(ran.text().contains("0x9e  execute_response.result.exit_code  int32  3\n"), "{}", ran.text());
    let quiet = run(["-q", "decode", file]).expect_code(0);
    assert!(quiet.err.is_empty());
    let limited = run(["decode", file, "--limit", "3", "-q"]).expect_code(0);
    assert_eq!(limited.text(), ran.text().lines().take(3).map(|it| format!("{it}\n")).collect::<String>());
}

#[test]
fn stdin_and_files_read_the_same() {
    let case = bundled_cases().next().unwrap();
    let file = case.path.to_str().unwrap();
    for to in ["tree", "text", "json", "hex"] {
        let args = |file: &str| ["decode", file, "-t", &case.type_name, "--to", to].map(str::to_owned);
        assert_eq!(run_with(args("-"), &case.bytes).expect_code(0).out, run(args(file)).expect_code(0).out, "{to}");
    }
}

#[test]
fn without_a_type_fields_go_by_number() {
    let ran = run_with(["decode", "-", "--to", "tree"], &hex("aa06 03 0a0161 b006 05")).expect_code(0);
    assert_eq!(ran.text(), "0x0  #101  bytes  0a 01 61\n0x6  #102  varint  5\n");
    let ran = run_with(["decode", "-", "--to", "text"], &hex("aa06 03 0a0161 b006 05")).expect_code(0);
    assert_eq!(ran.text(), "101 {\n  1: \"a\"\n}\n102: 5\n");
    let ran = run_with(["decode", "-", "--to", "json"], &hex("b006 05")).expect_code(0);
    assert_eq!(ran.text(), "{}\n");
    assert!(ran.err.contains("1 unknown fields are not in the JSON"), "{}", ran.err);
}

#[test]
fn a_damaged_message_is_printed_as_far_as_it_can_be_read_and_ends_with_1() {
    let bytes = hex("0a 03 616263 10 05 0a 7f 78");
    let args = |to: &'static str| ["decode", "-", "-t", "v2.Digest", "--to", to];
    let tree = run_with(args("tree"), &bytes).expect_code(1);
    assert!(tree.text().ends_with("0x7  hash[1]  string  \"x\"\n"), "{}", tree.text());
    assert_eq!(
        tree.err,
        "wirebench: -: truncated: length 127 reaches past the end: 1 bytes are there, at 0x7 in hash[1]\n"
    );
    assert_eq!(run_with(args("text"), &bytes).expect_code(1).text(), "hash: \"x\"\nsize_bytes: 5\n");
    let json: Value = serde_json::from_slice(&run_with(args("json"), &bytes).expect_code(1).out).unwrap();
    assert_eq!(json, serde_json::json!({ "hash": "x", "sizeBytes": "5" }));
    run_with(args("hex"), &bytes).expect_code(0);
    let limited = ["decode", "-", "-t", "v2.Digest", "--limit", "2"];
    run_with(limited, &bytes).expect_code(0);
    for form in ["text", "json"] {
        // There the limit counts messages, and the one there is has a problem.
        run_with(["decode", "-", "-t", "v2.Digest", "--limit", "1", "--to", form], b"\x0a\x05a").expect_code(1);
    }
}

#[test]
fn control_characters_are_escaped_in_every_form() {
    let nasty = b"\x1b]0;pwned\x07\x7f\xc2\x9b31m\xe2\x80\xae";
    let mut bytes = vec![0x0a, nasty.len() as u8];
    bytes.extend(nasty);
    let key = [&[0x22, 2 + nasty.len() as u8, 0x0a, nasty.len() as u8], nasty.as_slice()].concat();
    for to in ["tree", "text", "json", "hex"] {
        for (ty, bytes) in [("v2.Digest", &bytes), ("ExecuteResponse", &key)] {
            let ran = run_with(["decode", "-", "-t", ty, "--to", to, "-v"], bytes);
            for text in [ran.text(), ran.err.clone()] {
                let is_clean = text.chars().all(|it| it == '\n' || !(it.is_control() || it == '\u{202e}'));
                assert!(is_clean, "{to} {ty}: {text:?}");
            }
        }
    }
}

#[test]
fn json_stays_json_whatever_the_bytes_are() {
    let mut state = 7u64;
    for case in bundled_cases() {
        let mut bytes = case.bytes.clone();
        for _ in 0..3.min(bytes.len()) {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let at = (state >> 33) as usize % bytes.len();
            bytes[at] ^= 1 << (state >> 60 & 7);
        }
        let ran = run_with(["decode", "-", "-t", &case.type_name, "--to", "json", "-q"], &bytes);
        assert!(matches!(ran.code, Some(0 | 1)), "{}", ran.err);
        serde_json::from_slice::<Value>(&ran.out).unwrap_or_else(|it| panic!("{}: {it}", case.name()));
    }
}

#[test]
fn encode_is_the_way_back() {
    let folder = Folder::new();
    for case in bundled_cases() {
        let Some(text) = case.beside("txt") else { continue };
        let (source, target) = (folder.file("text", &text), folder.path("out"));
        let (source, target) = (source.to_str().unwrap(), target.to_str().unwrap());
        let file = case.path.to_str().unwrap();
        run(["encode", source, "-t", &case.type_name, "--from", "text", "-o", target, "--no-sync"]).expect_code(0);
        let again = run(["decode", target, "-t", &case.type_name, "--to", "text", "-q"]);
        assert_eq!(again.out, text, "{}", case.name());
        if case.beside("json").is_none() {
            continue;
        }
        let json = run(["decode", file, "-t", &case.type_name, "--to", "json", "-q"]).expect_code(0).out;
        let encoded = run_with(["encode", "-", "-t", &case.type_name, "--from", "json"], &json).expect_code(0);
        let again = run_with(["decode", "-", "-t", &case.type_name, "--to", "json", "-q"], &encoded.out);
        assert_eq!(again.expect_code(0).out, json, "{}", case.name());
    }
}

#[test]
fn encode_writes_canonical_bytes() {
    let text = "size_bytes: 3 hash: 'a\\x62' # order does not matter\n";
    let ran = run_with(["encode", "-", "-t", "v2.Digest", "--from", "text"], text.as_bytes()).expect_code(0);
    assert_eq!(ran.out, hex("0a 02 6162 10 03"));
    let json = r#"{"serverLogs": {"b": {}, "a": {"digest": {"hash": "x"}}}, "cached_result": false, "message": "m"}"#;
    let ran = run_with(["encode", "-", "-t", "ExecuteResponse", "--from", "json"], json.as_bytes()).expect_code(0);
    assert_eq!(ran.out, hex("22 0a 0a0161 12050a030a0178 22 05 0a0162 1200 2a 01 6d"));
}

#[test]
fn encode_says_what_is_missing_and_writes_all_the_same() {
    let args = ["encode", "-", "-t", "google.protobuf.UninterpretedOption", "--from", "text"];
    let ran = run_with(args, b"name { is_extension: true }").expect_code(0).expect_one_line();
    assert_eq!(ran.out, hex("12 02 1001"));
    assert!(ran.err.contains("missing-required"), "{}", ran.err);
}

#[test]
fn a_text_that_does_not_parse_says_where_and_ends_with_3() {
    let parse = |from: &'static str, text: &str| {
        run_with(["encode", "-", "-t", "v2.Digest", "--from", from], text.as_bytes())
            .expect_code(3)
            .expect_one_line()
            .err
    };
    let said = parse("text", "hash: \"a\"\n  size: 3");
    assert!(said.contains("has no field size, line 2, column 3"), "{said}");
    let said = parse("text", "size_bytes: 99999999999999999999");
    assert!(said.contains("99999999999999999999 found, line 1, column 13"), "{said}");
    let said = parse("json", "{\n \"hash\": 5}");
    assert!(said.contains("hash takes text in quotes, 5 found, line 2, column 10"), "{said}");
    let said = parse("json", "{\"hash\": \"a\",}");
    assert!(said.contains("line 1, column 14"), "{said}");
    parse("json", "");
    parse("text", "hash: \"a\" }");
    let ran = run_with(["encode", "-", "-t", "v2.Digest", "--from", "text"], b"hash: \"\xff\"").expect_code(3);
    assert!(ran.expect_one_line().err.contains("0x7"));
}

#[test]
fn check_lists_what_is_odd() {
    let bytes = hex("0a 03 616263 1a 01 78 0a 82 00 6162 10 05 10 06 0a 7f 78");
    let ran = run_with(["check", "-", "-t", "v2.Digest"], &bytes).expect_code(1);
    let lines: Vec<String> = ran.text().lines().map(str::to_owned).collect();
    for wanted in [
        "0x5  info  unknown-field  #3  Digest has no field 3",
        "0x8  info  overlong  hash[1]  length in 2 bytes",
        "0x11  error  truncated  hash[2]  length 127 reaches past the end: 1 bytes are there",
    ] {
        assert!(lines.iter().any(|it| it == wanted), "{wanted}\n{}", ran.text());
    }
    let json = run_with(["check", "-", "-t", "v2.Digest", "--json"], &bytes).expect_code(1);
    let objects: Vec<Value> = json.text().lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(objects.len(), lines.len());
    assert_eq!(objects[0]["kind"], "unknown-field");
    assert_eq!(objects[0]["offset"], 5);
    let ran = run_with(["check", "-", "-t", "v2.Digest"], b"").expect_code(0);
    assert!(ran.out.is_empty() && ran.err.is_empty());
    let missing = run_with(["check", "-", "-t", "google.protobuf.UninterpretedOption"], &hex("12 00")).expect_code(1);
    assert!(missing.text().contains("  error  missing-required  name"), "{}", missing.text());
}

#[test]
fn guess_lists_types_best_first() {
    let case = bundled_cases().find(|it| it.name() == "exit3.historical_execute_response").unwrap();
    let file = case.path.to_str().unwrap();
    let ran = run(["guess", file, "--limit", "2"]).expect_code(0);
    let lines: Vec<String> = ran.text().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 2);
    let words: Vec<&str> = lines[0].splitn(3, ' ').collect();
    assert_eq!((words[0].len(), words[1]), (5, case.type_name.as_str()));
    let json = run(["guess", file, "--json"]).expect_code(0);
    let first: Value = serde_json::from_str(json.text().lines().next().unwrap()).unwrap();
    assert_eq!(first["type"], case.type_name);
}

#[test]
fn schema_lists_shows_and_exports() {
    let ran = run(["schema", "list", "ResourceUsage"]).expect_code(0);
    assert!(ran.text().lines().any(|it| it.ends_with(".ActionResourceUsage")), "{}", ran.text());
    assert!(run(["schema", "list"]).expect_code(0).text().lines().count() > 150);
    let ran = run(["schema", "show", "HistoricalExecuteResponse"]).expect_code(0);
    assert!(ran.text().contains("execute_response = "), "{}", ran.text());
    assert!(run(["schema", "show", "ExecuteResponse"]).text().contains("map<string, LogFile> server_logs = 4;"));
    assert!(run(["schema", "show", "ExecutionStage.Value"]).expect_code(0).text().contains("QUEUED = 2;"));
    let ran = run(["schema", "show", "SourceCodeInfo.Location"]).expect_code(0);
    assert!(ran.text().contains("  repeated int32 path = 1 [packed = true];\n"), "{}", ran.text());
    let ran = run(["schema", "show", "google.protobuf.FieldOptions"]).expect_code(0);
    assert!(ran.text().contains("  extensions 1000 to max;\n"), "{}", ran.text());
    assert!(ran.text().contains("  optional bool lazy = 5 [default = false];\n"), "{}", ran.text());
    assert!(run(["schema", "show", "WorkerApi"]).expect_code(0).text().contains("rpc "));
    let folder = Folder::new();
    let target = folder.path("out.fds");
    run(["schema", "export", "-o", target.to_str().unwrap()]).expect_code(0);
    let set = prost_reflect::DescriptorPool::decode(&read(&target)[..]).unwrap();
    assert!(set.get_message_by_name("build.bazel.remote.execution.v2.Action").is_some());
}

#[test]
fn a_type_is_named_by_any_tail_that_is_unambiguous() {
    run_with(["decode", "-", "-t", "Digest"], b"").expect_code(0);
    let ran = run_with(["decode", "-", "-t", "Nope"], b"").expect_code(2).expect_one_line();
    assert!(ran.err.contains("no message type is called Nope"), "{}", ran.err);
    let ran = run_with(["decode", "-", "-t", "Value"], b"");
    assert!(ran.code == Some(0) || ran.err.contains("google.protobuf.Value"), "{}", ran.err);
    let ran = run_with(["decode", "-", "-t", "Response"], b"").expect_code(2).expect_one_line();
    assert!(ran.err.contains("build.bazel.remote.execution.v2.BatchReadBlobsResponse.Response"), "{}", ran.err);
}
