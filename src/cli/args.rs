//! The arguments.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::edit::Changes;
use super::failure::{Code, Failure};

/// The desktop workbench for protobuf messages: without a subcommand it opens the window
#[derive(Debug, Parser)]
#[command(name = "wirebench", version)]
pub struct Arguments {
    /// Files to open in the window, a tab each
    pub files: Vec<PathBuf>,
    /// The type to read them as; guessed without it
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    pub type_name: Option<String>,
    /// Open a window of its own, also when one runs already
    #[arg(long)]
    pub new_window: bool,
    /// Begin with asking for a file to open
    #[arg(long)]
    pub open: bool,
    /// Begin with asking for the type of a new message
    #[arg(long, conflicts_with = "open")]
    pub new: bool,
    /// Say nothing on stderr but why something failed
    #[arg(short, long, global = true, help_heading = "Common options")]
    pub quiet: bool,
    /// Say more on stderr
    #[arg(short, long, global = true, help_heading = "Common options")]
    pub verbose: bool,
    /// When the output has colours
    #[arg(long, global = true, help_heading = "Common options", value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub color: When,
    /// What to do
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// When the output has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print a message: as rows, as text, as JSON, as bytes
    Decode(Decode),
    /// Make a message's bytes from text or JSON
    Encode(Encode),
    /// Change fields of a message; every other byte stays as it is
    Edit(Edit),
    /// List all that is odd about a message
    Check(Check),
    /// List the types that fit a message, best first
    Guess(Guess),
    /// Look into the schemas
    #[command(subcommand)]
    Schema(SchemaCommand),
    /// Put wirebench into your desktop's menu and Open With, or take it out
    #[command(subcommand)]
    Desktop(DesktopCommand),
}

/// The subcommands of `desktop`.
#[derive(Debug, Subcommand)]
pub enum DesktopCommand {
    /// Install the menu entry, icons and file types, for you alone
    Install(DesktopInstall),
    /// Take away what was installed, and nothing else
    Uninstall,
    /// Say what is installed; exit 1 if it is out of date
    Status(DesktopStatus),
}

/// Arguments of `desktop install`.
#[derive(Debug, Args)]
pub struct DesktopInstall {
    /// Open files of no known type, as .bin files are, with wirebench by default
    #[arg(long)]
    pub default_bin: bool,
}

/// Arguments of `desktop status`.
#[derive(Debug, Args)]
pub struct DesktopStatus {
    /// Print an object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub output: To,
}

/// The subcommands of `schema`.
#[derive(Debug, Subcommand)]
pub enum SchemaCommand {
    /// List message types
    List(List),
    /// Show the definition of a message or enum type, or of a service
    Show(Show),
    /// Write the schemas as one FileDescriptorSet
    Export(Export),
}

/// The message to read.
#[derive(Debug, Args)]
pub struct Message {
    /// The message; `-` for stdin
    pub file: PathBuf,
    /// Its type, a full name or a tail of one that is unambiguous; guessed without it
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    pub type_name: Option<String>,
}

/// Where the output goes.
#[derive(Debug, Args)]
pub struct To {
    /// Write here; `-` for stdout. A file is written whole or not at all
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Do not wait until the bytes are on the disk
    #[arg(long)]
    pub no_sync: bool,
}

/// What `decode` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Printed {
    /// A row a record: offset, path, type, value
    Tree,
    /// Protobuf's text format
    Text,
    /// ProtoJSON
    Json,
    /// Bytes in hex
    Hex,
}

/// Arguments of `decode`.
#[derive(Debug, Args)]
pub struct Decode {
    #[command(flatten)]
    pub message: Message,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Printed::Tree, value_name = "FORMAT")]
    pub to: Printed,
    /// Print the first N rows only, reading no further than needed
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Print no deeper than N levels
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_depth: usize,
    #[command(flatten)]
    pub output: To,
}

/// What `encode` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Parsed {
    /// ProtoJSON
    Json,
    /// Protobuf's text format
    Text,
}

/// Arguments of `encode`.
#[derive(Debug, Args)]
pub struct Encode {
    /// The text; `-` for stdin
    pub file: PathBuf,
    /// The message's type, a full name or a tail of one that is unambiguous
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    pub type_name: String,
    /// What the text is
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub from: Parsed,
    #[command(flatten)]
    pub output: To,
}

