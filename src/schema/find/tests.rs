//! What finding promises: hits as a plain walk would have them, in order, over whole and broken documents.

use super::*;
use crate::schema::{Pool, Reading, Type, Value, sample};
use crate::wire::{Address, Edit, Message, WireType};

fn query(text: &str, mode: Mode) -> Query {
    Query { text: text.to_owned(), mode }
}

fn lens(type_name: &str) -> Lens {
    let pool = Pool::bundled();
    let ty = pool.find(type_name).ok();
    Lens::new(pool, ty)
}

fn found(document: &Document, lens: &Lens, text: &str, mode: Mode) -> Vec<Hit> {
    let mut search = Search::new(document, lens, &query(text, mode)).unwrap();
    let mut out = Vec::new();
    while search.step(7, &mut out).unwrap() == Progress::More {}
    assert_eq!(search.total(), out.len() as u64);
    assert_eq!(search.at(), document.len());
    out
}

fn response() -> (Document, Lens) {
    let lens = lens("HistoricalExecuteResponse");
    let bytes = sample::sample(&lens.root().clone().unwrap(), 3);
    (Document::from_bytes(bytes), lens)
}

fn marked(hit: &Hit) -> &str {
    match hit.part {
        Part::Name => &hit.path[hit.mark.clone()],
        Part::Type => &hit.type_name[hit.mark.clone()],
        Part::Value | Part::Bytes => &hit.value[hit.mark.clone()],
        Part::Number => "",
    }
}

/// All records by a walk of its own, with what it says.
fn each(
    document: &Document,
    lens: &Lens,
    message: &Message,
    ty: &Type,
    on: &mut dyn FnMut(&crate::wire::Child, &Reading),
) {
    for child in document.children(message) {
        let child = child.unwrap();
        let reading = lens.read(ty, &child.record);
        on(&child, &reading);
        if let Some(inner) = lens.inner(document, ty, &child.record, &reading, true) {
            each(document, lens, &child.message(), &inner, on);
        }
    }
}

fn naive(document: &Document, lens: &Lens, is_meant: impl Fn(&crate::wire::Child, &Reading) -> bool) -> Vec<u64> {
    let mut out = Vec::new();
    each(document, lens, &document.root(), lens.root(), &mut |child, reading| {
        if is_meant(child, reading) {
            out.push(child.start);
        }
    });
    out
}

fn offsets(hits: &[Hit]) -> Vec<u64> {
    hits.iter().map(|it| it.at).collect()
}

#[test]
fn hits_are_those_of_a_plain_walk_over_samples_of_every_type() {
    for ty in Pool::bundled().messages() {
        let lens = Lens::new(Pool::bundled(), Some(ty.clone()));
        let document = Document::from_bytes(sample::sample(&ty, 11));
        let of = |text: &str, mode| offsets(&found(&document, &lens, text, mode));
        let name = |it: &Reading| it.field().map(|it| it.path_name().to_lowercase()).unwrap_or_default();
        assert_eq!(
            of("AM", Mode::Name),
            naive(&document, &lens, |_, it| name(it).contains("am")),
            "{}",
            ty.full_name()
        );
        assert_eq!(of("3", Mode::Number), naive(&document, &lens, |child, _| child.record.number == 3));
        let is_string = |child: &crate::wire::Child, reading: &Reading| {
            let text = match lens.value(&document, reading, &child.record).unwrap() {
                Value::Text { text, .. } => text,
                Value::Enum { name: Some(name), .. } => name,
                Value::Bytes { start, .. } => String::from_utf8_lossy(&start).into_owned(),
                _ => String::new(),
            };
            text.to_lowercase().contains("ar")
        };
        assert_eq!(of("ar", Mode::Value), naive(&document, &lens, is_string), "{}", ty.full_name());
    }
}

