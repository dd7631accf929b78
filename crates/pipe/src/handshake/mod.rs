//! The handshake of the two ends: what they prove to each other before a connection carries anything.

pub(crate) mod admission;
pub(crate) mod connection;
pub(crate) mod connection_pair;
pub(crate) mod dial_attempt;
pub(crate) mod dial_failure;
pub(crate) mod dial_talk;
pub(crate) mod hello;
pub(crate) mod owner;
pub(crate) mod patience;
pub(crate) mod proof;
pub(crate) mod protection;
pub(crate) mod route;
