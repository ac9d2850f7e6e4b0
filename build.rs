//! Compiles `proto/` and the well-known types into one descriptor set that the program embeds. Source information is
//! kept, so that comments show as documentation.

use std::path::{Path, PathBuf};
use std::{env, error, fs};

/// Well-known files that are loaded whether or not a file of ours imports them.
const WELL_KNOWN: [&str; 11] = [
    "google/protobuf/any.proto",
    "google/protobuf/api.proto",
    "google/protobuf/descriptor.proto",
    "google/protobuf/duration.proto",
    "google/protobuf/empty.proto",
    "google/protobuf/field_mask.proto",
    "google/protobuf/source_context.proto",
    "google/protobuf/struct.proto",
    "google/protobuf/timestamp.proto",
    "google/protobuf/type.proto",
    "google/protobuf/wrappers.proto",
];

fn main() -> Result<(), Box<dyn error::Error>> {
    println!("cargo::rerun-if-changed=proto");
    let root = Path::new("proto");
    let mut files = Vec::new();
    proto_files(root, &mut files)?;
    files.sort();
    let mut compiler = protox::Compiler::new([root])?;
    compiler.include_imports(true).include_source_info(true).open_files(WELL_KNOWN)?.open_files(&files)?;
    // Through the encoded set: the compiler's own pool does not know explicit `packed` options.
    let out = PathBuf::from(env::var("OUT_DIR")?).join("bundled.binpb");
    fs::write(out, compiler.encode_file_descriptor_set())?;
    Ok(())
}

fn proto_files(folder: &Path, out: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            proto_files(&path, out)?;
        } else if path.extension().is_some_and(|it| it == "proto") {
            out.push(path.strip_prefix("proto").unwrap_or(&path).to_owned());
        }
    }
    Ok(())
}
