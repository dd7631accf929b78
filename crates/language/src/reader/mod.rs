//! The statements of a program, one after the other.
//!
//! A statement is read when it is asked for and no sooner: what a step does to macro variables is seen
//! by the text after it, if the step is run before the next statement is asked for.

mod data_lines;
#[cfg(test)]
mod tests;

use std::path::Path;

pub use data_lines::{DataLines, Ending};

use feedrate_options::{DateOptions, MacroOptions};
use feedrate_values::function::Clock;

use crate::error::{Error, Problem, Result};
use crate::host::{Event, Host};
use crate::macros::Symbols;
use crate::macros::input::{Input, Session, decode, included};
use crate::macros::secret;
use crate::source::{Position, Sources, TooLong};
use crate::statement::Statement;
use crate::token::{Lexer, Symbol, Token, spell};
use crate::tree::Block;

/// The most tokens that a statement can have.
const LONGEST_STATEMENT: usize = 1 << 20;

/// Reads a program.
pub struct Reader {
    input: Input,
    lexer: Lexer,
    /// The first token of the next statement, if it has been looked at.
    ahead: Option<Token>,
    /// The tokens of the statement that is being read.
    partial: Vec<Token>,
}

impl Reader {
    /// A reader at the beginning of a program. The name is what messages call its text, such as a path.
    pub fn new(name: impl Into<String>, text: &str) -> std::result::Result<Self, TooLong> {
        let mut sources = Sources::default();
        let program = sources.add(name, text)?;
        Ok(Self {
            input: Input::new(sources, program),
            lexer: Lexer::default(),
            ahead: None,
            partial: Vec::new(),
        })
    }

    /// The macro variables.
    pub fn symbols(&self) -> &Symbols {
        &self.input.symbols
    }

    /// The macro variables, to be set between statements and by a step that runs.
    pub fn symbols_mut(&mut self) -> &mut Symbols {
        &mut self.input.symbols
    }

    /// The macro variables for a step that runs, and the texts for what is said of it.
    pub fn symbols_and_sources(&mut self) -> (&mut Symbols, &Sources) {
        (&mut self.input.symbols, &self.input.sources)
    }

    /// Makes the macro variables of a session that begins now: see [`Symbols::begin_session`].
    pub fn set_automatic_symbols(&mut self, clock: &dyn Clock, parameter: &str) {
        self.input
            .symbols
            .begin_session(clock.datetime(), parameter);
    }

    /// Sets the options between statements.
    pub fn set_options(&mut self, macros: MacroOptions, dates: DateOptions) {
        (self.input.options, self.input.dates) = (macros, dates);
    }

    /// All texts that have been read from.
    pub fn sources(&self) -> &Sources {
        &self.input.sources
    }

    /// The first token of the next statement, which stays there to be read. Whether a statement begins
    /// a new step is told by it, before the rest of the statement is read.
    pub fn first_token(&mut self, host: &mut dyn Host) -> Result<Option<&Token>> {
        if self.ahead.is_none() {
            match self.token(true, host) {
                Ok(token) => self.ahead = token,
                Err(error) => {
                    self.recover_from(&error);
                    return Err(error);
                }
            }
        }
        Ok(self.ahead.as_ref())
    }

    /// The next statement; `None` at the end of the program.
    ///
    /// After an error reading can go on: with the next statement of the file, after whatever macro the
    /// error was in. When the host has stopped it, there is nothing more.
    pub fn next_statement(&mut self, host: &mut dyn Host) -> Result<Option<Statement>> {
        let outcome = self.collect(host);
        if let Err(error) = &outcome {
            self.recover_from(error);
        }
        outcome
    }

    /// The lines after a `datalines` statement that was the last one read, up to the one that ends them.
    pub fn data_lines(&mut self, ending: Ending, host: &mut dyn Host) -> Result<DataLines> {
        data_lines::read(&mut self.input, ending, host)
    }

    /// The block after an RSUBMIT statement that was the last one read. The next statement is the ENDRSUBMIT
    /// that ends it. Without one, the program is at its end, as nothing of the block may run here.
    pub fn block(&mut self, host: &mut dyn Host) -> Result<Block> {
        let mut session = Session {
            input: &mut self.input,
            host,
        };
        let outcome = session.block();
        if let Err(error) = &outcome {
            self.recover_from(error);
        }
        outcome
    }

