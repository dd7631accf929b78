//! Progress of long work on standard error: a moving line on a terminal, plain lines in a pipe.

mod line;
mod stages;

pub use line::{PLAIN, ProgressThread, TICK, Ticks, moving_line};
pub use stages::{StageTime, Stages, span};
