//! Expressions of plans, with their type in the language.

use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use datafusion::common::ScalarValue;
use datafusion::common::tree_node::TreeNode;
use datafusion::logical_expr::{Expr, cast, lit, when};
use feedrate_values::Kind;
use feedrate_values::missing::{self, MISSING};
use feedrate_values::value::trim;

use crate::function::PlanFunction;

/// An expression of a plan, which is never NULL.
#[derive(Clone, Debug)]
pub(crate) enum TypedExpr {
    /// A number, `Float64`. Missing values are the NaNs that they are in data sets.
    Number(Expr),
    /// A character value without its trailing blanks, `BinaryView`, and its length in bytes at most.
    Text(Expr, u32),
    /// A condition, `Boolean`; 1 or 0 where a number is needed.
    Truth(Expr),
}

impl TypedExpr {
    /// A numeric constant.
    pub(crate) fn number(number: f64) -> Self {
        Self::Number(number_literal(number))
    }

    /// A character constant.
    pub(crate) fn text(text: &[u8]) -> Self {
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX).max(1);
        Self::Text(text_literal(text), length)
    }

    /// The value of a column.
    pub(crate) fn column(expression: Expr, kind: Kind, length: u32) -> Self {
        match kind {
            Kind::Number => Self::Number(expression),
            Kind::Text => Self::Text(expression, length),
        }
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Number(_) | Self::Truth(_) => Kind::Number,
            Self::Text(..) => Kind::Text,
        }
    }

    /// Returns the length of the value in a data set, in bytes.
    pub(crate) fn length(&self) -> u32 {
        match self {
            Self::Number(_) | Self::Truth(_) => 8,
            Self::Text(_, length) => *length,
        }
    }

    /// Returns whether the expression is only a column.
    pub(crate) fn is_column(&self) -> bool {
        matches!(self, Self::Number(Expr::Column(_)) | Self::Text(Expr::Column(_), _))
    }

    /// Returns whether the value is missing: a number not greater than `.Z`, or a blank character value.
    pub(crate) fn is_missing(&self) -> Expr {
        match self {
            Self::Number(number) => {
                let greatest = missing::special(b'Z').unwrap_or(MISSING);
                number.clone().lt_eq(number_literal(greatest))
            }
            Self::Text(text, _) => text.clone().eq(text_literal(b"")),
            Self::Truth(_) => lit(false),
        }
    }

    /// Returns the expression as the value of a column.
    pub(crate) fn into_value(self) -> Result<Expr> {
        match self {
            Self::Number(expression) | Self::Text(expression, _) => Ok(expression),
            Self::Truth(expression) => when(expression, number_literal(1.0)).otherwise(number_literal(0.0)),
        }
    }

    /// Returns the expression as a condition: true for a number that is neither zero nor missing, and for a character
    /// value that is not blank.
    pub(crate) fn into_truth(self) -> Expr {
        match self {
            Self::Truth(expression) => expression,
            Self::Number(expression) => PlanFunction::Holds.call([expression]),
            Self::Text(expression, _) => expression.not_eq(text_literal(b"")),
        }
    }
}

/// Returns the type of the values of a kind in plans.
pub(crate) fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Number => DataType::Float64,
        Kind::Text => DataType::BinaryView,
    }
}

/// Returns the missing value of a kind.
pub(crate) fn missing(kind: Kind) -> Expr {
    match kind {
        Kind::Number => number_literal(MISSING),
        Kind::Text => text_literal(b""),
    }
}

/// A numeric literal; negative zero becomes zero.
pub(crate) fn number_literal(number: f64) -> Expr {
    lit(ScalarValue::Float64(Some(number + 0.0)))
}

/// A character literal, without its trailing blanks.
pub(crate) fn text_literal(text: &[u8]) -> Expr {
    lit(ScalarValue::BinaryView(Some(trim(text).to_vec())))
}

/// Returns whether an expression contains a subquery.
pub(crate) fn has_query(expression: &Expr) -> bool {
    let is_query = |part: &Expr| {
        Ok(matches!(
            part,
            Expr::Exists(_) | Expr::InSubquery(_) | Expr::ScalarSubquery(_) | Expr::SetComparison(_)
        ))
    };
    // The closure never fails.
    expression.exists(is_query).unwrap_or(true)
}

/// Converts a count to a number.
pub(crate) fn count_as_number(count: Expr) -> Expr {
    cast(count, DataType::Float64)
}
