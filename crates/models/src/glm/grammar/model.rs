//! CLASS and MODEL.

use feedrate_language::Position;
use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::VariableList;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, help, options};

use super::terms::{ModelPart, terms};

pub(super) const MODEL_OPTIONS: OptionTable<ModelOptions> = options! {
    ALPHA => Alpha(|options, alpha| options.alpha = Some(alpha)), help::ALPHA;
    CLPARM => Switch(|options| options.limits = true), "Confidence limits of the parameters.";
    NOINT => Switch(|options| options.no_intercept = true), help::NOINT;
    SOLUTION | S => Switch(|options| options.solution = true), "Lists the parameters.";
    SS1 => Switch(|options| options.type_one = true), "Lists the sums of squares of type I alone.";
    SS3 => Switch(|options| options.type_three = true), "Lists the sums of squares of type III alone.";
};

/// The MODEL statement.
#[derive(Debug)]
pub(super) struct Model {
    pub responses: Vec<VariableList>,
    pub effects: Vec<ModelPart>,
    pub options: ModelOptions,
    pub at: Position,
}

/// Its options.
#[derive(Debug, Default)]
pub(super) struct ModelOptions {
    pub alpha: Option<f64>,
    pub limits: bool,
    pub no_intercept: bool,
    pub solution: bool,
    pub type_one: bool,
    pub type_three: bool,
}

/// Parses the statement after the word MODEL.
pub(super) fn model(from: &mut Argument<'_, '_>) -> Result<Model> {
    let (cursor, at) = (&mut *from.cursor, from.at);
    let mut responses = Vec::new();
    while !cursor.is(0, Symbol::Equal) {
        responses.push(cursor.variable_part()?);
    }
    if responses.is_empty() {
        return Err(cursor.expected("a response before `=`"));
    }
    cursor.expect(Symbol::Equal, "after the responses of MODEL")?;
    let effects = terms(cursor)?;
    let mut options = ModelOptions::default();
    from.options_behind_slash(MODEL_OPTIONS, &mut options)?;
    Ok(Model {
        responses,
        effects,
        options,
        at,
    })
}
