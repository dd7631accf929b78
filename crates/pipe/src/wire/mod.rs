//! The bytes of a pipe: sockets, the secret and what is sealed with it, records and frames.

pub(crate) mod carrier;
pub(crate) mod channel;
pub(crate) mod cipher;
pub(crate) mod encryption;
pub(crate) mod frame;
pub(crate) mod random;
pub(crate) mod records;
pub(crate) mod secret;
pub(crate) mod socket;
pub(crate) mod stop;
