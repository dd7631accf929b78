//! The list of jobs: one line for each program, split into words as a shell does it.

use std::path::{Path, PathBuf};

use shlex::Shlex;

/// The most jobs at once: each is a process with a log and a listing.
pub const MOST_JOBS: usize = 1024;

/// A line of a list that is neither empty nor a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListLine {
    /// Its number, from 1.
    pub number: usize,
    /// Its words, without their quotes.
    pub words: Vec<String>,
}

/// Why a list, or a program in it, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// A quote or a backslash at the end of a line.
    #[error("line {0}: a quote is not closed; close it, or write \\ before it")]
    Quote(usize),
    /// No line has a program.
    #[error("it has no job; give each job a line: PROGRAM [*N] [OPTION]...")]
    Empty,
    /// A pattern without a file.
    #[error("{0} matches no file; name a program, or quote a name with * ? [ in it")]
    NoMatch(String),
    /// A word that is no pattern.
    #[error("{word} is no pattern of file names: {reason}")]
    Pattern {
        /// The word.
        word: String,
        /// The reason.
        reason: String,
    },
    /// A number of times that cannot be.
    #[error("{0}: after * comes how often to run it, from 1 to {MOST_JOBS}")]
    Times(String),
}

/// Splits the text of a list into lines and words. `#` begins a comment, quotes and backslashes work as in a shell.
///
/// # Errors
///
/// Returns an error for a quote that is not closed, and for a list without jobs.
pub fn lines(text: &str) -> Result<Vec<ListLine>, ListError> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let mut split = Shlex::new(line);
        let words: Vec<String> = split.by_ref().collect();
        if split.had_error {
            return Err(ListError::Quote(number));
        }
        if !words.is_empty() {
            lines.push(ListLine { number, words });
        }
    }
    match lines.is_empty() {
        true => Err(ListError::Empty),
        false => Ok(lines),
    }
}

/// Splits `b.sas*2` into the name of the program and how often to run it, which is once where nothing is said.
///
/// # Errors
///
/// Returns an error for a number of times that cannot be.
pub fn repetition(word: &str) -> Result<(&str, usize), ListError> {
    match word.rsplit_once('*') {
        Some((program, number)) if is_number(number) => Ok((program, times(word, number)?)),
        _ => Ok((word, 1)),
    }
}

/// Returns the number of times that the word `*2` states, or `None` for another word.
///
/// # Errors
///
/// Returns an error for a number of times that cannot be.
pub fn repetition_alone(word: &str) -> Result<Option<usize>, ListError> {
    match word.strip_prefix('*') {
        Some(number) if is_number(number) => times(word, number).map(Some),
        _ => Ok(None),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn times(word: &str, number: &str) -> Result<usize, ListError> {
    let times = number.parse().ok();
    times
        .filter(|times| (1..=MOST_JOBS).contains(times))
        .ok_or_else(|| ListError::Times(word.to_owned()))
}

/// Returns the programs that a word names, from a folder: with how often to run each. A file of just this name comes
/// first, then the name before `*N`, then a pattern, whose files come in the order of their names.
///
/// # Errors
///
/// Returns an error for a pattern without a file, and for a number of times that cannot be.
pub fn programs(word: &str, folder: &Path) -> Result<Vec<(PathBuf, usize)>, ListError> {
    let whole = folder.join(word);
    if whole.exists() {
        return Ok(vec![(whole, 1)]);
    }
    let (name, times) = repetition(word)?;
    let path = folder.join(name);
    if path.exists() || !name.contains(['*', '?', '[']) {
        return Ok(vec![(path, times)]);
    }
    let failed = |reason: String| ListError::Pattern {
        word: word.to_owned(),
        reason,
    };
    // The folder's own name is no pattern.
    let folder = glob::Pattern::escape(&folder.to_string_lossy());
    let pattern = Path::new(&folder).join(name);
    let found = glob::glob(&pattern.to_string_lossy()).map_err(|error| failed(error.to_string()))?;
    let found: Vec<_> = found
        .flatten()
        .filter(|path| path.is_file())
        .map(|path| (path, times))
        .collect();
    match found.is_empty() {
        true => Err(ListError::NoMatch(word.to_owned())),
        false => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(text: &str) -> Vec<Vec<String>> {
        let lines = lines(text).unwrap();
        lines.into_iter().map(|line| line.words).collect()
    }

    #[test]
    fn a_list_is_read_as_a_shell_reads_words() {
        let text = "# the jobs\n\n  a.sas\nb.sas *2 -o 'bufno=128' # twice\n\"my program.sas\" -o x=a\\ b\n";
        assert_eq!(
            words(text),
            [
                vec!["a.sas"],
                vec!["b.sas", "*2", "-o", "bufno=128"],
                vec!["my program.sas", "-o", "x=a b"],
            ]
        );
        assert_eq!(lines(text).unwrap()[1].number, 4);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        assert_eq!(lines("# nothing\n\n"), Err(ListError::Empty));
        assert_eq!(lines("a.sas\nb.sas 'x\n"), Err(ListError::Quote(2)));
        assert_eq!(lines("a.sas \\"), Err(ListError::Quote(1)));
    }

    #[test]
    fn a_program_may_be_repeated() {
        assert_eq!(repetition("b.sas*2"), Ok(("b.sas", 2)));
        assert_eq!(repetition("b.sas"), Ok(("b.sas", 1)));
        assert_eq!(repetition("b*.sas*12"), Ok(("b*.sas", 12)));
        assert_eq!(repetition("b*"), Ok(("b*", 1)));
        assert_eq!(repetition_alone("*3"), Ok(Some(3)));
        assert_eq!(repetition_alone("*.sas"), Ok(None));
        for word in ["b.sas*0", "b.sas*1025", "b.sas*99999999999999999999"] {
            assert_eq!(repetition(word), Err(ListError::Times(word.to_owned())));
        }
    }

    #[test]
    fn a_pattern_names_the_files_that_match_and_a_file_comes_first() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("a[1]");
        std::fs::create_dir(&folder).unwrap();
        for name in ["b.sas", "a.sas", "c.txt", "x*2"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let named = |word: &str| -> Vec<(String, usize)> {
            let programs = programs(word, &folder).unwrap().into_iter();
            programs
                .map(|(path, times)| {
                    let name = path.file_name().unwrap().to_string_lossy().into_owned();
                    (name, times)
                })
                .collect()
        };
        let pair = |name: &str, times| (name.to_owned(), times);
        assert_eq!(named("*.sas*2"), [pair("a.sas", 2), pair("b.sas", 2)]);
        assert_eq!(named("b.sas*3"), [pair("b.sas", 3)]);
        assert_eq!(named("x*2"), [pair("x*2", 1)]);
        // That a file is missing is told where it is read.
        assert_eq!(named("none.sas"), [pair("none.sas", 1)]);
        assert!(matches!(programs("*.none", &folder), Err(ListError::NoMatch(_))));
        assert!(matches!(programs("a***b", &folder), Err(ListError::Pattern { .. })));
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text: String) {
            let _ = lines(&text);
            let _ = repetition(&text);
        }
    }
}
