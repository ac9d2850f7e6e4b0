//! All integration tests in one binary: one link instead of many.

mod schema_guess;
mod schema_plan;
mod wire_corpus;
mod wire_gen;
mod wire_model;
mod wire_properties;
mod wire_records;
