//! One joined pipe: how its two connections are made, and the messages that pass beside its frames.

pub(crate) mod connections;
pub(crate) mod control_message;
pub(crate) mod control_state;
pub(crate) mod dial;
pub(crate) mod link;
pub(crate) mod listener;
pub(crate) mod outcome;
pub(crate) mod role;
