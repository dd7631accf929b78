//! From statements as written to plans: names become columns, and every expression gets its kind.
//!
//! | room | what is in it |
//! |---|---|
//! | `scope` | what names can mean |
//! | `relation` | rows with their columns, while a plan is built |
//! | `expression`, `compare`, `case`, `detached`, `subquery` | expressions |
//! | `aggregates` | summary functions, and GROUP BY |
//! | `from` | tables and joins |
//! | `select`, `combine`, `order` | queries |

mod aggregates;
mod case;
mod combine;
mod compare;
mod detached;
mod expression;
mod from;
mod order;
mod relation;
mod scope;
mod select;
mod subquery;

use std::sync::Arc;

use datafusion::common::DataFusionError;
use feedrate_program::lower::{Catalog, Options};
use feedrate_program::tree::Query;
use feedrate_program::{Diagnostic, Position};

pub(crate) use relation::{Attributes, OutputColumn, Relation};
use scope::Scope;

use crate::scan::TableSource;
use crate::shared::Shared;

/// What binding gives: a part of a plan, or what is wrong with the statement.
pub(crate) type Result<T> = std::result::Result<T, Diagnostic>;

/// Turns what is written into plans.
pub(crate) struct Binder<'b> {
    pub(crate) catalog: &'b mut dyn Catalog,
    pub(crate) options: &'b Options,
    pub(crate) shared: Arc<Shared>,
    /// Notes and warnings.
    pub(crate) said: Vec<Diagnostic>,
    /// The data sets that the plans read.
    pub(crate) sources: Vec<Arc<TableSource>>,
    /// Whether rows are to come in their order, on one thread: something counts them or draws random numbers.
    pub(crate) in_order: bool,
    next: usize,
    /// How many queries are around the one at hand.
    within: usize,
}

impl<'b> Binder<'b> {
    pub(crate) fn new(
        catalog: &'b mut dyn Catalog,
        options: &'b Options,
        shared: Arc<Shared>,
    ) -> Self {
        Self {
            catalog,
            options,
            shared,
            said: Vec::new(),
            sources: Vec::new(),
            in_order: false,
            next: 0,
            within: 0,
        }
    }

    /// A query that stands by itself.
    pub(crate) fn bind(&mut self, query: &Query) -> Result<Relation> {
        self.query(query, &[])
    }

    /// A name for a column that no other column of the plan has.
    fn id(&mut self) -> String {
        self.next += 1;
        format!("c{}", self.next)
    }

    fn note(&mut self, at: Position, message: &str) {
        self.said.push(Diagnostic::note(at, message));
    }

    fn warning(&mut self, at: Position, message: impl Into<String>) {
        self.said.push(Diagnostic::warning(at, message));
    }
}

/// What DataFusion refuses in a plan that was bound: not what the user wrote wrong, but what cannot be done here.
fn refused(at: Position) -> impl Fn(DataFusionError) -> Diagnostic {
    move |error| {
        let text = error.strip_backtrace();
        let first = text.lines().next().unwrap_or_default();
        Diagnostic::error(at, format!("the query cannot be planned: {first}"))
    }
}

/// The scopes around an expression, from the innermost outwards.
type Outer<'s> = [&'s Scope];
