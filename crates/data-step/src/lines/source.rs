//! Lines from a file or the program.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use feedrate_options::MemoryGrant;
use feedrate_pageio::command::RunningCommand;
use feedrate_pageio::stoppable::interruptibly;
use feedrate_program::{Device, LineEnd};
use feedrate_rows::fault::{Fault, StepResult};

use super::bytes::SourceBytes;
use super::make_room;

/// The minimum length of a line of DATALINES: that of a punched card.
const CARD: usize = 80;

/// The number of bytes of a file that are read at a time.
const BUFFER: usize = 256 << 10;

/// The mark of UTF-8 at the beginning of a file, which is no part of its first line.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The source of lines.
pub(super) enum LineSource<'s> {
    /// A file.
    File(SourceFile),
    /// Nothing: FILEVAR= has not named a file yet.
    Unopened,
    /// The program.
    Program(std::slice::Iter<'s, Vec<u8>>),
}

/// A file whose lines are read.
pub(super) struct SourceFile {
    reader: BufReader<SourceBytes>,
    path: PathBuf,
    /// The end of its lines.
    line_end: LineEnd,
    /// True before its first line, which a mark of the order of bytes can precede.
    is_new: bool,
}

impl LineSource<'_> {
    pub(super) fn open(path: &Path, line_end: LineEnd, device: &Device) -> StepResult<Self> {
        let bytes = SourceBytes::open(path, device).map_err(|source| failed("read", path, source))?;
        Ok(Self::File(SourceFile {
            reader: BufReader::with_capacity(BUFFER, bytes),
            path: path.to_owned(),
            line_end,
            is_new: true,
        }))
    }

    /// Reads the next line, without its line feed, into `line`, cut to `longest` bytes. Returns whether it was cut, or
    /// `None` if there is none. A line without end, and waiting for one, ends when `check_stop` fails. The memory of
    /// the line is taken from the grant.
    pub(super) fn next(
        &mut self,
        line: &mut Vec<u8>,
        longest: usize,
        memory: &mut MemoryGrant,
        check_stop: impl Fn() -> StepResult<()>,
    ) -> StepResult<Option<bool>> {
        line.clear();
        match self {
            Self::Program(lines) => {
                let Some(next) = lines.next() else {
                    return Ok(None);
                };
                let used = next.len().min(longest);
                make_room(line, used.max(CARD), memory)?;
                line.extend_from_slice(&next[..used]);
                line.resize(used.max(CARD.min(longest)), b' ');
                Ok(Some(next.len() > longest))
            }
            Self::Unopened => Ok(None),
            Self::File(file) => file.next(line, longest, memory, check_stop),
        }
    }

    /// Reads on until `line` has `wanted` bytes, or to the end of the file.
    pub(super) fn fill(
        &mut self,
        line: &mut Vec<u8>,
        wanted: usize,
        memory: &mut MemoryGrant,
        check_stop: impl Fn() -> StepResult<()>,
    ) -> StepResult<()> {
        if let Self::File(file) = self {
            let mut reader = LineReader {
                reader: &mut file.reader,
                path: &file.path,
                longest: wanted,
            };
            reader.fixed(line, memory, check_stop)?;
        }
        Ok(())
    }

    /// Returns the size of the file in bytes, if known.
    pub(super) fn bytes(&self) -> Option<u64> {
        match self {
            Self::Program(_) | Self::Unopened => None,
            Self::File(file) => file.reader.get_ref().size(),
        }
    }

    /// Returns the command whose output is read.
    pub(super) fn command(&mut self) -> Option<&mut RunningCommand> {
        match self {
            Self::File(file) => file.reader.get_mut().command(),
            Self::Program(_) | Self::Unopened => None,
        }
    }

    /// Returns whether there are no more lines.
    pub(super) fn is_at_end(&mut self, check_stop: impl Fn() -> StepResult<()>) -> StepResult<bool> {
        match self {
            Self::Program(lines) => Ok(lines.as_slice().is_empty()),
            Self::File(file) => Ok(filled(&mut file.reader, &file.path, check_stop)?.is_empty()),
            Self::Unopened => Ok(true),
        }
    }
}

