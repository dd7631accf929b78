//! The MODEL statement.

use feedrate_language::Position;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::VariableList;

use crate::grammar::lowering::Lowering;
use crate::linear::grammar::alpha;

const OPTIONS: &[&str] = &["ALPHA=", "CLB", "NOINT", "P", "R", "STB", "TOL", "VIF"];

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
pub(super) fn model(
    lowering: &Lowering<'_>,
    label: Option<String>,
    at: Position,
    cursor: &mut Cursor<'_>,
) -> Result<Model> {
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
    if cursor.take(Symbol::Slash) {
        options.take(lowering, cursor)?;
    }
    Ok(Model {
        label,
        responses,
        regressors,
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
                "clb" => self.limits = true,
                "noint" => self.no_intercept = true,
                "p" => self.predicted = true,
                "r" => self.residuals = true,
                "stb" => self.standardized = true,
                "tol" => self.tolerance = true,
                "vif" => self.inflation = true,
                _ => return Err(lowering.unknown(&option, "an option of MODEL", OPTIONS)),
            }
        }
        Ok(())
    }
}
