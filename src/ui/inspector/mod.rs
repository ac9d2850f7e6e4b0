//! The inspector: all that is known of the selected record, and its value to be edited with room.

mod inner;
mod model;
mod view;

pub use model::{Inspected, WireFact};
pub use view::{InspectorState, inspector_ui};
