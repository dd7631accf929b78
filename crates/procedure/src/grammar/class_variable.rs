//! The variables of CLASS.

use feedrate_language::parse::cursor::Result;

use crate::grammar::input::{InputVariables, shown_by};
use crate::grammar::lowering::ProcedureLowering;
use crate::variables::{ClassOrder, ClassVariable};

/// Returns a class variable of the input in this order, whose missing values are no classes. Its heading is its name.
///
/// # Errors
///
/// Returns an error if its format is not there.
pub fn class_variable(
    variables: InputVariables<'_>,
    index: usize,
    order: ClassOrder,
    lowering: &ProcedureLowering<'_>,
) -> Result<ClassVariable> {
    let variable = variables.variable(index);
    Ok(ClassVariable {
        heading: variable.name.clone(),
        slot: variable.slot,
        format: shown_by(variable, lowering, lowering.procedure.at)?,
        formatted: variable.format.is_some(),
        order,
        descending: false,
        missing: false,
    })
}
