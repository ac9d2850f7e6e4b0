//! A field: what the schema calls a record, whether the message declares it or an extension does.

use std::sync::Arc;

use prost_reflect::{
    Cardinality, EnumDescriptor, ExtensionDescriptor, FieldDescriptor, Kind, MessageDescriptor, OneofDescriptor,
};

use super::readings::ReadAs;
use crate::wire::WireType;

/// A declared field, an extension, or a field as a person chose to read it. A clone is cheap.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// A field that its message declares.
    Declared(FieldDescriptor),
    /// A field that an extension adds.
    Extension(ExtensionDescriptor),
    /// A field read in another way than the schema says.
    Chosen(Arc<Chosen>),
}

/// A field that a person chose a reading for.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// Its number.
    pub number: u32,
    /// The field of that number, where the schema has one.
    pub declared: Option<Field>,
    /// What one value is read as.
    pub kind: Kind,
    /// The reading.
    pub reading: ReadAs,
}

impl Chosen {
    fn is_packed(&self) -> bool {
        matches!(self.reading, ReadAs::Packed(_))
    }
}

impl Field {
    /// The field of a message by number, extensions included.
    pub fn by_number(message: &MessageDescriptor, number: u64) -> Option<Self> {
        let number = u32::try_from(number).ok()?;
        match message.get_field(number) {
            Some(field) => Some(Self::Declared(field)),
            None => message.get_extension(number).map(Self::Extension),
        }
    }

    /// The field of a message by its name or its JSON name.
    pub fn by_name(message: &MessageDescriptor, name: &str) -> Option<Self> {
        let field = message.get_field_by_name(name).or_else(|| message.get_field_by_json_name(name));
        field.map(Self::Declared).or_else(|| {
            // Groups go by the name of their type in the text format.
            message
                .fields()
                .find(|it| it.is_group() && it.kind().as_message().is_some_and(|group| group.name() == name))
                .map(Self::Declared)
        })
    }

    /// The extension of a message by its full name.
    pub fn by_extension(message: &MessageDescriptor, name: &str) -> Option<Self> {
        message.get_extension_by_full_name(name).map(Self::Extension)
    }

    /// The name in a path: the field's own, an extension's full one in brackets.
    pub fn path_name(&self) -> String {
        match self {
            Self::Declared(field) => field.name().to_owned(),
            Self::Extension(extension) => format!("[{}]", extension.full_name()),
            Self::Chosen(chosen) => match &chosen.declared {
                Some(field) => field.path_name(),
                None => format!("#{}", chosen.number),
            },
        }
    }

    /// The full name.
    pub fn full_name(&self) -> &str {
        match self {
            Self::Declared(field) => field.full_name(),
            Self::Extension(extension) => extension.full_name(),
            Self::Chosen(chosen) => chosen.declared.as_ref().map_or("", Self::full_name),
        }
    }

    /// The name in ProtoJSON.
    pub fn json_name(&self) -> String {
        match self {
            Self::Declared(field) => field.json_name().to_owned(),
            Self::Extension(extension) => extension.json_name().to_owned(),
            Self::Chosen(chosen) => chosen.declared.as_ref().map_or_else(|| self.path_name(), Self::json_name),
        }
    }

    /// The number in the tag.
    pub fn number(&self) -> u32 {
        match self {
            Self::Declared(field) => field.number(),
            Self::Extension(extension) => extension.number(),
            Self::Chosen(chosen) => chosen.number,
        }
    }

