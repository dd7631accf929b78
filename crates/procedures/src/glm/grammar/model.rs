//! CLASS and MODEL.

use feedrate_language::Position;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::VariableList;

use super::terms::{ModelPart, terms};
use crate::grammar::lowering::Lowering;
use crate::linear::grammar::alpha;

const OPTIONS: &[&str] = &["ALPHA=", "CLPARM", "NOINT", "SOLUTION", "SS1", "SS3"];

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
pub(super) fn model(
    lowering: &Lowering<'_>,
    at: Position,
    cursor: &mut Cursor<'_>,
) -> Result<Model> {
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
    if cursor.take(Symbol::Slash) {
        options.take(lowering, cursor)?;
    }
    Ok(Model {
        responses,
        effects,
        options,
        at,
    })
}

impl ModelOptions {
    fn take(&mut self, lowering: &Lowering<'_>, cursor: &mut Cursor<'_>) -> Result<()> {
        while !cursor.at_end() {
            let option = cursor.expect_name("an option of MODEL")?;
            match option.text.to_ascii_lowercase().as_str() {
                "alpha" => self.alpha = Some(alpha(cursor)?),
                "clparm" => self.limits = true,
                "noint" => self.no_intercept = true,
                "s" | "solution" => self.solution = true,
                "ss1" => self.type_one = true,
                "ss3" => self.type_three = true,
                _ => return Err(lowering.unknown(&option, "an option of MODEL", OPTIONS)),
            }
        }
        Ok(())
    }
}
