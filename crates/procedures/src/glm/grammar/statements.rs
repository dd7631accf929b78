//! The PROC statement and the statements below it.

use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};
use feedrate_language::{Diagnostic, Position};

use super::functions::{Functions, functions};
use super::means::{LeastSquaresMeans, least_squares_means};
use super::model::{Model, model};
use super::terms::ModelPart;
use crate::aggregate::ClassOrder;
use crate::grammar::lowering::Lowering;
use crate::grammar::statements::{Disposition, read_statements};
use crate::linear::grammar::{OutputStatement, alpha, output, plots};
use crate::means::grammar::class_order;

const OPTIONS: &[&str] = &["ALPHA=", "DATA=", "NOPRINT", "ORDER=", "PLOTS="];

const STATEMENTS: &[&str] = &[
    "BY", "CLASS", "CONTRAST", "ESTIMATE", "FORMAT", "FREQ", "LABEL", "LSMEANS", "MEANS", "MODEL",
    "OUTPUT", "WEIGHT", "WHERE",
];

/// What the PROC statement says.
#[derive(Debug, Default)]
pub(super) struct GlmOptions {
    pub data: Option<DataSet>,
    pub alpha: Option<f64>,
    pub no_print: bool,
    pub order: Option<ClassOrder>,
    /// ORDER=FREQ.
    pub by_frequency: bool,
}

/// What the statements say.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub model: Option<Model>,
    pub classes: Vec<VariableList>,
    pub requests: Vec<GlmStatement>,
    pub outputs: Vec<OutputStatement>,
    pub by: Vec<VariableList>,
    pub weight: Option<Name>,
    pub frequency: Option<Name>,
    /// What there is to say of options that do nothing.
    pub notes: Vec<Diagnostic>,
    /// The statements that belong to the step that reads.
    pub body: Vec<Statement>,
}

/// A statement that asks something of the model.
#[derive(Debug)]
pub(super) enum GlmStatement {
    Functions(Functions),
    LeastSquaresMeans(Box<LeastSquaresMeans>),
    Means(Vec<ModelPart>),
}

pub(super) fn options(lowering: &mut Lowering<'_>) -> Result<GlmOptions> {
    let mut options = GlmOptions::default();
    lowering.options(OPTIONS, |lowering, word, head| {
        match word {
            "data" => {
                head.expect(Symbol::Equal, "after DATA")?;
                options.data = Some(head.data_set()?);
            }
            "alpha" => options.alpha = Some(alpha(head)?),
            "noprint" => options.no_print = true,
            "order" => {
                head.expect(Symbol::Equal, "after ORDER")?;
                let at = head.position();
                let word = head.option_word("ORDER")?.to_ascii_lowercase();
                options.by_frequency = word == "freq";
                options.order = match word.as_str() {
                    "freq" => None,
                    word => Some(class_order(word).ok_or_else(|| {
                        let takes = "INTERNAL, FORMATTED, FREQ or DATA";
                        Diagnostic::error(at, format!("ORDER= takes {takes}, not {word}"))
                    })?),
                };
            }
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
            "class" | "classes" => statements.classes.extend(cursor.variables("CLASS")?),
            "model" => {
                if statements.model.is_some() {
                    let error = Diagnostic::error(at, "PROC GLM takes one MODEL statement");
                    return Err(error.with_hint("write RUN between them"));
                }
                statements.model = Some(model(lowering, at, cursor)?);
            }
            "contrast" | "estimate" | "lsmeans" | "means" | "output" => {
                after_model(&statements, word, at)?;
                match word {
                    "output" => statements.outputs.push(output(lowering, at, cursor)?),
                    "means" => {
                        let effects = super::means::means(lowering, cursor)?;
                        statements.requests.push(GlmStatement::Means(effects));
                    }
                    "lsmeans" => {
                        let mut means = least_squares_means(lowering, at, cursor)?;
                        statements.notes.append(&mut means.notes);
                        statements
                            .requests
                            .push(GlmStatement::LeastSquaresMeans(Box::new(means)));
                    }
                    word => {
                        let functions = functions(lowering, word == "estimate", cursor)?;
                        statements.requests.push(GlmStatement::Functions(functions));
                    }
                }
            }
            "weight" => statements.weight = Some(cursor.expect_name("the variable of WEIGHT")?),
            "freq" => statements.frequency = Some(cursor.expect_name("the variable of FREQ")?),
            "by" => return Disposition::by(cursor, &mut statements.by),
            _ => return Ok(Disposition::Unknown),
        }
        Ok(Disposition::Own)
    })?;
    Ok(statements)
}

fn after_model(statements: &Statements, word: &str, at: Position) -> Result<()> {
    if statements.model.is_some() {
        return Ok(());
    }
    let upper = word.to_ascii_uppercase();
    let message = format!("{upper} stands before the MODEL statement");
    Err(Diagnostic::error(at, message))
}
