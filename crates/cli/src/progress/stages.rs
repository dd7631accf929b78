//! The stages of long work while it runs.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use feedrate_session::bytes_moved;
use feedrate_workload::Control;

use super::line::{ProgressThread, Ticks, moving_line};
use crate::say;

/// A line with the current stage of long work, its throughput and the remaining time, shown until it is dropped.
#[derive(Debug)]
pub struct Stages {
    stage: Arc<Mutex<Stage>>,
    terminal: bool,
    _thread: Option<ProgressThread>,
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
        let terminal = io::stderr().is_terminal();
        // In a pipe the stages themselves are the plain lines.
        let (shown, watched) = (Arc::clone(&stage), control.clone());
        let thread = terminal.then(|| ProgressThread::start(move |ticks| show_stages(&shown, &watched, ticks)));
        Self {
            stage,
            terminal,
            _thread: thread,
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

fn show_stages(stage: &Mutex<Stage>, control: &Control, ticks: Ticks) {
    let bar = moving_line();
    // Both streams and programs move bytes.
    let bytes = || control.bytes() + bytes_moved();
    let mut last = (Instant::now(), bytes());
    for () in ticks {
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
