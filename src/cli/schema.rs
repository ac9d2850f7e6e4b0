//! `schema`: lists, shows and exports the types.

use std::fmt::Write as _;

use prost_reflect::{Cardinality, EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor, ServiceDescriptor, Syntax};

use super::args::{Export, List, Show};
use super::failure::{Code, Failure};
use super::notes::Notes;
use super::output::Output;
use crate::schema::{Declared, Field, FindError, Pool, docs, escape_text};
use crate::text::tree::one_line;

/// Lists message types, a line each.
pub fn list(args: &List, notes: &Notes) -> Result<Code, Failure> {
    let pool = Pool::bundled();
    let found = match &args.pattern {
        Some(pattern) => pool.search(pattern),
        None => pool.messages(),
    };
    if let (true, Some(pattern)) = (found.is_empty(), &args.pattern) {
        notes.note(pattern, "no type has this in its name: list all with `wirebench schema list`");
    }
    Output::new(&args.output)
        .write(|sink| found.iter().try_for_each(|it| sink.line(format_args!("{}", it.full_name()))))?;
    Ok(Code::Done)
}

/// Writes the schemas as one set.
pub fn export(args: &Export) -> Result<Code, Failure> {
    Output::new(&args.output).write(|sink| sink.bytes(Pool::bundled_set()))?;
    Ok(Code::Done)
}

/// Shows a definition with its comments.
pub fn show(args: &Show) -> Result<Code, Failure> {
    let text = definition(&Pool::bundled(), &args.name)?;
    Output::new(&args.output).write(|sink| sink.bytes(text.as_bytes()))?;
    Ok(Code::Done)
}

fn definition(pool: &Pool, name: &str) -> Result<String, Failure> {
    let mut writer = Writer { out: String::new(), depth: 0 };
    let error = match pool.find(name) {
        Ok(message) => {
            writer.head(message.parent_file().name(), message.full_name());
            writer.message(&message);
            return Ok(writer.out);
        }
        Err(error) => error,
    };
    if matches!(error, FindError::Unknown { .. }) {
        let is_it = |full: &str| full == name || full.strip_suffix(name).is_some_and(|head| head.ends_with('.'));
        let mut enums = pool.descriptors().all_enums().filter(|it| is_it(it.full_name()));
        let mut services = pool.descriptors().services().filter(|it| is_it(it.full_name()));
        match (enums.next(), services.next(), enums.next().is_some() || services.next().is_some()) {
            (Some(enumeration), None, false) => {
                writer.head(enumeration.parent_file().name(), enumeration.full_name());
                writer.enumeration(&enumeration);
                return Ok(writer.out);
            }
            (None, Some(service), false) => {
                writer.head(service.parent_file().name(), service.full_name());
                writer.service(&service);
                return Ok(writer.out);
            }
            (None, None, _) => {}
            _ => return Err(Failure::usage(format!("{name} names several enums or services: give more of the name"))),
        }
    }
    Err(Failure::usage(error.to_string()))
}

