//! The times of the threads of this process, from `/proc/self/task`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;

use rustix::fs::CWD;

use super::process_files::numbers_in;

/// The threads of this process.
const TASKS: &str = "/proc/self/task";

/// The longest text: three numbers of 64 bits.
const MOST_TEXT: usize = 64;

/// The threads of this process, whose files stay open as long as they run.
#[derive(Debug, Default)]
pub(crate) struct OwnThreadFiles {
    files: HashMap<u32, OpenThread>,
    round: u64,
}

#[derive(Debug)]
struct OpenThread {
    file: File,
    name: String,
    round: u64,
}

impl OwnThreadFiles {
    /// Calls `each` with the number, the name when it was first seen, and the text of `schedstat` of every thread that
    /// runs now.
    pub(crate) fn read(&mut self, mut each: impl FnMut(u32, &str, &[u8])) {
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
            if let Ok(length) = read {
                thread.round = self.round;
                each(number, &thread.name, &text[..length]);
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