    /// Puts a part of a program before what is yet to be read: a block that another session was given. Its
    /// first line has that number in the text that it is of.
    pub fn push_part(&mut self, name: &str, text: &str, first_line: u32) -> Result<()> {
        self.put_back();
        // What is at its end includes nothing, so that the lines are shown as those of a program.
        self.input.drop_finished();
        let outcome = self.input.push_part(name, text, first_line);
        outcome.map_err(|problem| self.error(problem))
    }

    /// Puts a text before what is yet to be read, as `call execute` does.
    pub fn push_text(&mut self, name: &str, text: &str) -> Result<()> {
        self.put_back();
        let outcome = self.input.push_text(name, text);
        outcome.map_err(|problem| self.error(problem))
    }

    /// Puts a file before what is yet to be read.
    pub fn include(&mut self, path: &Path, host: &mut dyn Host) -> Result<()> {
        let bytes = included(&self.input.sources, host, path);
        let bytes = bytes.map_err(|problem| self.error(problem))?;
        self.push_text(&path.display().to_string(), &decode(&bytes))
    }

    /// Gives up all that is yet to be read.
    pub fn end(&mut self) {
        self.recover();
        self.input.end();
    }

    /// Where the next character comes from.
    pub fn position(&self) -> Position {
        self.input.place()
    }

    fn collect(&mut self, host: &mut dyn Host) -> Result<Option<Statement>> {
        self.partial.clear();
        loop {
            let token = match self.ahead.take() {
                Some(token) => Some(token),
                None => {
                    self.input.confidential = secret::is_begun(&self.partial);
                    let token = self.token(self.partial.is_empty(), host);
                    self.input.confidential = false;
                    token?
                }
            };
            let Some(token) = token else {
                break;
            };
            if token.is_symbol(Symbol::Semicolon) {
                self.tell(host);
                let tokens = std::mem::take(&mut self.partial);
                return Ok(Some(Statement {
                    tokens,
                    end: token.position,
                }));
            }
            self.partial.push(token);
            if self.partial.len() > LONGEST_STATEMENT {
                return Err(self.error_at_start(Problem::EndlessStatement));
            }
        }
        if self.partial.is_empty() {
            return Ok(None);
        }
        Err(self.error_at_start(Problem::UnfinishedStatement))
    }

    fn token(&mut self, at_start: bool, host: &mut dyn Host) -> Result<Option<Token>> {
        let mut session = Session {
            input: &mut self.input,
            host,
        };
        self.lexer.next(&mut session, at_start)
    }

    /// Tells the statement that was just read, if a macro made it and that is asked for.
    fn tell(&self, host: &mut dyn Host) {
        if self.input.options.mprint
            && let Some(name) = self.input.macro_name()
        {
            let text = format!("{};", spell(&self.partial));
            host.say(Event::Mprint {
                name: name.as_str(),
                text: &text,
            });
        }
    }

    /// Makes ready to read on after an error, unless it is that of a host that wants no more.
    fn recover_from(&mut self, error: &Error) {
        match error.problem {
            Problem::Stopped => self.end(),
            _ => self.recover(),
        }
    }

    /// Makes ready to read on after an error.
    fn recover(&mut self) {
        // What is left of a statement of the file that was begun would only give more errors.
        let is_begun = self
            .partial
            .first()
            .is_some_and(|token| token.position.inside.is_none())
            && !self.input.is_in_open_block();
        self.input.recover();
        if is_begun {
            self.input.skip_statement();
        }
        self.lexer.clear();
        self.ahead = None;
        self.partial.clear();
    }

    /// Gives a token that was looked at back to the text, so that other text can come before it.
    fn put_back(&mut self) {
        let tokens: Vec<Token> = self
            .ahead
            .take()
            .into_iter()
            .chain(self.lexer.take_ahead())
            .collect();
        if !tokens.is_empty() {
            self.input.put_back(spell(&tokens));
        }
    }

    fn error(&self, problem: Problem) -> Error {
        Error::new(self.input.place(), problem)
    }

    fn error_at_start(&self, problem: Problem) -> Error {
        let place = self.partial.first().map(|token| token.position);
        Error::new(place.unwrap_or_else(|| self.input.place()), problem)
    }
}
