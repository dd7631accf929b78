//! Statements about other sessions: processes that run parts of the program beside this one.

use std::sync::Arc;

use super::Name;
use crate::source::Position;

/// The longest name of a session, in letters.
pub const LONGEST_SESSION_NAME: usize = 8;

/// A statement about other sessions.
#[derive(Clone, Debug)]
pub enum SessionStatement {
    /// SIGNON: starts a session.
    SignOn(SignOn),
    /// RSUBMIT: runs a part of the program in a session.
    Submit(Submit),
    /// WAITFOR: waits for sessions.
    WaitFor(WaitFor),
    /// RGET: moves what a session has logged and listed so far into the log and the listing.
    Get(OneSession),
    /// RDISPLAY: shows what a session has logged and listed so far, and keeps it.
    Display(OneSession),
    /// LISTTASK: lists sessions with their states.
    ListTasks(SomeSessions),
    /// KILLTASK: stops the work of sessions at once.
    KillTasks(SomeSessions),
    /// SIGNOFF: ends sessions once their work is done.
    SignOff(SignOff),
}

impl SessionStatement {
    /// Returns the keyword, in upper case.
    pub fn keyword(&self) -> &'static str {
        match self {
            Self::SignOn(_) => "SIGNON",
            Self::Submit(_) => "RSUBMIT",
            Self::WaitFor(_) => "WAITFOR",
            Self::Get(_) => "RGET",
            Self::Display(_) => "RDISPLAY",
            Self::ListTasks(_) => "LISTTASK",
            Self::KillTasks(_) => "KILLTASK",
            Self::SignOff(_) => "SIGNOFF",
        }
    }

    /// Returns the position.
    pub fn at(&self) -> Position {
        match self {
            Self::SignOn(statement) => statement.at,
            Self::Submit(statement) => statement.at,
            Self::WaitFor(statement) => statement.at,
            Self::Get(statement) | Self::Display(statement) => statement.at,
            Self::ListTasks(statement) | Self::KillTasks(statement) => statement.at,
            Self::SignOff(statement) => statement.at,
        }
    }
}

/// SIGNON.
#[derive(Clone, Debug)]
pub struct SignOn {
    /// The session, of 1 to 8 letters, digits and underscores as written; `None` for that of CONNECTREMOTE= or of the
    /// previous statement.
    pub session: Option<Name>,
    /// The options for its start, and for keeping it.
    pub options: SessionOptions,
    /// Where the statement begins.
    pub at: Position,
}

/// RSUBMIT and its block.
#[derive(Clone, Debug)]
pub struct Submit {
    /// The session; `None` for that of CONNECTREMOTE= or of the previous statement.
    pub session: Option<Name>,
    /// The options for its start, if it is not running yet, and for the run of the block.
    pub options: SessionOptions,
    /// The block that the session runs.
    pub block: Block,
    /// Where the statement begins.
    pub at: Position,
}

/// The text between RSUBMIT and ENDRSUBMIT. In open code it is as written, with no reference resolved; in a macro it is
/// what the macro generates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The name of its text: the file, or the call of the macro that generated it.
    pub name: String,
    /// The text. If the block begins within a line, blanks replace what precedes it there, so that columns are those of
    /// the file.
    pub text: Arc<str>,
    /// The number of its first line in the file, from 1; 1 for a block that a macro generated.
    pub first_line: u32,
    /// Its position, for messages of this session.
    pub at: Position,
}

/// WAITFOR.
#[derive(Clone, Debug)]
pub struct WaitFor {
    /// True to wait for all of the sessions, false for any one.
    pub all: bool,
    /// The sessions; all that are working if none is named.
    pub sessions: Vec<Name>,
    /// The most seconds to wait, from 0 to 10^9; `None` for no limit.
    pub timeout_seconds: Option<f64>,
    /// Where the statement begins.
    pub at: Position,
}

/// RGET and RDISPLAY.
#[derive(Clone, Debug)]
pub struct OneSession {
    /// The session; `None` for that of CONNECTREMOTE= or of the previous statement.
    pub session: Option<Name>,
    /// Where the statement begins.
    pub at: Position,
}

/// LISTTASK and KILLTASK.
#[derive(Clone, Debug)]
pub struct SomeSessions {
    /// The sessions.
    pub which: SessionSelection,
    /// Where the statement begins.
    pub at: Position,
}

