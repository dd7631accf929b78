//! Statements about other sessions: SIGNON, RSUBMIT, WAITFOR, RGET, RDISPLAY, LISTTASK, KILLTASK, SIGNOFF.

use super::cursor::{Cursor, Result, shown};
use super::nearest::did_you_mean;
use crate::diagnostic::Diagnostic;
use crate::macros;
use crate::source::Position;
use crate::token::{Symbol, Token, TokenKind};
use crate::tree::{
    Command, Inherited, Kept, LONGEST_SESSION_NAME, Name, OneSession, SessionOptions,
    SessionStatement, SignOff, SignOn, SomeSessions, WaitFor, Which,
};

/// The words that stand for sessions, in capitals.
const ALL: &str = "_ALL_";
const ANY: &str = "_ANY_";

/// The options of SIGNON and RSUBMIT, in capitals.
const OPTIONS: &[&str] = &[
    "CMACVAR",
    "CONNECTPERSIST",
    "CONNECTREMOTE",
    "CONNECTWAIT",
    "INHERITLIB",
    "LOG",
    "NOSCRIPT",
    "OUTPUT",
    "PERSIST",
    "PROCESS",
    "REMOTE",
    "SASCMD",
    "SIGNONWAIT",
    "SYSRPUTSYNC",
    "WAIT",
];

/// The options that name a session, in capitals.
const NAMING: &[&str] = &["PROCESS", "REMOTE", "CONNECTREMOTE", "CREMOTE"];

/// Options of the language that are about other machines, or about windows.
const UNSUPPORTED: &[&str] = &[
    "AUTHDOMAIN",
    "CSCRIPT",
    "NOTIFY",
    "PASS",
    "PASSWD",
    "PASSWORD",
    "PW",
    "PWD",
    "SCRIPT",
    "SERVER",
    "SERVERV",
    "SUBJECT",
    "TBUFSIZE",
    "UID",
    "USER",
    "USERID",
    "USERNAME",
];

/// Whether a word in small letters begins a statement about other sessions. RSUBMIT, which has a block, is
/// not among them; ENDRSUBMIT is, where no block was begun.
pub(super) fn is_session_word(word: &str) -> bool {
    matches!(
        word,
        "signon"
            | "endrsubmit"
            | "waitfor"
            | "rget"
            | "rdisplay"
            | "listtask"
            | "killtask"
            | "signoff"
    )
}

