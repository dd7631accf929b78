//! B+-trees of fixed-length keys on pages, for the indexes of data sets.
//!
//! A [`Tree`] maps keys, byte strings of one length that are compared as bytes, to 64-bit row numbers. Its entries are
//! pairs of key and row, ordered by both: a key may occur with several rows, a pair only once. This crate knows no data
//! set and no file: pages come through [`Pages`] and [`PagesMut`], and page 0 belongs to the caller. Several trees may
//! share the pages of one file, with one [`FreeList`].
//!
//! | to | use |
//! |---|---|
//! | build a tree of sorted entries, page after page | [`Builder`] |
//! | find and iterate | [`Cursor`] |
//! | find many keys at once | [`FindMany`] |
//! | change | [`Tree::insert`], [`Tree::remove`] |
//! | estimate how many entries a range has | [`Tree::estimate`] |
//! | keep a tree in a file | [`Tree::to_bytes`], [`FreeList::to_bytes`], [`seal_page`], [`verify_page`] |
//! | look whether trees are sound | [`check()`] |
//!
//! No damaged page causes a panic, an endless loop, or an allocation beyond what the pages warrant.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod build;
mod check;
mod cursor;
mod entries;
mod error;
mod estimate;
mod find_many;
mod form;
mod free;
mod header;
mod insert;
mod layout;
mod node;
mod page_fill;
mod pages;
mod path;
mod remove;
mod search;
mod tree;

pub use build::{Builder, BuiltTree, Repeat};
pub use check::{Summary, check};
pub use cursor::{Cursor, Entry};
pub use error::{BuildError, Error, LayoutError};
pub use find_many::{FindMany, FoundEarly};
pub use free::FreeList;
pub use header::{seal_page, verify_page};
pub use layout::{DEFAULT_PAGE_BYTES, Layout};
pub use pages::{MemoryPages, Pages, PagesMut};
pub use tree::Tree;
