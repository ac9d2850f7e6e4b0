//! `edit` gives exactly the bytes that a splice made by hand, or by a few lines of its own, gives.

use std::os::unix::fs::{PermissionsExt, symlink};

use crate::corpus;
use crate::program::{Folder, Ran, hex, read, run, run_with};

fn edit(ty: &str, bytes: &[u8], changes: &[&str]) -> Ran {
    let mut args = vec!["edit", "-"];
    if !ty.is_empty() {
        args.extend(["-t", ty]);
    }
    args.extend(changes);
    run_with(args, bytes)
}

/// Type, bytes before, changes, bytes after.
type Case = (&'static str, &'static str, &'static [&'static str], &'static str);

#[track_caller]
fn expect(cases: &[Case]) {
    for (ty, before, changes, after) in cases {
        let ran = edit(ty, &hex(before), changes).expect_code(0);
        assert_eq!(ran.out, hex(after), "{ty} {before} {changes:?}: {:02x?} {}", ran.out, ran.err);
    }
}

const LOCATION: &str = "SourceCodeInfo.Location";

#[test]
fn without_changes_every_file_comes_out_as_it_went_in() {
    for case in corpus::cases() {
        let file = case.path.to_str().unwrap();
        assert_eq!(run(["edit", file]).expect_code(0).out, case.bytes, "{}", case.name());
    }
    for entry in std::fs::read_dir(corpus::data().join("wire")).unwrap() {
        let path = entry.unwrap().path();
        let bytes = read(&path);
        assert_eq!(run(["edit", path.to_str().unwrap()]).expect_code(0).out, bytes, "{}", path.display());
        let same = run(["edit", path.to_str().unwrap(), "--delete", "#536870000"]).expect_code(0);
        assert_eq!(same.out, bytes, "{}", path.display());
    }
}

#[test]
fn set_gives_values_to_fields_that_are_there() {
    expect(&[
        ("v2.Digest", "0a0161 1003", &["--set", "size_bytes=300"], "0a0161 10ac02"),
        ("v2.Digest", "0a0161 1003", &["--set", "hash=longer"], "0a06 6c6f6e676572 1003"),
        ("v2.Digest", "0a0161 1003", &["--set", "hash=\"\\x00\\n\""], "0a02 000a 1003"),
        // The tag stays as it is, a value is written shortest.
        ("v2.Digest", "9080 00 8380 8000", &["--set", "size_bytes=4"], "9080 00 04"),
        // The value that stands changes nothing, however it is written.
        ("v2.Digest", "9080 00 8380 8000", &["--set", "size_bytes=3"], "9080 00 8380 8000"),
        // Of several the last wins.
        ("v2.Digest", "1001 1002 0a00", &["--set", "size_bytes=9"], "1001 1009 0a00"),
        ("v2.Digest", "1001 1002", &["--set", "size_bytes[0]=9"], "1009 1002"),
        // A default is an explicit record.
        ("v2.Digest", "1003", &["--set", "size_bytes=0"], "1000"),
        ("v2.Digest", "1003", &["--set", "size_bytes=-1"], "10 ffffffffffffffffff01"),
        ("ExecuteOperationMetadata", "0802", &["--set", "stage=COMPLETED"], "0804"),
        ("ExecuteOperationMetadata", "0802", &["--set", "stage=77"], "084d"),
        ("OutputFile", "", &["--set", "is_executable=true"], "2001"),
        ("ActionResult", "2a0161", &["--set", "stdout_raw=\"\\377\\0\""], "2a02 ff00"),
        ("DoubleValue", "", &["--set", "value=-1.5"], "09 000000000000f8bf"),
        ("FloatValue", "0d 00000000", &["--set", "value=inf"], "0d 0000807f"),
    ]);
}

#[test]
fn enclosing_lengths_follow() {
    expect(&[
        ("OutputFile", "1204 0a0161 00", &["--set", "digest.hash=xyz"], "1206 0a0378797a 00"),
        // An over-long length keeps its width while the new one fits.
        ("OutputFile", "128300 0a0161", &["--set", "digest.hash=xyz"], "128500 0a0378797a"),
        ("OutputFile", "1204 0a8100 61", &["--set", "digest.hash=xyz"], "1206 0a8300 78797a"),
        // A broken one changes by the difference.
        ("OutputFile", "127f 0a0161", &["--set", "digest.hash=xyz"], "128101 0a0378797a"),
        ("OutputFile", "1203 0a7f61", &["--set", "digest.hash=xyz"], "1206 0a8101 78797a"),
    ]);
}