/// SIGNOFF.
#[derive(Clone, Debug)]
pub struct SignOff {
    /// The sessions; no name stands for that of CONNECTREMOTE= or of the previous statement.
    pub which: SessionSelection,
    /// CMACVAR=: the macro variable for the outcome.
    pub state_variable: Option<Name>,
    /// Where the statement begins.
    pub at: Position,
}

/// A selection of sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionSelection {
    /// `_ALL_`: all sessions.
    All,
    /// The sessions of these names.
    Named(Vec<Name>),
}

/// The options of SIGNON and RSUBMIT; `None` for an option that is not given.
#[derive(Clone, Debug, Default)]
pub struct SessionOptions {
    /// SASCMD=: how the process is started.
    pub command: Option<Command>,
    /// INHERITLIB=: libraries of this session that the other session gets.
    pub inherited: Vec<InheritedLibrary>,
    /// CMACVAR=: the macro variable for the state of the session.
    pub state_variable: Option<Name>,
    /// CONNECTWAIT=, WAIT=: whether the statements after RSUBMIT wait for its block.
    pub wait: Option<bool>,
    /// SIGNONWAIT=: whether the statements after SIGNON wait until the session has started.
    pub sign_on_wait: Option<bool>,
    /// CONNECTPERSIST=, PERSIST=: whether a session that RSUBMIT started continues after the block.
    pub persist: Option<bool>,
    /// CSYSRPUTSYNC=, SYSRPUTSYNC=: whether %SYSRPUT takes effect at once, rather than when this session waits.
    pub sync_macro_variables: Option<bool>,
    /// LOG=: the destination of the log of a session that is not waited for.
    pub log: Option<OutputDisposition>,
    /// OUTPUT=: the destination of its listing.
    pub output: Option<OutputDisposition>,
}

/// SASCMD=, the command that starts a session's process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// As written in the quotes.
    pub text: String,
    /// Its position.
    pub at: Position,
}

impl Command {
    /// Returns its words, which are separated by blanks. Quotes protect blanks and are removed.
    pub fn words(&self) -> Vec<String> {
        words_of_command(&self.text)
    }

    /// Returns whether it is `!sascmd`: the command and options that this session was started with, and the words after
    /// the first.
    pub fn is_own(&self) -> bool {
        let first = self.text.split_whitespace().next();
        first.is_some_and(|word| word.eq_ignore_ascii_case("!sascmd"))
    }
}

/// Splits a command into words, which are separated by blanks. Quotes protect blanks and are removed.
///
/// These are the words of SAS and not those of a shell: a backslash and `#` are characters as others, and a quote may
/// stay open.
pub fn words_of_command(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if open == c => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if matches!(c, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// A library of INHERITLIB=.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InheritedLibrary {
    /// Its libref in this session.
    pub here: Name,
    /// Its libref in the other session; `None` for the same.
    pub there: Option<Name>,
}

/// The destination of a log or a listing, for LOG= and OUTPUT=.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputDisposition {
    /// KEEP: it is kept until RGET, RDISPLAY or the session's end.
    Keep,
    /// PURGE: it is discarded.
    Purge,
    /// A file, by its path.
    File(String),
    /// A file, by its file reference.
    Reference(Name),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    fn command(text: &str) -> Command {
        let mut sources = Sources::default();
        let source = sources.add("a.sas", "").unwrap();
        let (text, at) = (text.to_owned(), sources.position(source, 0));
        Command { text, at }
    }

    #[test]
    fn the_words_of_a_command() {
        let words = |text| command(text).words();
        assert_eq!(
            words("sas -cpucount 2  -threads"),
            ["sas", "-cpucount", "2", "-threads"]
        );
        assert_eq!(
            words("  'my sas' -work \"/a b\"/c ''"),
            ["my sas", "-work", "/a b/c", ""]
        );
        assert_eq!(words("sas 'unclosed one"), ["sas", "unclosed one"]);
        assert!(words("  ").is_empty());
    }

    #[test]
    fn the_own_command_is_asked_for_by_its_first_word() {
        assert!(command("!SASCMD -nonotes").is_own());
        assert!(command(" !sascmd").is_own());
        assert!(!command("sas !sascmd").is_own());
        assert!(!command("").is_own());
    }
}
