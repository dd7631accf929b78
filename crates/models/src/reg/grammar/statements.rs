//! The PROC statement and the statements below it.

use feedrate_language::Diagnostic;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};
use feedrate_procedure::grammar::plots::plots;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};

use super::model::{MODEL_OPTIONS, Model, model};
use crate::linear::grammar::{OutputStatement, output};

pub(super) const OPTIONS: OptionTable<RegOptions> = options! {
    ALPHA => Alpha(|options, alpha| options.alpha = Some(alpha)), help::ALPHA;
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    NOPRINT => Switch(|options| options.no_print = true), help::NOPRINT;
    OUTEST => Data(|options, data| options.estimates = Some(data)), "Makes a data set of the estimates.";
    PLOTS | PLOT => Own("=plots", |_, from| plots(from)), help::PLOTS;
};

pub(super) const STATEMENTS: StatementTable<Statements> = statements! {
    BY => By(|statements| &mut statements.by), help::BY;
    FREQ => Variable(|statements, name| statements.frequency = Some(name)), help::FREQ;
    MODEL => Labelled("responses = regressors / options", &MODEL_OPTIONS, |statements, label, from| {
        statements.models.push(model(label, from)?);
        Ok(())
    }), "A model; `label: MODEL` gives it a name.";
    OUTPUT => Own("OUT=, and `statistic=names`", &(), |statements, from| {
        let Some(last) = statements.models.len().checked_sub(1) else {
            let message = "OUTPUT stands before the MODEL statement that it is of";
            return Err(Diagnostic::error(from.at, message));
        };
        statements.outputs.push((last, output(from)?));
        Ok(())
    }), help::OUTPUT;
    WEIGHT => Variable(|statements, name| statements.weight = Some(name)), help::WEIGHT;
};

/// The options of the PROC statement.
#[derive(Debug, Default)]
pub(super) struct RegOptions {
    pub data: Option<DataSet>,
    pub estimates: Option<DataSet>,
    pub alpha: Option<f64>,
    pub no_print: bool,
}

/// The contents of the statements.
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
