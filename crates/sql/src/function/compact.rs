//! The identity function, whose result has no character values but its own in memory.
//!
//! Character values of a column are views into blocks. Rows that were sorted have views into the blocks of all rows,
//! and a batch of a few of them would be sent with all these blocks.

use std::sync::{Arc, LazyLock};

use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::{BinaryViewType, DataType};
use datafusion::common::Result;
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility};

static COMPACT: LazyLock<Arc<ScalarUDF>> = LazyLock::new(|| {
    Arc::new(ScalarUDF::new_from_impl(Compact {
        signature: Signature::any(1, Volatility::Immutable),
    }))
});

/// Blocks may have as many times the bytes of the values as this before these are copied.
const WASTE: usize = 2;

/// Returns the function, which takes one value.
pub(crate) fn compact() -> Arc<ScalarUDF> {
    Arc::clone(&COMPACT)
}

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Compact {
    signature: Signature,
}

impl ScalarUDFImpl for Compact {
    fn name(&self) -> &str {
        "compact"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, arguments: &[DataType]) -> Result<DataType> {
        Ok(arguments.first().cloned().unwrap_or(DataType::Null))
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let value = arguments.args[0].clone();
        let ColumnarValue::Array(array) = &value else {
            return Ok(value);
        };
        let Some(views) = array.as_byte_view_opt::<BinaryViewType>() else {
            return Ok(value);
        };
        let blocks = views.data_buffers().iter().map(|block| block.len());
        let blocks = blocks.fold(0, usize::saturating_add);
        match blocks > WASTE.saturating_mul(views.total_buffer_bytes_used()) {
            true => Ok(ColumnarValue::Array(Arc::new(views.gc()))),
            false => Ok(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::BinaryViewArray;
    use datafusion::arrow::datatypes::Field;
    use datafusion::config::ConfigOptions;

    use super::*;

    #[test]
    fn a_part_has_only_its_own_values() {
        let all = BinaryViewArray::from_iter_values((0..1000).map(|row| format!("{row:020}")));
        let part = all.slice(10, 2);
        assert!(part.data_buffers()[0].len() > 10_000);
        let field = Arc::new(Field::new("a", DataType::BinaryView, false));
        let value = compact().invoke_with_args(ScalarFunctionArgs {
            args: vec![ColumnarValue::Array(Arc::new(part.clone()))],
            arg_fields: vec![Arc::clone(&field)],
            number_rows: 2,
            return_field: field,
            config_options: Arc::new(ConfigOptions::default()),
        });
        let ColumnarValue::Array(value) = value.unwrap() else {
            panic!("a single value");
        };
        assert_eq!(value.as_binary_view(), &part);
        assert_eq!(value.as_binary_view().data_buffers()[0].len(), 40);
    }
}