#[test]
fn a_length_takes_one_byte_more_from_128_on() {
    for len in [125u8, 126, 127, 128, 129] {
        let change = format!("digest.hash={}", "a".repeat(len.into()));
        let found = edit("OutputFile", &hex("1205 0a03616263 2001"), &["--set", &change]).expect_code(0).out;
        let mut inner = vec![0x0a];
        write_varint(len.into(), &mut inner);
        inner.extend(vec![b'a'; len.into()]);
        let mut wanted = vec![0x12];
        write_varint(inner.len() as u64, &mut wanted);
        wanted.extend(inner);
        wanted.extend([0x20, 1]);
        assert_eq!(found, wanted, "{len}");
    }
}

#[test]
fn what_is_absent_is_made_with_the_messages_around_it() {
    expect(&[
        ("ExecuteResponse", "1001", &["--set", "result.stdout_digest.hash=a"], "1001 0a05 3203 0a0161"),
        ("ExecuteResponse", "0a02 2003", &["--set", "result.stdout_digest.hash=a"], "0a07 2003 3203 0a0161"),
        ("ExecuteResponse", "", &["--set", "server_logs[\"x=y\"].human_readable=true"], "2209 0a03783d79 1202 1001"),
        (
            "ExecuteResponse",
            "2205 0a0161 1200",
            &["--set", "server_logs[\"a\"].digest.hash=b"],
            "220a 0a0161 1205 0a03 0a0162",
        ),
        ("ActionResult", "", &["--set", "stdout_digest={ hash: \"a\" size_bytes: 3 }"], "3205 0a0161 1003"),
        ("ActionResult", "3203 0a0161", &["--set", "stdout_digest={ size_bytes: 3 }"], "3202 1003"),
        // Before what would take it up.
        ("v2.Digest", "0a7f 61", &["--set", "size_bytes=3"], "1003 0a7f 61"),
        ("v2.Digest", "0a0161 06", &["--append", "size_bytes=3"], "0a0161 1003 06"),
        ("v2.Digest", "0a0161 1b 0801", &["--append", "size_bytes=3"], "0a0161 1003 1b 0801"),
    ]);
}

#[test]
fn a_member_of_a_oneof_removes_its_siblings() {
    expect(&[
        ("UpdateForWorker", "1200", &["--set", "disconnect={}"], "2200"),
        ("UpdateForWorker", "1200 7805", &["--set", "kill_operation_request.operation_id=a"], "7805 2a03 0a0161"),
        ("UpdateForWorker", "1200 2200", &["--set", "disconnect={}"], "2200"),
    ]);
}

#[test]
fn packed_runs_are_changed_element_by_element() {
    expect(&[
        (LOCATION, "0a03 010203", &["--set", "path[1]=300"], "0a04 01ac0203"),
        (LOCATION, "0a03 010203", &["--append", "path=4"], "0a04 01020304"),
        (LOCATION, "", &["--append", "path=4"], "0a01 04"),
        (LOCATION, "0a03 010203", &["--delete", "path[1]"], "0a02 0103"),
        (LOCATION, "0a01 01", &["--delete", "path[0]"], ""),
        (LOCATION, "0a03 010203", &["--move", "path[2]=0"], "0a03 030102"),
        (LOCATION, "0a03 010203", &["--set-raw", "path=0506"], "0a02 0506"),
        // Packed and unpacked mixed count as one.
        (LOCATION, "0a02 0102 0803", &["--set", "path[2]=9"], "0a02 0102 0809"),
        (LOCATION, "0a02 0102 0803", &["--append", "path=4"], "0a02 0102 0803 0804"),
    ]);
}

#[test]
fn append_delete_and_move() {
    expect(&[
        (
            "ActionResult",
            "1203 0a0161 2001",
            &["--append", "output_files={ path: \"b\" }"],
            "1203 0a0161 1203 0a0162 2001",
        ),
        ("Command", "0a0161 0a0162", &["--append", "arguments=c"], "0a0161 0a0162 0a0163"),
        ("Command", "0a0161 0a0162 0a0163", &["--delete", "arguments[1]"], "0a0161 0a0163"),
        ("Command", "0a0161 1a00 0a0162", &["--delete", "arguments"], "1a00"),
        ("Command", "0a0161 0a0162 0a0163", &["--move", "arguments[0]=2"], "0a0162 0a0163 0a0161"),
        ("Command", "0a0161 1a00 0a0162", &["--move", "arguments[1]=0"], "0a0162 0a0161 1a00"),
        ("Command", "0a0161", &["--delete", "working_directory"], "0a0161"),
        ("ExecuteResponse", "2205 0a0161 1200", &["--delete", "server_logs[\"a\"]"], ""),
        ("Command", "0a0161 0a0162", &["--set-raw", "arguments[0]=00 ff"], "0a02 00ff 0a0162"),
        ("v2.Digest", "0a0161", &["--set", ".={ size_bytes: 3 }"], "1003"),
    ]);
}

