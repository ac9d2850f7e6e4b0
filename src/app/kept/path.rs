//! Paths as they are kept: as text where they are text, and byte for byte where not.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A path in a file of what is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum KeptPath {
    /// One that is text.
    Text(String),
    /// One that is not.
    Bytes(OsString),
}

impl KeptPath {
    /// It as a path.
    pub fn as_path(&self) -> &Path {
        match self {
            Self::Text(text) => Path::new(text),
            Self::Bytes(bytes) => Path::new(bytes),
        }
    }
}

impl From<&PathBuf> for KeptPath {
    fn from(path: &PathBuf) -> Self {
        match path.to_str() {
            Some(text) => Self::Text(text.to_owned()),
            None => Self::Bytes(path.clone().into_os_string()),
        }
    }
}

impl From<KeptPath> for PathBuf {
    fn from(path: KeptPath) -> Self {
        match path {
            KeptPath::Text(text) => text.into(),
            KeptPath::Bytes(bytes) => bytes.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    #[test]
    fn any_path_is_what_it_was() {
        for bytes in [&b"/folder/a b.bin"[..], "/ü/\u{1f600}".as_bytes(), b"/\xff\xfe/x", b"", b"a\nb"] {
            let path = PathBuf::from(OsString::from_vec(bytes.to_vec()));
            let json = serde_json::to_string(&KeptPath::from(&path)).unwrap();
            assert_eq!(PathBuf::from(serde_json::from_str::<KeptPath>(&json).unwrap()), path, "{json}");
        }
    }
}