/// Writes definitions in the language of the schemas.
struct Writer {
    out: String,
    depth: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        _ = writeln!(self.out, "{}{line}", "  ".repeat(self.depth));
    }

    fn head(&mut self, file: &str, full_name: &str) {
        self.line(&format!("// {full_name}, in {file}"));
        self.line("");
    }

    fn comment(&mut self, declared: &impl Declared) {
        for paragraph in docs(declared).unwrap_or_default().lines() {
            for line in wrapped(paragraph, 96usize.saturating_sub(2 * self.depth)) {
                self.line(&format!("// {}", one_line(&line)));
            }
        }
    }

    fn message(&mut self, message: &MessageDescriptor) {
        self.comment(message);
        self.line(&format!("message {} {{", message.name()));
        self.depth += 1;
        for inner in message.child_enums() {
            self.enumeration(&inner);
        }
        for inner in message.child_messages().filter(|it| !it.is_map_entry()) {
            self.message(&inner);
        }
        let mut fields: Vec<_> = message.fields().collect();
        fields.sort_by_key(|it| it.path().last().copied());
        let mut oneof: Option<String> = None;
        for field in fields {
            let own = Field::Declared(field.clone()).oneof().map(|it| it.name().to_owned());
            if own != oneof {
                self.end_oneof(oneof.is_some());
                if let Some(name) = &own {
                    self.line(&format!("oneof {name} {{"));
                    self.depth += 1;
                }
                oneof = own;
            }
            self.field(&Field::Declared(field), message);
        }
        self.end_oneof(oneof.is_some());
        for range in message.extension_ranges() {
            self.line(&format!("extensions {};", range_text(&range)));
        }
        for range in message.reserved_ranges() {
            self.line(&format!("reserved {};", range_text(&range)));
        }
        for name in message.reserved_names() {
            self.line(&format!("reserved \"{name}\";"));
        }
        self.depth -= 1;
        self.line("}");
    }

    fn end_oneof(&mut self, is_open: bool) {
        if is_open {
            self.depth -= 1;
            self.line("}");
        }
    }

    fn field(&mut self, field: &Field, message: &MessageDescriptor) {
        self.comment(field);
        let label = label(field, message);
        let ty = type_name(field, message);
        let Field::Declared(declared) = field else { return };
        let options = options(declared);
        self.line(&format!("{label}{ty} {} = {}{options};", declared.name(), declared.number()));
    }

    fn enumeration(&mut self, enumeration: &EnumDescriptor) {
        self.comment(enumeration);
        self.line(&format!("enum {} {{", enumeration.name()));
        self.depth += 1;
        for value in enumeration.values() {
            self.comment(&value);
            self.line(&format!("{} = {};", value.name(), value.number()));
        }
        self.depth -= 1;
        self.line("}");
    }

    fn service(&mut self, service: &ServiceDescriptor) {
        self.comment(service);
        self.line(&format!("service {} {{", service.name()));
        self.depth += 1;
        for method in service.methods() {
            self.comment(&method);
            let stream = |is_stream| if is_stream { "stream " } else { "" };
            self.line(&format!(
                "rpc {}({}{}) returns ({}{});",
                method.name(),
                stream(method.is_client_streaming()),
                method.input().full_name(),
                stream(method.is_server_streaming()),
                method.output().full_name()
            ));
        }
        self.depth -= 1;
        self.line("}");
    }
}

/// What stands in brackets behind the number.
fn options(field: &FieldDescriptor) -> String {
    let proto = field.field_descriptor_proto();
    let mut all = Vec::new();
    if let Some(default) = &proto.default_value {
        let is_text = matches!(field.kind(), Kind::String | Kind::Bytes);
        all.push(if is_text {
            format!("default = \"{}\"", escape_text(default))
        } else {
            format!("default = {default}")
        });
    }
    let given = proto.options.as_ref();
    all.extend(given.and_then(|it| it.packed).map(|it| format!("packed = {it}")));
    all.extend(given.and_then(|it| it.deprecated).map(|it| format!("deprecated = {it}")));
    if all.is_empty() { String::new() } else { format!(" [{}]", all.join(", ")) }
}

fn range_text(range: &std::ops::Range<u32>) -> String {
    match range.end.saturating_sub(1) {
        last if last == range.start => last.to_string(),
        last if u64::from(last) == crate::wire::MAX_NUMBER => format!("{} to max", range.start),
        last => format!("{} to {last}", range.start),
    }
}

/// What stands before the type: `repeated`, `optional` where presence was asked for, `required`.
fn label(field: &Field, message: &MessageDescriptor) -> &'static str {
    if field.is_map() || field.oneof().is_some() {
        return "";
    }
    let is_proto2 = message.parent_file().syntax() == Syntax::Proto2;
    match field.cardinality() {
        Cardinality::Repeated => "repeated ",
        Cardinality::Required => "required ",
        Cardinality::Optional if is_proto2 => "optional ",
        Cardinality::Optional if field.has_presence() && field.message().is_none() => "optional ",
        Cardinality::Optional => "",
    }
}

/// The type as a schema of the message's package writes it.
fn type_name(field: &Field, message: &MessageDescriptor) -> String {
    let entry = field.message().filter(|_| field.is_map());
    match entry {
        Some(entry) => {
            let [key, value] = [entry.map_entry_key_field(), entry.map_entry_value_field()].map(|it| it.kind());
            format!("map<{}, {}>", kind_name(&key, message), kind_name(&value, message))
        }
        None => kind_name(&field.kind(), message),
    }
}

fn kind_name(kind: &Kind, message: &MessageDescriptor) -> String {
    let full = match kind {
        Kind::Message(inner) => inner.full_name().to_owned(),
        Kind::Enum(inner) => inner.full_name().to_owned(),
        kind => return format!("{kind:?}").to_lowercase(),
    };
    let in_message = full.strip_prefix(message.full_name()).and_then(|it| it.strip_prefix('.'));
    let in_package = full.strip_prefix(message.package_name()).and_then(|it| it.strip_prefix('.'));
    in_message.or(in_package).map_or_else(|| full.clone(), str::to_owned)
}

/// Lines of at most `width` characters where words allow it.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
