//! A moving line, and the thread that moves it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The time between updates of the line.
pub const TICK: Duration = Duration::from_millis(200);

/// The time between plain lines, each of which is printed if it would be a new one.
pub const PLAIN: Duration = Duration::from_secs(10);

/// A thread that shows progress, until this is dropped.
#[derive(Debug)]
pub struct ProgressThread {
    ended: Arc<AtomicBool>,
    /// `None` if the system refuses one, and nothing is shown.
    thread: Option<JoinHandle<()>>,
}

/// The ticks of a thread that shows progress. The last comes when the thread is to end.
#[derive(Debug)]
pub struct Ticks {
    ended: Arc<AtomicBool>,
}

impl ProgressThread {
    /// Starts a thread that shows progress with each tick.
    pub fn start(show: impl FnOnce(Ticks) + Send + 'static) -> Self {
        let ended = Arc::new(AtomicBool::new(false));
        let ticks = Ticks {
            ended: Arc::clone(&ended),
        };
        Self {
            ended,
            thread: thread::Builder::new().spawn(move || show(ticks)).ok(),
        }
    }
}

impl Drop for ProgressThread {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

impl Iterator for Ticks {
    type Item = ();

    fn next(&mut self) -> Option<()> {
        let goes_on = !self.ended.load(Ordering::Relaxed);
        goes_on.then(|| thread::park_timeout(TICK))
    }
}

/// Creates a line on the terminal of standard error; without a terminal it is hidden.
pub fn moving_line() -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(
        ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
    )
}
