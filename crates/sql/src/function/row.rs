//! Expressions that are evaluated row by row, by the DATA step's evaluator.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BinaryViewBuilder, BooleanArray, Float64Array};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, TypeSignature, Volatility,
};
use feedrate_language::tree::Expression;
use feedrate_lower::{Row, RowInput};
use feedrate_program::{Argument, Number, Slot};
use feedrate_rows::evaluate_rows;
use feedrate_values::Value;
use feedrate_values::missing::MISSING;
use feedrate_values::value::trim;

use super::plan_function::PlanFunction;
use crate::column_values::ColumnValues;
use crate::shared::SharedState;

/// The expression as it was written, from which it can be lowered again.
#[derive(Clone, Debug)]
pub(crate) struct RowSource {
    /// The expression, in which the inputs have names.
    pub expression: Expression,
    /// The inputs.
    pub inputs: Vec<RowInput>,
}

/// An expression over the values of its arguments.
pub(crate) struct RowFunction {
    row: Row,
    pub(crate) source: RowSource,
    /// The name in plans: the expression as written.
    name: String,
    /// True if the result is a condition rather than 1 or 0.
    pub(crate) is_condition: bool,
    pub(crate) shared: Arc<SharedState>,
    signature: Signature,
}

impl RowFunction {
    /// Creates the function of an expression. It is volatile if it draws random numbers or counts rows.
    pub(crate) fn new(
        row: Row,
        source: RowSource,
        name: String,
        is_condition: bool,
        is_volatile: bool,
        shared: Arc<SharedState>,
    ) -> Self {
        let volatility = match is_volatile {
            true => Volatility::Volatile,
            false => Volatility::Immutable,
        };
        Self {
            row,
            source,
            name,
            is_condition,
            shared,
            signature: Signature::one_of(vec![TypeSignature::Nullary, TypeSignature::VariadicAny], volatility),
        }
    }

    fn gives(&self) -> DataType {
        match self.row.value {
            _ if self.is_condition => DataType::Boolean,
            Argument::Number(_) => DataType::Float64,
            Argument::Text(_) => DataType::BinaryView,
        }
    }

    /// Evaluates the expression for a number of rows.
    fn evaluate(
        &self,
        rows: usize,
        load: impl FnMut(usize, &mut feedrate_rows::RowValues<'_>),
        take: impl FnMut(Value<'_>),
    ) -> Result<()> {
        let Ok(mut streams) = self.shared.streams.lock() else {
            return exec_err!("a thread of the query ended in the middle of its work");
        };
        let mut own = std::mem::take(&mut *streams);
        // Only an expression that draws random numbers excludes others while it is evaluated.
        let held = (self.signature.volatility == Volatility::Volatile).then_some(streams);
        let setting = self.shared.setting();
        let evaluated = evaluate_rows(&self.row.step, &self.row.value, rows, &setting, &mut own, load, take);
        if let Some(mut streams) = held {
            *streams = own;
        }
        let problems = evaluated.map_err(|fault| self.shared.fail(fault))?;
        self.shared.add_problems(problems);
        Ok(())
    }
}

/// Returns the condition of the DATA step that an expression consists of, and its slots with their values.
pub(crate) fn row_condition(expression: &Expr) -> Option<(&Number, impl Iterator<Item = (Slot, &Expr)>)> {
    let Expr::ScalarFunction(call) = expression else {
        return None;
    };
    if PlanFunction::of(&call.func) == Some(PlanFunction::Holds) {
        return row_condition(call.args.first()?);
    }
    let own = call.func.inner().downcast_ref::<RowFunction>()?;
    let Argument::Number(condition) = &own.row.value else {
        return None;
    };
    let inputs = own.row.inputs.iter().zip(&call.args);
    let inputs = inputs.filter_map(|(slot, value)| Some(((*slot)?, value)));
    Some((condition, inputs))
}

impl std::fmt::Debug for RowFunction {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("RowFunction")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Two functions are equal if their text is; their arguments are compared separately.
impl PartialEq for RowFunction {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.is_condition == other.is_condition
    }
}

impl Eq for RowFunction {}

impl Hash for RowFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.is_condition.hash(state);
    }
}

fn argument(array: &ArrayRef) -> Result<ColumnValues> {
    match ColumnValues::of(array) {
        Some(values) => Ok(values),
        None => exec_err!("an expression cannot take {}", array.data_type()),
    }
}

impl ScalarUDFImpl for RowFunction {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.gives())
    }

    fn return_field_from_args(&self, _: ReturnFieldArgs) -> Result<FieldRef> {
        Ok(Arc::new(Field::new("row", self.gives(), false)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let rows = args.number_rows;
        let arrays = args
            .args
            .iter()
            .map(|argument| argument.to_array(rows))
            .collect::<Result<Vec<_>>>()?;
        let inputs = arrays.iter().map(argument).collect::<Result<Vec<_>>>()?;
        let load = |row: usize, values: &mut feedrate_rows::RowValues<'_>| {
            for (input, slot) in inputs.iter().zip(&self.row.inputs) {
                if let Some(slot) = slot {
                    values.set(*slot, input.value(row));
                }
            }
        };
        let array: ArrayRef = match self.gives() {
            DataType::BinaryView => {
                let mut texts = BinaryViewBuilder::with_capacity(rows);
                self.evaluate(rows, load, |value| match value {
                    Value::Text(text) => texts.append_value(trim(text)),
                    Value::Number(_) => texts.append_value(b""),
                })?;
                Arc::new(texts.finish())
            }
            of_numbers => {
                let mut numbers = Vec::with_capacity(rows);
                self.evaluate(rows, load, |value| match value {
                    Value::Number(number) => numbers.push(number + 0.0),
                    Value::Text(_) => numbers.push(MISSING),
                })?;
                match of_numbers {
                    DataType::Boolean => {
                        let holding = numbers.iter().map(|&number| Some(number != 0.0 && !number.is_nan()));
                        Arc::new(holding.collect::<BooleanArray>())
                    }
                    _ => Arc::new(Float64Array::from(numbers)),
                }
            }
        };
        Ok(ColumnarValue::Array(array))
    }
}
