//! Progress of long work on standard error: a moving line on a terminal, plain lines in a pipe.

mod line;
mod stages;

pub use line::{PLAIN, TICK, moving_line, spawn};
pub use stages::Stages;
