//! The throughput of a measurement while it runs.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use feedrate_workload::Control;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::progress::{PLAIN, TICK, spawn};
use crate::say;

/// A line with the throughput of a run, shown until it is dropped.
#[derive(Debug)]
pub struct Throughput {
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Throughput {
    /// Shows the throughput of the work that `control` counts.
    pub fn show(what: &str, control: &Control) -> Self {
        let ended = Arc::new(AtomicBool::new(false));
        let thread = {
            let (ended, control, what) = (Arc::clone(&ended), control.clone(), what.to_owned());
            spawn(move || watch(&what, &control, &ended))
        };
        Self { ended, thread }
    }
}

impl Drop for Throughput {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

fn watch(what: &str, control: &Control, ended: &AtomicBool) {
    let terminal = io::stderr().is_terminal();
    let bar = ProgressBar::with_draw_target(
        None,
        if terminal {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        },
    )
    .with_style(ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()));
    let mut last = (Instant::now(), control.bytes());
    let mut last_plain = Instant::now();
    while !ended.load(Ordering::Relaxed) {
        thread::park_timeout(TICK);
        let now = (Instant::now(), control.bytes());
        let seconds = now.0.duration_since(last.0).as_secs_f64();
        if seconds < TICK.as_secs_f64() / 2.0 {
            continue;
        }
        let rate = (now.1.saturating_sub(last.1)) as f64 / seconds / 1e6;
        last = now;
        bar.set_message(format!("{what}: {rate:.0} MB/s"));
        bar.tick();
        if !terminal && last_plain.elapsed() >= PLAIN {
            last_plain = Instant::now();
            say::line(format_args!("{what}: {rate:.0} MB/s"));
        }
    }
    bar.finish_and_clear();
}