#[test]
fn fields_go_by_number_too() {
    expect(&[
        ("", "7801 7a0161", &["--set", "#15[0]=7"], "7807 7a0161"),
        ("", "", &["--set", "#15=7"], "7807"),
        ("", "", &["--set", "#15=\"ab\""], "7a02 6162"),
        ("", "7d 01000000", &["--set", "#15=2"], "7d 02000000"),
        ("", "79 0100000000000000", &["--set", "#15=0x10"], "79 1000000000000000"),
        ("", "0b 0801 0c", &["--set", "#1.#1=5"], "0b 0805 0c"),
        ("", "0a02 0801", &["--set", "#1.#1=500"], "0a03 08f403"),
        ("v2.Digest", "0a0161", &["--set", "#2=3"], "0a0161 1003"),
        ("", "0805 1006", &["--delete", "#1"], "1006"),
        ("", "0805", &["--append", "#1=6"], "0805 0806"),
    ]);
}

#[test]
fn changes_are_made_in_the_order_given() {
    expect(&[
        (
            "Command",
            "0a0161",
            &["--append", "arguments=b", "--set", "arguments[1]=c", "--append", "arguments=d"],
            "0a0161 0a0163 0a0164",
        ),
        ("Command", "0a0161", &["--delete", "arguments", "--append", "arguments=b"], "0a0162"),
        ("Command", "0a0161", &["--append", "arguments=b", "--delete", "arguments"], ""),
        ("v2.Digest", "", &["--set", "size_bytes=1", "--set", "size_bytes=2"], "1002"),
    ]);
}

#[test]
fn what_names_nothing_or_does_not_fit_ends_with_2_and_writes_nothing() {
    let folder = Folder::new();
    let before = hex("0a0161 1003");
    let file = folder.file("file", &before);
    let path = file.to_str().unwrap();
    for (change, value, said) in [
        ("--set", "hsh=a", "did you mean hash"),
        ("--set", "hash.x=a", "hash is no message"),
        ("--set", "size_bytes=a", "takes an int64"),
        ("--set", "size_bytes=9223372036854775808", "takes an int64"),
        ("--set", "hash=\"a", "no closing"),
        ("--set", "size_bytes[1]=3", "size_bytes[1] is not there"),
        ("--set", "=3", "a field name expected"),
        ("--set", "hash", "`=`"),
        ("--set-raw", "hash=0", "two hex digits"),
        ("--delete", "nope", "has no field nope"),
        ("--move", "hash=1", "hash[1] is not there"),
        ("--move", "hash=x", "no index"),
        ("--append", "hash[0]=x", "leave the index out"),
        ("--set", "#15=word", "takes a whole number or text in quotes"),
    ] {
        let ran = run(["edit", path, "-t", "v2.Digest", "--in-place", change, value]).expect_code(2).expect_one_line();
        assert!(ran.err.contains(said), "{change} {value}: {}", ran.err);
        // Nothing of a change before it is written either.
        let ran = run(["edit", path, "-t", "v2.Digest", "--in-place", "--set", "size_bytes=9", change, value]);
        ran.expect_code(2);
        assert_eq!(read(&file), before, "{change} {value}");
    }
    assert_eq!(folder.names(), ["file"]);
}

#[test]
fn an_edit_that_changes_how_others_are_read_warns() {
    let ran = edit("", &hex("0a0161"), &["--set-raw", "#1=ff", "--append", "#2=5"]).expect_code(0);
    assert_eq!(ran.out, hex("0a01ff 1005"));
    let ran = edit("v2.Digest", &hex("1003 0a0161"), &["--set-raw", "size_bytes=ff"]).expect_code(0);
    assert_eq!(ran.out, hex("10ff 0a0161"));
    assert!(ran.err.contains("when the file is opened again"), "{}", ran.err);
}

