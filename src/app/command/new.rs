//! Commands that begin new messages, and the templates that they begin with.

use std::fmt::{self, Write as _};

use super::super::App;
use super::super::new_message::Fill;
use super::super::short::{Elided, Short, named};

/// What a person may ask of new messages and templates.
#[derive(Clone, Debug, PartialEq)]
pub enum NewCommand {
    /// Show the types to make a new message of.
    ShowNewMessage,
    /// Hide them.
    HideNewMessage,
    /// Open a new message.
    NewMessage {
        /// Its type, by full name or a tail of one; none for a message without a type.
        type_name: Option<String>,
        /// What it begins with.
        fill: Fill,
    },
    /// Ask for the name of a template made of the active document.
    ShowTemplateField,
    /// Give it up.
    HideTemplateField,
    /// Keep the active document as a template.
    SaveTemplate {
        /// The template's name.
        name: String,
        /// True for the selected message in place of the whole one.
        is_selected: bool,
    },
    /// Open a new message with what a template holds, by its name.
    NewFromTemplate(String),
    /// Give a template another name.
    RenameTemplate {
        /// Its name.
        name: String,
        /// The other name.
        to: String,
    },
    /// Delete a template, by its name.
    DeleteTemplate(String),
    /// Put back a template that was deleted, by its name.
    RestoreTemplate(String),
}

impl NewCommand {
    /// False for those that fill the log with nothing worth knowing.
    pub(super) fn is_logged(&self) -> bool {
        match self {
            Self::ShowNewMessage | Self::HideNewMessage | Self::ShowTemplateField | Self::HideTemplateField => false,
            Self::NewMessage { .. }
            | Self::SaveTemplate { .. }
            | Self::NewFromTemplate(_)
            | Self::RenameTemplate { .. }
            | Self::DeleteTemplate(_)
            | Self::RestoreTemplate(_) => true,
        }
    }

    /// Its name, for the log.
    pub(super) fn short_name(&self) -> &'static str {
        match self {
            Self::ShowNewMessage | Self::NewMessage { .. } => "New message",
            Self::HideNewMessage => "Hide new message",
            Self::ShowTemplateField | Self::SaveTemplate { .. } => "Save as template",
            Self::HideTemplateField => "Hide template",
            Self::NewFromTemplate(_) => "New from template",
            Self::RenameTemplate { .. } => "Rename template",
            Self::DeleteTemplate(_) => "Delete template",
            Self::RestoreTemplate(_) => "Put back template",
        }
    }

    /// What the log says of it behind its name.
    pub(super) fn detail(&self, out: &mut Short) -> fmt::Result {
        match self {
            Self::NewMessage { type_name, fill } => {
                write!(out, " {fill:?}")?;
                named(out, type_name.as_deref())
            }
            Self::SaveTemplate { name, .. } => write!(out, " {}", Elided(name)),
            Self::RenameTemplate { name, to } => write!(out, " {} to {}", Elided(name), Elided(to)),
            Self::NewFromTemplate(name) | Self::DeleteTemplate(name) | Self::RestoreTemplate(name) => {
                write!(out, " {}", Elided(name))
            }
            Self::ShowNewMessage | Self::HideNewMessage | Self::ShowTemplateField | Self::HideTemplateField => Ok(()),
        }
    }

    /// True when it would do something now.
    pub(super) fn is_available(&self, app: &App) -> bool {
        let document = app.active_document();
        match self {
            Self::ShowNewMessage | Self::NewMessage { .. } => true,
            Self::HideNewMessage => app.is_new_message_shown,
            Self::HideTemplateField => app.template_field.is_some(),
            Self::ShowTemplateField | Self::SaveTemplate { .. } => document.is_some(),
            Self::NewFromTemplate(name) | Self::DeleteTemplate(name) | Self::RenameTemplate { name, .. } => {
                app.templates.get(name).is_some()
            }
            Self::RestoreTemplate(name) => app.deleted_templates.iter().any(|it| it.name == *name),
        }
    }
}
