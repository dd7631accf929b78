//! `/proc/PID/task/TID/schedstat`: the time of a thread on processors and in the queue for one.
//!
//! Format: `Documentation/scheduler/sched-stats.rst` of Linux. Kernels without `CONFIG_SCHED_INFO` have only zeros, or
//! no file.

use crate::platform::OwnThreadFiles;

/// The times of a thread since it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreadSchedule {
    /// Nanoseconds on a processor.
    pub processor_nanoseconds: u64,
    /// Nanoseconds in which it was ready to run and had no processor.
    pub ready_nanoseconds: u64,
}

impl ThreadSchedule {
    /// Reads the text; `None` if a number is missing.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?;
        let mut numbers = text.split_whitespace().map(str::parse);
        Some(Self {
            processor_nanoseconds: numbers.next()?.ok()?,
            ready_nanoseconds: numbers.next()?.ok()?,
        })
    }

    /// Returns the times since earlier ones.
    pub fn since(self, earlier: Self) -> Self {
        Self {
            processor_nanoseconds: self.processor_nanoseconds.saturating_sub(earlier.processor_nanoseconds),
            ready_nanoseconds: self.ready_nanoseconds.saturating_sub(earlier.ready_nanoseconds),
        }
    }
}

/// The threads of this process.
#[derive(Debug, Default)]
pub struct OwnThreads(OwnThreadFiles);

impl OwnThreads {
    /// Calls `each` with the number, the name when it was first seen, and the times of every thread that runs now, if
    /// the system tells them.
    pub fn read(&mut self, mut each: impl FnMut(u32, &str, ThreadSchedule)) {
        self.0.read(|number, name, text| {
            if let Some(times) = ThreadSchedule::parse(text) {
                each(number, name, times);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    #[test]
    fn times_are_read() {
        let times = ThreadSchedule::parse(b"191500 20 1\n").unwrap();
        assert_eq!((times.processor_nanoseconds, times.ready_nanoseconds), (191_500, 20));
        for damaged in [&b""[..], b"7", b"x 1 2", b"\xff 1 2", b"-1 2 3"] {
            assert_eq!(ThreadSchedule::parse(damaged), None);
        }
        let later = ThreadSchedule::parse(b"191600 15 2").unwrap();
        let since = later.since(times);
        assert_eq!((since.processor_nanoseconds, since.ready_nanoseconds), (100, 0));
    }

    #[test]
    fn threads_come_and_go() {
        let mut threads = OwnThreads::default();
        let mut names = || {
            let mut names = Vec::new();
            threads.read(|_, name, _| names.push(name.to_owned()));
            names
        };
        let (end, ended) = channel::<()>();
        let thread = thread::Builder::new().name("that-computes".into());
        let (begin, begun) = channel();
        let thread = thread.spawn(move || {
            begin.send(()).unwrap();
            let _ = ended.recv();
        });
        let thread = thread.unwrap();
        begun.recv().unwrap();
        assert!(names().contains(&"that-computes".to_owned()));
        drop(end);
        thread.join().unwrap();
        // The kernel may take a moment until it is gone.
        while names().contains(&"that-computes".to_owned()) {
            thread::yield_now();
        }
    }
}
