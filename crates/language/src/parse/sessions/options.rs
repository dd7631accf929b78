//! The options of SIGNON and RSUBMIT.

use super::{ALL, ANY, unknown_among};
use crate::diagnostic::Diagnostic;
use crate::macros;
use crate::parse::cursor::{Cursor, Result, shown};
use crate::token::{Symbol, TokenKind};
use crate::tree::{Command, InheritedLibrary, LONGEST_SESSION_NAME, Name, OutputDisposition, SessionOptions};

/// The options of SIGNON and RSUBMIT, in upper case.
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

/// The options that name a session, in upper case.
pub(super) const NAMING: &[&str] = &["PROCESS", "REMOTE", "CONNECTREMOTE", "CREMOTE"];

/// Options of the language about other machines, or about windows.
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

impl Cursor<'_> {
    /// Parses the session and the options of SIGNON or RSUBMIT, up to the end of the statement.
    pub(super) fn session_options(
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
                _ if self.take(Symbol::Equal) => self.session_option(&before, of, &upper, &mut options)?,
                "NOSCRIPT" | "NOCSCRIPT" => None,
                // A string without `=`, which older programs have.
                "SASCMD" if self.kind(0) == Some(TokenKind::Text) => {
                    let note = "SASCMD is read as if `=` stood before the command.";
                    notes.push(Diagnostic::note(name.at, note));
                    self.session_option(&before, of, &upper, &mut options)?
                }
                _ if is_option(&upper) => {
                    return Err(self.expected(&format!("`=` and a value after {upper}")));
                }
                // The session is the first name.
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

    /// Parses the value of an option, whose name and equals sign were consumed. Returns the session if it names one.
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
                    return Err(error.with_hint("write \"!sascmd\" for the command of this session"));
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
            // It asks for a window with the progress of transfers; there are no windows.
            "STATUS" | "CONNECTSTATUS" | "CSTATUS" => {
                self.yes_or_no(upper)?;
            }
            _ => return Err(unknown(before, of, upper)),
        }
        Ok(None)
    }

    /// Parses the name of a session.
    pub(super) fn session_name(&mut self) -> Result<Name> {
        let before = self.clone();
        let name = self.expect_name("the name of a session")?;
        let upper = name.text.to_ascii_uppercase();
        if before.kind(0) != Some(TokenKind::Name) {
            return Err(before.expected("the name of a session"));
        }
        if upper == ALL || upper == ANY {
            return Err(before.error(format!("{upper} stands for sessions and names none")));
        }
        before.check_length(&name, "session")?;
        Ok(name)
    }

    /// Parses a libref; `what` is the expectation in the message.
    fn libref(&mut self, what: &str) -> Result<Name> {
        let before = self.clone();
        let name = self.expect_name(what)?;
        before.check_length(&name, "library")?;
        Ok(name)
    }

    /// Rejects the next name if it is too long for a session or a library.
    fn check_length(&self, name: &Name, of: &str) -> Result<()> {
        let length = name.text.len();
        if length <= LONGEST_SESSION_NAME {
            return Ok(());
        }
        let name = self.token(0).map_or_else(String::new, shown);
        let message =
            format!("the name {name} of a {of} has {length} letters, and at most {LONGEST_SESSION_NAME} are possible");
        Err(self.error(message).with_hint("shorten it"))
    }

    fn yes_or_no(&mut self, of: &str) -> Result<bool> {
        for (words, value) in [(["yes", "y"], true), (["no", "n"], false)] {
            if words.iter().any(|word| self.take_word(word)) {
                return Ok(value);
            }
        }
        Err(self.expected(&format!("YES or NO after {of}=")))
    }

    pub(super) fn state_variable(&mut self, of: &str) -> Result<Name> {
        let before = self.clone();
        let name = self.expect_name(&format!("a macro variable after {of}="))?;
        match macros::Name::new(&name.text) {
            Some(_) => Ok(name),
            None => Err(before.expected(&format!("a macro variable of at most 32 letters after {of}="))),
        }
    }

    /// Parses the destination of a log or a listing.
    fn kept(&mut self, of: &str) -> Result<OutputDisposition> {
        if self.take_word("keep") {
            return Ok(OutputDisposition::Keep);
        }
        if self.take_word("purge") {
            return Ok(OutputDisposition::Purge);
        }
        if self.is_name(0) {
            return self.expect_name("a fileref").map(OutputDisposition::Reference);
        }
        match self.take_text()? {
            Some(path) => Ok(OutputDisposition::File(String::from_utf8_lossy(&path).into_owned())),
            None => Err(self.expected(&format!("KEEP, PURGE, a path in quotes or a fileref after {of}="))),
        }
    }

    /// Parses libraries in parentheses.
    fn inherited(&mut self) -> Result<Vec<InheritedLibrary>> {
        self.expect(Symbol::LeftParen, "before the libraries of INHERITLIB=")?;
        let mut inherited = Vec::new();
        while !self.take(Symbol::RightParen) {
            let here = self.libref("a library of this session or `)`")?;
            let there = match self.take(Symbol::Equal) {
                true => Some(self.libref("what the library is called in the session")?),
                false => None,
            };
            inherited.push(InheritedLibrary { here, there });
        }
        Ok(inherited)
    }
}

fn is_option(upper: &str) -> bool {
    OPTIONS.contains(&upper) || UNSUPPORTED.contains(&upper)
}

/// Returns the error for an unknown or unsupported option of SIGNON or RSUBMIT.
fn unknown(before: &Cursor<'_>, of: &str, upper: &str) -> Diagnostic {
    if UNSUPPORTED.contains(&upper) {
        return before
            .error(format!("the option {upper}= of {of} is not supported"))
            .with_hint("sessions run on this machine, as this user; leave it out");
    }
    unknown_among(before, of, upper, OPTIONS)
}
