//! Lines for the command interpreter.

use std::fs::Metadata;

/// The command that removes files.
pub(crate) const REMOVE: &str = "del";

/// fio's engine for several transfers in flight.
pub(crate) const FIO_OVERLAPPED: &str = "--ioengine=windowsaio";

/// The same past the cache.
pub(crate) const FIO_OVERLAPPED_DIRECT: &str = FIO_OVERLAPPED;

/// Quotes a path as a word if necessary.
pub(crate) fn quoted(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || r"\/:._-".contains(letter);
    if !path.is_empty() && path.chars().all(is_plain) {
        return path.to_owned();
    }
    // Backslashes before the quotation mark would take it into the word.
    let last = path.len() - path.trim_end_matches('\\').len();
    format!("\"{path}{}\"", "\\".repeat(last))
}

/// Returns the words for so many files whose paths end with their numbers, each behind an option.
pub(crate) fn numbered(option: &str, path: &str, count: usize) -> String {
    let words = (1..=count).map(|number| format!("{option}{}", quoted(&format!("{path}{number}"))));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns whether it is a disk. Disks are not found by names of files here.
pub(crate) fn is_block_device(_file: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_the_interpreter_would_break_them() {
        assert_eq!(quoted(r"E:\data\work"), r"E:\data\work");
        assert_eq!(quoted(r"E:\my data\"), r#""E:\my data\\""#);
        assert_eq!(quoted("a&b"), "\"a&b\"");
        assert_eq!(numbered("--to=", r"E:\a", 2), r"--to=E:\a1 --to=E:\a2");
    }
}
