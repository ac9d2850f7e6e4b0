//! `edit`: changes fields of a message; every other byte stays as it is.

use std::path::Path as FilePath;

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::args::Edit;
use super::failure::{Code, Failure};
use super::input::Input;
use super::notes::Notes;
use super::output::{Output, unread};
use super::types;
use crate::jobs::{self, SaveOptions};
use crate::schema::plan::{self, PlanError, Slot};
use crate::schema::target::TargetError;
use crate::schema::{Lens, Pool};
use crate::text::value;
use crate::wire::{Document, EditError, Path};

/// A change as a flag asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// `--set PATH=VALUE`
    Set(Path, String),
    /// `--set-raw PATH=HEX`
    SetRaw(Path, Vec<u8>),
    /// `--append PATH=VALUE`
    Append(Path, String),
    /// `--delete PATH`
    Delete(Path),
    /// `--move PATH=INDEX`
    Move(Path, u64),
}

/// The changes, in the order in which the flags were given.
#[derive(Clone, Debug, Default)]
pub struct Changes(Vec<(String, Change)>);

/// The flags, what stands behind each, and its help.
const FLAGS: [(&str, &str, &str); 5] = [
    ("set", "PATH=VALUE", "Give a field a value; an absent one is added, with the messages around it"),
    ("set-raw", "PATH=HEX", "Give a field the bytes of its payload"),
    ("append", "PATH=VALUE", "Add a value behind the last of a field"),
    ("delete", "PATH", "Take a field out: without an index all of it"),
    ("move", "PATH=INDEX", "Move a value to another place among those of its field"),
];