impl Cursor<'_> {
    /// A statement about other sessions whose first word in small letters is `word`.
    pub(super) fn session_statement(
        &mut self,
        word: &str,
        notes: &mut Vec<Diagnostic>,
    ) -> Result<SessionStatement> {
        let at = self.position();
        if word == "endrsubmit" {
            let error = self.error("ENDRSUBMIT has no RSUBMIT before it");
            return Err(error.with_hint("write RSUBMIT before what another session is to run"));
        }
        self.skip(1);
        let statement = match word {
            "signon" => {
                let (session, options) = self.session_options("SIGNON", notes)?;
                SessionStatement::SignOn(SignOn {
                    session,
                    options,
                    at,
                })
            }
            "waitfor" => SessionStatement::WaitFor(self.wait_for(at)?),
            "rget" => SessionStatement::Get(self.one_session("RGET", at)?),
            "rdisplay" => SessionStatement::Display(self.one_session("RDISPLAY", at)?),
            "listtask" => {
                let which = match self.at_end() {
                    true => Which::All,
                    false => self.which("LISTTASK")?,
                };
                SessionStatement::ListTasks(SomeSessions { which, at })
            }
            "killtask" => {
                let which = self.which("KILLTASK")?;
                SessionStatement::KillTasks(SomeSessions { which, at })
            }
            _ => SessionStatement::SignOff(self.sign_off(at)?),
        };
        self.expect_end(&word.to_ascii_uppercase())?;
        Ok(statement)
    }

    /// RSUBMIT up to its semicolon: the session and the options.
    pub(super) fn submit(
        &mut self,
        notes: &mut Vec<Diagnostic>,
    ) -> Result<(Option<Name>, SessionOptions)> {
        self.skip(1);
        self.session_options("RSUBMIT", notes)
    }

    /// The session and the options of SIGNON or RSUBMIT, up to the end of the statement.
    fn session_options(
        &mut self,
        of: &str,
        notes: &mut Vec<Diagnostic>,
    ) -> Result<(Option<Name>, SessionOptions)> {
        let mut session = None;
        let mut options = SessionOptions::default();
        while !self.at_end() {
            let before = self.clone();
            let name = self.expect_name(&format!("a session or an option of {of}"))?;
            let upper = name.text.to_ascii_uppercase();
            let named = match upper.as_str() {
                _ if self.take(Symbol::Equal) => {
                    self.session_option(&before, of, &upper, &mut options)?
                }
                "NOSCRIPT" | "NOCSCRIPT" => None,
                // As in programs that have been run for long.
                "SASCMD" if self.kind(0) == Some(TokenKind::Text) => {
                    let note = "SASCMD is read as if `=` stood before the command.";
                    notes.push(Diagnostic::note(name.at, note));
                    self.session_option(&before, of, &upper, &mut options)?
                }
                _ if is_option(&upper) => {
                    return Err(self.expected(&format!("`=` and a value after {upper}")));
                }
                // The session is the first that is named.
                _ if session.is_none() && before.taken() == 1 => {
                    *self = before;
                    Some(self.session_name()?)
                }
                _ => return Err(unknown(&before, of, &upper)),
            };
            if let Some(named) = named {
                if session.is_some() {
                    let error = Diagnostic::error(named.at, format!("{of} names two sessions"));
                    return Err(error.with_hint("write a statement for each"));
                }
                session = Some(named);
            }
        }
        Ok((session, options))
    }

    /// The value of an option, whose name and equals sign have been taken. Gives the session if it names
    /// one.
    fn session_option(
        &mut self,
        before: &Self,
        of: &str,
        upper: &str,
        options: &mut SessionOptions,
    ) -> Result<Option<Name>> {
        match upper {
            _ if NAMING.contains(&upper) => return self.session_name().map(Some),
            "SASCMD" => {
                let at = self.position();
                let text = self.expect_string("a command such as \"!sascmd\"")?;
                if text.trim().is_empty() {
                    let error = Diagnostic::error(at, "SASCMD= holds no command");
                    return Err(
                        error.with_hint("write \"!sascmd\" for the command of this session")
                    );
                }
                options.command = Some(Command { text, at });
            }
            "INHERITLIB" => options.inherited = self.inherited()?,
            "CMACVAR" | "MACVAR" => options.state_variable = Some(self.state_variable(upper)?),
            "WAIT" | "CONNECTWAIT" | "CWAIT" => options.wait = Some(self.yes_or_no(upper)?),
            "PERSIST" | "CONNECTPERSIST" | "CPERSIST" => {
                options.persist = Some(self.yes_or_no(upper)?);
            }
            "SIGNONWAIT" => options.sign_on_wait = Some(self.yes_or_no(upper)?),
            "SYSRPUTSYNC" | "CSYSRPUTSYNC" => {
                options.sync_macro_variables = Some(self.yes_or_no(upper)?);
            }
            "LOG" => options.log = Some(self.kept(upper)?),
            "OUTPUT" => options.output = Some(self.kept(upper)?),
            // Whether a window shows how much has been moved; there are none.
            "STATUS" | "CONNECTSTATUS" | "CSTATUS" => {
                self.yes_or_no(upper)?;
            }
            _ => return Err(unknown(before, of, upper)),
        }
        Ok(None)
    }

    /// The name of a session.
    fn session_name(&mut self) -> Result<Name> {
        let before = self.clone();
        let name = self.expect_name("the name of a session")?;
        let upper = name.text.to_ascii_uppercase();
        if before.kind(0) != Some(TokenKind::Name) {
            return Err(before.expected("the name of a session"));
        }
        if upper == ALL || upper == ANY {
            return Err(before.error(format!("{upper} stands for sessions and names none")));
        }
        let length = name.text.len();
        if length > LONGEST_SESSION_NAME {
            let message = format!(
                "the name {} of a session has {length} letters, and at most {LONGEST_SESSION_NAME} are possible",
                before.token(0).map_or_else(String::new, shown)
            );
            return Err(before.error(message).with_hint("shorten it"));
        }
        Ok(name)
    }

    fn yes_or_no(&mut self, of: &str) -> Result<bool> {
        for (words, value) in [(["yes", "y"], true), (["no", "n"], false)] {
            if words.iter().any(|word| self.take_word(word)) {
                return Ok(value);
            }
        }
        Err(self.expected(&format!("YES or NO after {of}=")))
    }

    fn state_variable(&mut self, of: &str) -> Result<Name> {
        let before = self.clone();
        let name = self.expect_name(&format!("a macro variable after {of}="))?;
        match macros::Name::new(&name.text) {
            Some(_) => Ok(name),
            None => Err(before.expected(&format!(
                "a macro variable of at most 32 letters after {of}="
            ))),
        }
    }

    /// Where a log or a listing goes.
    fn kept(&mut self, of: &str) -> Result<Kept> {
        if self.take_word("keep") {
            return Ok(Kept::Keep);
        }
        if self.take_word("purge") {
            return Ok(Kept::Purge);
        }
        if self.is_name(0) {
            return self.expect_name("a fileref").map(Kept::Reference);
        }
        match self.take_text()? {
            Some(path) => Ok(Kept::File(String::from_utf8_lossy(&path).into_owned())),
            None => Err(self.expected(&format!(
                "KEEP, PURGE, a path in quotes or a fileref after {of}="
            ))),
        }
    }

    /// Libraries in parentheses.
    fn inherited(&mut self) -> Result<Vec<Inherited>> {
        self.expect(Symbol::LeftParen, "before the libraries of INHERITLIB=")?;
        let mut inherited = Vec::new();
        while !self.take(Symbol::RightParen) {
            let here = self.expect_name("a library of this session or `)`")?;
            let there = match self.take(Symbol::Equal) {
                true => Some(self.expect_name("what the library is called in the session")?),
                false => None,
            };
            inherited.push(Inherited { here, there });
        }
        Ok(inherited)
    }

    fn wait_for(&mut self, at: Position) -> Result<WaitFor> {
        let is_all = self.take_word(ALL);
        let is_any = !is_all && self.take_word(ANY);
        let (mut sessions, mut timeout_seconds) = (Vec::new(), None);
        while !self.at_end() {
            if !self.at_option() {
                if self.is_word(0, ALL) || self.is_word(0, ANY) {
                    return Err(self.error("_ALL_ and _ANY_ stand before the sessions of WAITFOR"));
                }
                sessions.push(self.session_name()?);
                continue;
            }
            let before = self.clone();
            let option = self.expect_name("an option")?.text.to_ascii_uppercase();
            if option != "TIMEOUT" {
                return Err(unknown_among(&before, "WAITFOR", &option, &["TIMEOUT"]));
            }
            self.skip(1);
            timeout_seconds = Some(self.seconds()?);
        }
        if sessions.is_empty() && !is_all && !is_any {
            return Err(self.expected("_ALL_, _ANY_ or the names of sessions after WAITFOR"));
        }
        Ok(WaitFor {
            all: is_all,
            sessions,
            timeout_seconds,
            at,
        })
    }

    /// A number of seconds.
    fn seconds(&mut self) -> Result<f64> {
        let number = self.token(0).and_then(Token::number);
        match number.filter(|seconds| seconds.is_finite()) {
            Some(seconds) => {
                self.skip(1);
                Ok(seconds)
            }
            None => Err(self.expected("a number of seconds after TIMEOUT=")),
        }
    }

    /// No session, NAME or PROCESS=NAME.
    fn one_session(&mut self, of: &str, at: Position) -> Result<OneSession> {
        let session = match self.at_end() {
            true => None,
            false => Some(self.session_or_option(of)?),
        };
        Ok(OneSession { session, at })
    }

    /// NAME or PROCESS=NAME.
    fn session_or_option(&mut self, of: &str) -> Result<Name> {
        if !self.at_option() {
            return self.session_name();
        }
        let before = self.clone();
        let option = self.expect_name("an option")?.text.to_ascii_uppercase();
        if !NAMING.contains(&option.as_str()) {
            return Err(unknown_among(&before, of, &option, NAMING));
        }
        self.skip(1);
        self.session_name()
    }

    /// `_ALL_` or names.
    fn which(&mut self, of: &str) -> Result<Which> {
        if self.take_word(ALL) {
            return Ok(Which::All);
        }
        if self.at_end() {
            return Err(self.expected(&format!("_ALL_ or the names of sessions after {of}")));
        }
        let mut names = Vec::new();
        while !self.at_end() {
            names.push(self.session_name()?);
        }
        Ok(Which::Named(names))
    }

    fn sign_off(&mut self, at: Position) -> Result<SignOff> {
        let mut which = None;
        let mut state_variable = None;
        while !self.at_end() {
            if self.is_word(0, "cmacvar") && self.is(1, Symbol::Equal) {
                self.skip(2);
                state_variable = Some(self.state_variable("CMACVAR")?);
            } else if self.is_word(0, "noscript") || self.is_word(0, "nocscript") {
                self.skip(1);
            } else if which.is_some() {
                let error = self.error("SIGNOFF ends one session or _ALL_");
                return Err(error.with_hint("write a statement for each"));
            } else if self.take_word(ALL) {
                which = Some(Which::All);
            } else {
                let session = self.session_or_option("SIGNOFF")?;
                which = Some(Which::Named(vec![session]));
            }
        }
        Ok(SignOff {
            which: which.unwrap_or(Which::Named(Vec::new())),
            state_variable,
            at,
        })
    }
}

fn is_option(upper: &str) -> bool {
    OPTIONS.contains(&upper) || UNSUPPORTED.contains(&upper)
}

/// The error about an option of SIGNON or RSUBMIT that is none or is not supported.
fn unknown(before: &Cursor<'_>, of: &str, upper: &str) -> Diagnostic {
    if UNSUPPORTED.contains(&upper) {
        return before
            .error(format!("the option {upper}= of {of} is not supported"))
            .with_hint("sessions run on this machine, as this user; leave it out");
    }
    unknown_among(before, of, upper, OPTIONS)
}

fn unknown_among(before: &Cursor<'_>, of: &str, upper: &str, known: &[&str]) -> Diagnostic {
    let word = before.token(0).map_or_else(String::new, shown);
    let error = before.error(format!("{word} is not an option of {of}"));
    match did_you_mean(upper, known.iter().copied()) {
        Some(hint) => error.with_hint(hint),
        None => error,
    }
}
