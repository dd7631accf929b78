//! Groups statements into units: steps, and statements outside steps.

use super::cursor::{Cursor, YEAR_CUTOFF};
use super::global::{is_command, is_global};
use super::open_step::{OpenStep, of_request};
use super::parsed_unit::ParsedUnit;
use super::recovery::{OpenedConstruct, opens};
use super::sessions::is_session_word;
use super::statement::Leaf;
use super::statements::{Statements, ends_step};
use super::without_effect;
use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::statement::Statement;
use crate::token::Symbol;
use crate::tree::{self, Extent, Global, Procedure, StatementKind, Unit};

/// The note for RUN among statements that were executed already.
const RUN_OF_SQL: &str = "PROC SQL statements are executed immediately; The RUN statement has no effect.";

/// Groups statements into units.
///
/// A step ends with RUN, with QUIT, with its data lines, before the next DATA, PROC or RSUBMIT, and at the end of the
/// text. Nothing after that is read, so that the text after a step can use what the step sets (`call symputx`). Global
/// statements within a step (TITLE, LIBNAME) are returned before it: they take effect while a step is read, and the
/// step runs once all of it is read.
#[derive(Debug)]
pub struct Parser {
    open: Option<OpenStep>,
    /// A statement that was read and begins the next step.
    pending: Option<Statement>,
    /// The procedure that RUN did not end.
    suspended: Option<Procedure>,
    extent_of: fn(&str) -> Extent,
    year_cutoff: i32,
}

impl Parser {
    /// Creates a parser at the beginning of a program. `extent_of` returns the extent of a procedure by its name, in
    /// any case.
    pub fn new(extent_of: fn(&str) -> Extent) -> Self {
        Self {
            extent_of,
            open: None,
            pending: None,
            suspended: None,
            year_cutoff: YEAR_CUTOFF,
        }
    }

    /// Sets the first of the hundred years that two-digit years stand for (YEARCUTOFF=); 1926 by default.
    pub fn set_year_cutoff(&mut self, year: i32) {
        self.year_cutoff = year;
    }

    /// Returns the next unit; `None` at the end of the text.
    pub fn next_unit(&mut self, source: &mut impl Statements) -> Option<ParsedUnit> {
        let unit = self.read_unit(source);
        if self.open.is_none() && self.suspended.is_none() {
            source.enter_step(None);
        }
        unit
    }

    fn read_unit(&mut self, source: &mut impl Statements) -> Option<ParsedUnit> {
        loop {
            if self.open.is_some() && self.pending.is_none() && source.at_step() {
                return self.close();
            }
            let statement = match self.pending.take() {
                Some(statement) => statement,
                None => match source.next_statement() {
                    Ok(Some(statement)) => statement,
                    Ok(None) => return self.close(),
                    Err(diagnostic) => match self.take_in_error(diagnostic) {
                        Some(parsed) => return Some(parsed),
                        None => continue,
                    },
                },
            };
            if let Some(parsed) = self.take_in(statement, source) {
                return Some(parsed);
            }
        }
    }

