//! Reads recordings.

use std::collections::HashMap;
use std::time::Duration;

use feedrate_workload::load::Action;

use super::{Event, HEAD, Line, Recording, name, version};

/// The beginning of the kernel's binary traces (`blktrace`), in either byte order, without the version.
const TRACE: [[u8; 3]; 2] = [[0x74, 0x61, 0x65], [0x65, 0x61, 0x74]];

/// The reason why a recording is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is binary.
    #[error(
        "is a binary trace of blktrace, which is not read here; blkparse tells it as text, and a job with write_iolog= \
         records one"
    )]
    Trace,
    /// It has no valid first line.
    #[error("begins with no line of an iolog, such as 'fio version 3 iolog'; name a file that write_iolog= made")]
    NoRecording,
    /// It has an unsupported version.
    #[error("is an iolog of version {0}, and versions 2 and 3 are read; record it anew with write_iolog=")]
    Version(String),
    /// A line is invalid.
    #[error("line {line}: {what}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The reason, and what to do.
        what: String,
    },
}

/// Parses a recording.
///
/// # Errors
///
/// Returns an error for the first invalid line.
pub fn parse(bytes: &[u8]) -> Result<Recording, Fault> {
    let is_trace = bytes.len() >= 4 && (TRACE[0] == bytes[1..4] || TRACE[1] == bytes[..3]);
    if is_trace {
        return Err(Fault::Trace);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Fault::NoRecording)?;
    let mut lines = text.lines();
    let head = lines.next().unwrap_or_default();
    let version = head
        .strip_prefix(HEAD)
        .and_then(|rest| rest.split_once(' '))
        .filter(|(_, rest)| rest.starts_with("iolog"));
    let has_times = match version {
        Some(("2", _)) => false,
        Some(("3", _)) => true,
        Some((other, _)) => return Err(Fault::Version(other.to_owned())),
        None => return Err(Fault::NoRecording),
    };
    let mut reader = Reader {
        recording: Recording::default(),
        files: HashMap::new(),
        has_times,
        last: None,
    };
    for (number, line) in (2..).zip(lines) {
        let wrong = |what| Fault::Line { line: number, what };
        reader.line(line).map_err(wrong)?;
    }
    Ok(reader.recording)
}

struct Reader<'t> {
    recording: Recording,
    /// The numbers of files by their names.
    files: HashMap<&'t str, usize>,
    has_times: bool,
    /// The time of the line before, in microseconds.
    last: Option<u64>,
}

