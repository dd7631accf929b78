//! Groups statements into units: steps, and statements outside steps.

use super::blocks::Blocks;
use super::cursor::{Cursor, YEAR_CUTOFF};
use super::global::is_global;
use super::recovery::{Opens, opens};
use super::sessions::is_session_word;
use super::statement::Leaf;
use super::statements::{Statements, ends_step};
use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::statement::Statement;
use crate::token::Symbol;
use crate::tree::{self, DataSet, DataStep, Extent, Global, Procedure, StatementKind, Unit};

/// The note for RUN among statements that were executed already.
const RUN_OF_SQL: &str = "PROC SQL statements are executed immediately; The RUN statement has no effect.";

/// A unit of a program, with its diagnostics.
#[derive(Clone, Debug)]
pub struct ParsedUnit {
    /// The unit. A step with errors contains what could be parsed of it.
    pub unit: Unit,
    /// Its diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl ParsedUnit {
    /// Returns whether an error prevents the unit from running.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Groups statements into units.
///
/// A step ends with RUN, with QUIT, with its data lines, before the next DATA, PROC or RSUBMIT, and at the end of the
/// text. Nothing after that is read, so that the text after a step can use what the step sets (`call symputx`). Global
/// statements within a step (TITLE, LIBNAME) are returned before it: they take effect while a step is read, and the
/// step runs once all of it is read.
#[derive(Debug)]
pub struct Parser {
    open: Option<Open>,
    /// A statement that was read and begins the next step.
    pending: Option<Statement>,
    /// The procedure that RUN did not end.
    suspended: Option<Procedure>,
    extent_of: fn(&str) -> Extent,
    year_cutoff: i32,
}

/// A step that is being read.
#[derive(Debug)]
enum Open {
    Data(Box<OpenData>),
    Procedure(Procedure, Vec<Diagnostic>),
}

#[derive(Debug)]
struct OpenData {
    outputs: Vec<DataSet>,
    blocks: Blocks,
    diagnostics: Vec<Diagnostic>,
    at: Position,
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
            Some(Open::Data(data)) => data.diagnostics.push(diagnostic),
            Some(Open::Procedure(_, diagnostics)) => diagnostics.push(diagnostic),
            None => {
                let unit = Unit::Global(Global::Unknown(diagnostic.position));
                return Some(ParsedUnit {
                    unit,
                    diagnostics: vec![diagnostic],
                });
            }
        }
        None
    }

    /// Adds a statement. Returns a unit if that completes one.
    fn take_in(&mut self, statement: Statement, source: &mut impl Statements) -> Option<ParsedUnit> {
        // DATA, PROC, RSUBMIT and ENDSAS end a step whatever follows, because the first word must suffice to decide.
        let word = match statement.tokens.first() {
            Some(token) if ends_step(token) => token.text.to_ascii_lowercase(),
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
                self.open = Some(self.begin_data(&statement));
                return None;
            }
            "proc" => {
                self.suspended = None;
                self.open = Some(self.begin_procedure(statement));
                return None;
            }
            "rsubmit" => return Some(self.submit(&statement, source)),
            word if is_session_word(word) => return Some(self.session_statement(&statement, word)),
            "run" | "quit" => return self.boundary(&statement, &word),
            word if is_global(word) => return Some(self.global(&statement, word)),
            _ => {}
        }
        match &mut self.open {
            Some(Open::Data(_)) => self.take_in_data(&statement, source),
            Some(Open::Procedure(procedure, _)) => {
                if statement.tokens.is_empty() {
                    return None;
                }
                procedure.add(statement.tokens);
                if procedure.extent != Extent::Statement {
                    return None;
                }
                self.suspended = Some(procedure.resumed());
                self.close()
            }
            None if statement.tokens.is_empty() => None,
            None => match &self.suspended {
                Some(procedure) => {
                    let mut procedure = procedure.clone();
                    procedure.add(statement.tokens);
                    let is_whole = procedure.extent == Extent::Statement;
                    self.open = Some(Open::Procedure(procedure, Vec::new()));
                    if is_whole { self.close() } else { None }
                }
                None => Some(self.global(&statement, &word)),
            },
        }
    }

    fn global(&self, statement: &Statement, word: &str) -> ParsedUnit {
        match self.cursor(statement).global(word) {
            Ok(global) => ParsedUnit {
                unit: Unit::Global(global),
                diagnostics: Vec::new(),
            },
            Err(diagnostic) => {
                let unit = Unit::Global(Global::Unknown(statement.position()));
                ParsedUnit {
                    unit,
                    diagnostics: vec![diagnostic],
                }
            }
        }
    }

    /// RUN and QUIT.
    fn boundary(&mut self, statement: &Statement, word: &str) -> Option<ParsedUnit> {
        let mut cursor = self.cursor(statement);
        cursor.skip(1);
        let wrong = cursor.expect_end(&word.to_ascii_uppercase()).err();
        if word == "quit" {
            self.suspended = None;
        } else if let Some(Open::Procedure(procedure, _)) = &self.open
            && matches!(procedure.extent, Extent::RunGroups { .. })
        {
            self.suspended = Some(procedure.resumed());
        }
        let procedure = match &self.open {
            Some(Open::Procedure(procedure, _)) => Some(procedure),
            _ => self.suspended.as_ref(),
        };
        let goes_on = procedure.is_some_and(|procedure| procedure.extent == Extent::Statement);
        let mut parsed = match word == "run" && goes_on {
            true => ParsedUnit {
                diagnostics: vec![Diagnostic::note(statement.position(), RUN_OF_SQL)],
                ..nothing()
            },
            false => self.close().unwrap_or_else(nothing),
        };
        parsed.diagnostics.extend(wrong);
        Some(parsed)
    }

    fn begin_data(&self, statement: &Statement) -> Open {
        let at = statement.position();
        let mut cursor = self.cursor(statement);
        cursor.skip(1);
        let (outputs, diagnostics) = match data_statement(&mut cursor) {
            Ok(outputs) => (outputs, Vec::new()),
            Err(diagnostic) => (Vec::new(), vec![diagnostic]),
        };
        Open::Data(Box::new(OpenData {
            outputs,
            blocks: Blocks::default(),
            diagnostics,
            at,
        }))
    }

    fn begin_procedure(&self, statement: Statement) -> Open {
        let at = statement.position();
        let mut cursor = self.cursor(&statement);
        cursor.skip(1);
        let (name, diagnostics) = match cursor.expect_name("the name of a procedure after PROC") {
            Ok(name) => (name, Vec::new()),
            Err(diagnostic) => (
                tree::Name {
                    text: String::new(),
                    at,
                },
                vec![diagnostic],
            ),
        };
        let head = statement.tokens.into_iter().skip(2).collect();
        let procedure = Procedure {
            extent: (self.extent_of)(&name.text),
            name,
            head,
            statements: Vec::new(),
            resumed: false,
            had_model: false,
            carried: 0,
            at,
        };
        Open::Procedure(procedure, diagnostics)
    }

    /// Adds a statement to the open DATA step.
    fn take_in_data(&mut self, statement: &Statement, source: &mut impl Statements) -> Option<ParsedUnit> {
        let line = self.cursor(statement).line();
        let Some(Open::Data(data)) = &mut self.open else {
            return None;
        };
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
            Some(Opens::Do) => data.blocks.open_unknown(at),
            Some(Opens::Select) => data.blocks.open_unknown_select(at),
            Some(Opens::Lines { four }) => return self.data_lines(four, at, source),
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
        Some(match self.open.take()? {
            Open::Procedure(procedure, diagnostics) => ParsedUnit {
                unit: Unit::Procedure(procedure),
                diagnostics,
            },
            Open::Data(data) => {
                let OpenData {
                    outputs,
                    blocks,
                    mut diagnostics,
                    at,
                } = *data;
                let (body, unclosed) = blocks.finish();
                let is_partial = diagnostics.iter().any(Diagnostic::is_error);
                diagnostics.extend(unclosed);
                let step = DataStep {
                    outputs,
                    body,
                    is_partial,
                    at,
                };
                ParsedUnit {
                    unit: Unit::Data(step),
                    diagnostics,
                }
            }
        })
    }
}

/// Parses the DATA statement after its keyword.
fn data_statement(cursor: &mut Cursor<'_>) -> Result<Vec<DataSet>, Diagnostic> {
    let outputs = cursor.data_sets()?;
    if cursor.is(0, Symbol::Slash) {
        return Err(cursor
            .error("options after `/` in the DATA statement are not supported")
            .with_hint("views and stored programs are not; leave it out"));
    }
    if cursor.is(0, Symbol::Equal) {
        return Err(cursor
            .error("DATA begins a step")
            .with_hint("a variable of that name cannot be what a statement assigns to; rename it"));
    }
    cursor.expect_end("the data sets of DATA")?;
    Ok(outputs)
}

fn nothing() -> ParsedUnit {
    ParsedUnit {
        unit: Unit::Global(Global::Nothing),
        diagnostics: Vec::new(),
    }
}