    /// The type of one value.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Declared(field) => field.kind(),
            Self::Extension(extension) => extension.kind(),
            Self::Chosen(chosen) => chosen.kind.clone(),
        }
    }

    /// The message type of a message field, group or map.
    pub fn message(&self) -> Option<MessageDescriptor> {
        match self.kind() {
            Kind::Message(message) => Some(message),
            _ => None,
        }
    }

    /// The enum of an enum field.
    pub fn enumeration(&self) -> Option<EnumDescriptor> {
        match self.kind() {
            Kind::Enum(enumeration) => Some(enumeration),
            _ => None,
        }
    }

    /// True for repeated fields, maps included.
    pub fn is_repeated(&self) -> bool {
        matches!(self.cardinality(), Cardinality::Repeated)
    }

    /// True for maps.
    pub fn is_map(&self) -> bool {
        match self {
            Self::Declared(field) => field.is_map(),
            Self::Extension(extension) => extension.is_map(),
            Self::Chosen(_) => false,
        }
    }

    /// True for groups.
    pub fn is_group(&self) -> bool {
        match self {
            Self::Declared(field) => field.is_group(),
            Self::Extension(extension) => extension.is_group(),
            Self::Chosen(_) => false,
        }
    }

    /// True when writers pack it.
    pub fn is_packed(&self) -> bool {
        match self {
            Self::Declared(field) => field.is_packed(),
            Self::Extension(extension) => extension.is_packed(),
            Self::Chosen(chosen) => chosen.is_packed(),
        }
    }

    /// The field as the schema has it; `None` for a number that it does not have.
    pub fn declared(&self) -> Option<&Self> {
        match self {
            Self::Declared(_) | Self::Extension(_) => Some(self),
            Self::Chosen(chosen) => chosen.declared.as_ref(),
        }
    }

    /// The reading that a person chose.
    pub fn chosen(&self) -> Option<&ReadAs> {
        match self {
            Self::Declared(_) | Self::Extension(_) => None,
            Self::Chosen(chosen) => Some(&chosen.reading),
        }
    }

    /// True when its values may stand packed: repeated numbers, bools and enums.
    pub fn is_packable(&self) -> bool {
        self.is_repeated() && !matches!(self.kind(), Kind::String | Kind::Bytes | Kind::Message(_))
    }

    /// True for proto2's required fields.
    pub fn is_required(&self) -> bool {
        self.cardinality() == Cardinality::Required
    }

    /// True when an absent field differs from one with the default value.
    pub fn has_presence(&self) -> bool {
        match self {
            Self::Declared(field) => field.supports_presence(),
            Self::Extension(extension) => extension.supports_presence(),
            Self::Chosen(chosen) => chosen.declared.as_ref().is_none_or(Self::has_presence),
        }
    }

    /// Singular, repeated or required.
    pub fn cardinality(&self) -> Cardinality {
        match self {
            Self::Declared(field) => field.cardinality(),
            Self::Extension(extension) => extension.cardinality(),
            Self::Chosen(chosen) if chosen.is_packed() => Cardinality::Repeated,
            Self::Chosen(chosen) => chosen.declared.as_ref().map_or(Cardinality::Optional, Self::cardinality),
        }
    }

    /// The oneof it is a member of, but not one that only stands for `optional`.
    pub fn oneof(&self) -> Option<OneofDescriptor> {
        match self {
            Self::Declared(field) => field.containing_oneof().filter(|it| !it.is_synthetic()),
            Self::Extension(_) => None,
            Self::Chosen(chosen) => chosen.declared.as_ref().and_then(Self::oneof),
        }
    }

    /// The wire type of one value that is not packed.
    pub fn wire_type(&self) -> WireType {
        if self.is_group() { WireType::Group } else { wire_type_of(&self.kind()) }
    }

    /// The type as a person names it: `int32`, the message's or enum's own name, `map<string, LogFile>`.
    pub fn type_name(&self) -> String {
        match self.message().filter(|_| self.is_map()) {
            Some(entry) => {
                let name = |field: FieldDescriptor| kind_name(&field.kind());
                format!("map<{}, {}>", name(entry.map_entry_key_field()), name(entry.map_entry_value_field()))
            }
            None => match self.own_enum() {
                Some(own) => own.name().to_owned(),
                None => kind_name(&self.kind()),
            },
        }
    }

    /// The enum, where it is declared in the field's own message and so needs no more than its name.
    fn own_enum(&self) -> Option<EnumDescriptor> {
        let Self::Declared(field) = self.declared()? else { return None };
        self.enumeration().filter(|it| it.parent_message().as_ref() == Some(field.parent_message()))
    }

    /// True when the schema demands UTF-8 of its text: proto3 does.
    pub fn demands_utf8(&self) -> bool {
        let file = match self {
            Self::Declared(field) => field.parent_message().parent_file(),
            Self::Extension(extension) => extension.parent_file(),
            Self::Chosen(_) => return false,
        };
        self.kind() == Kind::String && file.syntax() == prost_reflect::Syntax::Proto3
    }

    /// True when its enum takes numbers it does not name: proto3's do.
    pub fn is_open_enum(&self) -> bool {
        self.enumeration().is_some_and(|it| it.parent_file().syntax() == prost_reflect::Syntax::Proto3)
    }
}

/// True for a field that holds a Timestamp or a Duration, whose values are written as times.
pub fn is_time(field: &Field) -> bool {
    let ty = field.message();
    ty.is_some_and(|it| matches!(it.full_name(), "google.protobuf.Timestamp" | "google.protobuf.Duration"))
}

/// The wire type of one value of a kind.
pub(crate) fn wire_type_of(kind: &Kind) -> WireType {
    match kind {
        Kind::Double | Kind::Fixed64 | Kind::Sfixed64 => WireType::Fixed64,
        Kind::Float | Kind::Fixed32 | Kind::Sfixed32 => WireType::Fixed32,
        Kind::String | Kind::Bytes | Kind::Message(_) => WireType::Len,
        Kind::Int32
        | Kind::Int64
        | Kind::Uint32
        | Kind::Uint64
        | Kind::Sint32
        | Kind::Sint64
        | Kind::Bool
        | Kind::Enum(_) => WireType::Varint,
    }
}

/// The name of a kind: the keyword, or the type's own name.
pub(crate) fn kind_name(kind: &Kind) -> String {
    match kind {
        Kind::Double => "double",
        Kind::Float => "float",
        Kind::Int32 => "int32",
        Kind::Int64 => "int64",
        Kind::Uint32 => "uint32",
        Kind::Uint64 => "uint64",
        Kind::Sint32 => "sint32",
        Kind::Sint64 => "sint64",
        Kind::Fixed32 => "fixed32",
        Kind::Fixed64 => "fixed64",
        Kind::Sfixed32 => "sfixed32",
        Kind::Sfixed64 => "sfixed64",
        Kind::Bool => "bool",
        Kind::String => "string",
        Kind::Bytes => "bytes",
        Kind::Message(message) => return message.name().to_owned(),
        // Named after what they stand in: many are called Value or Type.
        Kind::Enum(enumeration) => {
            let around = enumeration.parent_message().map(|it| format!("{}.", it.name())).unwrap_or_default();
            return format!("{around}{}", enumeration.name());
        }
    }
    .to_owned()
}
