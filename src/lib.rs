//! wirebench: the desktop workbench for protobuf messages. It opens a binary message, shows every field beside its
//! bytes, lets a person change any of them while every other byte stays as it was, and saves it.
//!
//! # The rooms, and who may know whom
//!
//! ```text
//! wire  <-  schema  <-  text      print and parse a document (JSON, text format, hex)
//!               ^
//!              app   <-  jobs     runs what touches the outside
//!               ^         ^
//!               +--- ui --+   cli     two faces of the same app: neither knows the other
//! ```
//!
//! | Room | Holds | Does IO |
//! |---|---|---|
//! | [`wire`] | the lossless document: bytes in, the same bytes out; edits; paths; problems | no |
//! | [`schema`] | descriptors, and how bytes read through them; checks, guesses, edits by path | no |
//! | [`text`] | one file or folder per text form, each a mirrored pair print and parse | no |
//! | [`app`] | everything the program knows and may do: documents, history, selection, commands, effects, events | no |
//! | [`jobs`] | files, dialogs, scans: named threads and bounded channels | yes |
//! | [`ui`] | draws `&App` and sends Commands | egui only |
//! | [`cli`] | the subcommands | files and the standard streams |
//!
//! A room names only rooms it stands on; `tests/it/tidy.rs` reads the source and fails on any other name.
//!
//! # What always holds
//!
//! - **Nothing decoded is ever written back.** A document is spans into its original bytes and into an append-only
//!   area of new ones. Scan then emit is the identity on any bytes.
//! - **An edit is a value with an inverse.** Applying it makes a new snapshot that shares all it did not touch.
//! - **A schema never changes a record.** A lens reads records; another lens reads the same ones.
//! - **Odd data is a [`wire::Problem`] beside the value**, never a failure. A request that cannot be done is one typed
//!   error per room, with place, cause and remedy. A bug is a logged assertion, never a crash with unsaved work.
//! - **The window never waits.** What may take more than a few milliseconds is an Effect; the outside answers with
//!   Events; every person's wish is a Command. The three enums are closed and matched without a wildcard.
//! - **Everything opened is hostile.** Depth costs heap and not stack, memory goes by what is looked at and not by the
//!   file, a file that shrinks while open can neither crash the program nor slip into a save.
//!
//! # Words, one per idea
//!
//! **record** one tag and its payload · **field** what the schema calls it · **payload** what the tag and length
//! introduce · **span** a byte range in an area · **path** a field's name from the outermost message on · **address**
//! the place of a record in its messages · **problem** odd data · **error** a request that cannot be done · **edit** a
//! change as a value · **command** what a person asks for · **effect** what the program asks of the outside · **event**
//! what the outside says · **model** rows to draw · **lens** a typed look at bytes · **reading** what a record is to a
//! lens · **pool** the types of one set of schema sources · **level** the index of one message's records · **snapshot**
//! a document at one moment.

pub mod app;
pub mod cli;
pub mod jobs;
pub mod schema;
pub mod text;
pub mod ui;
pub mod wire;
