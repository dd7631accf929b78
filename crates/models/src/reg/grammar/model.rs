//! The MODEL statement.

use feedrate_language::Position;
use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::VariableList;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, help, options};

pub(super) const MODEL_OPTIONS: OptionTable<ModelOptions> = options! {
    ALPHA => Alpha(|options, alpha| options.alpha = Some(alpha)), help::ALPHA;
    CLB => Switch(|options| options.limits = true), "Confidence limits of the estimates.";
    NOINT => Switch(|options| options.no_intercept = true), help::NOINT;
    P => Switch(|options| options.predicted = true), "Lists the predicted values.";
    R => Switch(|options| options.residuals = true), "Lists the residuals.";
    STB => Switch(|options| options.standardized = true), "Standardized estimates.";
    TOL => Switch(|options| options.tolerance = true), "Tolerances.";
    VIF => Switch(|options| options.inflation = true), "Variance inflation factors.";
};

/// A MODEL statement.
#[derive(Debug)]
pub(super) struct Model {
    pub label: Option<String>,
    pub responses: Vec<VariableList>,
    pub regressors: Vec<VariableList>,
    pub options: ModelOptions,
    pub at: Position,
}

/// Its options.
#[derive(Debug, Default)]
pub(super) struct ModelOptions {
    pub alpha: Option<f64>,
    pub limits: bool,
    pub no_intercept: bool,
    pub predicted: bool,
    pub residuals: bool,
    pub standardized: bool,
    pub tolerance: bool,
    pub inflation: bool,
}

/// Parses the statement after the word MODEL.
pub(super) fn model(label: Option<String>, from: &mut Argument<'_, '_>) -> Result<Model> {
    let (cursor, at) = (&mut *from.cursor, from.at);
    // A variable list would end before a name with `=`, which is an option elsewhere but the last response here.
    let mut responses = Vec::new();
    while !cursor.is(0, Symbol::Equal) {
        responses.push(cursor.variable_part()?);
    }
    cursor.expect(Symbol::Equal, "after the responses of MODEL")?;
    if responses.is_empty() {
        return Err(cursor.expected("a response before `=`"));
    }
    let regressors = cursor.any_variables()?;
    let mut options = ModelOptions::default();
    from.options_behind_slash(MODEL_OPTIONS, &mut options)?;
    Ok(Model {
        label,
        responses,
        regressors,
        options,
        at,
    })
}
