//! Reading a file into the page cache beside those who read it at random.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::error::Result;
use crate::file::{OpenRequest, PageFile};
use crate::method::Method;
use crate::system::CacheReader;

/// Bytes that are read at a time.
const PART: usize = 1 << 20;

/// The time that others have waited before anything is read: those who read little are left alone.
const BEGINS_AFTER: Duration = Duration::from_millis(1);

/// Reads a file into the page cache from front to back, in a thread of its own.
///
/// It does so for as long in all as others have [waited](Self::waited) for reads of the file at random. A device
/// delivers much more from front to back than at random. So where few parts of the file are wanted, what is read in
/// vain takes no longer than the waits; and where many are, the file is in memory soon.
#[derive(Debug)]
pub struct ReadAhead {
    /// The file, until the thread has it.
    file: Option<PageFile>,
    waited: Duration,
    reader: Option<Reader>,
}

/// The thread.
#[derive(Debug)]
struct Reader {
    course: Arc<Course>,
    thread: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Course {
    /// Nanoseconds that others have waited.
    waited: AtomicU64,
    has_ended: AtomicBool,
}

impl ReadAhead {
    /// Prepares to read a file.
    ///
    /// # Errors
    /// Where it cannot be opened once more.
    pub fn new(file: &PageFile) -> Result<Self> {
        let request = OpenRequest::read(Method::Cached);
        let again = PageFile::open_again(file.as_file(), file.path(), request)?;
        Ok(Self {
            file: Some(again),
            waited: Duration::ZERO,
            reader: None,
        })
    }

    /// Adds time that was waited for a read at random.
    pub fn waited(&mut self, time: Duration) {
        self.waited += time;
        if self.waited < BEGINS_AFTER {
            return;
        }
        if let Some(file) = self.file.take() {
            // Where there is no thread to be had, nothing is read ahead.
            self.reader = Reader::start(file).ok();
        }
        if let Some(reader) = &self.reader {
            let nanoseconds = u64::try_from(self.waited.as_nanos()).unwrap_or(u64::MAX);
            reader.course.waited.store(nanoseconds, Ordering::Relaxed);
            reader.thread.thread().unpark();
        }
    }
}

impl Drop for ReadAhead {
    /// Waits until the part that is being read is there, so that nothing is read later.
    fn drop(&mut self) {
        if let Some(Reader { course, thread }) = self.reader.take() {
            course.has_ended.store(true, Ordering::Relaxed);
            thread.thread().unpark();
            // The bytes that it read are in the page cache; it has no other result.
            let _ = thread.join();
        }
    }
}

impl Reader {
    fn start(file: PageFile) -> io::Result<Self> {
        let course = Arc::new(Course::default());
        let thread = thread::Builder::new().name("read-ahead".into()).spawn({
            let course = Arc::clone(&course);
            move || course.read(&file)
        })?;
        Ok(Self { course, thread })
    }
}

impl Course {
    /// Reads the file until its end, an error, which those who read it see themselves, or the end of the course.
    fn read(&self, file: &PageFile) {
        let Ok(mut reader) = CacheReader::new(PART) else {
            return;
        };
        let (mut offset, mut spent) = (0, Duration::ZERO);
        while !self.has_ended.load(Ordering::Relaxed) {
            let waited = Duration::from_nanos(self.waited.load(Ordering::Relaxed));
            if waited <= spent {
                thread::park();
                continue;
            }
            let began = Instant::now();
            match reader.read(file.as_file(), &mut offset, PART) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            spent += began.elapsed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_once_it_was_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, vec![1; 5 * PART / 2]).unwrap();
        let file = PageFile::open(&path, OpenRequest::read(Method::Cached)).unwrap();
        let mut ahead = ReadAhead::new(&file).unwrap();
        ahead.waited(BEGINS_AFTER / 2);
        assert!(ahead.reader.is_none());
        ahead.waited(Duration::from_secs(3600));
        let began = Instant::now();
        let has_ended = || ahead.reader.as_ref().unwrap().thread.is_finished();
        while !has_ended() && began.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(has_ended());
    }

    #[test]
    fn the_thread_ends_with_its_owner() {
        let file = tempfile::NamedTempFile::new().unwrap();
        file.as_file().set_len(1 << 40).unwrap();
        let file = PageFile::open(file.path(), OpenRequest::read(Method::Cached)).unwrap();
        let mut ahead = ReadAhead::new(&file).unwrap();
        ahead.waited(Duration::from_millis(2));
        let course = Arc::clone(&ahead.reader.as_ref().unwrap().course);
        drop(ahead);
        assert_eq!(Arc::strong_count(&course), 1);
    }
}
