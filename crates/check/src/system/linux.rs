//! Lines for bash.

use std::fs::Metadata;

/// The command that removes files.
pub(crate) const REMOVE: &str = "rm";

/// fio's engine for several transfers in flight.
pub(crate) const FIO_OVERLAPPED: &str = "--ioengine=io_uring";

/// The same past the page cache.
pub(crate) const FIO_OVERLAPPED_DIRECT: &str = "--ioengine=io_uring --fixedbufs --registerfiles";

/// Quotes a path as a word if necessary.
pub(crate) fn quoted(path: &str) -> String {
    let quoted = shlex::try_quote(path).expect("only NUL is refused, and no path has it");
    quoted.into_owned()
}

/// Returns the words for so many files whose paths end with their numbers, each behind an option: braces name several.
pub(crate) fn numbered(option: &str, path: &str, count: usize) -> String {
    match count {
        1 => format!("{option}{}", quoted(&format!("{path}1"))),
        count => format!("{option}{}{{1..{count}}}", quoted(path)),
    }
}

/// Returns whether it is a disk.
pub(crate) fn is_block_device(file: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    file.file_type().is_block_device()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_break_them() {
        assert_eq!(quoted("/data/work"), "/data/work");
        assert_eq!(quoted("/my data"), "'/my data'");
        assert_eq!(quoted("it's"), r#""it's""#);
        assert_eq!(numbered("--to=", "/a b", 2), "--to='/a b'{1..2}");
    }
}
