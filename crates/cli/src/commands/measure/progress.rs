//! The throughput of a measurement while it runs.

use std::io::{self, IsTerminal};
use std::time::Instant;

use feedrate_workload::Control;

use crate::progress::{PLAIN, ProgressThread, TICK, Ticks, moving_line};
use crate::say;

/// Shows a line with the throughput of the work that `control` counts, until the thread is dropped.
pub fn show(what: String, control: Control) -> ProgressThread {
    ProgressThread::start(move |ticks| watch(&what, &control, ticks))
}

fn watch(what: &str, control: &Control, ticks: Ticks) {
    let terminal = io::stderr().is_terminal();
    let bar = moving_line();
    let mut last = (Instant::now(), control.bytes());
    let mut last_plain = Instant::now();
    for () in ticks {
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
