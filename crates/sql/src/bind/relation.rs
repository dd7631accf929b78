//! Rows and their columns, while a plan is built.

use datafusion::common::Column;
use datafusion::logical_expr::{Expr, LogicalPlan};
use feedrate_language::tree::Modifiers;
use feedrate_language::{Diagnostic, Position};
use feedrate_values::{Kind, Spec};

use super::Result;
use crate::typed::TypedExpr;

/// The attributes of a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attributes {
    pub kind: Kind,
    /// The length in a data set in bytes: 3 to 8 for a number.
    pub length: u32,
    pub label: String,
    pub format: Option<Spec>,
    pub informat: Option<Spec>,
}

impl Attributes {
    /// Returns the attributes of an expression, which has neither label nor format.
    pub(crate) fn of(value: &TypedExpr) -> Self {
        Self::new(value.kind(), value.length())
    }

    /// Returns attributes without label and formats.
    pub(crate) fn new(kind: Kind, length: u32) -> Self {
        Self {
            kind,
            length,
            label: String::new(),
            format: None,
            informat: None,
        }
    }

    /// Applies LABEL=, FORMAT=, INFORMAT= and LENGTH= of a column.
    pub(crate) fn modify(&mut self, modifiers: &Modifiers) -> Result<()> {
        if let Some(label) = &modifiers.label {
            self.label = String::from_utf8_lossy(label).into_owned();
        }
        if let Some((format, at)) = &modifiers.format {
            self.format = Some(spec(format, *at)?);
        }
        if let Some((informat, at)) = &modifiers.informat {
            self.informat = Some(spec(informat, *at)?);
        }
        if let Some((length, at)) = modifiers.length {
            let (least, most) = match self.kind {
                Kind::Number => (3, 8),
                Kind::Text => (1, u64::from(feedrate_dataset::schema::LONGEST_TEXT)),
            };
            if !(least..=most).contains(&length) {
                let text = format!("the length is to be from {least} to {most} bytes");
                return Err(Diagnostic::error(at, text));
            }
            self.length = length as u32;
        }
        Ok(())
    }
}

fn spec(text: &str, at: Position) -> Result<Spec> {
    text.parse::<Spec>()
        .map_err(|error| Diagnostic::error(at, error.to_string()))
}

/// A column of a query's result.
#[derive(Clone, Debug)]
pub(crate) struct OutputColumn {
    /// The name that the user gave it; empty if there is none.
    pub name: String,
    /// The name in the plan.
    pub id: String,
    pub attributes: Attributes,
    /// True if it is only a summary function, which gives its name to a column without one.
    pub is_summary: bool,
    /// Its position in the SELECT list.
    pub at: Position,
}

impl OutputColumn {
    /// Creates a column that is not only a summary function.
    pub(crate) fn new(name: &str, id: String, attributes: Attributes, at: Position) -> Self {
        Self {
            name: name.to_owned(),
            id,
            attributes,
            is_summary: false,
            at,
        }
    }

    /// Returns the column as a value.
    pub(crate) fn value(&self) -> TypedExpr {
        TypedExpr::column(column(&self.id), self.attributes.kind, self.attributes.length)
    }
}

/// Rows and their columns.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub plan: LogicalPlan,
    pub columns: Vec<OutputColumn>,
    /// The order of the rows, once they are sorted: columns of the plan, which can be more than those of the query, and
    /// whether each is descending.
    pub order: Vec<(String, bool)>,
    /// True if that is the order of joined rows, which the query does not request.
    pub is_joined: bool,
    /// The plan without the sort, if it sorts joined rows into that order.
    pub unordered: Option<LogicalPlan>,
}

impl Relation {
    /// Creates a relation without an order of its own.
    pub(crate) fn new(plan: LogicalPlan, columns: Vec<OutputColumn>) -> Self {
        Self {
            plan,
            columns,
            order: Vec::new(),
            is_joined: false,
            unordered: None,
        }
    }
}

/// Returns a column of a plan.
pub(crate) fn column(id: &str) -> Expr {
    Expr::Column(Column::new_unqualified(id))
}