/// Arguments of `edit`.
#[derive(Debug, Args)]
pub struct Edit {
    #[command(flatten)]
    pub message: Message,
    #[command(flatten)]
    pub changes: Changes,
    #[command(flatten)]
    pub output: To,
    /// Write the file itself; a link is followed
    #[arg(long, conflicts_with = "output")]
    pub in_place: bool,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    pub message: Message,
    /// Print an object a line
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub output: To,
}

/// Arguments of `guess`.
#[derive(Debug, Args)]
pub struct Guess {
    /// The message; `-` for stdin
    pub file: PathBuf,
    /// Print the best N only
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// Print an object a line
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub output: To,
}

/// Arguments of `schema list`.
#[derive(Debug, Args)]
pub struct List {
    /// Part of a name, in any case
    pub pattern: Option<String>,
    #[command(flatten)]
    pub output: To,
}

/// Arguments of `schema show`.
#[derive(Debug, Args)]
pub struct Show {
    /// A full name or a tail of one that is unambiguous
    #[arg(value_name = "TYPE")]
    pub name: String,
    #[command(flatten)]
    pub output: To,
}

/// Arguments of `schema export`.
#[derive(Debug, Args)]
pub struct Export {
    #[command(flatten)]
    pub output: To,
}

/// Why arguments are not carried out: they ask for help, or cannot be.
pub struct Refused(clap::Error);

impl Refused {
    /// Prints the help that was asked for, or says in a line what is wrong.
    pub fn report(&self) -> ExitCode {
        if matches!(self.0.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            // A closed pipe ends quietly.
            _ = write!(std::io::stdout(), "{}", self.0.render());
            return Code::Done.into();
        }
        if self.0.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            _ = write!(std::io::stderr(), "{}", self.0.render());
            return Code::Usage.into();
        }
        let said = self.0.render().to_string();
        let said = said.strip_prefix("error: ").unwrap_or(&said);
        let mut about = String::new();
        for paragraph in said.split("\n\n").map(str::trim) {
            let words = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            match paragraph.strip_prefix("tip: ") {
                _ if paragraph.starts_with("Usage:") || paragraph.starts_with("For more information") => {}
                Some(_) => about.push_str(&format!(" ({})", words.trim_start_matches("tip: "))),
                None => about.push_str(&words),
            }
        }
        if self.0.kind() == ErrorKind::ValueValidation {
            return super::report(&Failure::usage(about));
        }
        let usage = said.lines().find_map(|it| it.strip_prefix("Usage: ")).map(str::trim);
        let remedy = usage
            .filter(|_| self.0.kind() != ErrorKind::InvalidSubcommand)
            .map_or_else(|| "see `wirebench help`".to_owned(), |it| format!("usage: {it}"));
        super::report(&Failure::usage(format!("{about}: {remedy}")))
    }
}

/// Reads the arguments, the program's own name first.
pub fn read(args: impl IntoIterator<Item = OsString>) -> Result<Arguments, Refused> {
    let arguments = Arguments::try_parse_from(args).map_err(Refused)?;
    let begins = arguments.new_window || arguments.open || arguments.new;
    let is_mixed = !arguments.files.is_empty() || arguments.type_name.is_some() || begins;
    if arguments.command.is_some() && is_mixed {
        let reason = "files and -t stand behind the subcommand, other flags where you like";
        let mut command = <Arguments as clap::CommandFactory>::command();
        return Err(Refused(command.error(ErrorKind::ArgumentConflict, reason)));
    }
    let first = arguments.files.first().filter(|_| arguments.command.is_none());
    if let Some(word) = first.and_then(|it| it.to_str()).filter(|it| is_unknown_subcommand(it)) {
        let reason = format!("'{word}' is no subcommand and no file is called so");
        let mut command = <Arguments as clap::CommandFactory>::command();
        return Err(Refused(command.error(ErrorKind::InvalidSubcommand, reason)));
    }
    Ok(arguments)
}

/// True for a first argument that can only have been meant as a subcommand.
fn is_unknown_subcommand(word: &str) -> bool {
    let is_word = !word.is_empty() && word.chars().all(|it| it.is_ascii_lowercase() || it == '-');
    is_word && !PathBuf::from(word).is_file()
}
