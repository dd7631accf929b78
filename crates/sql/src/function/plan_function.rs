//! Functions of plans that need no more than their parameters.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, BinaryViewArray, BooleanArray, Float64Array, Int64Array};
use datafusion::arrow::buffer::ScalarBuffer;
use datafusion::arrow::compute::kernels::arity::binary;
use datafusion::arrow::datatypes::{BinaryViewType, DataType, Field, FieldRef, Float64Type, Int64Type};
use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use feedrate_rows::is_like;
use feedrate_values::missing::MISSING;
use serde::{Deserialize, Serialize};

/// The error for a scalar subquery with several rows.
pub(crate) const SEVERAL: &str = "Subquery evaluated to more than one row";

/// Blocks may have as many times the bytes of the values as this before [`PlanFunction::Compact`] copies these.
const WASTE: usize = 2;

/// A function with its parameters, which is also the form in which it travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum PlanFunction {
    /// Arithmetic of two numbers. The result is `.` if an operand is missing or there is no finite result.
    Add,
    Subtract,
    Multiply,
    Divide,
    /// The truth of a number: whether it is neither zero nor missing.
    Holds,
    /// LIKE with a pattern that is not constant, in which the character after this one stands for itself.
    Like(Option<u8>),
    /// The value of a scalar subquery, given also the number of its rows; an error if that is greater than one.
    Only,
    /// The first value, evaluated exactly here in the plan. The planner does not see through it, and takes it to depend
    /// on all arguments.
    Opaque,
    /// The same, which the planner takes to be nullable.
    Nullable,
    /// The value without other character values in memory. Those of a column are views into blocks. Rows that were
    /// sorted have views into the blocks of all rows, and a batch of a few of them would be sent with all these blocks.
    Compact,
    /// The bits of a number as an integer, by which joins compare it.
    Bits,
}

/// A function as plans have it.
#[derive(Debug, PartialEq, Eq, Hash)]
struct SignedFunction {
    function: PlanFunction,
    signature: Signature,
}

impl PlanFunction {
    /// Returns which of these a function is; `None` if it is another one.
    pub(crate) fn of(function: &ScalarUDF) -> Option<Self> {
        let own = function.inner().downcast_ref::<SignedFunction>()?;
        Some(own.function)
    }

    /// Returns the function as plans have it.
    pub(crate) fn function(self) -> ScalarUDF {
        let (number, text) = (DataType::Float64, DataType::BinaryView);
        let signature = match self {
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide => {
                Signature::exact(vec![number.clone(), number], Volatility::Immutable)
            }
            Self::Holds | Self::Bits => Signature::exact(vec![number], Volatility::Immutable),
            Self::Like(_) => Signature::exact(vec![text.clone(), text], Volatility::Immutable),
            Self::Only => Signature::any(2, Volatility::Immutable),
            Self::Compact => Signature::any(1, Volatility::Immutable),
            // A volatile function is neither folded nor moved.
            Self::Opaque | Self::Nullable => Signature::variadic_any(Volatility::Volatile),
        };
        ScalarUDF::new_from_impl(SignedFunction {
            function: self,
            signature,
        })
    }

    /// Returns the call of the function with these arguments.
    pub(crate) fn call<const N: usize>(self, arguments: [Expr; N]) -> Expr {
        self.function().call(arguments.into())
    }
}

