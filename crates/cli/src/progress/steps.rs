//! Progress of the long steps of a program: a moving line on a terminal, past which the listing goes.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use feedrate_session::{Observer, bytes_moved};
use indicatif::ProgressBar;

use super::{TICK, moving_line};
use crate::say;

/// A step that is shorter than this shows no line.
const LONG: Duration = Duration::from_millis(500);

/// A line that tells which step is at work, for how long, and how fast its pages move, until it is
/// dropped.
#[derive(Debug, Default)]
pub struct Steps {
    shown: Arc<Mutex<Shown>>,
    thread: Option<JoinHandle<()>>,
}

/// What is shown. Whoever draws or writes to the terminal holds it, so that nothing is drawn over.
#[derive(Debug, Default)]
struct Shown {
    step: Option<Step>,
    /// The line, once a step is long.
    line: Option<ProgressBar>,
    ended: bool,
}

#[derive(Debug)]
struct Step {
    name: String,
    began: Instant,
    /// When its bytes were looked at, and what they were.
    last: (Instant, u64),
    has_moved: bool,
}

impl Steps {
    /// Shows the steps at which it is told to look. `visible` says whether there is a terminal for it.
    pub fn show(visible: bool) -> Self {
        let shown = Arc::<Mutex<Shown>>::default();
        let watched = Arc::clone(&shown);
        let thread = visible
            .then(|| super::spawn(move || watch(&watched)))
            .flatten();
        Self { shown, thread }
    }

    /// A writer to the same terminal, past the line.
    pub fn beside<W: Write>(&self, out: W) -> Beside<W> {
        Beside {
            out,
            shown: Arc::clone(&self.shown),
        }
    }
}

impl Observer for Steps {
    fn step_begins(&self, name: &str, line: u32) {
        let kind = match name {
            "DATA" => "DATA step".to_owned(),
            procedure => format!("PROC {procedure}"),
        };
        let now = Instant::now();
        lock(&self.shown).step = Some(Step {
            name: say::one_line(&format!("{kind} (line {line})")),
            began: now,
            last: (now, bytes_moved()),
            has_moved: false,
        });
    }

    fn step_ended(&self) {
        lock(&self.shown).clear();
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        let mut shown = lock(&self.shown);
        shown.clear();
        shown.ended = true;
        drop(shown);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

impl Shown {
    fn clear(&mut self) {
        self.step = None;
        if let Some(line) = self.line.take() {
            line.finish_and_clear();
        }
    }

    fn draw(&mut self) {
        let Some(step) = &mut self.step else { return };
        let text = step.look(Instant::now(), bytes_moved());
        if step.began.elapsed() < LONG {
            return;
        }
        let line = self.line.get_or_insert_with(moving_line);
        line.set_message(text);
        line.tick();
    }
}

impl Step {
    /// What there is to say now, when so many bytes were moved.
    fn look(&mut self, now: Instant, bytes: u64) -> String {
        let elapsed = now.duration_since(self.began).as_secs();
        let time = match elapsed / 3600 {
            0 => format!("{}:{:02}", elapsed / 60, elapsed % 60),
            hours => format!("{hours}:{:02}:{:02}", elapsed / 60 % 60, elapsed % 60),
        };
        let seconds = now.duration_since(self.last.0).as_secs_f64().max(1e-3);
        let moved = bytes.saturating_sub(self.last.1);
        self.last = (now, bytes);
        self.has_moved |= moved > 0;
        // A step that has moved no page of a data set yet is not slow at it.
        match self.has_moved {
            true => format!(
                "{}: {time}, {:.0} MB/s",
                self.name,
                moved as f64 / seconds / 1e6
            ),
            false => format!("{}: {time}", self.name),
        }
    }
}

fn watch(shown: &Mutex<Shown>) {
    loop {
        thread::park_timeout(TICK);
        let mut shown = lock(shown);
        if shown.ended {
            return;
        }
        shown.draw();
    }
}

fn lock(shown: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes to the terminal that the line is on: the line makes room, and comes back below.
#[derive(Debug)]
pub struct Beside<W> {
    out: W,
    shown: Arc<Mutex<Shown>>,
}

impl<W: Write> Write for Beside<W> {
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
        };
        let at = |seconds| began + Duration::from_secs(seconds);
        assert_eq!(step.look(at(1), 1_000), "DATA step (line 3): 0:01");
        assert_eq!(
            step.look(at(2), 250_001_000),
            "DATA step (line 3): 0:02, 250 MB/s"
        );
        // Standing still is told as well.
        assert_eq!(
            step.look(at(3_725), 250_001_000),
            "DATA step (line 3): 1:02:05, 0 MB/s"
        );
    }

    #[test]
    fn what_is_written_beside_the_line_is_whole() {
        let steps = Steps::show(false);
        steps.step_begins("PRINT", 7);
        let mut written = Vec::new();
        steps.beside(&mut written).write_all(b"a line\n").unwrap();
        steps.step_ended();
        assert_eq!(written, b"a line\n");
    }
}