#[test]
fn the_undecoded_tail_of_a_message_is_searched() {
    let document = Document::from_bytes([&[0x0a, 1, b'x', 0x0f][..], b"tail"].concat());
    let lens = lens("v2.Digest");
    let hits = found(&document, &lens, "\"ail\"", Mode::Bytes);
    assert_eq!((hits[0].at, hits[0].path.as_str(), hits[0].value.as_str()), (5, "(undecoded)", "\\n\\001x\\017tail"));
    assert_eq!(found(&document, &lens, "TAIL", Mode::Value)[0].path, "(undecoded)");
}

#[test]
fn values_are_found_as_they_are_shown_and_exactly() {
    let (document, lens) = response();
    let of = |text: &str| found(&document, &lens, text, Mode::Value);
    let exact = of("3");
    assert!(exact.iter().all(|it| it.value.trim_start_matches('"').starts_with('3')), "{exact:?}");
    assert!(exact.iter().any(|it| it.path.ends_with(".hash")), "{exact:?}");
    // A moment by how it is shown, a digest by how it begins, with its size and without.
    let moments = of("2026-03-14T09:2");
    assert!(moments.len() > 3 && moments.iter().all(|it| it.type_name == "Timestamp"), "{moments:?}");
    let digests = found(&document, &lens, "digest", Mode::Type);
    let shown = &digests[0].value;
    let (hash, size) = shown.split_once('/').unwrap();
    let hash = hash.trim_end_matches('…');
    assert!(of(hash).iter().all(|it| it.path.ends_with(".hash")), "{:?}", of(hash));
    let with_size = of(&format!("{hash}/{size}"));
    assert_eq!((with_size.len(), with_size[0].at), (1, digests[0].at));
    assert_eq!(of(shown).len(), 1);
}

#[test]
fn what_was_found_is_marked() {
    let (document, lens) = response();
    let names = found(&document, &lens, "EXIT", Mode::Name);
    assert_eq!((marked(&names[0]), names[0].path.as_str()), ("exit", "execute_response.result.exit_code"));
    let types = found(&document, &lens, "nodeprop", Mode::Type);
    assert_eq!(marked(&types[0]), "NodeProp");
    let anything = found(&document, &lens, "stdout", Mode::Anything);
    assert!(anything.iter().any(|it| it.part == Part::Name), "{anything:?}");
}

#[test]
fn elements_of_packed_runs_and_floats_are_found() {
    let lens = lens("google.protobuf.SourceCodeInfo.Location");
    let document = Document::from_bytes(vec![0x0a, 3, 1, 200, 1, 0x12, 1, 7]);
    let hits = found(&document, &lens, "200", Mode::Value);
    assert_eq!((hits.len(), hits[0].path.as_str(), marked(&hits[0])), (1, "path", "200"));
    let lens = lens_of("google.protobuf.FloatValue");
    let document = Document::from_bytes([&[0x0d][..], &0.1f32.to_le_bytes()].concat());
    assert_eq!(found(&document, &lens, "0.1", Mode::Value).len(), 1);
    assert_eq!(found(&document, &lens, "0.2", Mode::Value).len(), 0);
}

fn lens_of(name: &str) -> Lens {
    lens(name)
}

#[test]
fn a_long_text_is_searched_across_its_pieces() {
    let mut text = vec![b'a'; 200_000];
    let at = (64 << 10) - 3;
    text[at..at + 6].copy_from_slice(b"NEEDLE");
    let mut bytes = vec![0x0a];
    crate::wire::varint::push(text.len() as u64, &mut bytes);
    bytes.extend(&text);
    let document = Document::from_bytes(bytes);
    let hits = found(&document, &lens("v2.OutputFile"), "needle", Mode::Value);
    assert_eq!((hits.len(), marked(&hits[0])), (1, "NEEDLE"));
    assert!(hits[0].value.len() < 200 && hits[0].value.starts_with("…aaa"), "{}", hits[0].value);
}

