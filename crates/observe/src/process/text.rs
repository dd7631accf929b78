//! Reads the texts of `/proc/PID`. Each function takes any bytes, and returns nothing rather than a guess.
//!
//! Sources: `proc_pid_stat(5)`, `proc_pid_io(5)`, `proc_pid_fdinfo(5)` and `proc_pid_maps(5)`.

use crate::counters::Counters;

/// The fields of `/proc/PID/stat` that are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    /// The name of the program, 15 bytes at most.
    pub(crate) name: String,
    /// `R`, `S`, `D`, `Z` and so on.
    pub(crate) state: u8,
    /// The parent.
    pub(crate) parent: u32,
    /// Ticks in user mode, with those of children that were waited for.
    pub(crate) user_ticks: u64,
    /// Ticks in the kernel, with those of children that were waited for.
    pub(crate) system_ticks: u64,
    /// Threads.
    pub(crate) threads: u64,
    /// When it was started, in ticks since the machine was: with its number, this is one process and no other.
    pub(crate) started_ticks: u64,
    /// Ticks that the first thread waited for block I/O; 0 without delay accounting.
    pub(crate) block_wait_ticks: u64,
}

impl Stat {
    /// Reads the text; `None` if a field is missing.
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(text);
        // The name may contain blanks and parentheses; after the last parenthesis comes field 3.
        let (before, after) = text.rsplit_once(')')?;
        let (_, name) = before.split_once('(')?;
        let fields: Vec<&str> = after.split_ascii_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        let sum = |own, of_children| Some(field(own)?.saturating_add(field(of_children)?));
        Some(Self {
            name: name.to_owned(),
            state: *fields.first()?.as_bytes().first()?,
            parent: fields.get(1)?.parse().ok()?,
            user_ticks: sum(14, 16)?,
            system_ticks: sum(15, 17)?,
            threads: field(20)?,
            started_ticks: field(22)?,
            block_wait_ticks: field(42).unwrap_or_default(),
        })
    }

    /// Returns whether it has ended, and only its parent keeps it.
    pub(crate) fn is_ended(&self) -> bool {
        matches!(self.state, b'Z' | b'X' | b'x')
    }
}

/// Reads `/proc/PID/io` into the counters of bytes and calls.
pub(crate) fn io(text: &[u8]) -> Option<Counters> {
    let text = std::str::from_utf8(text).ok()?;
    let field = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
            .and_then(|value| value.trim().parse().ok())
    };
    Some(Counters {
        read_bytes: field("rchar")?,
        written_bytes: field("wchar")?,
        read_calls: field("syscr")?,
        write_calls: field("syscw")?,
        storage_read_bytes: field("read_bytes")?,
        storage_write_bytes: field("write_bytes")?,
        storage_cancelled_bytes: field("cancelled_write_bytes").unwrap_or_default(),
        ..Counters::default()
    })
}

/// The fields of `/proc/PID/fdinfo/N` that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FdInfo {
    /// The position in the file.
    pub(crate) position: u64,
    /// The flags of `open(2)`.
    pub(crate) flags: u32,
}

impl FdInfo {
    /// Reads the text; `None` if it has no position or no flags.
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(text);
        let field = |name| text.lines().find_map(|line| line.strip_prefix(name));
        Some(Self {
            position: field("pos:")?.trim().parse().ok()?,
            flags: u32::from_str_radix(field("flags:")?.trim(), 8).ok()?,
        })
    }
}

/// A mapping of a file in `/proc/PID/maps`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mapping<'a> {
    /// True if it is of code, as libraries have it.
    pub(crate) is_code: bool,
    /// The major and minor number of the file's device.
    pub(crate) device: (u32, u32),
    /// The number of the file on it.
    pub(crate) inode: u64,
    /// The path as the kernel writes it: a line feed in it is `\012`, and ` (deleted)` follows if it has no name.
    pub(crate) path: &'a [u8],
}

