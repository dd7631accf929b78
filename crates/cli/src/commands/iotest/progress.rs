//! The progress of a test on standard error: a moving line on a terminal, plain lines in a pipe.

use std::io::{self, IsTerminal};
use std::time::Instant;

use feedrate_dialects::iotest::Observer;
use feedrate_workload::load::{ScheduleState, Watch};
use indicatif::ProgressBar;

use crate::progress::{PLAIN, moving_line};
use crate::say;

/// A line with what is being done, its throughput and the time that is left of it.
#[derive(Debug)]
pub struct TestProgress {
    line: ProgressBar,
    is_terminal: bool,
    stage: String,
    last_plain: Instant,
}

impl TestProgress {
    pub fn new() -> Self {
        Self {
            line: moving_line(),
            is_terminal: io::stderr().is_terminal(),
            stage: String::new(),
            last_plain: Instant::now(),
        }
    }
}

impl Watch for TestProgress {
    fn look(&mut self, live: &ScheduleState) {
        let message = message(&self.stage, live);
        if !self.is_terminal && self.last_plain.elapsed() >= PLAIN {
            self.last_plain = Instant::now();
            say::line(&message);
        }
        self.line.set_message(message);
        self.line.tick();
    }
}

impl Observer for TestProgress {
    fn warns(&mut self, warning: &str) {
        say::line(format_args!("warning: {warning}"));
    }

    fn stage(&mut self, what: &str) {
        self.stage = say::one_line(what);
        self.last_plain = Instant::now();
        if !self.is_terminal {
            say::line(what);
        }
        self.line.set_message(self.stage.clone());
        self.line.tick();
    }

    fn done(&mut self) {
        self.line.finish_and_clear();
    }
}

impl Drop for TestProgress {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

fn message(stage: &str, live: &ScheduleState) -> String {
    let rate = (live.rates.read.bytes + live.rates.write.bytes) / 1e6;
    let share = live
        .share
        .map_or_else(String::new, |share| format!(", {:.0} %", share * 100.0));
    let left = live
        .left
        .map_or_else(String::new, |left| format!(", {} s left", left.as_secs()));
    format!("{stage}: {rate:.0} MB/s{share}{left}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        let mut live = ScheduleState::default();
        assert_eq!(message("writing", &live), "writing: 0 MB/s");
        live.rates.write.bytes = 1.5e9;
        live.share = Some(0.371);
        live.left = Some(Duration::from_millis(130_900));
        assert_eq!(message("writing", &live), "writing: 1500 MB/s, 37 %, 130 s left");
    }
}