impl ScalarUDFImpl for SignedFunction {
    fn name(&self) -> &str {
        match self.function {
            PlanFunction::Add => "add",
            PlanFunction::Subtract => "subtract",
            PlanFunction::Multiply => "multiply",
            PlanFunction::Divide => "divide",
            PlanFunction::Holds => "holds",
            PlanFunction::Like(_) => "like",
            PlanFunction::Only => "only",
            PlanFunction::Opaque => "opaque",
            PlanFunction::Nullable => "nullable",
            PlanFunction::Compact => "compact",
            PlanFunction::Bits => "bits",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, arguments: &[DataType]) -> Result<DataType> {
        Ok(match self.function {
            PlanFunction::Add | PlanFunction::Subtract | PlanFunction::Multiply | PlanFunction::Divide => {
                DataType::Float64
            }
            PlanFunction::Holds | PlanFunction::Like(_) => DataType::Boolean,
            PlanFunction::Bits => DataType::Int64,
            PlanFunction::Only | PlanFunction::Opaque | PlanFunction::Nullable | PlanFunction::Compact => {
                arguments.first().cloned().unwrap_or(DataType::Null)
            }
        })
    }

    fn return_field_from_args(&self, arguments: ReturnFieldArgs) -> Result<FieldRef> {
        let fields = arguments.arg_fields;
        let types: Vec<DataType> = fields.iter().map(|field| field.data_type().clone()).collect();
        let is_nullable = match self.function {
            PlanFunction::Only | PlanFunction::Nullable | PlanFunction::Compact => true,
            PlanFunction::Opaque | PlanFunction::Bits => fields.first().is_some_and(|field| field.is_nullable()),
            _ => false,
        };
        Ok(Arc::new(Field::new(
            self.name(),
            self.return_type(&types)?,
            is_nullable,
        )))
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let argument = |index: usize| arguments.args[index].to_array(arguments.number_rows);
        let result: ArrayRef = match self.function {
            PlanFunction::Add => arithmetic(&argument(0)?, &argument(1)?, |left, right| left + right)?,
            PlanFunction::Subtract => arithmetic(&argument(0)?, &argument(1)?, |left, right| left - right)?,
            PlanFunction::Multiply => arithmetic(&argument(0)?, &argument(1)?, |left, right| left * right)?,
            PlanFunction::Divide => arithmetic(&argument(0)?, &argument(1)?, |left, right| left / right)?,
            PlanFunction::Holds => Arc::new(holds(argument(0)?.as_primitive::<Float64Type>())),
            PlanFunction::Like(escape) => {
                let (texts, patterns) = (argument(0)?, argument(1)?);
                Arc::new(like(texts.as_binary_view(), patterns.as_binary_view(), escape))
            }
            PlanFunction::Only => {
                let rows = argument(1)?;
                if rows.as_primitive::<Int64Type>().iter().flatten().any(|rows| rows > 1) {
                    return exec_err!("{SEVERAL}");
                }
                return Ok(arguments.args[0].clone());
            }
            PlanFunction::Opaque | PlanFunction::Nullable => return Ok(arguments.args[0].clone()),
            PlanFunction::Compact => return Ok(compact(arguments.args[0].clone())),
            PlanFunction::Bits => Arc::new(bits(argument(0)?.as_primitive::<Float64Type>())),
        };
        Ok(ColumnarValue::Array(result))
    }
}

/// Returns the results of an operation. One that is not finite is missing, and zero is never negative, so that equal
/// numbers have equal bits.
fn arithmetic(left: &ArrayRef, right: &ArrayRef, operation: impl Fn(f64, f64) -> f64) -> Result<ArrayRef> {
    let (left, right) = (left.as_primitive::<Float64Type>(), right.as_primitive::<Float64Type>());
    let results: Float64Array = binary(left, right, |left, right| {
        let result = operation(left, right);
        if result.is_finite() { result + 0.0 } else { MISSING }
    })?;
    Ok(Arc::new(results))
}

fn holds(numbers: &Float64Array) -> BooleanArray {
    let holding = numbers.values().iter().map(|&number| number != 0.0 && !number.is_nan());
    holding.map(Some).collect()
}

fn like(texts: &BinaryViewArray, patterns: &BinaryViewArray, escape: Option<u8>) -> BooleanArray {
    let pairs = texts.iter().zip(patterns);
    let alike = pairs.map(|(text, pattern)| {
        let (text, pattern) = (text.unwrap_or_default(), pattern.unwrap_or_default());
        Some(is_like(text, pattern, escape))
    });
    alike.collect()
}

fn compact(value: ColumnarValue) -> ColumnarValue {
    let ColumnarValue::Array(array) = &value else {
        return value;
    };
    let Some(views) = array.as_byte_view_opt::<BinaryViewType>() else {
        return value;
    };
    let blocks = views.data_buffers().iter().map(|block| block.len());
    let blocks = blocks.fold(0, usize::saturating_add);
    match blocks > WASTE.saturating_mul(views.total_buffer_bytes_used()) {
        true => ColumnarValue::Array(Arc::new(views.gc())),
        false => value,
    }
}

/// Returns the bits of numbers, whose buffer is reused and not copied.
fn bits(numbers: &Float64Array) -> Int64Array {
    let bits = ScalarBuffer::new(numbers.values().inner().clone(), 0, numbers.len());
    Int64Array::new(bits, numbers.nulls().cloned())
}

#[cfg(test)]
mod tests {
    use datafusion::config::ConfigOptions;

    use super::*;

    /// Returns the value of a function of one column.
    fn of_column(function: PlanFunction, column: ArrayRef) -> ArrayRef {
        let function = function.function();
        let argument = column.data_type().clone();
        let result = function.inner().return_type(std::slice::from_ref(&argument)).unwrap();
        let value = function.invoke_with_args(ScalarFunctionArgs {
            number_rows: column.len(),
            args: vec![ColumnarValue::Array(column)],
            arg_fields: vec![Arc::new(Field::new("a", argument, false))],
            return_field: Arc::new(Field::new("b", result, false)),
            config_options: Arc::new(ConfigOptions::default()),
        });
        let ColumnarValue::Array(value) = value.unwrap() else {
            panic!("a column gives a column");
        };
        value
    }

    #[test]
    fn a_compact_part_has_only_its_own_values() {
        let all = BinaryViewArray::from_iter_values((0..1000).map(|row| format!("{row:020}")));
        let part = all.slice(10, 2);
        assert!(part.data_buffers()[0].len() > 10_000);
        let value = of_column(PlanFunction::Compact, Arc::new(part.clone()));
        assert_eq!(value.as_binary_view(), &part);
        assert_eq!(value.as_binary_view().data_buffers()[0].len(), 40);
    }

    #[test]
    fn bits_are_those_of_the_part_of_a_column() {
        let numbers = Float64Array::from(vec![1.5, 0.0, -3.0, f64::NAN]).slice(1, 3);
        let found = of_column(PlanFunction::Bits, Arc::new(numbers));
        let expected = [0.0, -3.0, f64::NAN].map(|number: f64| number.to_bits() as i64);
        assert_eq!(found.as_primitive::<Int64Type>().values(), &expected);
    }
}
