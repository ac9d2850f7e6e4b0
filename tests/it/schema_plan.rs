//! Edits by path give exactly the bytes that a splice by hand gives.

use wirebench::schema::plan::{self, Encoded, PlanError, Slot};
use wirebench::schema::{Lens, Pool, check};
use wirebench::wire::{Document, Edit, Path, WireType, varint};

const NATIVELINK: &str = "com.github.trace_machina.nativelink.remote_execution";

fn hard() -> Pool {
    let set = std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/hard/hard.fds")).unwrap();
    Pool::new(prost_reflect::DescriptorPool::decode(set.as_slice()).unwrap())
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: String = hex.split_whitespace().collect();
    (0..digits.len()).step_by(2).map(|i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap()).collect()
}

struct Case {
    lens: Lens,
    document: Document,
}

impl Case {
    fn new(pool: &Pool, ty: &str, hex: &str) -> Self {
        let lens = Lens::new(pool.clone(), Some(pool.find(ty).unwrap()));
        Self { lens, document: Document::from_bytes(bytes(hex)) }
    }

    fn done(&self, edit: Result<Edit, PlanError>) -> String {
        let applied = self.document.apply(&edit.unwrap()).unwrap();
        let back = applied.document.apply(&applied.inverse).unwrap();
        assert_eq!(back.document.to_vec().unwrap(), self.document.to_vec().unwrap());
        applied.document.to_vec().unwrap().iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
    }

    fn set(&self, path: &str, value: &[u8]) -> String {
        self.done(self.try_set(path, value))
    }

    fn try_set(&self, path: &str, value: &[u8]) -> Result<Edit, PlanError> {
        plan::set(&self.document, &self.lens, &Path::parse(path).unwrap(), &mut |slot| Ok(encoded(slot, value)))
    }

    fn append(&self, path: &str, value: &[u8]) -> String {
        let path = Path::parse(path).unwrap();
        self.done(plan::append(&self.document, &self.lens, &path, &mut |slot| Ok(encoded(slot, value))))
    }

    fn delete(&self, path: &str) -> String {
        self.done(plan::delete(&self.document, &self.lens, &Path::parse(path).unwrap()))
    }

    fn move_to(&self, path: &str, index: u64) -> String {
        self.done(plan::move_to(&self.document, &self.lens, &Path::parse(path).unwrap(), index))
    }

    fn set_raw(&self, path: &str, payload: &[u8]) -> String {
        self.done(plan::set_raw(&self.document, &self.lens, &Path::parse(path).unwrap(), payload))
    }
}

fn encoded(slot: &Slot, payload: &[u8]) -> Encoded {
    let wire_type = match slot {
        Slot::Field(field) => field.wire_type(),
        Slot::Message(_) => WireType::Len,
        Slot::Unknown { wire_type, .. } => wire_type.unwrap_or(WireType::Varint),
    };
    Encoded { wire_type, payload: payload.to_vec() }
}

fn number(value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    varint::push(value, &mut out);
    out
}

#[test]
fn a_value_is_set_and_the_lengths_around_it_follow() {
    let case =
        Case::new(&Pool::bundled(), &format!("{NATIVELINK}.HistoricalExecuteResponse"), "1a 06 0a 02 20 05 2a 00");
    assert_eq!(case.set("execute_response.result.exit_code", &number(300)), "1a 07 0a 03 20 ac 02 2a 00");
    assert_eq!(case.set("execute_response.result.exit_code", &number(5)), "1a 06 0a 02 20 05 2a 00");
    assert_eq!(case.set("execute_response.message", b"hi"), "1a 08 0a 02 20 05 2a 02 68 69");
    assert_eq!(case.set("#3.#1.#4", &number(6)), "1a 06 0a 02 20 06 2a 00");
}

#[test]
fn an_overlong_length_keeps_its_width_and_an_overlong_value_that_stands_is_left() {
    let ty = format!("{NATIVELINK}.HistoricalExecuteResponse");
    let case = Case::new(&Pool::bundled(), &ty, "1a 86 00 0a 03 20 85 00 ff");
    assert_eq!(case.set("execute_response.result.exit_code", &number(5)), "1a 86 00 0a 03 20 85 00 ff");
    assert_eq!(case.set("execute_response.result.exit_code", &number(7)), "1a 85 00 0a 02 20 07 ff");
}