impl SourceFile {
    /// Reads the next line, see [`LineSource::next`].
    fn next(
        &mut self,
        line: &mut Vec<u8>,
        longest: usize,
        memory: &mut MemoryGrant,
        check_stop: impl Fn() -> StepResult<()>,
    ) -> StepResult<Option<bool>> {
        let may_be_marked = std::mem::take(&mut self.is_new) && self.line_end != LineEnd::Fixed;
        let mut reader = LineReader {
            reader: &mut self.reader,
            path: &self.path,
            longest: longest + if may_be_marked { MARK.len() } else { 0 },
        };
        let is_cut = match self.line_end {
            LineEnd::Fixed => reader.fixed(line, memory, check_stop)?,
            end => reader.ended(line, end, memory, check_stop)?,
        };
        if !may_be_marked {
            return Ok(is_cut);
        }
        if line.starts_with(MARK) {
            line.drain(..MARK.len());
        }
        let is_longer = line.len() > longest;
        line.truncate(longest);
        Ok(is_cut.map(|is_cut| is_cut || is_longer))
    }
}

/// Reads a line of a file.
struct LineReader<'r> {
    reader: &'r mut BufReader<SourceBytes>,
    path: &'r Path,
    longest: usize,
}

impl LineReader<'_> {
    /// Reads a line up to its end. Returns whether it was cut, or `None` if there is none.
    fn ended(
        &mut self,
        line: &mut Vec<u8>,
        end: LineEnd,
        memory: &mut MemoryGrant,
        check_stop: impl Fn() -> StepResult<()>,
    ) -> StepResult<Option<bool>> {
        let last = match end {
            LineEnd::CarriageReturn => b'\r',
            LineEnd::Null => 0,
            _ => b'\n',
        };
        let has_return = matches!(end, LineEnd::Either | LineEnd::Both);
        let mut is_there = false;
        let mut is_cut = false;
        loop {
            let bytes = filled(self.reader, self.path, &check_stop)?;
            if bytes.is_empty() {
                break;
            }
            is_there = true;
            let end_of_part = bytes.iter().position(|&byte| byte == last);
            let part = &bytes[..end_of_part.unwrap_or(bytes.len())];
            // One more byte, for a carriage return that is not part of the line.
            let room = (self.longest + 1).saturating_sub(line.len());
            let taken = part.len().min(room);
            make_room(line, line.len() + taken, memory)?;
            line.extend_from_slice(&part[..taken]);
            is_cut |= part.len() > room;
            let used = part.len() + usize::from(end_of_part.is_some());
            self.reader.consume(used);
            check_stop()?;
            if end_of_part.is_none() {
                continue;
            }
            // A line feed alone is part of a line whose end has two bytes.
            if end == LineEnd::Both && line.last() != Some(&b'\r') && !is_cut && line.len() <= self.longest {
                make_room(line, line.len() + 1, memory)?;
                line.push(last);
                continue;
            }
            break;
        }
        if has_return && !is_cut && line.last() == Some(&b'\r') {
            line.pop();
        }
        is_cut |= line.len() > self.longest;
        line.truncate(self.longest);
        Ok(is_there.then_some(is_cut))
    }

    /// Reads a line of `longest` bytes, or the rest of the file.
    fn fixed(
        &mut self,
        line: &mut Vec<u8>,
        memory: &mut MemoryGrant,
        check_stop: impl Fn() -> StepResult<()>,
    ) -> StepResult<Option<bool>> {
        while line.len() < self.longest {
            let bytes = filled(self.reader, self.path, &check_stop)?;
            if bytes.is_empty() {
                break;
            }
            let taken = bytes.len().min(self.longest - line.len());
            make_room(line, line.len() + taken, memory)?;
            line.extend_from_slice(&bytes[..taken]);
            self.reader.consume(taken);
            check_stop()?;
        }
        Ok((!line.is_empty()).then_some(false))
    }
}

