//! The PROC statement and the statements below it.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};

use super::model::{Model, model};
use crate::grammar::lowering::Lowering;
use crate::grammar::statements::{Disposition, read_statements};
use crate::linear::grammar::{OutputStatement, alpha, output, plots};

const OPTIONS: &[&str] = &["ALPHA=", "DATA=", "NOPRINT", "OUTEST=", "PLOTS="];

const STATEMENTS: &[&str] = &[
    "BY", "FORMAT", "FREQ", "LABEL", "MODEL", "OUTPUT", "WEIGHT", "WHERE",
];

/// What the PROC statement says.
#[derive(Debug, Default)]
pub(super) struct RegOptions {
    pub data: Option<DataSet>,
    pub estimates: Option<DataSet>,
    pub alpha: Option<f64>,
    pub no_print: bool,
}

/// What the statements say.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub models: Vec<Model>,
    /// Each with the model that it is of.
    pub outputs: Vec<(usize, OutputStatement)>,
    pub by: Vec<VariableList>,
    pub weight: Option<Name>,
    pub frequency: Option<Name>,
    /// The statements that belong to the step that reads.
    pub body: Vec<Statement>,
}

pub(super) fn options(lowering: &mut Lowering<'_>) -> Result<RegOptions> {
    let mut options = RegOptions::default();
    lowering.options(OPTIONS, |lowering, word, head| {
        match word {
            "data" => {
                head.expect(Symbol::Equal, "after DATA")?;
                options.data = Some(head.data_set()?);
            }
            "outest" => {
                head.expect(Symbol::Equal, "after OUTEST")?;
                options.estimates = Some(head.data_set()?);
            }
            "alpha" => options.alpha = Some(alpha(head)?),
            "noprint" => options.no_print = true,
            "plot" | "plots" => plots(lowering, head)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(options)
}

pub(super) fn statements(lowering: &Lowering<'_>) -> Result<Statements> {
    let mut statements = Statements::default();
    statements.body = read_statements(lowering, STATEMENTS, |word, at, cursor| {
        match word {
            "model" => statements.models.push(model(lowering, None, at, cursor)?),
            "output" => {
                let Some(last) = statements.models.len().checked_sub(1) else {
                    let message = "OUTPUT stands before the MODEL statement that it is of";
                    return Err(Diagnostic::error(at, message));
                };
                statements
                    .outputs
                    .push((last, output(lowering, at, cursor)?));
            }
            "weight" => statements.weight = Some(cursor.expect_name("the variable of WEIGHT")?),
            "freq" => statements.frequency = Some(cursor.expect_name("the variable of FREQ")?),
            "by" => return Disposition::by(cursor, &mut statements.by),
            label if cursor.is(0, Symbol::Colon) && cursor.is_word(1, "model") => {
                cursor.skip(2);
                let label = Some(label.to_owned());
                statements.models.push(model(lowering, label, at, cursor)?);
            }
            _ => return Ok(Disposition::Unknown),
        }
        Ok(Disposition::Own)
    })?;
    if statements.models.is_empty() {
        let message = "PROC REG has no MODEL statement";
        return Err(Diagnostic::error(lowering.procedure.at, message));
    }
    Ok(statements)
}
