//! Finding over whole and broken documents of the corpus: nothing fails, and no bytes are passed over.

use std::fs;
use std::path::Path;

use wirebench::schema::find::{Hit, Mode, Part, Progress, Query, Search};
use wirebench::schema::{Lens, Pool};
use wirebench::wire::Document;

fn found(document: &Document, lens: &Lens, text: &str, mode: Mode) -> Vec<Hit> {
    let query = Query { text: text.to_owned(), mode };
    let mut search = Search::new(document, lens, &query).unwrap();
    let mut out = Vec::new();
    while search.step(7, &mut out).unwrap() == Progress::More {}
    assert_eq!(search.total(), out.len() as u64);
    out
}

fn marked(hit: &Hit) -> &str {
    match hit.part {
        Part::Name => &hit.path[hit.mark.clone()],
        Part::Type => &hit.type_name[hit.mark.clone()],
        Part::Value | Part::Bytes => &hit.value[hit.mark.clone()],
        Part::Number => "",
    }
}

/// Where bytes stand, none over another, by looking everywhere.
fn naive_bytes(all: &[u8], wanted: &[u8]) -> Vec<u64> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at + wanted.len() <= all.len() {
        if all[at..].starts_with(wanted) {
            out.push(at as u64);
            at += wanted.len();
        } else {
            at += 1;
        }
    }
    out
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect::<Vec<_>>().join(" ")
}

/// The documents that are kept for being odd, and those of a real store.
fn corpus() -> Vec<(String, Document, Lens)> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut out = Vec::new();
    for folder in ["hard", "real"] {
        let mut paths: Vec<_> = fs::read_dir(data.join(folder)).unwrap().map(|it| it.unwrap().path()).collect();
        paths.sort();
        for path in paths.into_iter().filter(|it| it.extension().is_some_and(|it| it == "bin")) {
            let bytes = fs::read(&path).unwrap();
            let type_name = fs::read_to_string(path.with_extension("type")).unwrap_or_default();
            let lens = Lens::new(Pool::bundled(), Pool::bundled().find(type_name.trim()).ok());
            if bytes.len() < 32 << 10 {
                out.push((path.display().to_string(), Document::from_bytes(bytes), lens));
            }
        }
    }
    assert!(out.len() > 50);
    out
}

#[test]
fn bytes_are_found_wherever_they_stand_in_whole_and_broken_documents() {
    for (name, document, lens) in corpus() {
        let all = document.to_vec().unwrap();
        let (middle, tail) = (all.len() / 2, all.len().saturating_sub(2));
        let amid = &all[middle..(middle + 3).min(all.len())];
        for wanted in [&[0u8][..], &[0x0a], &[0x12, 0x04], amid, &all[tail..]] {
            if wanted.is_empty() {
                continue;
            }
            let hits = found(&document, &lens, &hex(wanted), Mode::Bytes);
            let offsets: Vec<u64> = hits.iter().map(|it| it.at).collect();
            assert_eq!(offsets, naive_bytes(&all, wanted), "{name} {wanted:?}");
            assert!(hits.iter().all(|it| marked(it) == hex(wanted)), "{name}");
        }
    }
}

#[test]
fn broken_documents_are_searched_to_their_end() {
    for (name, document, lens) in corpus() {
        for (text, mode) in [("a", Mode::Anything), ("1", Mode::Anything), ("digest", Mode::Type), ("9/", Mode::Value)]
        {
            let hits = found(&document, &lens, text, mode);
            assert!(hits.is_sorted_by_key(|it| it.at), "{name}");
            assert!(hits.iter().all(|it| it.part == Part::Number || !marked(it).is_empty()), "{name} {hits:?}");
        }
    }
}