#[test]
fn a_broken_length_changes_by_the_difference() {
    let case =
        Case::new(&Pool::bundled(), &format!("{NATIVELINK}.HistoricalExecuteResponse"), "1a 20 0a 04 20 05 2a 01 78");
    assert_eq!(case.set("execute_response.result.exit_code", &number(300)), "1a 21 0a 05 20 ac 02 2a 01 78");
}

#[test]
fn what_is_absent_is_made_at_the_end_but_before_what_is_open() {
    let ty = format!("{NATIVELINK}.HistoricalExecuteResponse");
    let case = Case::new(&Pool::bundled(), &ty, "");
    assert_eq!(case.set("execute_response.result.exit_code", &number(1)), "1a 04 0a 02 20 01");
    assert_eq!(
        case.set("execute_response.server_logs[\"o\"].human_readable", &number(1)),
        "1a 09 22 07 0a 01 6f 12 02 10 01"
    );
    let open = Case::new(&Pool::bundled(), &ty, "0a 00 1a 09 0a 00");
    assert_eq!(open.set("#9", &number(1)), "0a 00 48 01 1a 09 0a 00");
    let undecoded = Case::new(&Pool::bundled(), &ty, "0a 00 0f 01 02");
    assert_eq!(undecoded.set("#9", &number(1)), "0a 00 48 01 0f 01 02");
}

#[test]
fn the_last_occurrence_wins_and_an_index_names_another() {
    let ty = format!("{NATIVELINK}.ActionResourceUsage");
    let case = Case::new(&Pool::bundled(), &ty, "08 01 10 01 08 02");
    assert_eq!(case.set("peak_memory_kb", &number(9)), "08 01 10 01 08 09");
    assert_eq!(case.set("peak_memory_kb[0]", &number(9)), "08 09 10 01 08 02");
    assert!(matches!(case.try_set("peak_memory_kb[2]", &number(9)), Err(PlanError::Target(_))));
    assert!(matches!(case.try_set("peak_memory", &number(9)), Err(PlanError::Target(_))));
    assert_eq!(case.delete("peak_memory_kb"), "10 01");
    assert_eq!(case.delete("cpu_time_ms"), "08 01 10 01 08 02");
    assert_eq!(case.move_to("peak_memory_kb[1]", 0), "08 02 08 01 10 01");
}

#[test]
fn through_duplicated_parents_the_last_leaf_is_set() {
    let ty = format!("{NATIVELINK}.HistoricalExecuteResponse");
    // The exit code stands in the first of two; the second has none.
    let case = Case::new(&Pool::bundled(), &ty, "1a 04 0a 02 20 05 1a 02 10 01");
    assert_eq!(case.set("execute_response.result.exit_code", &number(6)), "1a 04 0a 02 20 06 1a 02 10 01");
    assert_eq!(case.set("execute_response.message", b"x"), "1a 04 0a 02 20 05 1a 05 10 01 2a 01 78");
}

#[test]
fn a_oneof_member_takes_its_siblings_out() {
    let ty = format!("{NATIVELINK}.UpdateForScheduler");
    let case = Case::new(&Pool::bundled(), &ty, "12 00 f8 07 01 2a 03 0a 01 78 12 00");
    assert_eq!(case.set("execute_complete", &[]), "f8 07 01 2a 00");
    assert_eq!(case.set("#6.#1", b"y"), "f8 07 01 32 03 0a 01 79");
    // A field inside a member that stands is set where it stands.
    assert_eq!(case.set("execute_complete.operation_id", b"y"), "12 00 f8 07 01 2a 03 0a 01 79 12 00");
    assert_eq!(case.set("execute_accepted.operation_id", b"y"), "f8 07 01 32 03 0a 01 79");
}

