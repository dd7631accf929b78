//! The step that is being read.

use super::blocks::Blocks;
use super::cursor::{Cursor, Result};
use super::parsed_unit::ParsedUnit;
use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::statement::Statement;
use crate::token::{Symbol, spell};
use crate::tree::{DataSet, DataStep, Extent, Name, Procedure, StoredForm, StoredStep, StoredStepRequest, Unit};

/// A step that is being read.
#[derive(Debug)]
pub(super) enum OpenStep {
    Data(Box<OpenData>),
    Procedure(Procedure, Vec<Diagnostic>),
    Stored(StoredStepRequest, Vec<Diagnostic>),
}

/// A DATA step that is being read.
#[derive(Debug)]
pub(super) struct OpenData {
    head: DataStatement,
    pub(super) blocks: Blocks,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) at: Position,
}

impl OpenData {
    /// Adds a statement to the text of a step that is stored.
    pub(super) fn record(&mut self, statement: &Statement) {
        if let Some(stored) = &mut self.head.stored {
            stored.text.push_str(&spell(&statement.tokens));
            stored.text.push_str(";\n");
        }
    }
}

impl OpenStep {
    /// Returns the DATA step that begins with the statement of a cursor.
    pub(super) fn data(cursor: &mut Cursor<'_>) -> Self {
        let at = cursor.position();
        cursor.skip(1);
        match request(cursor, at) {
            Ok(None) => {}
            Ok(Some(request)) => return Self::Stored(request, Vec::new()),
            Err(diagnostic) => return Self::empty(diagnostic, at),
        }
        match data_statement(cursor) {
            Ok(head) => Self::Data(Box::new(OpenData {
                head,
                blocks: Blocks::default(),
                diagnostics: Vec::new(),
                at,
            })),
            Err(diagnostic) => Self::empty(diagnostic, at),
        }
    }

    /// Returns a DATA step without data sets, because of an error in its DATA statement.
    fn empty(diagnostic: Diagnostic, at: Position) -> Self {
        Self::Data(Box::new(OpenData {
            head: DataStatement::default(),
            blocks: Blocks::default(),
            diagnostics: vec![diagnostic],
            at,
        }))
    }

    /// Returns the procedure that begins with a statement.
    pub(super) fn procedure(statement: Statement, extent_of: fn(&str) -> Extent) -> Self {
        let at = statement.position();
        let mut cursor = Cursor::of(&statement);
        cursor.skip(1);
        let (name, diagnostics) = match cursor.expect_name("the name of a procedure after PROC") {
            Ok(name) => (name, Vec::new()),
            Err(diagnostic) => {
                let text = String::new();
                (Name { text, at }, vec![diagnostic])
            }
        };
        let head = statement.tokens.into_iter().skip(2).collect();
        let procedure = Procedure {
            extent: extent_of(&name.text),
            name,
            head,
            statements: Vec::new(),
            resumed: false,
            had_model: false,
            carried: 0,
            at,
        };
        Self::Procedure(procedure, diagnostics)
    }

    /// Returns the step as it is at its end.
    pub(super) fn close(self) -> ParsedUnit {
        match self {
            Self::Procedure(procedure, diagnostics) => ParsedUnit {
                unit: Unit::Procedure(procedure),
                diagnostics,
            },
            Self::Stored(mut request, diagnostics) => {
                request.executes |= request.form == StoredForm::Program && !request.describes;
                ParsedUnit {
                    unit: Unit::Stored(request),
                    diagnostics,
                }
            }
            Self::Data(data) => {
                let OpenData {
                    head,
                    blocks,
                    mut diagnostics,
                    at,
                } = *data;
                let (body, unclosed) = blocks.finish();
                let is_partial = diagnostics.iter().any(Diagnostic::is_error);
                diagnostics.extend(unclosed);
                ParsedUnit {
                    unit: Unit::Data(DataStep {
                        outputs: head.outputs,
                        notes_are_errors: head.notes_are_errors,
                        stored: head.stored,
                        body,
                        is_partial,
                        at,
                    }),
                    diagnostics,
                }
            }
        }
    }
}

