//! Results of steps, and where they go: the listing, files, data sets.
//!
//! | room | what is in it |
//! |---|---|
//! | [`Listing`] | where results go, and what ODS statements change of it |
//! | [`given`] | what steps are lent: it hands all on to what is open and wants it |
//! | [`lines`], [`titles`] | the listing: lines of text under titles |
//! | [`destination`] | a file of results, whatever its kind |
//! | [`csv`], [`html`] | the kinds of files |
//! | [`data_sets`] | tables that become data sets |
//! | [`choice`], [`trace`] | which tables are shown, and which there were |
//! | [`spans`] | cells that reach over columns and lines |

mod choice;
mod csv;
mod data_sets;
mod destination;
mod given;
mod html;
mod lines;
mod listing;
mod spans;
#[cfg(test)]
mod tests;
mod titles;
mod trace;

pub(crate) use data_sets::{Collected, Datum, Wanted};
pub(crate) use destination::Failure;
pub(crate) use given::StepResults;
pub(crate) use listing::Listing;
