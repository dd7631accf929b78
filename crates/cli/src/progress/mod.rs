//! Progress of long work on standard error: a moving line on a terminal, plain lines in a pipe.

mod hosts;
mod jobs;
mod steps;
mod study;

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use feedrate_session::bytes_moved;
use feedrate_workload::Control;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::say;
pub use hosts::HostLine;
pub use jobs::JobLines;
pub use steps::Steps;
pub use study::StudyLine;

/// How often the line is updated.
const TICK: Duration = Duration::from_millis(200);

/// How often a plain line is printed, if it would be a new one.
const PLAIN: Duration = Duration::from_secs(10);

/// Starts a thread that shows progress. If the system refuses one, nothing is shown.
fn spawn(show: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    thread::Builder::new().spawn(show).ok()
}

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
    .with_style(
        ProgressStyle::with_template("{spinner} {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner()),
    );
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

/// A line with the current stage of long work, its throughput and the remaining time, shown until it is dropped.
#[derive(Debug)]
pub struct Stages {
    stage: Arc<Mutex<Stage>>,
    terminal: bool,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Stage {
    name: String,
    ends: Option<Instant>,
}

impl Stages {
    /// Shows the stages of the work that `control` counts.
    pub fn show(control: &Control) -> Self {
        let stage = Arc::new(Mutex::new(Stage::default()));
        let ended = Arc::new(AtomicBool::new(false));
        let terminal = io::stderr().is_terminal();
        // In a pipe the stages themselves are the plain lines.
        let (shown, told, watched) = (Arc::clone(&stage), Arc::clone(&ended), control.clone());
        let thread = terminal
            .then(|| spawn(move || show_stages(&shown, &watched, &told)))
            .flatten();
        Self {
            stage,
            terminal,
            ended,
            thread,
        }
    }

    /// Begins a stage; `left` is the time until all stages are done, if it is known.
    pub fn begin(&self, name: &str, left: Option<Duration>) {
        if !self.terminal {
            match left {
                Some(left) => say::line(format_args!("{name} ({} s left)", left.as_secs())),
                None => say::line(name),
            }
        }
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = Stage {
            name: say::one_line(name),
            ends: left.map(|left| Instant::now() + left),
        };
    }
}

impl Drop for Stages {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// Creates a line on the terminal of standard error.
fn moving_line() -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(
        ProgressStyle::with_template("{spinner} {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner()),
    )
}

fn show_stages(stage: &Mutex<Stage>, control: &Control, ended: &AtomicBool) {
    let bar = moving_line();
    // Both streams and programs move bytes.
    let bytes = || control.bytes() + bytes_moved();
    let mut last = (Instant::now(), bytes());
    while !ended.load(Ordering::Relaxed) {
        thread::park_timeout(TICK);
        let now = (Instant::now(), bytes());
        let seconds = now.0.duration_since(last.0).as_secs_f64().max(1e-3);
        let rate = now.1.saturating_sub(last.1) as f64 / seconds / 1e6;
        last = now;
        let (name, left) = {
            let stage = stage.lock().unwrap_or_else(PoisonError::into_inner);
            let left = stage.ends.map_or_else(String::new, |ends| {
                let left = ends.saturating_duration_since(now.0);
                format!(", {} s left", left.as_secs())
            });
            (stage.name.clone(), left)
        };
        bar.set_message(format!("{name}: {rate:.0} MB/s{left}"));
        bar.tick();
    }
    bar.finish_and_clear();
}
