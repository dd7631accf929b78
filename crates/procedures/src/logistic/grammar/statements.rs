//! The PROC statement and the statements below it.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};

use super::model::{Class, LevelOrder, Model, classes, model, order};
use super::output::{OutputStatement, output};
use crate::grammar::lowering::Lowering;
use crate::grammar::statements::{Disposition, read_statements};
use crate::linear::grammar::{alpha, plots};

const OPTIONS: &[&str] = &[
    "ALPHA=",
    "DATA=",
    "DESCENDING",
    "NOPRINT",
    "NOTHREADS",
    "ORDER=",
    "OUTEST=",
    "PLOTS=",
    "THREADS",
];

const STATEMENTS: &[&str] = &[
    "BY", "CLASS", "FORMAT", "FREQ", "LABEL", "MODEL", "OUTPUT", "WEIGHT", "WHERE",
];

/// What the PROC statement says.
#[derive(Debug, Default)]
pub(super) struct LogisticOptions {
    pub data: Option<DataSet>,
    pub estimates: Option<DataSet>,
    pub descending: bool,
    pub no_print: bool,
    pub order: Option<LevelOrder>,
    pub alpha: Option<f64>,
    pub threads: Option<bool>,
}

/// What the statements say.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub model: Option<Model>,
    pub classes: Vec<Class>,
    pub by: Vec<VariableList>,
    pub frequency: Option<Name>,
    pub weight: Option<Name>,
    pub output: Option<OutputStatement>,
    /// The statements that belong to the step that reads.
    pub body: Vec<Statement>,
}

pub(super) fn options(lowering: &mut Lowering<'_>) -> Result<LogisticOptions> {
    let mut options = LogisticOptions::default();
    lowering.options(OPTIONS, |lowering, word, head| {
        match word {
            "data" | "outest" => {
                let upper = word.to_ascii_uppercase();
                head.expect(Symbol::Equal, &format!("after {upper}"))?;
                let data_set = Some(head.data_set()?);
                match word {
                    "data" => options.data = data_set,
                    _ => options.estimates = data_set,
                }
            }
            "descending" | "desc" | "descend" => options.descending = true,
            "noprint" => options.no_print = true,
            "order" | "rorder" => options.order = Some(order(head)?),
            "alpha" => options.alpha = Some(alpha(head)?),
            "plots" | "plot" => plots(lowering, head)?,
            "threads" => options.threads = Some(true),
            "nothreads" => options.threads = Some(false),
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
            "model" => {
                if statements.model.is_some() {
                    let message = "PROC LOGISTIC takes one MODEL statement";
                    return Err(Diagnostic::error(at, message));
                }
                statements.model = Some(model(lowering, cursor, at)?);
            }
            "class" | "classes" => statements.classes.extend(classes(lowering, cursor)?),
            "freq" => statements.frequency = Some(cursor.expect_name("the variable of FREQ")?),
            "weight" => statements.weight = Some(cursor.expect_name("the variable of WEIGHT")?),
            "output" => {
                if statements.output.is_some() {
                    let message = "PROC LOGISTIC takes one OUTPUT statement here";
                    return Err(Diagnostic::error(at, message));
                }
                statements.output = Some(output(cursor, at)?);
            }
            "by" => return Disposition::by(cursor, &mut statements.by),
            _ => return Ok(Disposition::Unknown),
        }
        Ok(Disposition::Own)
    })?;
    Ok(statements)
}
