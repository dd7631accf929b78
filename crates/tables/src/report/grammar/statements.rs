//! The statements below the PROC statement.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{Name, Procedure, Statement, VariableList};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::{StatementTable, help, statements};

use super::breaks::{self, BREAK_OPTIONS, Break};
use super::column::{self, Item};
use super::compute::{self, Compute};
use super::define::{self, DEFINE_OPTIONS, Define};

pub(super) const STATEMENTS: StatementTable<Statements> = statements! {
    BREAK => Own("BEFORE or AFTER, and a variable / options", &BREAK_OPTIONS, |statements, from| {
        statements.breaks.push(breaks::statement(from)?);
        Ok(())
    }), "What stands before and after each group.";
    BY => By(|statements| &mut statements.by_lists), help::BY;
    COLUMN | COL | COLUMNS => Own("`a ('heading' b c) d,(e f) g=alias`", &(), |statements, from| {
        let items = column::items(from.cursor)?;
        match statements.items.replace(items) {
            Some(_) => Err(Diagnostic::error(from.at, "there is more than one COLUMN statement")),
            None => Ok(()),
        }
    }), "The columns; all variables by default.";
    // It is taken with its block, before the others.
    COMPUTE => Own("a column / CHARACTER LENGTH=; BEFORE or AFTER", &(), |_, _| Ok(())),
        "Begins a block of statements, which ENDCOMP ends.";
    DEFINE | DEF => Own("a column / headings, a statistic, options", &DEFINE_OPTIONS, |statements, from| {
        let define = define::define(from)?;
        let name = define.name.text.clone();
        let is_of = |other: &Define| other.name.text.eq_ignore_ascii_case(&name);
        statements.defines.retain(|other| !is_of(other));
        statements.defines.push(define);
        Ok(())
    }), "What a column is for and how it looks.";
    FREQ => Variable(|statements, name| statements.frequency = Some(name)), help::FREQ;
    RBREAK => Own("BEFORE or AFTER / options", &BREAK_OPTIONS, |statements, from| {
        statements.breaks.push(breaks::statement(from)?);
        Ok(())
    }), "What stands before and after the report.";
    WEIGHT => Variable(|statements, name| statements.weight = Some(name)), help::WEIGHT;
};

/// The contents of the statements.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub items: Option<Vec<Item>>,
    pub defines: Vec<Define>,
    pub breaks: Vec<Break>,
    pub computes: Vec<Compute>,
    /// BY as it is written.
    pub by_lists: Vec<VariableList>,
    /// Its variables, once those of the data set are known.
    pub by: Vec<Name>,
    pub frequency: Option<Name>,
    pub weight: Option<Name>,
    /// The statements that belong to the step that reads.
    pub body: Vec<Statement>,
}

pub(super) fn statements(lowering: &mut ProcedureLowering<'_>) -> Result<Statements> {
    let (outside, computes) = compute::split(lowering.procedure)?;
    let outside = Procedure {
        statements: outside,
        ..lowering.procedure.clone()
    };
    let mut statements = Statements {
        computes,
        ..Statements::default()
    };
    let mut plain = ProcedureLowering::new(&outside, lowering.name, &mut *lowering.catalog, lowering.options);
    let body = plain.read_statements(STATEMENTS, &mut statements)?;
    let mut diagnostics = plain.diagnostics;
    lowering.diagnostics.append(&mut diagnostics);
    statements.body = body;
    Ok(statements)
}
