//! A replacement for a session's catalog, for the tests of this crate and of dependent crates (cargo feature
//! `testing`).

mod shelf;

pub use shelf::{Shelf, shelf};