#[test]
fn a_record_a_million_deep_is_found_and_its_path_is_bounded() {
    let deep = 1_000_000;
    let mut bytes = vec![0x1b; deep];
    bytes.extend([0x28, 99]);
    bytes.extend(vec![0x1c; deep]);
    let document = Document::from_bytes(bytes);
    let lens = lens("v2.Digest");
    let mut search = Search::new(&document, &lens, &query("5", Mode::Number)).unwrap();
    let mut hits = Vec::new();
    while search.step(10_000, &mut hits).unwrap() == Progress::More {}
    assert_eq!(offsets(&hits), [deep as u64]);
    assert!(hits[0].path.len() < 4_000 && hits[0].path.contains(" more)"), "{}", hits[0].path);
    let mut search = Search::new(&document, &lens, &query("28 63", Mode::Bytes)).unwrap();
    let mut hits = Vec::new();
    while search.step(10_000, &mut hits).unwrap() == Progress::More {}
    assert_eq!((offsets(&hits), hits[0].path.ends_with("#5")), (vec![deep as u64], true));
}

#[test]
fn hits_beyond_those_kept_are_counted() {
    let document = Document::from_bytes([0x18, 1].repeat(KEPT as usize + 5));
    let lens = lens("v2.Digest");
    for (text, mode) in [("3", Mode::Number), ("18", Mode::Bytes)] {
        let mut search = Search::new(&document, &lens, &query(text, mode)).unwrap();
        let mut hits = Vec::new();
        while search.step(1_000, &mut hits).unwrap() == Progress::More {}
        assert_eq!((hits.len() as u64, search.total()), (KEPT, KEPT + 5));
    }
}

#[test]
fn an_edited_document_is_searched_as_it_would_be_saved() {
    let lens = lens("v2.Digest");
    let document = Document::from_bytes(vec![0x0a, 3, b'a', b'b', b'c', 0x10, 5]);
    let first = document.children(&document.root()).next().unwrap().unwrap();
    let span = document.bytes().push(b"new text");
    let edited = document.apply(&Edit::set_payload(Address::ROOT.child(first.place), span)).unwrap().document;
    assert_eq!(found(&edited, &lens, "NEW T", Mode::Value).len(), 1);
    let hits = found(&edited, &lens, "74 10 05", Mode::Bytes);
    assert_eq!((hits[0].at, hits[0].path.as_str()), (9, "hash"));
    assert_eq!(found(&edited, &lens, "5", Mode::Value)[0].at, 10);
    assert_eq!(first.record.wire_type, WireType::Len);
}

#[test]
fn messages_without_a_type_are_searched_where_they_look_like_ones() {
    let inner = [&[0x0a, 5][..], b"hello"].concat();
    let document = Document::from_bytes([&[0x7a, inner.len() as u8][..], &inner].concat());
    let lens = Lens::without_type(Pool::bundled());
    let hits = found(&document, &lens, "hello", Mode::Value);
    assert_eq!((hits.len(), hits[0].path.as_str()), (1, "#15.#1"));
}

#[test]
fn a_text_in_quotes_is_the_whole_of_a_value_as_it_is_shown() {
    let lens = lens("v2.OutputFile");
    let say = |text: &str| [&[0x0a, text.len() as u8], text.as_bytes()].concat();
    let bytes =
        [say("abs_link"), say("abs_link2"), say("a \"abs_link\" b"), say("ABS_LINK"), say(""), say("a\nb")].concat();
    let document = Document::from_bytes(bytes);
    let values =
        |text| found(&document, &lens, text, Mode::Anything).into_iter().map(|it| it.value).collect::<Vec<_>>();
    assert_eq!(values("\"abs_link\""), ["\"abs_link\"", "\"a \\\"abs_link\\\" b\""], "whole, or with its quotes");
    assert_eq!(values("\"\""), ["\"\""]);
    assert_eq!(values("\"a\\nb\""), ["\"a\\nb\""]);
}
