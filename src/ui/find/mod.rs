//! Finding: the bar to type in, and the list of what was found.

mod bar;
mod model;
mod results;

pub use bar::{FindState, find_bar_ui};
pub use results::{ResultsState, list_id, results_ui};
