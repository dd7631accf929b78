//! Runs of programs by `session`: one, many at once, one several times, and the sessions of a run on a common time
//! axis.
//!
//! | module | contents |
//! |---|---|
//! | [`program`] | a program: its settings, its text, and a run of it |
//! | [`jobs`] | many programs at once, each a process of its own |
//! | [`ramp`] | programs of more and more users at once, until a limit breaks |
//! | [`repeats`] | one program several times, one run after the other |
//! | [`latencies`] | the seconds of steps and until their first rows, by classes of programs |
//! | [`timeline`] | the sessions of a run on a common time axis, as a page |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod jobs;
pub mod latencies;
pub mod program;
pub mod ramp;
pub mod repeats;
pub mod timeline;
