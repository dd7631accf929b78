//! Expressions over the values of a row from any source, such as those of PROC SQL, whose columns come from several
//! tables, aggregates and subqueries.

use feedrate_language::Diagnostic;
use feedrate_language::tree::Expression;
use feedrate_program::{self as program, Slot};

use super::catalog::{Catalog, Options};
use super::expression::TypedExpression;
use super::facts::{RowInput, Scope};
use super::lowering::StepLowering;

/// A lowered expression.
#[derive(Clone, Debug)]
pub struct Row {
    /// A step with the vector of its values. It has no reads, statements or output.
    pub step: program::DataStep,
    /// The slot of each input; `None` for those that the expression does not use.
    pub inputs: Vec<Option<Slot>>,
    /// The expression.
    pub value: program::Argument,
    /// The maximum length of its character value in bytes; 8 for a number.
    pub length: u32,
}

/// Lowers an expression over `inputs`, with the operators of WHERE. A condition returns 1 or 0.
///
/// Returns `None` for the row if the expression is invalid; the diagnostics say why.
pub fn row(
    expression: &Expression,
    inputs: &[RowInput],
    is_condition: bool,
    catalog: &mut dyn Catalog,
    options: &Options,
) -> (Option<Row>, Vec<Diagnostic>) {
    let mut lowering = StepLowering::new(catalog, options);
    lowering.scope = Some(Scope::Row(inputs.to_vec()));
    let typed = match is_condition {
        true => TypedExpression::Number(lowering.condition(expression)),
        false => lowering.expression(expression),
    };
    let slots = inputs.iter().map(|input| {
        let id = lowering.variables.find(&input.name)?;
        lowering.variables.entry(id).slot
    });
    let slots: Vec<Option<Slot>> = slots.collect();
    let length = typed.length();
    let lowered = lowering.finish(Vec::new());
    let row = (!lowered.has_errors()).then(|| Row {
        step: lowered.step,
        inputs: slots,
        value: typed.into_argument(),
        length,
    });
    (row, lowered.diagnostics)
}
