//! What the lines say, over types that ship with the program.

use super::*;
use crate::schema::Pool;
use crate::wire::Document;

/// The line of a whole message.
fn told(type_name: &str, bytes: &[u8]) -> Line {
    let pool = Pool::bundled();
    let ty = pool.find(type_name).unwrap();
    let lens = Lens::new(pool, Some(ty.clone()));
    let document = Document::from_bytes(bytes.to_vec());
    Teller::new(&document, &lens).message_line(None, &ty, &document.root()).unwrap()
}

fn len(number: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = vec![number << 3 | 2];
    crate::wire::varint::push(payload.len() as u64, &mut out);
    out.extend_from_slice(payload);
    out
}

#[test]
fn times_and_wrappers_are_their_values() {
    let moment = told("google.protobuf.Timestamp", &[8, 1, 16, 1]);
    assert_eq!((moment.text.as_str(), moment.moment), ("1970-01-01T00:00:01.000000001Z", Some((1, 1))));
    assert_eq!(told("google.protobuf.Duration", &[8, 1, 16, 0x80, 0xe5, 0x9a, 0x77]).text, "1.250s");
    assert_eq!(told("google.protobuf.BoolValue", &[]).text, "false");
    assert_eq!(told("google.protobuf.StringValue", &len(1, b"a\n")).text, "\"a\\n\"");
    assert_eq!(told("google.protobuf.UInt32Value", &[8, 7]).text, "7");
}

#[test]
fn a_struct_is_the_json_it_holds() {
    let value = len(2, &len(3, b"b"));
    let entry = [len(1, b"a"), value].concat();
    let list = len(2, &len(6, &len(1, &[0x20, 1])));
    let second = [len(1, b"c"), list].concat();
    let bytes = [len(1, &entry), len(1, &second)].concat();
    assert_eq!(told("google.protobuf.Struct", &bytes).text, r#"{"a": "b", "c": [true]}"#);
    assert_eq!(told("google.protobuf.Value", &[]).text, "null");
    assert_eq!(told("google.protobuf.ListValue", &[]).text, "[]");
}

#[test]
fn a_struct_as_deep_as_it_goes_stays_a_line() {
    let mut bytes = Vec::new();
    for _ in 0..500 {
        bytes = len(1, &len(6, &bytes));
    }
    let line = told("google.protobuf.ListValue", &bytes);
    assert!(line.text.len() < 500 && line.text.contains('…'), "{}", line.text);
}

#[test]
fn any_is_told_by_its_type_and_what_is_in_it() {
    let inner = [len(1, b"0123456789abcdef"), vec![16, 7]].concat();
    let url = b"type.googleapis.com/build.bazel.remote.execution.v2.Digest";
    let line = told("google.protobuf.Any", &[len(1, url), len(2, &inner)].concat());
    assert_eq!(line.text, "Digest · 0123456789ab…/7");
    let line = told("google.protobuf.Any", &[len(1, b"x/no.Such"), len(2, &inner)].concat());
    assert_eq!((line.text.as_str(), line.note.as_str()), ("x/no.Such", "type not known"));
    assert_eq!(told("google.protobuf.Any", &[]).text, "no type");
}

#[test]
fn a_result_says_how_it_went_first() {
    let file =
        [len(1, b"bin/app"), len(2, &[len(1, b"0123456789abcdef"), vec![16, 0x80, 0x80, 0x40]].concat())].concat();
    assert_eq!(told("v2.OutputFile", &file).text, "bin/app · 1.0 MiB");
    let result = [len(2, &file), len(2, &file)].concat();
    assert_eq!(told("v2.ActionResult", &result).text, "exit 0 · 2 output files");
    let response = [len(1, &result), len(3, &[])].concat();
    assert_eq!(told("v2.ExecuteResponse", &response).text, "ok · exit 0 · 2 output files");
    let failed = [len(1, &[0x20, 1]), len(3, &[8, 5])].concat();
    assert_eq!(told("v2.ExecuteResponse", &failed).text, "NOT_FOUND · exit 1");
}

#[test]
fn sizes_have_a_unit_and_their_exact_number() {
    let pool = Pool::bundled();
    let lens = Lens::new(pool.clone(), Some(pool.find("v2.Digest").unwrap()));
    let document = Document::from_bytes(vec![16, 0x81, 0x80, 0x40]);
    let child = document.children(&document.root()).next().unwrap().unwrap();
    let line = line(&document, &lens, &lens.read(lens.root(), &child.record), &child.record);
    assert_eq!(line.text, "1.0 MiB");
    assert_eq!(line.whole, "1\u{202f}048\u{202f}577 bytes");
}

#[test]
fn a_mask_is_its_paths() {
    let bytes = [len(1, b"a.b"), len(1, b"c")].concat();
    assert_eq!(told("google.protobuf.FieldMask", &bytes).text, "a.b, c");
}

#[test]
fn a_message_of_ten_thousand_records_is_told_by_a_few() {
    let bytes = len(2, &len(1, b"p")).repeat(10_000);
    assert_eq!(told("v2.ActionResult", &bytes).text, "48+ output files");
}

#[test]
fn json_has_the_colour_of_what_it_is() {
    let sort = |bytes: &[u8]| told("google.protobuf.Value", bytes).sort;
    assert_eq!(sort(&[0x11, 0, 0, 0, 0, 0, 0, 0xf8, 0x7f]), Sort::Number, "nan");
    assert_eq!(sort(&[0x20, 1]), Sort::Bool);
    assert_eq!(sort(&len(3, b"nan")), Sort::Text);
    assert_eq!(sort(&len(6, &[])), Sort::Quiet);
}

#[test]
fn a_packed_run_counts_its_values() {
    let line = told("google.protobuf.SourceCodeInfo.Location", &[len(1, &[4, 0, 2, 1]), len(2, &[1, 2, 3])].concat());
    assert_eq!(line.text, "4 path · 3 span");
}

#[test]
fn what_an_execution_took_is_told_in_place_of_its_moments() {
    let at = |number: u8, nanos: u64| {
        let mut moment = vec![8, 1, 16];
        crate::wire::varint::push(nanos, &mut moment);
        len(number, &moment)
    };
    // Queued, started, run, done.
    let bytes = [len(1, b"worker-1"), at(2, 0), at(3, 1_100_000), at(7, 2_000_000), at(8, 4_700_000)].concat();
    let line = told("build.bazel.remote.execution.v2.ExecutedActionMetadata", &bytes);
    assert_eq!(line.text, "worker-1 · queue 1.1 ms · run 2.7 ms");
}

#[test]
fn a_span_of_time_in_a_line_says_of_what() {
    let line = told("build.bazel.remote.execution.v2.Action", &len(6, &[8, 90]));
    assert_eq!(line.text, "timeout 90s");
}
