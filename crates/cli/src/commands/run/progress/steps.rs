//! Progress of the long steps of a program: a moving line on a terminal, which leaves room for the listing.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use feedrate_session::{Observer, Reading, bytes_moved};
use indicatif::ProgressBar;

use crate::progress::{ProgressThread, Ticks, moving_line};
use crate::say;

/// The duration from which on a step has a line.
const LONG: Duration = Duration::from_millis(500);

/// The time after the beginning of a pass over data sets from which on its remaining time is shown.
const FORESEEN: Duration = Duration::from_secs(1);

/// The greatest remaining time that is shown, as a multiple of the elapsed time.
const MOST_LEFT: f64 = 1e5;

/// A line with the current step, its duration and throughput, and how much of its data sets was read, shown until it is
/// dropped.
#[derive(Debug, Default)]
pub struct Steps {
    shown: Arc<Mutex<ProgressLine>>,
    _thread: Option<ProgressThread>,
}

/// The state of the line. It is locked while the line is drawn and while other output is written to the terminal.
#[derive(Debug, Default)]
struct ProgressLine {
    step: Option<Step>,
    /// The line, once a step is long.
    line: Option<ProgressBar>,
}

#[derive(Debug)]
struct Step {
    name: String,
    began: Instant,
    /// The time and value of the last sample of its bytes.
    last: (Instant, u64),
    has_moved: bool,
    /// The part that was read before it.
    before: Reading,
    pass: Pass,
}

/// A pass of a step over the data sets that it reads.
#[derive(Clone, Copy, Debug)]
struct Pass {
    /// The number of the pass, from 0.
    number: u64,
    began: Instant,
}

impl Steps {
    /// Shows the steps that it observes, if `visible`, which is whether there is a terminal for it.
    pub fn show(visible: bool) -> Self {
        let shown = Arc::<Mutex<ProgressLine>>::default();
        let watched = Arc::clone(&shown);
        let draw = move |ticks: Ticks| ticks.for_each(|()| lock(&watched).draw());
        Self {
            shown,
            _thread: visible.then(|| ProgressThread::start(draw)),
        }
    }

    /// Creates a writer to the same terminal.
    pub fn writer_beside<W: Write>(&self, out: W) -> TerminalWriter<W> {
        TerminalWriter {
            out,
            shown: Arc::clone(&self.shown),
        }
    }
}

impl Observer for Steps {
    fn step_begins(&self, name: &str, line: u32) {
        let now = Instant::now();
        lock(&self.shown).step = Some(Step {
            name: say::one_line(&step_name(name, line)),
            began: now,
            last: (now, bytes_moved()),
            has_moved: false,
            before: Reading::so_far(),
            pass: Pass { number: 0, began: now },
        });
    }

    fn step_ended(&self) {
        lock(&self.shown).clear();
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        lock(&self.shown).clear();
    }
}

impl ProgressLine {
    fn clear(&mut self) {
        self.step = None;
        if let Some(line) = self.line.take() {
            line.finish_and_clear();
        }
    }

    fn draw(&mut self) {
        let Some(step) = &mut self.step else { return };
        let text = step.look(Instant::now(), bytes_moved(), Reading::so_far());
        if step.began.elapsed() < LONG {
            return;
        }
        let line = self.line.get_or_insert_with(moving_line);
        line.set_message(text);
        line.tick();
    }
}

impl Step {
    /// Returns the text of the line for the bytes moved and read so far.
    fn look(&mut self, now: Instant, bytes: u64, reading: Reading) -> String {
        let mut text = format!("{}: {}", self.name, clock(now.duration_since(self.began)));
        let seconds = now.duration_since(self.last.0).as_secs_f64().max(1e-3);
        let moved = bytes.saturating_sub(self.last.1);
        self.last = (now, bytes);
        self.has_moved |= moved > 0;
        // The throughput of a step that has moved no page of a data set yet would be misleading.
        if self.has_moved {
            let _ = write!(text, ", {:.0} MB/s", moved as f64 / seconds / 1e6);
        }
        self.tell_reading(&mut text, now, reading);
        text
    }

