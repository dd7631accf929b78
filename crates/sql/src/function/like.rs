//! LIKE with patterns that are not constant. Constant patterns are evaluated by the DATA step's evaluator.

use std::sync::Arc;

use datafusion::arrow::array::{AsArray, BooleanArray};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::Result;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use feedrate_rows::is_like;

/// Returns whether a value matches a pattern, in which the character after `escape` stands for itself.
pub(crate) fn like(text: Expr, pattern: Expr, escape: Option<u8>) -> Expr {
    let of_texts = vec![DataType::BinaryView, DataType::BinaryView];
    let function = Like {
        escape,
        signature: Signature::exact(of_texts, Volatility::Immutable),
    };
    ScalarUDF::new_from_impl(function).call(vec![text, pattern])
}

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Like {
    pub(super) escape: Option<u8>,
    signature: Signature,
}

impl ScalarUDFImpl for Like {
    fn name(&self) -> &str {
        "like"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Boolean)
    }

    fn return_field_from_args(&self, _: ReturnFieldArgs) -> Result<FieldRef> {
        Ok(Arc::new(Field::new(self.name(), DataType::Boolean, false)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        let (texts, patterns) = (arrays[0].as_binary_view(), arrays[1].as_binary_view());
        let pairs = texts.iter().zip(patterns.iter());
        let alike = pairs.map(|(text, pattern)| {
            let (text, pattern) = (text.unwrap_or_default(), pattern.unwrap_or_default());
            Some(is_like(text, pattern, self.escape))
        });
        Ok(ColumnarValue::Array(Arc::new(alike.collect::<BooleanArray>())))
    }
}
