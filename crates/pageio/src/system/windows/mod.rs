//! Windows.

mod call;
pub(crate) mod command;
mod job;
pub(crate) mod links;
mod listing;
mod lost_pages;
pub(crate) mod names;
pub(crate) mod own_folder;
pub(crate) mod waiting;

pub(crate) use lost_pages::Watch;
