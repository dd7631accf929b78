//! Expressions over the values of a row, wherever the row comes from: those of PROC SQL, whose columns are
//! those of several tables, aggregates, or what queries give.

use feedrate_language::Diagnostic;
use feedrate_language::tree::Expression;
use feedrate_steps::ir::{self, Slot};
use feedrate_values::Kind;

use super::catalog::{Catalog, Options};
use super::expression::Typed;
use super::filter::Scope;
use super::lowering::Lowering;

/// What a name stands for in the expression.
#[derive(Clone, Debug)]
pub struct RowInput {
    /// The name, as the expression has it.
    pub name: String,
    /// Of which kind it is.
    pub kind: Kind,
    /// The bytes of a text; 8 of a number.
    pub length: u32,
}

/// An expression that was lowered by itself.
#[derive(Clone, Debug)]
pub struct Row {
    /// Where its values lie. It reads, does and writes nothing by itself.
    pub step: ir::DataStep,
    /// Where the value of each input is to be put; `None` for those that the expression does not name.
    pub inputs: Vec<Option<Slot>>,
    /// What it comes to.
    pub value: ir::Argument,
    /// The bytes that its text takes at most; 8 of a number.
    pub length: u32,
}

/// Lowers an expression over `inputs`, with the meanings that WHERE gives to operators. A condition gives 1 or 0.
///
/// There is no row where it cannot be understood; the diagnostics tell why.
pub fn row(
    expression: &Expression,
    inputs: &[RowInput],
    is_condition: bool,
    catalog: &mut dyn Catalog,
    options: &Options,
) -> (Option<Row>, Vec<Diagnostic>) {
    let mut lowering = Lowering::new(catalog, options);
    lowering.scope = Some(Scope::Row(inputs.to_vec()));
    let typed = match is_condition {
        true => Typed::Number(lowering.condition(expression)),
        false => lowering.expression(expression),
    };
    let slots = inputs.iter().map(|input| {
        let id = lowering.variables.find(&input.name)?;
        lowering.variables.entry(id).slot
    });
    let slots: Vec<Option<Slot>> = slots.collect();
    let length = match &typed {
        Typed::Number(_) => 8,
        Typed::Text(_, length) => *length,
    };
    let lowered = lowering.finish(Vec::new());
    let row = (!lowered.has_errors()).then(|| Row {
        step: lowered.step,
        inputs: slots,
        value: typed.into_argument(),
        length,
    });
    (row, lowered.diagnostics)
}
