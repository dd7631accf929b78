//! The PROC statement and the statements below it.

use feedrate_language::Diagnostic;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};
use feedrate_procedure::grammar::plots::plots;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};

use super::model::{CLASS_OPTIONS, Class, LevelOrder, MODEL_OPTIONS, Model, RESPONSE_OPTIONS, classes, model};
use super::output::{OUTPUT_OPTIONS, OutputStatement, output};

pub(super) const OPTIONS: OptionTable<LogisticOptions> = options! {
    ALPHA => Alpha(|options, alpha| options.alpha = Some(alpha)), help::ALPHA;
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    DESCENDING | DESC | DESCEND => Switch(|options| options.descending = true), help::DESCENDING;
    NOPRINT => Switch(|options| options.no_print = true), help::NOPRINT;
    NOTHREADS => Switch(|options| options.threads = Some(false)), help::NOTHREADS;
    ORDER | RORDER => OrderOrFrequency(|options, order| options.order = Some(order.into())),
        "The order of its levels; FORMATTED by default.";
    OUTEST => Data(|options, data| options.estimates = Some(data)),
        "Makes a data set of the estimates, of two response levels and without CLASS.";
    PLOTS | PLOT => Own("=plots", |_, from| plots(from)), help::PLOTS;
    THREADS => Switch(|options| options.threads = Some(true)), help::THREADS;
};

pub(super) const STATEMENTS: StatementTable<Statements> = statements! {
    BY => By(|statements| &mut statements.by), help::BY;
    CLASS | CLASSES => Own("`a(options) b` / options", &CLASS_OPTIONS, |statements, from| {
        statements.classes.extend(classes(from)?);
        Ok(())
    }), "The variables whose levels are effects.";
    FREQ => Variable(|statements, name| statements.frequency = Some(name)), help::FREQ;
    MODEL => Own("response(options) = effects / options", &(RESPONSE_OPTIONS, MODEL_OPTIONS), |statements, from| {
        if statements.model.is_some() {
            let message = "PROC LOGISTIC takes one MODEL statement";
            return Err(Diagnostic::error(from.at, message));
        }
        statements.model = Some(model(from)?);
        Ok(())
    }), "The model, with effects as those of GLM.";
    OUTPUT => Own("options", &OUTPUT_OPTIONS, |statements, from| {
        if statements.output.is_some() {
            let message = "PROC LOGISTIC takes one OUTPUT statement here";
            return Err(Diagnostic::error(from.at, message));
        }
        statements.output = Some(output(from)?);
        Ok(())
    }), help::OUTPUT;
    WEIGHT => Variable(|statements, name| statements.weight = Some(name)), help::WEIGHT;
};

/// The options of the PROC statement.
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

/// The contents of the statements.
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
