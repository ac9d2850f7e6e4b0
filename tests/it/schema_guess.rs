//! The type of a message is guessed from its bytes alone.

use std::fs;
use std::path::Path;

use wirebench::schema::{Pool, guess};
use wirebench::wire::Document;

/// Messages of a few bytes, or of one field that many types have: these cannot be told.
const TOO_LITTLE: u64 = 60;

#[test]
fn the_types_of_real_messages_stand_first() {
    let pool = Pool::bundled();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/real");
    let (mut all, mut first, mut misled) = (0, 0, Vec::new());
    for path in fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()) {
        if path.extension().is_none_or(|it| it != "bin") {
            continue;
        }
        let expected = fs::read_to_string(path.with_extension("type")).unwrap();
        let bytes = fs::read(&path).unwrap();
        let has_enough = bytes.len() as u64 >= TOO_LITTLE;
        let candidates = guess::guess(&Document::from_bytes(bytes), &pool);
        if let Some(standing) = guess::standing_out(&candidates)
            && standing.ty.full_name() != expected.trim()
        {
            misled.push(path.clone());
        }
        if has_enough {
            all += 1;
            first += usize::from(candidates.first().is_some_and(|it| it.ty.full_name() == expected.trim()));
        }
    }
    assert!(misled.is_empty(), "a wrong type stands out for {misled:?}");
    assert!(first * 100 >= all * 96, "only {first} of {all} types stand first");
}

#[test]
fn history_messages_stand_out() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/historical_execute_response.bin");
    let candidates = guess::guess(&Document::from_bytes(fs::read(sample).unwrap()), &Pool::bundled());
    assert_eq!(guess::standing_out(&candidates).unwrap().ty.name(), "HistoricalExecuteResponse");
}

#[test]
fn half_a_file_is_still_of_its_type() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples/historical_execute_response.bin");
    let bytes = fs::read(sample).unwrap();
    for len in [200, 300, 400, bytes.len() / 2, bytes.len() - 1] {
        let candidates = guess::guess(&Document::from_bytes(bytes[..len].to_vec()), &Pool::bundled());
        let best = candidates.first().map(|it| format!("{} {} {:.3}", it.ty.name(), it.reason, it.score));
        assert!(best.as_ref().unwrap().starts_with("HistoricalExecuteResponse "), "{len} bytes: {best:?}");
    }
}

#[test]
fn noise_has_no_type_that_stands_out() {
    for bytes in [b"just some text in a file\n".to_vec(), vec![0xff; 64], (0..=255).collect(), Vec::new()] {
        let candidates = guess::guess(&Document::from_bytes(bytes), &Pool::bundled());
        assert!(guess::standing_out(&candidates).is_none(), "{candidates:?}");
    }
}

#[test]
fn a_long_document_is_judged_by_its_start() {
    let pool = Pool::bundled();
    let file = b"\x0a\x49\x0a\x03abc\x12\x42\x0a\x40".iter().copied().chain([b'a'; 64]).collect::<Vec<u8>>();
    let directory: Vec<u8> = file.iter().copied().cycle().take(file.len() * 20_000).collect();
    let candidates = guess::guess(&Document::from_bytes(directory), &pool);
    let of_directory = candidates.iter().find(|it| it.ty.name() == "Directory").unwrap();
    assert!(!of_directory.reason.contains("not in the type"), "{}", of_directory.reason);
    assert!(!of_directory.reason.contains("broken"), "{}", of_directory.reason);
    let group: Vec<u8> = [vec![0x0b], [8, 1].repeat(4_000_000)].concat();
    assert!(guess::standing_out(&guess::guess(&Document::from_bytes(group), &pool)).is_none());
}
