//! A stand-in for a session's catalog, for the tests of this crate and of those above (cargo feature `testing`).

mod shelf;

pub use shelf::{Shelf, shelf};
