//! From statements as written to plans: names become columns, and every expression gets its kind.
//!
//! | room | what is in it |
//! |---|---|
//! | `scope` | what names can mean |
//! | `relation` | rows with their columns, while a plan is built |
//! | `expression`, `compare`, `case`, `detached`, `subquery` | expressions |
//! | `aggregates`, `group` | summary functions, and GROUP BY |
//! | `from` | tables and joins |
//! | `select`, `combine`, `order`, `finish` | queries |
//! | `view`, `dictionary`, `chosen` | tables that are no data sets |
//! | `change` | rows for data sets that are there |

mod aggregates;
mod case;
mod change;
mod chosen;
mod combine;
mod compare;
mod detached;
mod dictionary;
mod expression;
mod finish;
mod from;
mod group;
mod order;
mod relation;
mod scope;
mod select;
mod subquery;
mod view;

use std::sync::Arc;

use datafusion::common::DataFusionError;
use feedrate_dataset::DataSetName;
use feedrate_language::macros::Symbols;
use feedrate_language::tree::Query;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::{Catalog, Options};
use feedrate_steps::ir::DataStep;

pub(crate) use change::assignable;
pub(crate) use dictionary::described;
pub use dictionary::dictionary_view;
pub(crate) use relation::{Attributes, OutputColumn, Relation};
use scope::Scope;
pub(crate) use select::modify;

use crate::scan::TableSource;
use crate::shared::Shared;
use crate::typed::Typed;

/// What binding gives: a part of a plan, or what is wrong with the statement.
pub(crate) type Result<T> = std::result::Result<T, Diagnostic>;

/// Turns what is written into plans.
pub(crate) struct Binder<'b> {
    pub(crate) catalog: &'b mut dyn Catalog,
    pub(crate) options: &'b Options,
    pub(crate) shared: Arc<Shared>,
    /// The macro variables, for the dictionary table of them.
    pub(crate) symbols: &'b Symbols,
    /// What the options of the procedure say of queries.
    pub(crate) limits: Limits,
    /// Notes and warnings.
    pub(crate) said: Vec<Diagnostic>,
    /// The data sets that the plans read.
    pub(crate) sources: Vec<Arc<TableSource>>,
    /// Whether rows are to come in their order, on one thread: something counts them or draws random numbers.
    pub(crate) in_order: bool,
    next: usize,
    /// The queries that stand where a value is wanted: what tells each from others, and its value.
    values: Vec<(String, Typed)>,
    /// The views that are being bound, one within the other.
    viewing: Vec<DataSetName>,
}

/// What the options of the procedure say of queries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// INOBS=: rows that are read of each table at most.
    pub inobs: Option<u64>,
    /// FEEDBACK: what `*` stands for is told.
    pub feedback: bool,
    /// REMERGE: whether the summaries of groups may stand beside each of their rows.
    pub remerge: bool,
    /// Whether tables are read whole, whatever the options say: they are going to be written anew.
    pub whole: bool,
    /// Whether the rows of joins are put in order where they are not many, so that they are the same each time.
    pub joined_in_order: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            inobs: None,
            feedback: false,
            remerge: true,
            whole: false,
            joined_in_order: true,
        }
    }
}

/// What becomes of the rows of a query, and so whether they are to be in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// They are given out, in order.
    Given,
    /// Another query reads them, and is told what their order would be.
    Read,
    /// An expression looks at them, which has no use for an order.
    LookedAt,
}

impl<'b> Binder<'b> {
    pub(crate) fn new(
        catalog: &'b mut dyn Catalog,
        options: &'b Options,
        shared: Arc<Shared>,
        symbols: &'b Symbols,
        limits: Limits,
    ) -> Self {
        Self {
            catalog,
            options,
            shared,
            symbols,
            limits,
            said: Vec::new(),
            sources: Vec::new(),
            in_order: false,
            next: 0,
            values: Vec::new(),
            viewing: Vec::new(),
        }
    }

    /// A query that stands by itself.
    pub(crate) fn bind(&mut self, query: &Query) -> Result<Relation> {
        self.query(query, Purpose::Given, &[])
    }

    /// Keeps what is read of a table within INOBS=; or reads it whole.
    fn limit(&self, step: &mut DataStep) {
        let sources = step.reads.iter_mut().flat_map(|read| &mut read.sources);
        for source in sources {
            if self.limits.whole {
                (source.first, source.last) = (1, None);
            } else if let Some(most) = self.limits.inobs {
                let last = source.first.max(1).saturating_add(most) - 1;
                source.last = Some(source.last.map_or(last, |own| own.min(last)));
            }
        }
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
