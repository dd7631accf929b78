//! The stages of long work while it runs.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use feedrate_session::bytes_moved;
use feedrate_workload::Control;
use indicatif::ProgressBar;

use super::line::{ProgressThread, Ticks, moving_line};
use crate::say;

/// The time after which a line in a pipe is followed by another one, though nothing new begins.
const MINUTE: Duration = Duration::from_secs(60);

/// A line with the current stage of long work, its throughput, the share of the time that is over and what is left of
/// it, shown until it is dropped. In a pipe it is a line for each stage, and one a minute.
#[derive(Debug)]
pub struct Stages {
    stage: Arc<Mutex<Stage>>,
    terminal: bool,
    _thread: ProgressThread,
}

/// The time of all stages.
#[derive(Clone, Copy, Debug)]
pub struct StageTime {
    /// Its beginning.
    pub began: Instant,
    /// The moment by which the last one ends.
    pub ends: Instant,
}

#[derive(Debug, Default)]
struct Stage {
    name: String,
    time: Option<StageTime>,
    /// The moment of the last line in a pipe.
    said: Option<Instant>,
}

impl Stages {
    /// Shows the stages of the work that `control` counts.
    pub fn show(control: &Control) -> Self {
        let stage = Arc::new(Mutex::new(Stage::default()));
        let terminal = io::stderr().is_terminal();
        let (shown, watched) = (Arc::clone(&stage), control.clone());
        let thread = ProgressThread::start(move |ticks| match terminal {
            true => show_stages(&shown, &watched, ticks, &moving_line()),
            false => say_stages(&shown, ticks),
        });
        Self {
            stage,
            terminal,
            _thread: thread,
        }
    }

    /// Begins a stage; `time` is that of all stages, if it is known.
    pub fn begin(&self, name: &str, time: Option<StageTime>) {
        let now = Instant::now();
        if !self.terminal {
            match time {
                Some(time) => say::line(format_args!("{name} ({})", time.in_words(now))),
                None => say::line(name),
            }
        }
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = Stage {
            name: say::one_line(name),
            time,
            said: Some(now),
        };
    }
}

impl StageTime {
    /// Returns the share that is over, and what is left.
    fn in_words(self, now: Instant) -> String {
        let all = self.ends.saturating_duration_since(self.began).as_secs_f64();
        let spent = now.saturating_duration_since(self.began).as_secs_f64();
        // It is not over before it is.
        let percent = match all > 0.0 {
            true => (100.0 * spent / all).min(99.0),
            false => 99.0,
        };
        let left = self.ends.saturating_duration_since(now);
        format!("{percent:.0} %, {} left", span(left))
    }
}

/// Returns a time as whoever waits wants it: to the second below two minutes, and to the minute above. It is never
/// less than the time.
pub fn span(time: Duration) -> String {
    let seconds = time.as_secs_f64().ceil() as u64;
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds.div_ceil(60)),
        _ => {
            let minutes = seconds.div_ceil(60);
            format!("{} h {} min", minutes / 60, minutes % 60)
        }
    }
}

impl Stage {
    /// Returns the line that is due in a pipe, if the last one was said a minute ago.
    fn due(&mut self, now: Instant) -> Option<String> {
        let time = self.time?;
        if now.saturating_duration_since(self.said?) < MINUTE {
            return None;
        }
        self.said = Some(now);
        Some(format!("{} ({})", self.name, time.in_words(now)))
    }
}

fn say_stages(stage: &Mutex<Stage>, ticks: Ticks) {
    for () in ticks {
        let due = stage.lock().unwrap_or_else(PoisonError::into_inner).due(Instant::now());
        if let Some(line) = due {
            say::line(line);
        }
    }
}

fn show_stages(stage: &Mutex<Stage>, control: &Control, ticks: Ticks, bar: &ProgressBar) {
    // Both streams and programs move bytes.
    let bytes = || control.bytes() + bytes_moved();
    let mut last = (Instant::now(), bytes());
    for () in ticks {
        let now = (Instant::now(), bytes());
        let seconds = now.0.duration_since(last.0).as_secs_f64().max(1e-3);
        let rate = now.1.saturating_sub(last.1) as f64 / seconds / 1e6;
        last = now;
        let (name, time) = {
            let stage = stage.lock().unwrap_or_else(PoisonError::into_inner);
            (stage.name.clone(), stage.time)
        };
        let time = time.map_or_else(String::new, |time| format!(", {}", time.in_words(now.0)));
        bar.set_message(format!("{name}: {rate:.0} MB/s{time}"));
        bar.tick();
    }
    bar.finish_and_clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_time_is_told_by_its_share_and_what_is_left() {
        let began = Instant::now();
        let time = StageTime {
            began,
            ends: began + after(1200),
        };
        for (seconds, words) in [
            (0, "0 %, 20 min left"),
            (300, "25 %, 15 min left"),
            (1000, "83 %, 4 min left"),
            (1110, "92 %, 90 s left"),
            (1300, "99 %, 0 s left"),
        ] {
            assert_eq!(time.in_words(began + after(seconds)), words);
        }
        for (seconds, words) in [
            (119, "119 s"),
            (121, "3 min"),
            (7199, "120 min"),
            (9000, "2 h 30 min"),
            (10_741, "3 h 0 min"),
            (57_855, "16 h 5 min"),
        ] {
            assert_eq!(span(after(seconds)), words);
        }
    }

    #[test]
    fn a_pipe_has_a_line_a_minute() {
        let began = Instant::now();
        let mut stage = Stage {
            name: "searching".to_owned(),
            time: Some(StageTime {
                began,
                ends: began + after(600),
            }),
            said: Some(began),
        };
        let said: Vec<u64> = (0..200)
            .filter(|second| stage.due(began + after(*second)).is_some())
            .collect();
        assert_eq!(said, [60, 120, 180]);
        let line = stage.due(began + after(300));
        assert_eq!(line.as_deref(), Some("searching (50 %, 5 min left)"));
        stage.time = None;
        assert_eq!(stage.due(began + after(500)), None);
    }
}
