//! The Schema menu.

use super::super::command::{Command, SchemaCommand};
use super::{Entry, Menu, ctrl, entry_of};

pub(super) const PART: &[Entry] = &[
    entry_of(
        Command::Schema(SchemaCommand::ShowTypePicker),
        "Choose type…",
        "Read the document as a type",
        &[ctrl('T')],
        Menu::Schema,
        0,
    ),
    entry_of(
        Command::Schema(SchemaCommand::ShowReadings),
        "Read as…",
        "Read the selected record in another way",
        &[ctrl('R')],
        Menu::Schema,
        1,
    ),
    entry_of(
        Command::Schema(SchemaCommand::GuessType),
        "Guess type",
        "Find the types that fit the bytes",
        &[],
        Menu::Schema,
        0,
    ),
    entry_of(
        Command::Schema(SchemaCommand::ChooseType(None)),
        "Read without type",
        "Show fields by number alone",
        &[],
        Menu::Schema,
        0,
    ),
];
