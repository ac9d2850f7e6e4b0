//! wirebench: arguments, then the window or a subcommand.

fn main() {}
