//! The PROC statement and the statements below it.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};
use feedrate_procedure::grammar::plots::plots;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::variables::ClassOrder;

use super::functions::{FUNCTION_OPTIONS, Functions, functions};
use super::means::{LeastSquaresMeans, MEANS_OPTIONS, least_squares_means, means};
use super::model::{MODEL_OPTIONS, Model, model};
use super::terms::ModelPart;
use crate::linear::grammar::{OutputStatement, output};

pub(super) const OPTIONS: OptionTable<GlmOptions> = options! {
    ALPHA => Alpha(|options, alpha| options.alpha = Some(alpha)), help::ALPHA;
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    NOPRINT => Switch(|options| options.no_print = true), help::NOPRINT;
    ORDER => OrderOrFrequency(|options, order| {
        options.by_frequency = order.is_none();
        options.order = order;
    }), "The order of levels; FORMATTED by default.";
    PLOTS | PLOT => Own("=plots", |_, from| plots(from)), help::PLOTS;
};

pub(super) const STATEMENTS: StatementTable<Statements> = statements! {
    BY => By(|statements| &mut statements.by), help::BY;
    CLASS | CLASSES => Variables(|statements, lists| statements.classes.extend(lists)),
        "The variables whose levels are effects.";
    CONTRAST => Own("'label' effect numbers ..., effect numbers ...", &(), |statements, from| {
        after_model(statements, from)?;
        statements.requests.push(GlmStatement::Functions(functions(false, from)?));
        Ok(())
    }), "A test that functions of the parameters are 0.";
    ESTIMATE => Own("'label' effect numbers ... / options", &FUNCTION_OPTIONS, |statements, from| {
        after_model(statements, from)?;
        statements.requests.push(GlmStatement::Functions(functions(true, from)?));
        Ok(())
    }), "Estimates a function of the parameters.";
    FREQ => Variable(|statements, name| statements.frequency = Some(name)), help::FREQ;
    LSMEANS => Own("effects / options", &MEANS_OPTIONS, |statements, from| {
        after_model(statements, from)?;
        let means = Box::new(least_squares_means(from)?);
        statements.requests.push(GlmStatement::LeastSquaresMeans(means));
        Ok(())
    }), "Least squares means.";
    MEANS => Own("effects", &(), means_statement), "Means of the levels.";
    MODEL => Own("responses = effects / options", &MODEL_OPTIONS, model_statement),
        "The model; effects are `a`, `x`, `a*b`, `x*a`, `b(a)` and `a|b|c@2`.";
    OUTPUT => Own("OUT=, and `statistic=names`", &(), |statements, from| {
        after_model(statements, from)?;
        statements.outputs.push(output(from)?);
        Ok(())
    }), help::OUTPUT;
    WEIGHT => Variable(|statements, name| statements.weight = Some(name)), help::WEIGHT;
};

/// The statements of PROC ANOVA.
pub(super) const ANOVA_STATEMENTS: StatementTable<Statements> = statements! {
    BY => By(|statements| &mut statements.by), help::BY;
    CLASS | CLASSES => Variables(|statements, lists| statements.classes.extend(lists)),
        "The variables whose levels are effects.";
    FREQ => Variable(|statements, name| statements.frequency = Some(name)), help::FREQ;
    MEANS => Own("effects", &(), means_statement), "Means of the levels.";
    MODEL => Own("responses = effects", &(), model_statement),
        "The model; effects are `a`, `a*b`, `b(a)` and `a|b|c@2`.";
};

/// The options of the PROC statement.
#[derive(Debug, Default)]
pub(super) struct GlmOptions {
    pub data: Option<DataSet>,
    pub alpha: Option<f64>,
    pub no_print: bool,
    pub order: Option<ClassOrder>,
    /// ORDER=FREQ.
    pub by_frequency: bool,
}

/// The contents of the statements.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub model: Option<Model>,
    pub classes: Vec<VariableList>,
    pub requests: Vec<GlmStatement>,
    pub outputs: Vec<OutputStatement>,
    pub by: Vec<VariableList>,
    pub weight: Option<Name>,
    pub frequency: Option<Name>,
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

/// Takes a MEANS statement.
fn means_statement(statements: &mut Statements, from: &mut Argument<'_, '_>) -> Result<()> {
    after_model(statements, from)?;
    statements.requests.push(GlmStatement::Means(means(from)?));
    Ok(())
}

/// Takes the MODEL statement.
fn model_statement(statements: &mut Statements, from: &mut Argument<'_, '_>) -> Result<()> {
    if statements.model.is_some() {
        let text = format!("PROC {} takes one MODEL statement", from.lowering.name);
        return Err(Diagnostic::error(from.at, text).with_hint("write RUN between them"));
    }
    statements.model = Some(model(from)?);
    Ok(())
}

fn after_model(statements: &Statements, from: &Argument<'_, '_>) -> Result<()> {
    if statements.model.is_some() {
        return Ok(());
    }
    let message = format!("{} stands before the MODEL statement", from.name);
    Err(Diagnostic::error(from.at, message))
}