/// Returns the buffered bytes of a file, and reads more if there are none; empty at its end.
fn filled<'r>(
    reader: &'r mut BufReader<SourceBytes>,
    path: &Path,
    check_stop: impl Fn() -> StepResult<()>,
) -> StepResult<&'r [u8]> {
    if reader.buffer().is_empty() {
        interruptibly(|| reader.fill_buf().map(drop), check_stop)?.map_err(|source| failed("read", path, source))?;
    }
    Ok(reader.buffer())
}

/// Returns the fault for a file that cannot be used.
pub(super) fn failed(action: &'static str, path: &Path, source: std::io::Error) -> Box<Fault> {
    Box::new(Fault::File {
        action,
        path: path.into(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> MemoryGrant {
        MemoryGrant::new(1 << 20)
    }

    fn lines_of(content: &[u8], longest: usize) -> Vec<(String, bool)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.txt");
        std::fs::write(&path, content).unwrap();
        let mut source = LineSource::open(&path, LineEnd::Either, &Device::Disk).unwrap();
        let mut line = Vec::new();
        let mut lines = Vec::new();
        loop {
            let is_at_end = source.is_at_end(|| Ok(())).unwrap();
            let next = source.next(&mut line, longest, &mut memory(), || Ok(())).unwrap();
            assert_eq!(is_at_end, next.is_none());
            let Some(is_cut) = next else {
                return lines;
            };
            lines.push((String::from_utf8_lossy(&line).into_owned(), is_cut));
        }
    }

    #[test]
    fn lines_end_with_either_kind_of_end_or_none() {
        let found = lines_of(b"a\r\n\nbc", 80);
        let expected = [("a", false), ("", false), ("bc", false)];
        assert_eq!(found, expected.map(|(line, is_cut)| (line.to_owned(), is_cut)));
    }

    #[test]
    fn a_mark_of_utf_8_is_no_part_of_the_first_line() {
        let found = lines_of(b"\xef\xbb\xbfabc\n\xef\xbb\xbfd\n", 3);
        let expected = [("abc", false), ("\u{feff}", true)];
        assert_eq!(found, expected.map(|(line, is_cut)| (line.to_owned(), is_cut)));
        assert_eq!(lines_of(b"\xef\xbb\xbfabcd\n", 3), [("abc".to_owned(), true)]);
    }

    #[test]
    fn long_lines_are_cut_with_a_note() {
        let found = lines_of(b"abcdef\nabc\r\nabcd\r\n", 3);
        let expected = [("abc", true), ("abc", false), ("abc", true)];
        assert_eq!(found, expected.map(|(line, is_cut)| (line.to_owned(), is_cut)));
    }

    /// Returns a file of 4 MiB that is one line.
    fn one_line() -> tempfile::TempPath {
        let file = tempfile::NamedTempFile::new().unwrap();
        file.as_file().set_len(4 << 20).unwrap();
        file.into_temp_path()
    }

    #[test]
    fn a_line_without_end_can_be_stopped() {
        let path = one_line();
        let mut source = LineSource::open(&path, LineEnd::Either, &Device::Disk).unwrap();
        let stopped = || Err(Box::new(Fault::Interrupted));
        let outcome = source.next(&mut Vec::new(), 80, &mut memory(), stopped);
        assert!(matches!(*outcome.unwrap_err(), Fault::Interrupted));
    }

    #[test]
    fn a_line_longer_than_memory_is_refused() {
        let path = one_line();
        let mut source = LineSource::open(&path, LineEnd::Either, &Device::Disk).unwrap();
        let mut line = Vec::new();
        let outcome = source.next(&mut line, 1 << 30, &mut memory(), || Ok(()));
        assert!(matches!(*outcome.unwrap_err(), Fault::Memory(_)));
        assert!(line.capacity() <= 1 << 20);
    }

    #[test]
    fn lines_of_a_program_are_as_long_as_a_card() {
        let lines = [b"abc".to_vec()];
        let mut source = LineSource::Program(lines.iter());
        let mut line = Vec::new();
        let mut next = |line: &mut Vec<u8>| {
            let next = source.next(line, 32_767, &mut memory(), || Ok(()));
            next.unwrap()
        };
        assert_eq!(next(&mut line), Some(false));
        assert_eq!((line.len(), &line[..4]), (80, &b"abc "[..]));
        assert_eq!(next(&mut line), None);
    }
}