#[test]
fn packed_runs_are_edited_element_by_element() {
    let pool = hard();
    let name = |packed: &str| {
        pool.descriptors().all_messages().find(|it| it.full_name() == packed).map(|it| it.full_name().to_owned())
    };
    let ty = name("hard3.Repeated").expect("the test schema has hard3.Repeated");
    let field = pool
        .find(&ty)
        .unwrap()
        .fields()
        .find(|it| it.is_packed() && matches!(it.kind(), prost_reflect::Kind::Int32))
        .unwrap();
    let tag = |wire: u32| {
        number(u64::from(field.number() << 3 | wire)).iter().map(|it| format!("{it:02x}")).collect::<Vec<_>>().join(" ")
    };
    let (len, var) = (tag(2), tag(0));
    let case = Case::new(&pool, &ty, &format!("{len} 03 01 02 03 {var} 04"));
    let name = field.name();
    assert_eq!(case.set(&format!("{name}[1]"), &number(300)), format!("{len} 04 01 ac 02 03 {var} 04"));
    assert_eq!(case.set(&format!("{name}[3]"), &number(5)), format!("{len} 03 01 02 03 {var} 05"));
    assert_eq!(case.set(name, &number(5)), format!("{len} 03 01 02 03 {var} 05"));
    assert_eq!(case.delete(&format!("{name}[0]")), format!("{len} 02 02 03 {var} 04"));
    assert_eq!(case.delete(name), "");
    assert_eq!(case.append(name, &number(5)), format!("{len} 03 01 02 03 {var} 04 {var} 05"));
    assert_eq!(case.move_to(&format!("{name}[0]"), 2), format!("{len} 03 02 03 01 {var} 04"));
    assert_eq!(case.move_to(&format!("{name}[2]"), 0), format!("{len} 03 03 01 02 {var} 04"));
    let packed_last = Case::new(&pool, &ty, &format!("{var} 04 {len} 02 01 02"));
    assert_eq!(packed_last.append(name, &number(5)), format!("{var} 04 {len} 03 01 02 05"));
    assert_eq!(packed_last.set(name, &number(7)), format!("{var} 04 {len} 02 01 07"));
    assert_eq!(Case::new(&pool, &ty, "").append(name, &number(5)), format!("{len} 01 05"));
}

#[test]
fn what_is_cut_in_a_packed_run_is_neither_a_value_nor_built_on() {
    let mask = |hex: &str| Case::new(&Pool::bundled(), "google.protobuf.SourceCodeInfo.Location", hex);
    assert_eq!(mask("0a 00").set("path", &number(0)), "0a 01 00");
    assert_eq!(mask("0a 01 80").set("path", &number(0)), "0a 01 00");
    assert_eq!(mask("0a 01 80").append("path", &number(5)), "0a 01 80 0a 01 05");
}

#[test]
fn ten_thousand_occurrences_go_in_one_edit() {
    let case = Case::new(&Pool::bundled(), "google.protobuf.FieldMask", &"0a 01 78 ".repeat(10_000));
    let edit = plan::delete(&case.document, &case.lens, &Path::parse("paths").unwrap()).unwrap();
    assert!(matches!(edit, Edit::Splice { .. }));
    assert_eq!(case.done(Ok(edit)), "");
}

#[test]
fn raw_bytes_go_in_as_they_are() {
    let ty = format!("{NATIVELINK}.HistoricalExecuteResponse");
    let case = Case::new(&Pool::bundled(), &ty, "1a 04 0a 02 20 05");
    assert_eq!(case.set_raw("execute_response.result", &[0xff]), "1a 03 0a 01 ff");
    assert_eq!(case.set_raw("execute_response.result.exit_code", &[0x85, 0]), "1a 05 0a 03 20 85 00");
    assert_eq!(case.set_raw(".", &[1, 2, 3]), "01 02 03");
    assert_eq!(case.set_raw("action_digest", &[]), "1a 04 0a 02 20 05 0a 00");
    let usage = Case::new(&Pool::bundled(), &format!("{NATIVELINK}.ActionResourceUsage"), "");
    assert_eq!(usage.set_raw("#5", &[0x85, 0]), "28 85 00");
}

#[test]
fn map_entries_go_by_their_keys() {
    let ty = "build.bazel.remote.execution.v2.ExecuteResponse";
    let case = Case::new(&Pool::bundled(), ty, "22 07 0a 01 61 12 02 10 01 22 03 0a 01 62");
    assert_eq!(case.set("server_logs[\"a\"].human_readable", &number(0)), "22 07 0a 01 61 12 02 10 00 22 03 0a 01 62");
    assert_eq!(
        case.set("server_logs[\"b\"].human_readable", &number(1)),
        "22 07 0a 01 61 12 02 10 01 22 07 0a 01 62 12 02 10 01"
    );
    assert_eq!(case.delete("server_logs[\"a\"]"), "22 03 0a 01 62");
    let twice = Case::new(&Pool::bundled(), ty, "22 03 0a 01 61 22 03 0a 01 62 22 05 0a 01 61 12 00");
    assert_eq!(twice.delete("server_logs[\"a\"]"), "22 03 0a 01 62");
    assert_eq!(case.delete("server_logs[\"c\"]"), "22 07 0a 01 61 12 02 10 01 22 03 0a 01 62");
    assert_eq!(case.set("server_logs[\"a\"].key", b"zz"), "22 08 0a 02 7a 7a 12 02 10 01 22 03 0a 01 62");
}

