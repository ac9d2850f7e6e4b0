//! Documentation: the comments that stand at a declaration.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use prost_reflect::{EnumDescriptor, EnumValueDescriptor, FileDescriptor, MessageDescriptor};

use super::field::Field;

/// Something declared in a schema that comments can stand at.
pub trait Declared {
    /// Its file, and its path there as source information has it; `None` for what no file declares.
    fn place(&self) -> Option<(FileDescriptor, Vec<i32>)>;
}

impl Declared for MessageDescriptor {
    fn place(&self) -> Option<(FileDescriptor, Vec<i32>)> {
        Some((self.parent_file(), self.path().to_vec()))
    }
}

impl Declared for EnumDescriptor {
    fn place(&self) -> Option<(FileDescriptor, Vec<i32>)> {
        Some((self.parent_file(), self.path().to_vec()))
    }
}

impl Declared for EnumValueDescriptor {
    fn place(&self) -> Option<(FileDescriptor, Vec<i32>)> {
        Some((self.parent_file(), self.path().to_vec()))
    }
}

impl Declared for prost_reflect::ServiceDescriptor {
    fn place(&self) -> Option<(FileDescriptor, Vec<i32>)> {
        Some((self.parent_file(), self.path().to_vec()))
    }
}

impl Declared for prost_reflect::MethodDescriptor {
    fn place(&self) -> Option<(FileDescriptor, Vec<i32>)> {
        Some((self.parent_file(), self.path().to_vec()))
    }
}

impl Declared for Field {
    fn place(&self) -> Option<(FileDescriptor, Vec<i32>)> {
        match self {
            Self::Declared(field) => Some((field.parent_file(), field.path().to_vec())),
            Self::Extension(extension) => Some((extension.parent_file(), extension.path().to_vec())),
            Self::Chosen(chosen) => chosen.declared.as_ref().and_then(Self::place),
        }
    }
}

type Comments = HashMap<Vec<i32>, String>;

/// The comments of the files looked at, by the file's identity.
type Files = HashMap<String, (FileDescriptor, Arc<Comments>)>;

static FILES: LazyLock<Mutex<Files>> = LazyLock::new(Mutex::default);

/// What the types that everybody uses are for: their files carry no comments here.
const WELL_KNOWN: [(&str, &str); 18] = [
    ("Any", "A message of any type: the name of its type as a URL, and its bytes."),
    ("BoolValue", "A bool that may be absent."),
    ("BytesValue", "Bytes that may be absent."),
    ("DoubleValue", "A double that may be absent."),
    ("Duration", "A span of time in seconds and nanoseconds, both of one sign; up to about 10,000 years."),
    ("Empty", "A message without fields: it says that something is there, and no more."),
    ("FieldMask", "Paths of fields, to say which parts of a message are meant."),
    ("FloatValue", "A float that may be absent."),
    ("Int32Value", "A 32-bit integer that may be absent."),
    ("Int64Value", "A 64-bit integer that may be absent."),
    ("ListValue", "A list of JSON values."),
    ("NullValue", "The JSON value null."),
    ("StringValue", "Text that may be absent."),
    ("Struct", "A JSON object: names and their values."),
    ("Timestamp", "A moment in UTC: seconds since the start of 1970, and nanoseconds that always count forward."),
    ("UInt32Value", "An unsigned 32-bit integer that may be absent."),
    ("UInt64Value", "An unsigned 64-bit integer that may be absent."),
    ("Value", "A JSON value: null, a number, text, a bool, an object or a list."),
];

/// What a well-known type is for.
fn well_known(full_name: &str) -> Option<String> {
    let own = full_name.strip_prefix("google.protobuf.")?;
    WELL_KNOWN.iter().find(|(name, _)| *name == own).map(|(_, docs)| (*docs).to_owned())
}

/// The comment at a declaration, its lines joined to paragraphs; `None` where there is none.
pub fn docs(declared: &impl Declared) -> Option<String> {
    let (file, path) = declared.place()?;
    let comments = {
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        match files.get(file.name()) {
            Some((known, comments)) if *known == file => comments.clone(),
            _ => {
                let comments = Arc::new(comments_of(&file));
                files.insert(file.name().to_owned(), (file, comments.clone()));
                comments
            }
        }
    };
    comments.get(&path).cloned()
}

/// The comment at a field, or else at its type.
pub fn docs_of_field(field: &Field) -> Option<String> {
    docs(field)
        .or_else(|| {
            let message = field.message().filter(|_| !field.is_map())?;
            docs(&message).or_else(|| well_known(message.full_name()))
        })
        .or_else(|| field.enumeration().and_then(|it| docs(&it).or_else(|| well_known(it.full_name()))))
}

fn comments_of(file: &FileDescriptor) -> Comments {
    let Some(info) = &file.file_descriptor_proto().source_code_info else { return Comments::new() };
    let mut comments = Comments::new();
    for location in &info.location {
        let text = location.leading_comments.as_deref().or(location.trailing_comments.as_deref());
        if let Some(text) = text.map(paragraphs).filter(|it| !it.is_empty()) {
            comments.insert(location.path.clone(), text);
        }
    }
    comments
}

/// Comment lines joined to paragraphs; an empty line parts them.
fn paragraphs(comment: &str) -> String {
    let mut out = String::new();
    for line in comment.lines().map(str::trim) {
        match line {
            "" if !out.is_empty() && !out.ends_with('\n') => out.push('\n'),
            "" => {}
            line => {
                if !out.is_empty() && !out.ends_with('\n') {
                    out.push(' ');
                }
                out.push_str(line);
            }
        }
    }
    out.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::Pool;
    use super::*;

    #[test]
    fn every_element_of_worker_api_has_documentation() {
        let pool = Pool::bundled();
        let file = pool.descriptors().files().find(|it| it.name().ends_with("worker_api.proto")).unwrap();
        for message in file.messages() {
            assert!(docs(&message).is_some(), "{}", message.full_name());
            for field in message.fields() {
                assert!(docs(&Field::Declared(field.clone())).is_some(), "{}", field.full_name());
            }
        }
    }

    #[test]
    fn well_known_types_say_what_they_are_for() {
        let status = Pool::bundled().find("google.rpc.Status").unwrap();
        let details = Field::by_name(&status, "details").unwrap();
        assert!(docs_of_field(&details).is_some());
        let metadata = Pool::bundled().find("ExecutedActionMetadata").unwrap();
        assert!(docs_of_field(&Field::by_name(&metadata, "queued_timestamp").unwrap()).is_some());
        assert!(well_known("google.protobuf.Timestamp").is_some() && well_known("a.Timestamp").is_none());
    }

    #[test]
    fn lines_join_and_empty_lines_part() {
        assert_eq!(paragraphs(" one\n two\n\n three\n"), "one two\nthree");
    }
}
