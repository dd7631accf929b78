//! Output of a session that was not taken yet: some of it in memory, the rest in an unnamed file, which vanishes with
//! the process.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use feedrate_pageio::at_offset;

use crate::frame::{self, HEAD, Kind};

/// The maximum bytes of output in memory.
pub const MEMORY: usize = 1 << 20;

/// A chunk of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpoolChunk {
    /// Its kind.
    pub kind: Kind,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A queue of chunks.
#[derive(Debug)]
pub struct Spool {
    folder: PathBuf,
    memory: VecDeque<SpoolChunk>,
    in_memory: usize,
    /// The chunks after those in memory, if there are more.
    file: Option<SpoolFile>,
    lost: Option<LostOutput>,
}

/// The file with chunks.
#[derive(Debug)]
struct SpoolFile {
    file: File,
    taken: u64,
    end: u64,
}

/// Output that is missing because the file could not be written or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostOutput {
    /// Bytes of log and listing.
    pub bytes: u64,
    /// The error of the system.
    pub reason: String,
}

impl Spool {
    /// Creates an empty one. `folder` is where its file will be, if it needs one.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
            memory: VecDeque::new(),
            in_memory: 0,
            file: None,
            lost: None,
        }
    }

    /// Adds a chunk.
    ///
    /// A part of the log or listing without space is lost, which [`Spool::take_lost`] reports; messages are few and
    /// always kept.
    pub fn put(&mut self, kind: Kind, bytes: &[u8]) {
        if self.file.is_none() && self.in_memory + bytes.len() <= MEMORY {
            return self.keep(kind, bytes);
        }
        if let Err(error) = self.lay(kind, bytes) {
            match kind {
                // Before the chunks in the file, which does not change the order of log and listing.
                Kind::Message => self.keep(kind, bytes),
                Kind::Log | Kind::Listing => self.lose(bytes.len() as u64, &error),
            }
        }
    }

    /// Removes and returns the oldest chunk.
    pub fn take(&mut self) -> Option<SpoolChunk> {
        if let Some(piece) = self.memory.pop_front() {
            self.in_memory -= piece.bytes.len();
            return Some(piece);
        }
        let laid = self.file.as_mut()?;
        if laid.taken == laid.end {
            self.file = None;
            return None;
        }
        match laid.next() {
            Ok(piece) => Some(piece),
            Err(error) => {
                let bytes = laid.end - laid.taken;
                self.file = None;
                self.lose(bytes, &error);
                None
            }
        }
    }

    /// Returns what was lost since the last call.
    pub fn take_lost(&mut self) -> Option<LostOutput> {
        self.lost.take()
    }

    fn keep(&mut self, kind: Kind, bytes: &[u8]) {
        self.in_memory += bytes.len();
        let bytes = bytes.to_vec();
        self.memory.push_back(SpoolChunk { kind, bytes });
    }

    fn lay(&mut self, kind: Kind, bytes: &[u8]) -> io::Result<()> {
        let laid = match self.file.take() {
            Some(laid) => self.file.insert(laid),
            None => self.file.insert(SpoolFile {
                file: tempfile::tempfile_in(&self.folder)?,
                taken: 0,
                end: 0,
            }),
        };
        laid.put(kind, bytes)
    }

    fn lose(&mut self, bytes: u64, error: &io::Error) {
        let lost = self.lost.get_or_insert_with(|| LostOutput {
            bytes: 0,
            reason: error.to_string(),
        });
        lost.bytes += bytes;
    }
}

impl SpoolFile {
    fn put(&mut self, kind: Kind, bytes: &[u8]) -> io::Result<()> {
        let head = frame::head(kind, bytes.len()).map_err(io::Error::other)?;
        at_offset::write_all(&self.file, &head, self.end)?;
        at_offset::write_all(&self.file, bytes, self.end + HEAD as u64)?;
        // Only now is the chunk complete: a partial one would be overwritten by the next.
        self.end += (HEAD + bytes.len()) as u64;
        Ok(())
    }

    fn next(&mut self) -> io::Result<SpoolChunk> {
        let mut head = [0; HEAD];
        at_offset::read_exact(&self.file, &mut head, self.taken)?;
        let [kind, length @ ..] = head;
        let kind = Kind::of(kind).ok_or(io::ErrorKind::InvalidData)?;
        let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
        at_offset::read_exact(&self.file, &mut bytes, self.taken + HEAD as u64)?;
        self.taken += (HEAD + bytes.len()) as u64;
        Ok(SpoolChunk { kind, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out_in_order_however_much_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let mut spool = Spool::new(folder.path());
        let mut taken = 0;
        for round in 0..3_u32 {
            for number in 0..60_u32 {
                let mut bytes = vec![0; 50_000];
                bytes[..4].copy_from_slice(&(round * 60 + number).to_le_bytes());
                spool.put(Kind::Log, &bytes);
            }
            assert!(spool.in_memory <= MEMORY);
            assert!(spool.file.is_some());
            for _ in 0..(20 + round * 20) {
                let piece = spool.take().unwrap();
                assert_eq!(piece.bytes[..4], u32::to_le_bytes(taken));
                taken += 1;
            }
        }
        while let Some(piece) = spool.take() {
            assert_eq!(piece.bytes[..4], u32::to_le_bytes(taken));
            taken += 1;
        }
        assert_eq!(taken, 180);
        assert_eq!(spool.take_lost(), None);
        // When all was taken, memory suffices again.
        spool.put(Kind::Log, b"x");
        assert!(spool.file.is_none());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn the_file_has_no_name() {
        let folder = tempfile::tempdir().unwrap();
        let mut spool = Spool::new(folder.path());
        spool.put(Kind::Log, &vec![0; MEMORY + 1]);
        assert!(spool.file.is_some());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_cannot_be_laid_down_is_told_and_messages_are_kept() {
        let folder = Path::new("/no/such/folder");
        let reason = File::create(folder.join("file")).unwrap_err().to_string();
        let mut spool = Spool::new(folder);
        spool.put(Kind::Log, &vec![b'a'; MEMORY]);
        spool.put(Kind::Log, b"lost");
        spool.put(Kind::Message, b"kept");
        spool.put(Kind::Listing, b"lost too");
        assert_eq!(spool.take().unwrap().bytes.len(), MEMORY);
        assert_eq!(spool.take().unwrap().bytes, b"kept");
        assert_eq!(spool.take(), None);
        let lost = spool.take_lost().unwrap();
        assert_eq!(lost.bytes, 12);
        assert!(lost.reason.contains(&reason), "{}", lost.reason);
        assert_eq!(spool.take_lost(), None);
    }
}