fn problems(pool: &Pool, ty: &str, hex: &str) -> Vec<String> {
    let case = Case::new(pool, ty, hex);
    let mut out = Vec::new();
    check::check(&case.document, &case.lens, &mut |found| {
        out.push(format!(
            "0x{:x} {} {} {}",
            found.problem.offset, found.problem.severity, found.problem.kind, found.path
        ));
        std::ops::ControlFlow::Continue(())
    })
    .unwrap();
    out
}

#[test]
fn what_is_odd_is_found_with_its_offset_and_path() {
    let pool = Pool::bundled();
    let ty = format!("{NATIVELINK}.HistoricalExecuteResponse");
    assert_eq!(problems(&pool, &ty, "1a 04 0a 02 20 05"), Vec::<String>::new());
    assert_eq!(problems(&pool, &ty, "1a 05 0a 03 20 85 00"), ["0x4 info overlong execute_response.result.exit_code"]);
    assert_eq!(problems(&pool, &ty, "7a 01 00"), ["0x0 info unknown-field #15"]);
    assert_eq!(problems(&pool, &ty, "08 01"), ["0x0 warning wrong-wire-type #1"]);
    assert_eq!(
        problems(&pool, &ty, "1a 09 2a 01 ff"),
        ["0x0 error truncated execute_response", "0x2 error invalid-utf8 execute_response.message"]
    );
    assert_eq!(problems(&pool, &ty, "0a 00 0a 00"), ["0x2 info duplicate action_digest[1]"]);
    assert_eq!(problems(&pool, &ty, "0f"), ["0x0 error bad-tag (undecoded)"]);
    let usage = format!("{NATIVELINK}.ActionResourceUsage");
    assert_eq!(
        problems(&pool, &usage, "10 02 40 63"),
        ["0x0 warning out-of-range sampled", "0x2 info unknown-enum outcome"]
    );
}

#[test]
fn a_key_that_the_map_cannot_have_is_refused() {
    let pool = hard();
    let maps = pool.find("hard3.Maps").unwrap();
    let field = |kind: prost_reflect::Kind| {
        let is_it = |entry: &prost_reflect::MessageDescriptor| entry.map_entry_key_field().kind() == kind;
        maps.fields().find(|it| it.is_map() && it.kind().as_message().is_some_and(is_it)).unwrap().name().to_owned()
    };
    let case = Case::new(&pool, "hard3.Maps", "");
    let (narrow, unsigned) = (field(prost_reflect::Kind::Int32), field(prost_reflect::Kind::Uint32));
    for path in [format!("{narrow}[99999999999]"), format!("{unsigned}[-1]"), format!("{narrow}[\"1\"]")] {
        assert!(matches!(case.try_set(&path, &number(1)), Err(PlanError::Target(_))), "{path}");
    }
    assert!(case.try_set(&format!("{narrow}[-1]"), &number(1)).is_ok());
}

#[test]
fn a_path_of_many_fields_is_written_without_its_middle() {
    let pool = Pool::bundled();
    let found = problems(&pool, "v2.Digest", &"0b ".repeat(1000));
    assert_eq!(found.len(), 1001);
    assert!(found.iter().all(|it| it.len() < 2000), "{}", found.iter().map(String::len).max().unwrap());
    assert!(found[999].contains("#1.(743 more).#1"), "{}", found[999]);
}

#[test]
fn required_fields_are_missed() {
    let pool = hard();
    let ty = pool.descriptors().all_messages().find(|it| it.fields().any(|field| field.is_required())).unwrap();
    let found = problems(&pool, ty.full_name(), "");
    assert!(!found.is_empty() && found.iter().all(|it| it.contains("error missing-required .")), "{found:?}");
}
