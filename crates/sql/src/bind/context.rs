//! The names that an expression can use.

use super::OuterScopes;
use super::bound_select::Aggregate;
use super::scope::Scope;
use crate::typed::TypedExpr;

/// The clause of an expression, and the names that it can use.
pub(super) struct ExpressionContext<'s> {
    pub scope: &'s Scope,
    /// The scopes of the queries around this one, from the innermost outwards.
    pub outer: &'s OuterScopes<'s>,
    /// The items of SELECT by their names, for CALCULATED.
    pub items: &'s [Item],
    /// Which items can be used by their bare names too, if no column has that name.
    pub named: NamedItems,
    /// The summary functions so far; `None` where none are allowed.
    pub aggregates: Option<&'s mut Vec<Aggregate>>,
    /// The clause, as messages name it.
    pub clause: &'static str,
}

/// Which items of SELECT can be used by their bare names, without CALCULATED.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedItems {
    /// None.
    None,
    /// Items that are renamed columns.
    Renamed,
    /// All.
    All,
}

/// A named item of SELECT.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub name: String,
    pub value: TypedExpr,
}

impl<'s> ExpressionContext<'s> {
    /// The context of an expression that can use only columns.
    pub(super) fn of_rows(scope: &'s Scope, outer: &'s OuterScopes<'s>, clause: &'static str) -> Self {
        Self {
            scope,
            outer,
            items: &[],
            named: NamedItems::None,
            aggregates: None,
            clause,
        }
    }

    /// Returns the value of the item of that name.
    pub(super) fn item(&self, name: &str) -> Option<TypedExpr> {
        let found = self.items.iter().find(|item| item.name.eq_ignore_ascii_case(name))?;
        Some(found.value.clone())
    }

    /// Returns the scopes of this query and of those around it, from the innermost outwards.
    pub(super) fn scopes(&self) -> impl Iterator<Item = &'s Scope> {
        std::iter::once(self.scope).chain(self.outer.iter().copied())
    }
}
