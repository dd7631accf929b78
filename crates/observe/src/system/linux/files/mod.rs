//! The files of the command: those that its processes have open or mapped.

mod descriptions;
mod file;
pub(crate) mod handle;
mod motion;
mod scan;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use feedrate_machine::DeviceNumber;

use super::pace::thread_time;
use crate::counters::Counters;
use crate::file_seen::FileSeen;
use descriptions::Descriptions;
use handle::Movement;

/// The interval at which the sizes of open files are looked at.
const SIZES_EVERY: Duration = Duration::from_secs(1);

/// The time that the counting of pages in the cache may take after the command.
const TIME_AT_END: Duration = Duration::from_secs(2);

/// The bytes by which positions may be ahead of the counters: they are read a little later.
const SLACK: u64 = 4 << 20;

/// The most files beyond those listed that are told apart, so that each is counted once.
const MOST_UNLISTED: usize = 100_000;

/// The device of a file's file system, and its number there.
type Key = (DeviceNumber, u64);

/// The handles that were seen besides regular files.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OtherHandles {
    /// Pipes or sockets.
    pub(crate) has_pipes: bool,
    /// Rings of io_uring.
    pub(crate) has_rings: bool,
    /// Block devices that are open themselves.
    pub(crate) has_devices: bool,
    /// A process whose open files are hidden.
    pub(crate) is_hidden: bool,
}

/// The files of the command.
#[derive(Debug)]
pub(crate) struct Files {
    most: usize,
    most_cost: f64,
    /// Those that are listed.
    pub(crate) seen: Vec<FileSeen>,
    index: HashMap<Key, usize>,
    unlisted: HashSet<Key>,
    /// The other handles that were seen.
    pub(crate) others: OtherHandles,
    /// File systems that were not seen before, each with a path on it.
    pub(crate) new_file_systems: Vec<(DeviceNumber, PathBuf)>,
    file_systems: HashSet<DeviceNumber>,
    /// The counts of what the command had moved at the last look.
    moved: Counters,
    allowance: Allowance,
    sizes_at: Option<Instant>,
    is_size_turn: bool,
    began: Instant,
    /// Processor time that counting pages in the cache took.
    counting: Duration,
    descriptions: Descriptions,
}

/// The bytes that positions can have moved since the last look.
#[derive(Clone, Copy, Debug, Default)]
struct Allowance {
    read: Option<u64>,
    written: Option<u64>,
}

impl Files {
    /// Begins without any.
    pub(crate) fn new(most: usize, most_cost: f64) -> Self {
        Self {
            most,
            most_cost,
            seen: Vec::new(),
            index: HashMap::new(),
            unlisted: HashSet::new(),
            others: OtherHandles::default(),
            new_file_systems: Vec::new(),
            file_systems: HashSet::new(),
            moved: Counters::default(),
            allowance: Allowance::default(),
            sizes_at: None,
            is_size_turn: false,
            began: Instant::now(),
            counting: Duration::ZERO,
            descriptions: Descriptions::default(),
        }
    }

    /// Begins a look at the files of all processes. `moved` is what the command has moved so far; absent if the system
    /// hides some of that.
    pub(crate) fn begin_look(&mut self, moved: Option<Counters>) {
        self.descriptions.begin_look();
        self.allowance = Allowance::default();
        if let Some(moved) = moved {
            let since = moved.since(self.moved);
            let allowed = |bytes: u64| Some((bytes + bytes / 4).saturating_add(SLACK));
            self.allowance = Allowance {
                read: allowed(since.read_bytes),
                written: allowed(since.written_bytes),
            };
            self.moved = moved;
        }
        let now = Instant::now();
        self.is_size_turn = self
            .sizes_at
            .is_none_or(|at| now.saturating_duration_since(at) >= SIZES_EVERY);
        if self.is_size_turn {
            self.sizes_at = Some(now);
        }
    }