#[test]
fn in_place_writes_the_file_that_a_link_means_and_keeps_its_mode() {
    let folder = Folder::new();
    let file = folder.file("file", &hex("1003"));
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    let link = folder.path("link");
    symlink("file", &link).unwrap();
    let args = |value: &'static str| ["edit", "-t", "v2.Digest", "--in-place", "--set", value];
    run(args("size_bytes=4").into_iter().chain([link.to_str().unwrap()])).expect_code(0);
    assert_eq!(read(&file), hex("1004"));
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    // A value that stands leaves the file alone.
    let before = std::fs::metadata(&file).unwrap().modified().unwrap();
    run(args("size_bytes=4").into_iter().chain([file.to_str().unwrap()])).expect_code(0);
    assert_eq!(std::fs::metadata(&file).unwrap().modified().unwrap(), before);
    let out = folder.path("out");
    run(["edit", file.to_str().unwrap(), "-t", "v2.Digest", "--set", "size_bytes=5", "-o", out.to_str().unwrap()])
        .expect_code(0);
    assert_eq!((read(&file), read(&out)), (hex("1004"), hex("1005")));
    assert_eq!(folder.names(), ["file", "link", "out"]);
}

/// A record of a message: where it begins, its payload, where it ends; groups are not needed here.
fn records(bytes: &[u8], from: usize, to: usize) -> Vec<(usize, usize, usize)> {
    let varint = |mut at: usize| {
        let (mut value, mut shift) = (0u64, 0);
        loop {
            value |= u64::from(bytes[at] & 0x7f) << shift;
            shift += 7;
            at += 1;
            if bytes[at - 1] < 0x80 {
                return (value, at);
            }
        }
    };
    let (mut at, mut found) = (from, Vec::new());
    while at < to {
        let (tag, payload) = varint(at);
        let (start, end) = match tag & 7 {
            0 => (payload, varint(payload).1),
            1 => (payload, payload + 8),
            2 => {
                let (len, start) = varint(payload);
                (start, start + len as usize)
            }
            5 => (payload, payload + 4),
            _ => unreachable!(),
        };
        found.push((at, start, end));
        at = end;
    }
    found
}

fn write_varint(mut value: u64, out: &mut Vec<u8>) {
    while value > 0x7f {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The bytes of a message from `from` to `to` with the record at `target` given another payload, or taken out.
fn splice(bytes: &[u8], from: usize, to: usize, target: usize, payload: Option<&[u8]>) -> Vec<u8> {
    let mut out = Vec::new();
    for (start, inner, end) in records(bytes, from, to) {
        if target < start || target >= end {
            out.extend(&bytes[start..end]);
            continue;
        }
        let tag_len = 1 + bytes[start..].iter().take_while(|it| **it >= 0x80).count();
        let is_length_delimited = bytes[start] & 7 == 2;
        let new = match payload {
            None if target == start => continue,
            Some(payload) if target == start => payload.to_vec(),
            _ => splice(bytes, inner, end, target, payload),
        };
        out.extend(&bytes[start..start + tag_len]);
        if is_length_delimited {
            write_varint(new.len() as u64, &mut out);
        }
        out.extend(new);
    }
    out
}

#[test]
fn edits_of_real_messages_give_what_a_splice_gives() {
    let mut count = 0;
    for case in corpus::cases().into_iter().filter(|it| it.path.parent().unwrap().ends_with("real")) {
        let (file, ty) = (case.path.to_str().unwrap(), case.type_name.as_str());
        let rows = run(["decode", file, "-t", ty]).expect_code(0).text();
        for row in rows.lines().skip(case.bytes.len() % 3).step_by(11) {
            let [offset, path, kind, value] = row.splitn(4, "  ").collect::<Vec<_>>()[..] else { panic!("{row}") };
            let offset = usize::from_str_radix(&offset[2..], 16).unwrap();
            let (text, payload) = match kind {
                "string" => ("\"new \\303\\274\\n\"", "new ü\n".as_bytes().to_vec()),
                "int32" | "int64" => ("300", vec![0xac, 0x02]),
                "bool" => ("false", vec![0]),
                _ => ("", Vec::new()),
            };
            let all = case.bytes.len();
            if !text.is_empty() && value != text {
                let found = run(["edit", file, "-t", ty, "--set", &format!("{path}={text}")]).expect_code(0).out;
                assert_eq!(found, splice(&case.bytes, 0, all, offset, Some(&payload)), "{} {row}", case.name());
                count += 1;
            }
            let found = run(["edit", file, "-t", ty, "--delete", path]).expect_code(0).out;
            assert_eq!(found, splice(&case.bytes, 0, all, offset, None), "{} {row}", case.name());
            let found = run(["edit", file, "-t", ty, "--set-raw", &format!("{path}=")]).expect_code(0).out;
            if !kind.contains("int") && kind != "bool" {
                assert_eq!(found, splice(&case.bytes, 0, all, offset, Some(&[])), "{} {row}", case.name());
            }
        }
    }
    assert!(count > 50, "{count} edits");
}
