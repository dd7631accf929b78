//! From the syntax tree to plans: names are resolved to columns, and every expression gets a type.
//!
//! | module | contents |
//! |---|---|
//! | `scope` | the resolution of names |
//! | `relation` | rows and their columns, while a plan is built |
//! | `context` | the names that an expression can use |
//! | `expression`, `compare`, `case`, `detached`, `subquery` | expressions |
//! | `aggregates`, `group` | summary functions, and GROUP BY |
//! | `from`, `join` | tables and joins |
//! | `select`, `clauses`, `bound_select`, `combine`, `order`, `finish` | queries |
//! | `view`, `dictionary`, `chosen` | tables that are not data sets |
//! | `change` | rows for existing data sets |

mod aggregates;
mod bound_select;
mod case;
mod change;
mod chosen;
mod clauses;
mod combine;
mod compare;
mod context;
mod detached;
mod dictionary;
mod expression;
mod finish;
mod from;
mod group;
mod join;
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
use feedrate_program::DataStep;

pub(crate) use change::assignable;
pub(crate) use dictionary::described;
pub use dictionary::dictionary_view;
pub(crate) use relation::{Attributes, OutputColumn, Relation};
use scope::Scope;

use crate::scan::TableSource;
use crate::shared::SharedState;
use crate::typed::TypedExpr;

/// A part of a plan, or the error in the statement.
pub(crate) type Result<T> = std::result::Result<T, Diagnostic>;

/// Binds statements: turns syntax trees into plans.
pub(crate) struct Binder<'b> {
    pub(crate) catalog: &'b mut dyn Catalog,
    pub(crate) options: &'b Options,
    pub(crate) shared: Arc<SharedState>,
    /// The macro variables, for the dictionary table of them.
    pub(crate) symbols: &'b Symbols,
    /// The procedure options that affect queries.
    pub(crate) limits: Limits,
    /// Notes and warnings.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The data sets that the plans read.
    pub(crate) sources: Vec<Arc<TableSource>>,
    /// True if rows must be processed in their order, by one thread: something numbers them or draws random numbers.
    pub(crate) in_order: bool,
    next: usize,
    /// The scalar subqueries that are bound, each by its text and tables, with its value.
    values: Vec<(String, TypedExpr)>,
    /// The views that are being bound, from the outermost inwards.
    viewing: Vec<DataSetName>,
}

/// The procedure options that affect queries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// INOBS=: the most rows that are read of each table.
    pub inobs: Option<u64>,
    /// FEEDBACK: the log shows what `*` stands for.
    pub feedback: bool,
    /// REMERGE: summaries of groups may be combined with each of their rows.
    pub remerge: bool,
    /// True if tables are read completely, whatever the options are, because they are to be rewritten.
    pub whole: bool,
    /// True if the rows of small joins are sorted, so that their order is the same in each run.
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

/// The use of the rows of a query, which determines whether they must be in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// They are the result, in order.
    Given,
    /// Another query reads them, and their order is only described.
    Read,
    /// An expression tests them, and their order does not matter.
    LookedAt,
}

impl<'b> Binder<'b> {
    pub(crate) fn new(
        catalog: &'b mut dyn Catalog,
        options: &'b Options,
        shared: Arc<SharedState>,
        symbols: &'b Symbols,
        limits: Limits,
    ) -> Self {
        Self {
            catalog,
            options,
            shared,
            symbols,
            limits,
            diagnostics: Vec::new(),
            sources: Vec::new(),
            in_order: false,
            next: 0,
            values: Vec::new(),
            viewing: Vec::new(),
        }
    }

    /// Binds a query that is not part of another one.
    pub(crate) fn bind(&mut self, query: &Query) -> Result<Relation> {
        self.query(query, Purpose::Given, &[])
    }

    /// Keeps the notes and warnings of diagnostics. Fails with the first error.
    fn keep(&mut self, diagnostics: Vec<Diagnostic>) -> Result<()> {
        let (errors, others): (Vec<_>, Vec<_>) = diagnostics.into_iter().partition(Diagnostic::is_error);
        self.diagnostics.extend(others);
        errors.into_iter().next().map_or(Ok(()), Err)
    }

    /// Limits what is read of a table to INOBS=, or removes all limits.
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

    /// Returns a column name that no other column of the plan has.
    fn id(&mut self) -> String {
        self.next += 1;
        format!("c{}", self.next)
    }

    fn note(&mut self, at: Position, message: &str) {
        self.diagnostics.push(Diagnostic::note(at, message));
    }

    fn warning(&mut self, at: Position, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::warning(at, message));
    }
}

/// Converts an error of DataFusion about a bound plan: the statement is correct, but cannot be executed.
fn refused(at: Position) -> impl Fn(DataFusionError) -> Diagnostic {
    move |error| {
        let text = error.strip_backtrace();
        let first = text.lines().next().unwrap_or_default();
        Diagnostic::error(at, format!("the query cannot be planned: {first}"))
    }
}

/// The scopes around an expression, from the innermost outwards.
type OuterScopes<'s> = [&'s Scope];
