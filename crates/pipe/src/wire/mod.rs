//! The bytes of a pipe: sockets, the secret and what is sealed with it, records and frames.

pub(crate) mod channel;
pub(crate) mod cipher;
pub(crate) mod frame;
pub(crate) mod records;
pub(crate) mod secret;
pub(crate) mod socket;
