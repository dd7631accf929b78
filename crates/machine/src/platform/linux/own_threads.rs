//! The times of the threads of this process, from `/proc/self/task`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;

use rustix::fs::CWD;

use super::process_files::numbers_in;
use crate::proc::ThreadSchedule;

/// The threads of this process.
const TASKS: &str = "/proc/self/task";

/// The longest text: three numbers of 64 bits.
const MOST_TEXT: usize = 64;

/// The threads of this process, whose files stay open as long as they run.
#[derive(Debug, Default)]
pub struct OwnThreads {
    files: HashMap<u32, OpenThread>,
    round: u64,
}

#[derive(Debug)]
struct OpenThread {
    file: File,
    name: String,
    round: u64,
}

impl OwnThreads {
    /// Calls `each` with the number, the name when it was first seen, and the times of every thread that runs now.
    pub fn read(&mut self, mut each: impl FnMut(u32, &str, ThreadSchedule)) {
        self.round += 1;
        for number in numbers_in(CWD, TASKS) {
            let thread = match self.files.entry(number) {
                Entry::Occupied(there) => there.into_mut(),
                Entry::Vacant(place) => match OpenThread::open(number) {
                    Some(opened) => place.insert(opened),
                    None => continue,
                },
            };
            let mut text = [0; MOST_TEXT];
            let read = thread.file.read_at(&mut text, 0);
            if let Some(times) = read.ok().and_then(|length| ThreadSchedule::parse(&text[..length])) {
                thread.round = self.round;
                each(number, &thread.name, times);
            }
        }
        let round = self.round;
        self.files.retain(|_, thread| thread.round == round);
    }
}

impl OpenThread {
    fn open(number: u32) -> Option<Self> {
        let file = File::open(format!("{TASKS}/{number}/schedstat")).ok()?;
        let name = fs::read_to_string(format!("{TASKS}/{number}/comm")).unwrap_or_default();
        Some(Self {
            file,
            name: name.trim_end().to_owned(),
            round: 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

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
