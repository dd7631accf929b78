//! Statements about other sessions: SIGNON, RSUBMIT, WAITFOR, RGET, RDISPLAY, LISTTASK, KILLTASK, SIGNOFF.

mod options;
mod unit;

use super::cursor::{Cursor, Result, shown};
use super::nearest::did_you_mean;
use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::token::{Symbol, Token};
use crate::tree::{
    Name, OneSession, SessionOptions, SessionSelection, SessionStatement, SignOff, SignOn, SomeSessions, WaitFor,
};
use options::NAMING;

/// The word that stands for all sessions.
const ALL: &str = "_ALL_";
const ANY: &str = "_ANY_";

/// The longest wait in seconds, which is 31 years.
const LONGEST_WAIT: f64 = 1e9;

/// Returns whether a word in lower case begins a statement about other sessions. RSUBMIT, which has a block, is not
/// included; ENDRSUBMIT is, for one without a block.
pub(super) fn is_session_word(word: &str) -> bool {
    matches!(
        word,
        "signon" | "endrsubmit" | "waitfor" | "rget" | "rdisplay" | "listtask" | "killtask" | "signoff"
    )
}

/// Returns whether a word, ignoring case, begins any statement about other sessions.
pub(super) fn begins_session_statement(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    word == "rsubmit" || is_session_word(&word)
}

impl Cursor<'_> {
    /// Parses a statement about other sessions whose first word in lower case is `word`.
    pub(super) fn session_statement(&mut self, word: &str, notes: &mut Vec<Diagnostic>) -> Result<SessionStatement> {
        let at = self.position();
        if word == "endrsubmit" {
            let error = self.error("ENDRSUBMIT has no RSUBMIT before it");
            return Err(error.with_hint("write RSUBMIT before what another session is to run"));
        }
        self.skip(1);
        let statement = match word {
            "signon" => {
                let (session, options) = self.session_options("SIGNON", notes)?;
                SessionStatement::SignOn(SignOn { session, options, at })
            }
            "waitfor" => SessionStatement::WaitFor(self.wait_for(at)?),
            "rget" => SessionStatement::Get(self.one_session("RGET", at)?),
            "rdisplay" => SessionStatement::Display(self.one_session("RDISPLAY", at)?),
            "listtask" => {
                let which = match self.at_end() {
                    true => SessionSelection::All,
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

    /// Parses RSUBMIT up to its semicolon: the session and the options.
    pub(super) fn submit(&mut self, notes: &mut Vec<Diagnostic>) -> Result<(Option<Name>, SessionOptions)> {
        self.skip(1);
        self.session_options("RSUBMIT", notes)
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

    /// Parses a number of seconds within the limit.
    fn seconds(&mut self) -> Result<f64> {
        let number = self.token(0).and_then(Token::number);
        match number.filter(|seconds| seconds.is_finite()) {
            Some(seconds) => {
                self.skip(1);
                Ok(seconds.min(LONGEST_WAIT))
            }
            None => Err(self.expected("a number of seconds after TIMEOUT=")),
        }
    }

    /// Parses no session, NAME or PROCESS=NAME.
    fn one_session(&mut self, of: &str, at: Position) -> Result<OneSession> {
        let session = match self.at_end() {
            true => None,
            false => Some(self.session_or_option(of)?),
        };
        Ok(OneSession { session, at })
    }

    /// Parses NAME or PROCESS=NAME.
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

    /// Parses `_ALL_` or names.
    fn which(&mut self, of: &str) -> Result<SessionSelection> {
        if self.take_word(ALL) {
            return Ok(SessionSelection::All);
        }
        if self.at_end() {
            return Err(self.expected(&format!("_ALL_ or the names of sessions after {of}")));
        }
        let mut names = Vec::new();
        while !self.at_end() {
            names.push(self.session_name()?);
        }
        Ok(SessionSelection::Named(names))
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
                which = Some(SessionSelection::All);
            } else {
                let session = self.session_or_option("SIGNOFF")?;
                which = Some(SessionSelection::Named(vec![session]));
            }
        }
        Ok(SignOff {
            which: which.unwrap_or(SessionSelection::Named(Vec::new())),
            state_variable,
            at,
        })
    }
}

fn unknown_among(before: &Cursor<'_>, of: &str, upper: &str, known: &[&str]) -> Diagnostic {
    let word = before.token(0).map_or_else(String::new, shown);
    let error = before.error(format!("{word} is not an option of {of}"));
    match did_you_mean(upper, known.iter().copied()) {
        Some(hint) => error.with_hint(hint),
        None => error,
    }
}
