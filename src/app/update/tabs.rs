//! Tabs by their place, and the list of documents to choose from.

use super::super::{App, Effect, TabCommand};
use super::{close, layout};

/// Does what is asked about tabs.
pub(super) fn command(app: &mut App, command: TabCommand) -> Vec<Effect> {
    match command {
        TabCommand::CloseTab => close::close_tab(app, app.layout.active()),
        TabCommand::CloseTabAt(place) => layout::at(app, place).map(|at| close::close_tab(app, at)).unwrap_or_default(),
        TabCommand::NextTab => layout::turn_tab(app, 1),
        TabCommand::PreviousTab => layout::turn_tab(app, -1),
        TabCommand::ActivateTab(place) => layout::at(app, place).map(|at| layout::show(app, at)).unwrap_or_default(),
        TabCommand::ShowDocumentPicker => layout::show_document_picker(app, true),
        TabCommand::HideDocumentPicker => layout::show_document_picker(app, false),
        TabCommand::ReopenTab => close::reopen(app),
    }
}
