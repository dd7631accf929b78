//! The lines of logs, by which files are known as such.

use crate::overwrite::Excerpt;

/// Returns whether a file with these ends is a log.
pub(super) fn looks_like_log(excerpt: &Excerpt) -> bool {
    excerpt.has_only(is_line, is_piece)
}

/// Returns whether it is a line of a log: numbers separated by commas.
fn is_line(line: &str) -> bool {
    let columns: Vec<_> = line.trim_end().split(", ").collect();
    (4..=7).contains(&columns.len()) && columns.iter().all(|column| is_number(column))
}

fn is_number(column: &str) -> bool {
    match column.strip_prefix("0x") {
        Some(hex) => u16::from_str_radix(hex, 16).is_ok(),
        None => column.parse::<u64>().is_ok(),
    }
}

/// Returns whether it is a piece of a line of a log, cut anywhere.
pub(super) fn is_piece(piece: &str) -> bool {
    let columns: Vec<_> = piece.split(',').map(str::trim).collect();
    let is_cut = |column: &str| column.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'x');
    match columns.as_slice() {
        [first, between @ .., last] => is_cut(first) && is_cut(last) && between.iter().all(|column| is_number(column)),
        [only] => is_cut(only),
        [] => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overwrite::may_be_replaced;

    #[test]
    fn a_log_is_known_by_its_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let lines = "500, 1024, 0, 4096, 0\n".repeat(10_000);
        let middle = lines.len() - (70 << 10);
        for (text, is_log) in [
            ("500, 1024, 0, 4096, 0\n", true),
            ("500, 1024, 0, 4096, 8192, 0\n1000", true),
            ("thesis\n", false),
            ("500, 1024, 0, 4096, 8192, 0x2000\n", true),
            ("500, 1024, 0, 4096, 8192, 0x2000\n500, 1024, 0, 4096, 8192, 0x", true),
            ("500, 1024, 0, 4096, 0\n500, ", true),
            ("1, 2, 3\n", false),
            ("1, 2, 3, 4, 5, 6, 7, 8\n", false),
            ("42", false),
            ("1, 2, 3, 4\nmy notes\n", false),
            ("1, 2, 3, 4\nmy notes", false),
            ("1, 2, 3, 4\n\n1, 2, 3, 4\n", false),
            (&lines, true),
            (&lines[..lines.len() - 3], true),
            (&format!("{lines}my notes\n"), false),
            (&format!("{lines}my notes"), false),
            (&format!("{}my notes\n{lines}", &lines[..2200]), false),
            // The middle of a long file is not read.
            (
                &format!("{}my notes\n{}", &lines[..middle - middle % 22], &lines[..88_000]),
                true,
            ),
        ] {
            std::fs::write(&path, text).unwrap();
            let is_free = may_be_replaced(&path, looks_like_log).unwrap();
            let beginning = &text[..text.len().min(50)];
            assert_eq!(is_free, is_log || text.is_empty(), "{beginning}");
        }
    }
}