    /// Returns the place of a file, which is new if it was not seen before; `None` if too many are listed.
    fn place(&mut self, path: &[u8], key: Key, seconds: f64) -> Option<usize> {
        if let Some(&place) = self.index.get(&key) {
            return Some(place);
        }
        if self.file_systems.insert(key.0) {
            let path = FileSeen::new(path, key.0, key.1, seconds).path;
            self.new_file_systems.push((key.0, path));
        }
        if self.seen.len() >= self.most {
            if self.unlisted.len() < MOST_UNLISTED {
                self.unlisted.insert(key);
            }
            return None;
        }
        let place = self.seen.len();
        self.seen.push(FileSeen::new(path, key.0, key.1, seconds));
        self.index.insert(key, place);
        Some(place)
    }

    /// Notes the movement of the position of an open file description.
    fn note_movement(&mut self, place: usize, flags: u32, before: Option<u64>, now: u64) {
        let is_appended_to = flags & libc::O_APPEND as u32 != 0;
        let allowance = match flags & libc::O_ACCMODE as u32 {
            motion::READ => self.allowance.read,
            motion::WRITE => self.allowance.written,
            _ => self
                .allowance
                .read
                .zip(self.allowance.written)
                .map(|(read, written)| read.saturating_add(written)),
        };
        let movement = Movement::of(before, now, allowance, is_appended_to);
        if let Some(file) = self.seen.get_mut(place) {
            file.motion.add(movement, flags);
        }
    }

    /// Counts the pages of a file in the cache, when it is seen first, unless that has cost too much already.
    fn count_pages(&mut self, place: usize, path: &Path) {
        let Some(file) = self.seen.get_mut(place) else {
            return;
        };
        let may_cost = self.began.elapsed().mul_f64(self.most_cost.clamp(0.0, 1.0)) + Duration::from_millis(20);
        if file.last_size_bytes.unwrap_or(u64::MAX) > file::LARGEST_COUNTED || self.counting > may_cost {
            return;
        }
        let since = thread_time();
        file.first_cached_bytes = file::cached_bytes(path);
        self.counting += thread_time().saturating_sub(since);
    }

    /// Looks at all after the command has ended, and returns them with the number of those that are not listed.
    pub(crate) fn finish(mut self) -> (Vec<FileSeen>, u64) {
        let since = Instant::now();
        // Programs that were seen while they were loaded.
        self.seen.retain(|file| !file.is_code || file.is_written);
        for file in &mut self.seen {
            file.finish(since.elapsed() < TIME_AT_END);
        }
        (self.seen, self.unlisted.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = (DeviceNumber::new(8, 1), 7);

    fn moved(read_bytes: u64) -> Option<Counters> {
        Some(Counters {
            read_bytes,
            ..Counters::default()
        })
    }

    #[test]
    fn a_position_that_moves_more_than_the_command_was_set() {
        let mut files = Files::new(10, 1.0);
        let place = files.place(b"/data/a", KEY, 0.0).unwrap();
        files.begin_look(moved(1000));
        files.note_movement(place, motion::READ, Some(0), 1 << 40);
        assert_eq!(files.seen[place].motion.jumps_forward, 1);
        // Nothing is known of what the command moved.
        files.begin_look(None);
        files.note_movement(place, motion::READ, Some(0), 1 << 40);
        assert_eq!(files.seen[place].motion.read_bytes_estimate, 1 << 40);
    }

    #[test]
    fn files_beyond_the_most_are_counted_once() {
        let mut files = Files::new(1, 1.0);
        let other = (KEY.0, 8);
        assert_eq!(files.place(b"/a", KEY, 0.0), Some(0));
        assert_eq!(files.place(b"/b", other, 0.0), None);
        assert_eq!(files.place(b"/b", other, 0.0), None);
        assert_eq!(files.place(b"/a", KEY, 1.0), Some(0));
        assert_eq!(files.new_file_systems.len(), 1);
        let (seen, unlisted) = files.finish();
        assert_eq!((seen.len(), unlisted), (1, 1));
    }
}
