//! Statements about other sessions: processes that run parts of the program beside this one.

use std::sync::Arc;

use super::Name;
use crate::source::Position;

/// The longest name of a session, in letters.
pub const LONGEST_SESSION_NAME: usize = 8;

/// A statement about other sessions.
#[derive(Clone, Debug)]
pub enum SessionStatement {
    /// SIGNON: begins a session.
    SignOn(SignOn),
    /// RSUBMIT: has a session run a part of the program.
    Submit(Submit),
    /// WAITFOR: waits for sessions.
    WaitFor(WaitFor),
    /// RGET: puts what a session has logged and listed so far into the log and the listing.
    Get(OneSession),
    /// RDISPLAY: shows what a session has logged and listed so far, and leaves it there.
    Display(OneSession),
    /// LISTTASK: lists sessions with their states.
    ListTasks(SomeSessions),
    /// KILLTASK: ends what sessions are at, at once.
    KillTasks(SomeSessions),
    /// SIGNOFF: ends sessions when they are done.
    SignOff(SignOff),
}

impl SessionStatement {
    /// The word that begins it, in capitals.
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

    /// Where it begins.
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
    /// The session, of 1 to 8 letters, digits and underscores as written; `None` for the one that
    /// CONNECTREMOTE= or the statement before named.
    pub session: Option<Name>,
    /// How it is begun and kept.
    pub options: SessionOptions,
    /// Where the statement begins.
    pub at: Position,
}

/// RSUBMIT with its block.
#[derive(Clone, Debug)]
pub struct Submit {
    /// The session; `None` for the one that CONNECTREMOTE= or the statement before named.
    pub session: Option<Name>,
    /// How it is begun, if it is not yet, and how the block runs.
    pub options: SessionOptions,
    /// What the session is to run.
    pub block: Block,
    /// Where the statement begins.
    pub at: Position,
}

/// What stands between RSUBMIT and ENDRSUBMIT. In open code it is as written, with no reference
/// resolved; in a macro it is what the macro makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What its text is called: the file, or the place where a macro was called that made it.
    pub name: String,
    /// The text. Where the block begins within a line, blanks stand for what is before it there, so that
    /// columns are those of the file.
    pub text: Arc<str>,
    /// The number that its first line has in the file, from 1; 1 where a macro made it.
    pub first_line: u32,
    /// Where it begins, for messages of this session.
    pub at: Position,
}

/// WAITFOR.
#[derive(Clone, Debug)]
pub struct WaitFor {
    /// Whether for all of them; else for any one.
    pub all: bool,
    /// The sessions; every one that is at work if none is named.
    pub sessions: Vec<Name>,
    /// For how many seconds at most, from 0 to 10^9; `None` for as long as it takes.
    pub timeout_seconds: Option<f64>,
    /// Where the statement begins.
    pub at: Position,
}

/// RGET and RDISPLAY.
#[derive(Clone, Debug)]
pub struct OneSession {
    /// The session; `None` for the one that CONNECTREMOTE= or the statement before named.
    pub session: Option<Name>,
    /// Where the statement begins.
    pub at: Position,
}

/// LISTTASK and KILLTASK.
#[derive(Clone, Debug)]
pub struct SomeSessions {
    /// Which.
    pub which: SessionSelection,
    /// Where the statement begins.
    pub at: Position,
}

/// SIGNOFF.
#[derive(Clone, Debug)]
pub struct SignOff {
    /// Which; no name stands for the one that CONNECTREMOTE= or the statement before named.
    pub which: SessionSelection,
    /// CMACVAR=: the macro variable that tells how it went.
    pub state_variable: Option<Name>,
    /// Where the statement begins.
    pub at: Position,
}

/// Which sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionSelection {
    /// `_ALL_`: every one.
    All,
    /// These.
    Named(Vec<Name>),
}

/// The options of SIGNON and RSUBMIT. `None` where nothing is said.
#[derive(Clone, Debug, Default)]
pub struct SessionOptions {
    /// SASCMD=: how the process is begun.
    pub command: Option<Command>,
    /// INHERITLIB=: libraries of this session that the other one has too.
    pub inherited: Vec<Inherited>,
    /// CMACVAR=: the macro variable that tells of the session's state.
    pub state_variable: Option<Name>,
    /// CONNECTWAIT=, WAIT=: whether the statements after RSUBMIT wait for its block.
    pub wait: Option<bool>,
    /// SIGNONWAIT=: whether the statements after SIGNON wait until the session is there.
    pub sign_on_wait: Option<bool>,
    /// CONNECTPERSIST=, PERSIST=: whether a session that RSUBMIT began goes on after the block.
    pub persist: Option<bool>,
    /// CSYSRPUTSYNC=, SYSRPUTSYNC=: whether %SYSRPUT takes effect at once, and not when this session waits.
    pub sync_macro_variables: Option<bool>,
    /// LOG=: where the log of a session goes that is not waited for.
    pub log: Option<OutputDisposition>,
    /// OUTPUT=: where its listing goes, likewise.
    pub output: Option<OutputDisposition>,
}

/// SASCMD=, the command that begins a session's process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// As written in the quotes.
    pub text: String,
    /// Where it stands.
    pub at: Position,
}

impl Command {
    /// Its words: what stands between blanks, where quotes keep blanks together and are left out.
    pub fn words(&self) -> Vec<String> {
        words_of_command(&self.text)
    }

    /// Whether it is `!sascmd`: the command and the options that this session was begun with itself, with
    /// the words after the first added to them.
    pub fn is_own(&self) -> bool {
        let first = self.text.split_whitespace().next();
        first.is_some_and(|word| word.eq_ignore_ascii_case("!sascmd"))
    }
}

/// The words of a command: what stands between blanks, where quotes keep blanks together and are left out.
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
pub struct Inherited {
    /// Its libref in this session.
    pub here: Name,
    /// Its libref in the other session; `None` for the same.
    pub there: Option<Name>,
}

/// Where a log or a listing goes, with LOG= and OUTPUT=.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputDisposition {
    /// KEEP: it is held until RGET, RDISPLAY or the session's end.
    Keep,
    /// PURGE: it is thrown away.
    Purge,
    /// Into the file at a path in quotes.
    File(String),
    /// Into the file of a file reference.
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