/// The parts of a DATA statement.
#[derive(Debug, Default)]
struct DataStatement {
    outputs: Vec<DataSet>,
    /// NOTE2ERR.
    notes_are_errors: bool,
    /// VIEW= or PGM=, with the text of the statement.
    stored: Option<StoredStep>,
}

/// Parses the DATA statement after its keyword.
fn data_statement(cursor: &mut Cursor<'_>) -> Result<DataStatement> {
    let mut head = DataStatement {
        outputs: cursor.data_sets()?,
        ..DataStatement::default()
    };
    if cursor.take(Symbol::Slash) {
        while !cursor.at_end() {
            if cursor.take_word("note2err") {
                head.notes_are_errors = true;
            } else if let Some(form) = stored_form(cursor) {
                if head.stored.is_some() {
                    return Err(cursor.error("a DATA statement stores one view or one program"));
                }
                head.stored = Some(StoredStep {
                    form,
                    name: stored_name(cursor)?,
                    text: String::new(),
                });
            } else if !["nolist", "debug", "nesting"].iter().any(|word| cursor.take_word(word)) {
                return Err(cursor
                    .error(
                        "options after `/` in the DATA statement are VIEW=, PGM=, NOTE2ERR, NOLIST, NESTING and DEBUG",
                    )
                    .with_hint("leave others out"));
            }
        }
    }
    if cursor.is(0, Symbol::Equal) {
        return Err(cursor
            .error("DATA begins a step")
            .with_hint("a variable of that name cannot be what a statement assigns to; rename it"));
    }
    cursor.expect_end("the data sets of DATA")?;
    if let Some(stored) = &mut head.stored {
        stored.text = format!("{};\n", cursor.text_since(0));
    }
    Ok(head)
}

/// Takes `view=` or `pgm=`, if it is next.
fn stored_form(cursor: &mut Cursor<'_>) -> Option<StoredForm> {
    let mut forms = [StoredForm::View, StoredForm::Program].into_iter();
    let form = forms.find(|form| cursor.is_word(0, form.option()) && cursor.is(1, Symbol::Equal))?;
    cursor.skip(2);
    Some(form)
}

/// Parses the name of a stored step.
fn stored_name(cursor: &mut Cursor<'_>) -> Result<DataSet> {
    let (library, member) = cursor.data_set_name()?;
    if cursor.is(0, Symbol::LeftParen) {
        return Err(cursor
            .error("the name of a view or a stored program has no options here")
            .with_hint("leave passwords and SOURCE= out; the text is always kept"));
    }
    Ok(DataSet {
        library,
        member,
        is_prefix: false,
        options: Vec::new(),
    })
}

/// Parses `view=` or `pgm=` in the place of the data sets of DATA: a request to a stored step.
fn request(cursor: &mut Cursor<'_>, at: Position) -> Result<Option<StoredStepRequest>> {
    let Some(form) = stored_form(cursor) else {
        return Ok(None);
    };
    let name = stored_name(cursor)?;
    cursor.expect_end("the name of what is stored")?;
    Ok(Some(StoredStepRequest {
        form,
        name,
        describes: false,
        executes: false,
        at,
    }))
}

/// Parses a statement of a request to a stored step.
pub(super) fn of_request(request: &mut StoredStepRequest, cursor: &mut Cursor<'_>) -> Result<()> {
    if cursor.at_end() {
        return Ok(());
    }
    if cursor.take_word("describe") {
        request.describes = true;
    } else if request.form == StoredForm::Program && cursor.take_word("execute") {
        request.executes = true;
    } else {
        let error = match request.form {
            StoredForm::View => cursor.error("the statement after DATA VIEW= is DESCRIBE"),
            StoredForm::Program => cursor.error("the statements after DATA PGM= are DESCRIBE and EXECUTE"),
        };
        return Err(match cursor.is_word(0, "redirect") {
            true => error.with_hint("REDIRECT is not supported; store the step with the names of its data sets"),
            false => error.with_hint("what else the step does stands in the step that was stored"),
        });
    }
    cursor.expect_end("the statement")
}