impl<'t> Reader<'t> {
    fn line(&mut self, line: &'t str) -> Result<(), String> {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() {
            return Ok(());
        }
        // A recording that is appended to another begins with a first line of its own.
        if let Some(version) = version(line) {
            self.has_times = version == 3;
            self.last = None;
            return Ok(());
        }
        let mut pause = Duration::ZERO;
        if self.has_times {
            let time = number(words.remove(0))?;
            // As in fio, a pause does not begin at a line of time 0.
            let last = self.last.replace(time).filter(|&last| last > 0);
            pause = Duration::from_micros(time.saturating_sub(last.unwrap_or(time)));
        }
        let event = match words[..] {
            [file, "add" | "open" | "close"] => {
                self.file(file);
                Event::OpenOrClose
            }
            [_, "wait", ..] if self.has_times => {
                return Err("version 3 has times before its lines, and no wait".to_owned());
            }
            [_, "wait", time, _] => Event::WaitUntil(Duration::from_millis(number(time)?)),
            [file, action, offset, bytes] => {
                let action = [
                    Action::Read,
                    Action::Write,
                    Action::Trim,
                    Action::Sync,
                    Action::DataSync,
                ]
                .into_iter()
                .find(|known| name(*known) == action)
                .ok_or_else(|| format!("'{action}' is none of read, write, trim, sync, datasync, wait"))?;
                let (offset, bytes) = (number(offset)?, number(bytes)?);
                let is_block = !matches!(action, Action::Sync | Action::DataSync);
                if is_block && bytes == 0 {
                    return Err("a block of 0 bytes".to_owned());
                }
                if offset.checked_add(bytes).is_none_or(|end| end > i64::MAX as u64) {
                    return Err("it is beyond what a file can have".to_owned());
                }
                Event::Request {
                    action,
                    file: self.file(file),
                    offset,
                    bytes,
                }
            }
            _ => {
                let times = if self.has_times { "TIME " } else { "" };
                return Err(format!(
                    "it is neither '{times}NAME ACTION' nor '{times}NAME ACTION OFFSET LENGTH'"
                ));
            }
        };
        self.recording.lines.push(Line { pause, event });
        Ok(())
    }

    /// Returns the number of a file, which is added if it is new.
    fn file(&mut self, name: &'t str) -> usize {
        *self.files.entry(name).or_insert_with(|| {
            self.recording.files.push(name.to_owned());
            self.recording.files.len() - 1
        })
    }
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("'{word}' is no whole number"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn message(bytes: &[u8]) -> String {
        parse(bytes).unwrap_err().to_string()
    }

    #[test]
    fn lines_are_read_with_their_times() {
        let text = "fio version 3 iolog\n0 /d/a add\n10 /d/a open\n30 /d/a write 4096 512\n\
                    130 /d/b read 0 100\n131 /d/a datasync 0 0\n";
        let recording = parse(text.as_bytes()).unwrap();
        assert_eq!(recording.files, ["/d/a", "/d/b"]);
        let pauses: Vec<_> = recording.lines.iter().map(|line| line.pause.as_micros()).collect();
        assert_eq!(pauses, [0, 0, 20, 100, 1]);
        let Event::Request {
            action,
            file,
            offset,
            bytes,
        } = recording.lines[3].event
        else {
            panic!("{recording:?}");
        };
        assert_eq!((action, file, offset, bytes), (Action::Read, 1, 0, 100));
        let older = parse(b"fio version 2 iolog\nf add\nf wait 500 0\nf trim 0 4096\n").unwrap();
        assert_eq!(older.lines[1].event, Event::WaitUntil(Duration::from_millis(500)));
    }

    #[test]
    fn lines_may_end_as_on_windows() {
        let text = "fio version 3 iolog\n0 f add\n10 f read 0 100\n20 f close\n";
        let of_windows = text.replace('\n', "\r\n");
        let recording = parse(of_windows.as_bytes()).unwrap();
        assert_eq!(recording, parse(text.as_bytes()).unwrap());
        // feedrate never writes it so: it is not its own, to be replaced.
        assert!(!super::super::looks_like_one(&of_windows));
    }

    #[test]
    fn a_recording_may_follow_another() {
        let text = "fio version 3 iolog\n900 f write 0 512\nfio version 3 iolog\n5 f add\n\
                    7 f read 0 512\nfio version 2 iolog\nf read 512 512\n";
        let recording = parse(text.as_bytes()).unwrap();
        assert_eq!(recording.files, ["f"]);
        let pauses: Vec<_> = recording.lines.iter().map(|line| line.pause).collect();
        assert_eq!(pauses.len(), 4);
        assert_eq!(pauses.iter().sum::<Duration>(), Duration::from_micros(2));
    }

    #[test]
    fn what_is_none_is_told_with_its_line() {
        assert!(message(b"\x07tae\0\0\0\0").contains("binary trace of blktrace"));
        assert!(message(b"eat\x07").contains("binary trace of blktrace"));
        assert!(message(b"0, 0, 4096\n").contains("no line of an iolog"));
        assert!(message(b"").contains("no line of an iolog"));
        assert!(message(b"fio version 4 iolog\n").contains("of version 4"));
        for (line, part) in [
            ("f jump 0 1", "line 2: 'jump' is none of"),
            ("f read x 1", "'x' is no whole number"),
            ("f read 0 0", "a block of 0 bytes"),
            ("f read 1", "neither 'NAME ACTION' nor"),
            ("f read 18446744073709551615 1", "beyond what a file can have"),
        ] {
            let message = message(format!("fio version 2 iolog\n{line}\n").as_bytes());
            assert!(message.contains(part), "{message}");
        }
        assert!(message(b"fio version 3 iolog\n0 f wait 5 0\n").contains("no wait"));
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..200), version in 2..4) {
            let _ = parse(&bytes);
            let mut text = format!("fio version {version} iolog\n").into_bytes();
            text.extend(bytes);
            let _ = parse(&text);
        }
    }
}