impl clap::Args for Changes {
    fn augment_args(command: Command) -> Command {
        FLAGS.iter().fold(command, |command, (name, value, help)| {
            let arg = Arg::new(*name).long(*name).value_name(*value).help(*help);
            command.arg(arg.action(ArgAction::Append).allow_hyphen_values(true))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for Changes {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut all = Vec::new();
        for (name, value_name, _) in FLAGS {
            let (Some(indices), Some(values)) = (matches.indices_of(name), matches.get_many::<String>(name)) else {
                continue;
            };
            for (index, text) in indices.zip(values) {
                let flag = format!("--{name} {text}");
                let change = read_change(name, text).map_err(|why| {
                    let what = format!("{flag}: {why}: write --{name} {value_name}\n");
                    clap::Error::raw(clap::error::ErrorKind::ValueValidation, what)
                })?;
                all.push((index, flag, change));
            }
        }
        all.sort_by_key(|(index, _, _)| *index);
        Ok(Self(all.into_iter().map(|(_, flag, change)| (flag, change)).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn read_change(flag: &str, text: &str) -> Result<Change, String> {
    let (path, value) = match split(text) {
        Some((path, value)) => (path, Some(value)),
        None => (text, None),
    };
    let path = Path::parse(path).map_err(|error| error.to_string())?;
    let value = match (flag, value) {
        ("delete", None) => return Ok(Change::Delete(path)),
        ("delete", Some(_)) => return Err("a path alone is deleted".to_owned()),
        (_, None) => return Err("`=` and what comes behind it are missing".to_owned()),
        (_, Some(value)) => value,
    };
    Ok(match flag {
        "set" => Change::Set(path, value.to_owned()),
        "append" => Change::Append(path, value.to_owned()),
        "move" => Change::Move(path, value.parse().map_err(|_| format!("{value} is no index"))?),
        _ => Change::SetRaw(path, bytes_of_hex(value)?),
    })
}

/// Splits at the first `=` that stands in no quotes.
fn split(text: &str) -> Option<(&str, &str)> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let at = text.find(|c| {
        let is_split = c == '=' && !is_quoted;
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ => {}
        }
        is_split
    })?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

fn bytes_of_hex(text: &str) -> Result<Vec<u8>, String> {
    let text = text.trim();
    let text = text.strip_prefix("0x").unwrap_or(text);
    let digits: Vec<u8> = text.bytes().filter(|it| !it.is_ascii_whitespace() && *it != b':').collect();
    let value = |digit: u8| char::from(digit).to_digit(16).map(|it| it as u8);
    let bytes = digits.chunks(2).map(|pair| match pair {
        [high, low] => Some(value(*high)? << 4 | value(*low)?),
        _ => None,
    });
    bytes.collect::<Option<_>>().ok_or_else(|| "bytes are two hex digits each".to_owned())
}

/// Applies the changes and writes the message.
pub fn run(args: &Edit, notes: &Notes) -> Result<Code, Failure> {
    let input = Input::open(&args.message.file)?;
    if args.in_place && input.file.is_none() {
        return Err(Failure::usage("--in-place needs a file: name one, or write with -o").about(&input.name));
    }
    let changes = &args.changes.0;
    let lens = match changes.as_slice() {
        // Nothing is looked up.
        [] => args
            .message
            .type_name
            .as_deref()
            .map_or_else(|| Ok(Lens::without_type(Pool::bundled())), |name| types::named(&Pool::bundled(), name))?,
        _ => types::lens(&input, args.message.type_name.as_deref(), notes)?,
    };
    if let Some(how) = input.compression().filter(|_| !changes.is_empty()) {
        notes.note(&input.name, &format!("is compressed with {how}: the compressed bytes themselves are changed"));
    }
    let mut document = input.document.clone();
    let mut is_changed = false;
    for (flag, change) in changes {
        let edit = plan(&document, &lens, change).map_err(|error| failure(error, &input.name, flag))?;
        if edit.is_nothing() {
            continue;
        }
        let applied = document.apply(&edit).map_err(|error| match error {
            EditError::Absent(span) => unread(crate::wire::Missing::Absent(span), &input.name),
            EditError::NoRecord(_) => Failure::usage(format!("{flag}: {error}")).about(&input.name),
        })?;
        for warning in &applied.warnings {
            notes.note(&input.name, &format!("{flag}: {warning}"));
        }
        document = applied.document;
        is_changed = true;
    }
    write(args, &input, &document, is_changed)?;
    Ok(Code::Done)
}

fn plan(document: &Document, lens: &Lens, change: &Change) -> Result<crate::wire::Edit, PlanError> {
    match change {
        Change::Set(path, text) => plan::set(document, lens, path, &mut |slot: &Slot| value::parse(slot, text)),
        Change::Append(path, text) => plan::append(document, lens, path, &mut |slot: &Slot| value::parse(slot, text)),
        Change::SetRaw(path, payload) => plan::set_raw(document, lens, path, payload),
        Change::Delete(path) => plan::delete(document, lens, path),
        Change::Move(path, index) => plan::move_to(document, lens, path, *index),
    }
}

fn failure(error: PlanError, file: &str, flag: &str) -> Failure {
    match error {
        PlanError::Target(TargetError::Missing(missing)) => unread(missing, file),
        error => Failure::usage(format!("{flag}: {error}")).about(file),
    }
}

fn write(args: &Edit, input: &Input, document: &Document, is_changed: bool) -> Result<(), Failure> {
    let output = Output::new(&args.output);
    if let (true, Some((path, file))) = (args.in_place, &input.file) {
        if !is_changed {
            return Ok(());
        }
        let options = SaveOptions { origin: input.origin.clone(), expected: Some(*file), ..output.options().clone() };
        return save(document, path, &options, &input.name);
    }
    match output.target() {
        Some(target) if std::fs::metadata(target).map_or(true, |it| it.is_file()) => {
            let options = SaveOptions { origin: input.origin.clone(), ..output.options().clone() };
            save(document, target, &options, &target.display().to_string())
        }
        _ => output.write(|sink| sink.document(document, &input.name)).map(|_| ()),
    }
}

fn save(document: &Document, target: &FilePath, options: &SaveOptions, name: &str) -> Result<(), Failure> {
    jobs::save(document, target, options).map(|_| ()).map_err(|error| Failure::from(error).about(name))
}
