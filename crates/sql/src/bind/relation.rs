//! Rows with their columns, while a plan is built.

use datafusion::common::Column;
use datafusion::logical_expr::{Expr, LogicalPlan};
use feedrate_language::Position;
use feedrate_values::{Kind, Spec};

use crate::typed::Typed;

/// What is known of the values of a column beside their name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attributes {
    pub kind: Kind,
    /// Bytes in a data set: 3 to 8 of a number, and of a text its length.
    pub length: u32,
    pub label: String,
    pub format: Option<Spec>,
    pub informat: Option<Spec>,
}

impl Attributes {
    /// Those of an expression, which has neither label nor format.
    pub(crate) fn of(value: &Typed) -> Self {
        Self {
            kind: value.kind(),
            length: value.length(),
            label: String::new(),
            format: None,
            informat: None,
        }
    }
}

/// A column that a query gives.
#[derive(Clone, Debug)]
pub(crate) struct OutputColumn {
    /// What the user calls it; empty where nobody does.
    pub name: String,
    /// What the plan calls it.
    pub id: String,
    pub attributes: Attributes,
    /// Whether it is a summary function and nothing more, by which it is named where nobody does.
    pub is_summary: bool,
    /// Where it is selected.
    pub at: Position,
}

impl OutputColumn {
    /// Its value.
    pub(crate) fn value(&self) -> Typed {
        Typed::column(
            column(&self.id),
            self.attributes.kind,
            self.attributes.length,
        )
    }
}

/// Rows with their columns.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub plan: LogicalPlan,
    pub columns: Vec<OutputColumn>,
    /// By what its rows would be in order, were they put in one, and whether these descend: columns of the plan, among
    /// which can be more than those of the query.
    pub order: Vec<(String, bool)>,
    /// Whether that is the order of the rows that were joined, which nobody asked for.
    pub is_joined: bool,
    /// Where the rows were joined and put in that order, the plan without that.
    pub unordered: Option<LogicalPlan>,
}

impl Relation {
    /// Rows in the order that they have.
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

/// A column of a plan.
pub(crate) fn column(id: &str) -> Expr {
    Expr::Column(Column::new_unqualified(id))
}
