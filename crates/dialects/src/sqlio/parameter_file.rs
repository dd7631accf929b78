//! The lines of a parameter file: a file, its threads, a mask of processors, a size.

use std::io;
use std::path::Path;

use feedrate_pageio::named_text::TextKind;

use super::error::{Error, Result};
use super::parsed_options::MOST;
use super::value::mask;
use crate::argument::number;

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its number, from 1.
    pub(super) number: usize,
    /// The name of the file.
    pub(super) name: String,
    /// The number of threads that work on it.
    pub(super) threads: u32,
    /// The mask of processors; 0 for any.
    pub(super) mask: u64,
    /// The size of the file.
    pub(super) megabytes: Option<u64>,
}

/// The files with the parameters of tests.
pub(super) const KIND: TextKind = TextKind {
    name: "parameter file",
    longest: 1 << 20,
};

/// Reads the bytes of a parameter file.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    KIND.read(path)
}

/// Parses a parameter file. Errors refer to it by `path`.
pub(super) fn parse(path: &str, bytes: &[u8]) -> Result<Vec<Line>> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = Vec::new();
    for (at, text) in text.lines().enumerate() {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let line = line(text, at + 1).map_err(|what| Error::ParameterLine {
            path: path.to_owned(),
            line: at + 1,
            what,
        })?;
        lines.push(line);
    }
    if lines.is_empty() {
        return Err(Error::EmptyParameterFile { path: path.to_owned() });
    }
    Ok(lines)
}

fn line(text: &str, at: usize) -> std::result::Result<Line, String> {
    let (name, rest) = name(text)?;
    // Text after a # is a comment.
    let rest = rest.split('#').next().unwrap_or_default();
    let mut fields = rest.split_whitespace();
    let threads = match fields.next() {
        None => {
            return Err(format!(
                "{name} lacks its number of threads; write it after the name, such as: {name} 2"
            ));
        }
        Some(field) => number(field)
            .filter(|&threads| (1..=MOST.into()).contains(&threads))
            .ok_or_else(|| format!("'{field}' is not a number of threads from 1 to {MOST}"))?
            as u32,
    };
    let mask = match fields.next() {
        None => 0,
        Some(field) => mask(field)
            .ok_or_else(|| format!("'{field}' is not a mask of processors; write 0x0 for any, or such as 0xf"))?,
    };
    let megabytes = match fields.next() {
        None => None,
        Some(field) => Some(
            number(field)
                .filter(|size| (1..=1 << 33).contains(size))
                .ok_or_else(|| format!("'{field}' is not a size in MB; write a whole number, such as 10000"))?,
        ),
    };
    if let Some(field) = fields.next() {
        return Err(format!(
            "'{field}' is one field too many: a line has a file, threads, a mask and a size in MB"
        ));
    }
    Ok(Line {
        number: at,
        name,
        threads,
        mask,
        megabytes,
    })
}

/// Parses the name, which may be quoted, and returns it with the rest.
fn name(text: &str) -> std::result::Result<(String, &str), String> {
    let (name, rest) = match text.strip_prefix('"') {
        Some(quoted) => quoted
            .split_once('"')
            .ok_or_else(|| "the quote before the file name is never closed".to_owned())?,
        None => text.split_at(text.find(char::is_whitespace).unwrap_or(text.len())),
    };
    if name.is_empty() {
        return Err("the file name is empty".to_owned());
    }
    if name.chars().count() > MOST as usize {
        return Err(format!("the file name has more than {MOST} characters"));
    }
    Ok((name.to_owned(), rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn one(text: &str) -> Line {
        parse("p", text.as_bytes()).unwrap().remove(0)
    }

    fn message(text: &str) -> String {
        let message = parse("p.txt", text.as_bytes()).unwrap_err().to_string();
        assert!(!message.contains('\n'), "{message}");
        message
    }

    #[test]
    fn a_line_is_a_file_its_threads_a_mask_and_a_size() {
        let line = one("# first\r\n\r\nF:\\testfile.dat 1 0x0 10000\r\n");
        assert_eq!(line.number, 3);
        assert_eq!(line.name, "F:\\testfile.dat");
        assert_eq!((line.threads, line.mask, line.megabytes), (1, 0, Some(10_000)));
        let line = one("\u{feff}a.dat\t256 0xFF # all of it");
        assert_eq!((line.threads, line.mask, line.megabytes), (256, 255, None));
        assert_eq!(one("\"my file.dat\" 2 10").name, "my file.dat");
        assert_eq!(one("a 2 10").mask, 10);
        assert_eq!(parse("p", b"a 1\nb 2\n#c 3\n").unwrap().len(), 2);
    }

    #[test]
    fn what_a_line_lacks_is_said_with_its_number() {
        assert_eq!(
            message("# x\na.dat"),
            "p.txt, line 2: a.dat lacks its number of threads; write it after the name, such as: a.dat 2"
        );
        assert!(message("a 0").contains("'0' is not a number of threads"));
        assert!(message("a 257").contains("from 1 to 256"));
        assert!(message("a 1 0xg").contains("'0xg' is not a mask"));
        assert!(message("a 1 0x+1").contains("not a mask"));
        assert!(message("a 1 0 -5").contains("'-5' is not a size in MB"));
        assert!(message("a 1 0 0").contains("'0' is not a size in MB"));
        assert!(message("a 1 0 5 6").contains("one field too many"));
        assert!(message("\"a 1").contains("never closed"));
        assert!(message("# nothing").contains("names no file"));
        assert!(message(&format!("{} 1", "n".repeat(257))).contains("more than 256 characters"));
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse("p", &bytes);
        }

        #[test]
        fn what_is_written_is_read(threads in 1u32..=256, mask in any::<u64>(), size in 1u64..1 << 33) {
            let line = one(&format!("x.dat {threads} {mask:#x} {size}"));
            prop_assert_eq!((line.threads, line.mask, line.megabytes), (threads, mask, Some(size)));
        }
    }
}
