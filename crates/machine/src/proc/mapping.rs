//! `/proc/PID/maps`: the mappings of files of a process.
//!
//! Format: `proc_pid_maps(5)`.

/// A mapping of a file in `/proc/PID/maps`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping<'a> {
    /// True if it is of code, as libraries have it.
    pub is_code: bool,
    /// The major and minor number of the file's device.
    pub device: (u32, u32),
    /// The number of the file on it.
    pub inode: u64,
    /// The path as the kernel writes it: a line feed in it is `\012`, and ` (deleted)` follows if it has no name.
    pub path: &'a [u8],
}

impl<'a> Mapping<'a> {
    /// Reads a line; `None` if it is no mapping of a file with a path.
    pub fn parse(line: &'a [u8]) -> Option<Self> {
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
pub fn without_deleted(path: &[u8]) -> (&[u8], bool) {
    match path.strip_suffix(b" (deleted)") {
        Some(path) => (path, true),
        None => (path, false),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn mappings_of_files_are_found_among_others() {
        let line = b"7f00-7f01 r--s 00001000 fe:0a 77                         /data/a b.dat (deleted)";
        let mapping = Mapping::parse(line).unwrap();
        assert_eq!((mapping.device, mapping.inode), ((0xfe, 10), 77));
        assert!(!mapping.is_code);
        let (path, is_deleted) = without_deleted(mapping.path);
        assert_eq!((path, is_deleted), (&b"/data/a b.dat"[..], true));
        assert_eq!(Mapping::parse(b"7f00-7f01 rw-p 00000000 00:00 0 "), None);
        assert_eq!(Mapping::parse(b"7f00-7f01 rw-p 00000000 00:00 0    [heap]"), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = Mapping::parse(&bytes);
        }

        #[test]
        fn any_words_are_survived(words in proptest::collection::vec("[-0-9:a-fx/ ]{0,22}", 0..9)) {
            let _ = Mapping::parse(words.join(" ").as_bytes());
        }
    }
}
