//! The corpus of `tests/data`: messages beside what other tools say of them.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use prost_reflect::DescriptorPool;
use wirebench::schema::{Lens, Pool};
use wirebench::wire::Document;

/// A message and its files.
pub struct Case {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
    pub type_name: String,
}

impl Case {
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap().to_string_lossy().into_owned()
    }

    pub fn document(&self) -> Document {
        Document::from_bytes(self.bytes.clone())
    }

    pub fn lens(&self) -> Lens {
        let pool = pool();
        let ty = pool.descriptors().get_message_by_name(&self.type_name).unwrap();
        Lens::new(pool, Some(ty))
    }

    /// The file beside it with another ending.
    pub fn beside(&self, ending: &str) -> Option<Vec<u8>> {
        std::fs::read(self.path.with_extension(ending)).ok()
    }
}

/// The bundled schemas and those of the hard cases.
pub fn pool() -> Pool {
    static POOL: LazyLock<Pool> = LazyLock::new(|| {
        let mut descriptors: DescriptorPool = Pool::bundled().descriptors().clone();
        let set = std::fs::read(data().join("hard/hard.fds")).unwrap();
        descriptors.decode_file_descriptor_set(&set[..]).unwrap();
        Pool::new(descriptors)
    });
    POOL.clone()
}

pub fn data() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))
}

/// All cases of both folders, by name.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for folder in ["real", "hard"] {
        for entry in std::fs::read_dir(data().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "bin") {
                let type_name = std::fs::read_to_string(path.with_extension("type")).unwrap().trim().to_owned();
                cases.push(Case { bytes: std::fs::read(&path).unwrap(), type_name, path });
            }
        }
    }
    cases.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(cases.len() > 200);
    cases
}
