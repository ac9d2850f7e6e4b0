//! What is done among the bytes, in no menu of the bar.

use super::super::caret::ByteForm;
use super::super::command::{ByteCommand, Command};
use super::{Entry, Menu, entry_of};

pub(super) const PART: &[Entry] = &[
    entry_of(
        Command::Bytes(ByteCommand::ToggleInsert),
        "Insert mode",
        "Put typed bytes in, or overwrite with them",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::ToggleLengths),
        "Lengths follow",
        "Let lengths follow bytes put in or taken out, or leave them as they are",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::ToggleDecimal),
        "Decimal offsets",
        "Write the offsets beside the bytes in decimal, or in hex",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::Cut),
        "Cut bytes",
        "Copy the chosen bytes and take them out",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::AskFill),
        "Fill bytes…",
        "Repeat bytes over the chosen ones",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::Copy(ByteForm::Hex)),
        "Copy bytes as hex",
        "Copy the chosen bytes as hex digits",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::Copy(ByteForm::Base64)),
        "Copy bytes as base64",
        "Copy the chosen bytes in base64",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::Copy(ByteForm::CArray)),
        "Copy bytes as C array",
        "Copy the chosen bytes as C source code",
        &[],
        Menu::None,
        0,
    ),
    entry_of(
        Command::Bytes(ByteCommand::Copy(ByteForm::Text)),
        "Copy bytes as text",
        "Copy the chosen bytes as the text they are",
        &[],
        Menu::None,
        0,
    ),
];
