//! Files with what they hold beside them.
