//! The logs of a program that is run several times.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::rc::Rc;

/// The most bytes that are kept of the end of a log that is not written.
const MOST_KEPT: usize = 1 << 20;

/// The destination of the logs of several runs. A file gets all of them, with a heading before each but the first.
/// Another destination gets the first, and the last if [it is asked for](Self::show_last_run).
pub struct RepeatedLog {
    out: SharedOutput,
    has_all: bool,
    runs: u32,
    /// The end of the log of the current run, if it is not written.
    kept: Rc<RefCell<LogEnd>>,
}

/// A destination that several logs use, one after the other.
#[derive(Clone)]
struct SharedOutput(Rc<RefCell<Box<dyn Write>>>);

#[derive(Debug, Default)]
struct LogEnd {
    /// The run whose log this is; 0 if there is none.
    run: u32,
    end: VecDeque<u8>,
    is_cut: bool,
}

/// Keeps the end of a log.
struct Keeper(Rc<RefCell<LogEnd>>);

impl RepeatedLog {
    /// Creates the destination of the logs of so many runs. `has_all` is whether it gets all of them.
    pub fn new(out: Box<dyn Write>, has_all: bool, runs: u32) -> Self {
        Self {
            out: SharedOutput(Rc::new(RefCell::new(out))),
            has_all,
            runs,
            kept: Rc::default(),
        }
    }

    /// Returns the destination of the log of a run, by its number from 1.
    pub fn begin_run(&self, number: u32) -> Box<dyn Write> {
        *self.kept.borrow_mut() = LogEnd::default();
        if number > 1 && !self.has_all {
            self.kept.borrow_mut().run = number;
            return Box::new(Keeper(Rc::clone(&self.kept)));
        }
        let mut out = self.out.clone();
        if number > 1 {
            // A failure to write is noticed by the session, which writes next.
            let _ = write!(out, "{}", self.heading(number));
        }
        Box::new(out)
    }

    /// Writes the log of the current run, if that was not done.
    pub fn show_last_run(&self) {
        let kept = self.kept.take();
        if kept.run == 0 {
            return;
        }
        let mut out = self.out.clone();
        let (front, back) = kept.end.as_slices();
        let cut = match kept.is_cut {
            true => "... the beginning of this log is left out ...\n",
            false => "",
        };
        // It is told to nobody that it cannot be told.
        let _ = write!(out, "{}{cut}", self.heading(kept.run))
            .and_then(|()| out.write_all(front))
            .and_then(|()| out.write_all(back))
            .and_then(|()| out.flush());
    }

    fn heading(&self, number: u32) -> String {
        format!("\n---- Run {number} of {} ----\n\n", self.runs)
    }
}

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

impl Write for Keeper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.borrow_mut();
        kept.end.extend(bytes);
        if kept.end.len() > MOST_KEPT {
            // Whole lines are left, if they are shorter than that.
            let most = kept.end.len() - MOST_KEPT;
            let line_feed = kept.end.iter().skip(most).position(|&byte| byte == b'\n');
            kept.end.drain(..most + line_feed.map_or(0, |at| at + 1));
            kept.is_cut = true;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is written of the logs of three runs, of which the last is asked for.
    fn written(has_all: bool, shows_last: bool, last: &str) -> String {
        let out = Rc::new(RefCell::new(Vec::new()));
        struct Sink(Rc<RefCell<Vec<u8>>>);
        impl Write for Sink {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.borrow_mut().write(bytes)
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let log = RepeatedLog::new(Box::new(Sink(Rc::clone(&out))), has_all, 3);
        for (number, text) in [(1, "one\n"), (2, "two\n"), (3, last)] {
            log.begin_run(number).write_all(text.as_bytes()).unwrap();
        }
        if shows_last {
            log.show_last_run();
        }
        let out = out.take();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_file_has_all_logs_and_another_place_the_first_and_the_last() {
        let (two, three) = ("\n---- Run 2 of 3 ----\n\ntwo\n", "\n---- Run 3 of 3 ----\n\nthree\n");
        assert_eq!(written(true, false, "three\n"), format!("one\n{two}{three}"));
        assert_eq!(written(true, true, "three\n"), format!("one\n{two}{three}"));
        assert_eq!(written(false, false, "three\n"), "one\n");
        assert_eq!(written(false, true, "three\n"), format!("one\n{three}"));
    }

    #[test]
    fn only_the_end_of_a_long_log_is_kept() {
        let long: String = (0..200_000).map(|line| format!("line {line}\n")).collect();
        let shown = written(false, true, &long);
        assert!(shown.len() <= MOST_KEPT + 200, "{}", shown.len());
        let (_, end) = shown.split_once("left out ...\n").unwrap();
        assert!(end.starts_with("line ") && end.ends_with("\nline 199999\n"));
        assert!(end.len() > MOST_KEPT / 2);
    }
}