impl<'a> Mapping<'a> {
    /// Reads a line; `None` if it is no mapping of a file with a path.
    pub(crate) fn parse(line: &'a [u8]) -> Option<Self> {
        let mut rest = line;
        let mut word = || {
            let from = rest.iter().position(|byte| *byte != b' ')?;
            let end = rest[from..].iter().position(|byte| *byte == b' ')?;
            let word = std::str::from_utf8(&rest[from..from + end]).ok()?;
            rest = &rest[from + end..];
            Some(word)
        };
        let _range = word()?;
        let rights = word()?;
        let _offset = word()?;
        let (major, minor) = word()?.split_once(':')?;
        let inode = word()?.parse().ok()?;
        let path = rest.trim_ascii_start();
        (path.starts_with(b"/") && inode != 0).then_some(Self {
            is_code: rights.contains('x'),
            device: (
                u32::from_str_radix(major, 16).ok()?,
                u32::from_str_radix(minor, 16).ok()?,
            ),
            inode,
            path,
        })
    }
}

/// Returns the path of a file without the mark of one that has no name any more, and whether it had that mark.
pub(crate) fn without_deleted(path: &[u8]) -> (&[u8], bool) {
    match path.strip_suffix(b" (deleted)") {
        Some(path) => (path, true),
        None => (path, false),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const STAT: &str = "42 (a (b) c) D 7 42 42 0 -1 4194560 100 200 3 4 150 50 30 20 20 0 5 0 999 1 2 3 4 5 6 7 8 9 0 \
                        0 0 0 0 0 17 0 0 0 12 0 0 1";

    #[test]
    fn the_fields_of_stat_are_found_behind_any_name() {
        let stat = Stat::parse(STAT.as_bytes()).unwrap();
        let expected = Stat {
            name: "a (b) c".to_owned(),
            state: b'D',
            parent: 7,
            user_ticks: 180,
            system_ticks: 70,
            threads: 5,
            started_ticks: 999,
            block_wait_ticks: 12,
        };
        assert_eq!(stat, expected);
        assert!(!stat.is_ended());
        assert_eq!(Stat::parse(b"42 (a) Z 7"), None);
    }

    #[test]
    fn the_counters_of_io_are_all_needed() {
        let text = b"rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 5\nwrite_bytes: 6\ncancelled_write_bytes: 7\n";
        let counters = io(text).unwrap();
        assert_eq!((counters.read_bytes, counters.written_bytes), (1, 2));
        assert_eq!((counters.read_calls, counters.write_calls), (3, 4));
        assert_eq!(counters.storage_read_bytes, 5);
        assert_eq!(counters.storage_write_bytes, 6);
        assert_eq!(counters.storage_cancelled_bytes, 7);
        assert_eq!(io(b"rchar: 1\n"), None);
    }

    #[test]
    fn flags_are_octal() {
        let info = FdInfo::parse(b"pos:\t4096\nflags:\t0140001\nmnt_id:\t24\n").unwrap();
        assert_eq!((info.position, info.flags), (4096, 0o140_001));
        assert_eq!(FdInfo::parse(b"pos:\t-1\nflags:\t0\n"), None);
    }

    #[test]
    fn mappings_of_files_are_found_among_others() {
        let line =
            b"7f00-7f01 r--s 00001000 fe:0a 77                         /data/a b.dat (deleted)";
        let mapping = Mapping::parse(line).unwrap();
        assert_eq!((mapping.device, mapping.inode), ((0xfe, 10), 77));
        assert!(!mapping.is_code);
        let (path, is_deleted) = without_deleted(mapping.path);
        assert_eq!((path, is_deleted), (&b"/data/a b.dat"[..], true));
        assert_eq!(Mapping::parse(b"7f00-7f01 rw-p 00000000 00:00 0 "), None);
        assert_eq!(
            Mapping::parse(b"7f00-7f01 rw-p 00000000 00:00 0    [heap]"),
            None
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = (Stat::parse(&bytes), io(&bytes), FdInfo::parse(&bytes), Mapping::parse(&bytes));
        }

        #[test]
        fn any_numbers_are_survived(numbers in proptest::collection::vec("[-0-9:a-fx/ ]{0,22}", 0..50)) {
            let stat = format!("1 (x) S {}", numbers.join(" "));
            let line = numbers.join(" ");
            let of = |index: usize| numbers.get(index).map_or("", String::as_str);
            let info = format!("pos:\t{}\nflags:\t{}\n", of(0), of(1));
            let counters = format!("rchar: {}\nwchar: {}\nsyscr: 1\nsyscw: 1\nread_bytes: 1\n\
                write_bytes: 1\n", of(0), of(1));
            let _ = Stat::parse(stat.as_bytes());
            let _ = (Mapping::parse(line.as_bytes()), FdInfo::parse(info.as_bytes()), io(counters.as_bytes()));
        }
    }
}