    pub(super) fn cursor<'a>(&self, statement: &'a Statement) -> Cursor<'a> {
        Cursor::of(statement).with_year_cutoff(self.year_cutoff)
    }

    /// Adds an error in the text to the open step.
    fn take_in_error(&mut self, diagnostic: Diagnostic) -> Option<ParsedUnit> {
        match &mut self.open {
            Some(OpenStep::Data(data)) => data.diagnostics.push(diagnostic),
            Some(OpenStep::Procedure(_, diagnostics) | OpenStep::Stored(_, diagnostics)) => {
                diagnostics.push(diagnostic)
            }
            None => {
                let at = diagnostic.position;
                return Some(ParsedUnit::global(Err(diagnostic), at));
            }
        }
        None
    }

    /// Adds a statement. Returns a unit if that completes one.
    fn take_in(&mut self, mut statement: Statement, source: &mut impl Statements) -> Option<ParsedUnit> {
        if matches!(self.open, Some(OpenStep::Data(_)))
            && let Some(labels) = labels_of_run(&mut statement)
        {
            self.take_in_data(&labels, source);
        }
        // DATA, PROC, RSUBMIT and ENDSAS end a step whatever follows, because the first word must suffice to decide.
        let word = match statement.tokens.first() {
            Some(token) if ends_step(token) => token.text.to_ascii_lowercase(),
            // A label may have the name of a statement.
            _ if self.cursor(&statement).is(1, Symbol::Colon) => String::new(),
            _ => self.cursor(&statement).keyword().unwrap_or_default(),
        };
        match word.as_str() {
            "comment" => return None,
            "data" | "proc" | "rsubmit" | "endsas" if self.open.is_some() => {
                self.pending = Some(statement);
                return self.close();
            }
            "data" => {
                self.suspended = None;
                self.open = Some(OpenStep::data(&mut self.cursor(&statement)));
                source.enter_step(Some("DATASTEP"));
                return None;
            }
            "proc" => {
                self.suspended = None;
                let name = statement.tokens.get(1).map(|token| token.text.to_ascii_uppercase());
                self.open = Some(OpenStep::procedure(statement, self.extent_of));
                source.enter_step(name.as_deref());
                return None;
            }
            "rsubmit" => return Some(self.submit(&statement, source)),
            word if is_session_word(word) => return Some(self.session_statement(&statement, word)),
            "run" | "quit" => return self.boundary(&statement, &word),
            word if is_global(word) || is_command(&statement, word) => return Some(self.global(&statement, word)),
            _ => {}
        }
        if let Some(reason) = without_effect::reason(&word) {
            let text = format!("{} has no effect: {reason} here.", word.to_ascii_uppercase());
            let mut parsed = ParsedUnit::global(Ok(Global::Nothing), statement.position());
            parsed.diagnostics.push(Diagnostic::note(statement.position(), text));
            return Some(parsed);
        }
        match &mut self.open {
            Some(OpenStep::Data(_)) => self.take_in_data(&statement, source),
            Some(OpenStep::Stored(request, diagnostics)) => {
                diagnostics.extend(of_request(request, &mut Cursor::of(&statement)).err());
                None
            }
            Some(OpenStep::Procedure(..)) => self.take_in_procedure(statement),
            None if statement.tokens.is_empty() => None,
            None => match &self.suspended {
                Some(procedure) => {
                    let mut procedure = procedure.clone();
                    procedure.add(statement.tokens);
                    let is_whole = procedure.extent == Extent::Statement;
                    self.open = Some(OpenStep::Procedure(procedure, Vec::new()));
                    if is_whole { self.close() } else { None }
                }
                None => Some(self.global(&statement, &word)),
            },
        }
    }

    /// Adds a statement to the open procedure. Returns the procedure if it is one of single statements.
    fn take_in_procedure(&mut self, statement: Statement) -> Option<ParsedUnit> {
        let open = self.open.as_mut().filter(|_| !statement.tokens.is_empty());
        let Some(OpenStep::Procedure(procedure, _)) = open else {
            return None;
        };
        procedure.add(statement.tokens);
        if procedure.extent != Extent::Statement {
            return None;
        }
        self.suspended = Some(procedure.resumed());
        self.close()
    }

    fn global(&self, statement: &Statement, word: &str) -> ParsedUnit {
        ParsedUnit::global(self.cursor(statement).global(word), statement.position())
    }

    /// RUN and QUIT.
    fn boundary(&mut self, statement: &Statement, word: &str) -> Option<ParsedUnit> {
        let mut cursor = self.cursor(statement);
        cursor.skip(1);
        let wrong = cursor.expect_end(&word.to_ascii_uppercase()).err();
        if word == "quit" {
            self.suspended = None;
        } else if let Some(OpenStep::Procedure(procedure, _)) = &self.open
            && matches!(procedure.extent, Extent::RunGroups { .. })
        {
            self.suspended = Some(procedure.resumed());
        }
        let procedure = match &self.open {
            Some(OpenStep::Procedure(procedure, _)) => Some(procedure),
            _ => self.suspended.as_ref(),
        };
        let goes_on = procedure.is_some_and(|procedure| procedure.extent == Extent::Statement);
        let nothing = || ParsedUnit::global(Ok(Global::Nothing), statement.position());
        let mut parsed = if word == "run" && goes_on {
            let mut parsed = nothing();
            parsed
                .diagnostics
                .push(Diagnostic::note(statement.position(), RUN_OF_SQL));
            parsed
        } else {
            self.close().unwrap_or_else(nothing)
        };
        parsed.diagnostics.extend(wrong);
        Some(parsed)
    }

    /// Adds a statement to the open DATA step.
    fn take_in_data(&mut self, statement: &Statement, source: &mut impl Statements) -> Option<ParsedUnit> {
        let line = self.cursor(statement).line();
        let Some(OpenStep::Data(data)) = &mut self.open else {
            return None;
        };
        data.record(statement);
        let at = statement.position();
        let opens = opens(statement);
        let result = match line {
            Ok(line) => {
                if let Leaf::Lines { four } = line.leaf {
                    return self.data_lines(four, at, source);
                }
                data.blocks.add(line)
            }
            Err(diagnostic) => Err(Some(diagnostic)),
        };
        let Err(diagnostic) = result else {
            return None;
        };
        data.diagnostics.extend(diagnostic);
        match opens {
            Some(OpenedConstruct::Do) => data.blocks.open_unknown(at),
            Some(OpenedConstruct::Select) => data.blocks.open_unknown_select(at),
            Some(OpenedConstruct::Lines { four }) => return self.data_lines(four, at, source),
            None => {}
        }
        None
    }

    /// Reads the lines after DATALINES, which end the step.
    fn data_lines(&mut self, four: bool, at: Position, source: &mut impl Statements) -> Option<ParsedUnit> {
        let lines = source.data_lines(four);
        let mut parsed = self.close()?;
        match (lines, &mut parsed.unit) {
            (Ok(lines), Unit::Data(step)) => {
                if let Some(stored) = &mut step.stored {
                    stored.record_lines(&lines);
                }
                step.body.push(tree::Statement {
                    kind: StatementKind::Datalines(lines),
                    at,
                });
            }
            (Err(diagnostic), unit) => {
                parsed.diagnostics.push(diagnostic);
                if let Unit::Data(step) = unit {
                    step.is_partial = true;
                }
                // The data up to the semicolon would be taken for a statement.
                let _ = source.next_statement();
            }
            (Ok(_), _) => {}
        }
        Some(parsed)
    }

    /// Closes the open step and returns it.
    fn close(&mut self) -> Option<ParsedUnit> {
        self.open.take().map(OpenStep::close)
    }
}

/// Splits the labels before RUN off, as a statement of their own.
fn labels_of_run(statement: &mut Statement) -> Option<Statement> {
    let tokens = &statement.tokens;
    let labels = tokens
        .chunks(2)
        .take_while(|pair| matches!(pair, [_, colon] if colon.is_symbol(Symbol::Colon)));
    let length = 2 * labels.count();
    let run = tokens
        .get(length)
        .filter(|token| length > 0 && token.is_name("run"))?
        .position;
    let rest = statement.tokens.split_off(length);
    let tokens = std::mem::replace(&mut statement.tokens, rest);
    Some(Statement { tokens, end: run })
}