    /// Appends how much of the data sets was read, and the remaining time of that. The rest of a step's work is not
    /// estimated.
    fn tell_reading(&mut self, text: &mut String, now: Instant, reading: Reading) {
        let read = reading.read.saturating_sub(self.before.read);
        let of = reading.begun.saturating_sub(self.before.begun);
        if read == 0 || of == 0 {
            return;
        }
        // A pass that is complete is not a new one yet.
        let number = (read - 1) / of;
        if number != self.pass.number {
            self.pass = Pass { number, began: now };
        }
        let share = (read - number * of) as f64 / of as f64;
        let _ = match number {
            0 => write!(text, ", {:.0} % read", 100.0 * share),
            passes => write!(
                text,
                ", {:.0} % read for the {} time",
                100.0 * share,
                ordinal(passes + 1)
            ),
        };
        let elapsed = now.duration_since(self.pass.began);
        if elapsed >= FORESEEN && share < 1.0 {
            let left = elapsed.mul_f64(((1.0 - share) / share).min(MOST_LEFT));
            let _ = write!(text, ", {} left to read", clock(left));
        }
    }
}

/// Formats `PROC SORT (line 12)`.
pub fn step_name(name: &str, line: u32) -> String {
    match name {
        "DATA" => format!("DATA step (line {line})"),
        procedure => format!("PROC {procedure} (line {line})"),
    }
}

/// Formats minutes and seconds, and hours if there are any.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// Formats an ordinal number such as `2nd`.
fn ordinal(number: u64) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn lock(shown: &Mutex<ProgressLine>) -> MutexGuard<'_, ProgressLine> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes to the terminal with the line: the line is removed and drawn again below the output.
#[derive(Debug)]
pub struct TerminalWriter<W> {
    out: W,
    shown: Arc<Mutex<ProgressLine>>,
}

impl<W: Write> Write for TerminalWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let shown = lock(&self.shown);
        let out = &mut self.out;
        match &shown.line {
            Some(line) => line.suspend(|| out.write_all(bytes).and_then(|()| out.flush()))?,
            None => out.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_tells_its_time_and_how_fast_it_moves() {
        let began = Instant::now();
        let mut step = Step {
            name: "DATA step (line 3)".to_owned(),
            began,
            last: (began, 1_000),
            has_moved: false,
            before: Reading { read: 50, begun: 100 },
            pass: Pass { number: 0, began },
        };
        let nothing = step.before;
        let at = |seconds| began + Duration::from_secs(seconds);
        assert_eq!(step.look(at(1), 1_000, nothing), "DATA step (line 3): 0:01");
        assert_eq!(
            step.look(at(2), 250_001_000, nothing),
            "DATA step (line 3): 0:02, 250 MB/s"
        );
        // A rate of zero is shown too.
        assert_eq!(
            step.look(at(3_725), 250_001_000, nothing),
            "DATA step (line 3): 1:02:05, 0 MB/s"
        );
    }

    #[test]
    fn a_step_tells_how_far_its_data_sets_are_read() {
        let began = Instant::now();
        let mut step = Step {
            name: "PROC LOGISTIC (line 9)".to_owned(),
            began,
            last: (began, 0),
            has_moved: false,
            before: Reading { read: 700, begun: 600 },
            pass: Pass { number: 0, began },
        };
        let mut look = |seconds, read: u64| {
            let reading = Reading {
                read: 700 + read,
                begun: 600 + 1_000,
            };
            step.look(began + Duration::from_secs(seconds), 0, reading)
        };
        assert_eq!(look(1, 0), "PROC LOGISTIC (line 9): 0:01");
        assert_eq!(
            look(5, 250),
            "PROC LOGISTIC (line 9): 0:05, 25 % read, 0:15 left to read"
        );
        assert_eq!(look(20, 1_000), "PROC LOGISTIC (line 9): 0:20, 100 % read");
        // The duration of the second pass is estimated by that pass only.
        assert_eq!(
            look(21, 1_100),
            "PROC LOGISTIC (line 9): 0:21, 10 % read for the 2nd time"
        );
        assert_eq!(
            look(23, 1_500),
            "PROC LOGISTIC (line 9): 0:23, 50 % read for the 2nd time, 0:02 left to read"
        );
        assert_eq!([11, 21, 102].map(ordinal), ["11th", "21st", "102nd"]);
    }

    #[test]
    fn what_is_written_beside_the_line_is_whole() {
        let steps = Steps::show(false);
        steps.step_begins("PRINT", 7);
        let mut written = Vec::new();
        steps.writer_beside(&mut written).write_all(b"a line\n").unwrap();
        steps.step_ended();
        assert_eq!(written, b"a line\n");
    }
}
