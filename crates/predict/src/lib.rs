//! A program's I/O as a synthetic job, and what it will take elsewhere.
//!
//! | module | contents |
//! |---|---|
//! | [`source`] | a program, its profile or a job, from which a job is derived |
//! | [`profile`] | what a run of a program moved over time |
//! | [`job`] | the synthetic job: files, steps, what each moves and computes |
//! | [`mod@derive`] | from a profile to a job |
//! | [`scale`] | a larger or smaller job by the steps' laws of cost; another way of moving pages |
//! | [`stand_in`] | runs a job in a folder |
//! | [`several`] | several profiles of a program, until they agree |
//! | [`fio_job`] | writes a job as a job file of fio |
//! | [`together`] | several jobs at once, and those of more and more users |
//! | [`forecast`] | repeats a job, and holds it against the program itself |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod derive;
mod error;
pub mod fio_job;
pub mod forecast;
pub mod job;
pub mod profile;
mod remarks;
pub mod scale;
pub mod several;
pub mod source;
pub mod stand_in;
mod system;
pub mod together;

pub use error::{Error, Result};
