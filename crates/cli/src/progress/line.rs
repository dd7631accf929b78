//! A moving line, and the thread that moves it.

use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The time between updates of the line.
pub const TICK: Duration = Duration::from_millis(200);

/// The time between plain lines, each of which is printed if it would be a new one.
pub const PLAIN: Duration = Duration::from_secs(10);

/// Starts a thread that shows progress. If the system refuses one, nothing is shown.
pub fn spawn(show: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    thread::Builder::new().spawn(show).ok()
}

/// Creates a line on the terminal of standard error.
pub fn moving_line() -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(
        ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
    )
}
