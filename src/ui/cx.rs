//! What a pane is given: what is, and where wishes go.

use crate::app::{App, Command, OpenDocument};

/// The program as it stands, and the commands that panes push.
pub struct Cx<'a> {
    /// The program. Nothing changes before the frame is drawn.
    pub app: &'a App,
    commands: &'a mut Vec<Command>,
}

impl<'a> Cx<'a> {
    /// A frame over `app`; what panes ask goes to `commands`.
    pub fn new(app: &'a App, commands: &'a mut Vec<Command>) -> Self {
        Self { app, commands }
    }

    /// Asks for something: it is done before the next frame.
    pub fn ask(&mut self, command: impl Into<Command>) {
        self.commands.push(command.into());
    }

    /// How much was asked so far in this frame.
    pub fn asked(&self) -> usize {
        self.commands.len()
    }

    /// Asks for something before what was asked since `asked`, if anything was.
    pub fn ask_before(&mut self, asked: usize, command: impl Into<Command>) {
        if self.commands.len() > asked {
            self.commands.insert(asked, command.into());
        }
    }

    /// The document of the active tab.
    pub fn document(&self) -> Option<&'a OpenDocument> {
        self.app.active_document()
    }
}
