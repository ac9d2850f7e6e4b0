//! All integration tests in one binary: one link instead of many.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::unreachable,
    clippy::indexing_slicing,
    reason = "a test that meets what it does not expect has failed"
)]

mod bench;
mod cli_bad;
mod cli_decode;
mod cli_desktop;
mod cli_edit;
mod corpus;
mod full;
mod guide;
mod kill;
mod panes;
mod panes_bytes;
mod panes_desk;
mod panes_dock;
mod panes_edit;
mod panes_find;
mod panes_menus;
mod panes_order;
mod panes_recovery;
mod panes_shell;
mod panes_tree;
mod panes_walk;
mod program;
mod schema_find;
mod schema_guess;
mod schema_plan;
mod text_corpus;
mod text_deep;
mod tidy;
mod wire_access;
mod wire_alloc;
mod wire_corpus;
mod wire_deep;
mod wire_gen;
mod wire_model;
mod wire_properties;
mod wire_records;
mod wire_scale;
mod wire_source;
mod wire_sources;
mod wire_warnings;
