//! The clauses of a SELECT: its items, WHERE, GROUP BY, HAVING and ORDER BY.

use datafusion::logical_expr::Expr;
use feedrate_language::tree::{
    Expression, ExpressionKind, Modifiers, OrderBy, OrderKey, Select, SelectItem, SqlExpression,
};
use feedrate_language::{Diagnostic, Position};

use super::aggregates::is_aggregate;
use super::bound_select::{Aggregate, BoundSelect, SelectedColumn};
use super::context::{ExpressionContext, Item, NamedItems};
use super::order::index_at;
use super::relation::{Attributes, OutputColumn};
use super::scope::{Scope, ScopeColumn};
use super::{Binder, OuterScopes, Result, refused};
use crate::typed::TypedExpr;

/// The items of a SELECT, and the summary functions that its clauses use.
struct SelectList<'s> {
    scope: &'s Scope,
    outer: &'s OuterScopes<'s>,
    selected: Vec<SelectedColumn>,
    /// The items with names.
    items: Vec<Item>,
    aggregates: Vec<Aggregate>,
}

impl SelectList<'_> {
    /// Returns the context of an expression of the rows, such as the condition of WHERE.
    fn of_rows(&self, named: NamedItems, clause: &'static str) -> ExpressionContext<'_> {
        ExpressionContext {
            items: &self.items,
            named,
            ..ExpressionContext::of_rows(self.scope, self.outer, clause)
        }
    }

    /// Returns the context of an expression that can use summary functions.
    fn of_groups(&mut self, named: NamedItems, clause: &'static str) -> ExpressionContext<'_> {
        ExpressionContext {
            items: &self.items,
            named,
            aggregates: Some(&mut self.aggregates),
            ..ExpressionContext::of_rows(self.scope, self.outer, clause)
        }
    }

    /// Returns the value of the selected column at a position, from 1 on.
    fn value_at(&self, position: u64, at: Position) -> Result<TypedExpr> {
        let index = index_at(self.selected.len(), position, at)?;
        Ok(self.selected[index].value.clone())
    }

    /// Returns the value of the only selected column of that name, such as those that `a.*` stands for.
    fn only_selected(&self, name: &str) -> Option<TypedExpr> {
        let is_called = |one: &&SelectedColumn| one.column.name.eq_ignore_ascii_case(name);
        let mut found = self.selected.iter().filter(is_called);
        match (found.next(), found.next()) {
            (Some(one), None) => Some(one.value.clone()),
            _ => None,
        }
    }

    /// Returns whether an expression contains a summary.
    fn has_summary(&self, expression: &Expr) -> bool {
        let is_summary = |name: &str| self.aggregates.iter().any(|aggregate| aggregate.id == name);
        expression.column_refs().iter().any(|column| is_summary(&column.name))
    }

    /// Returns the column if the expression is only a column.
    fn plain(&self, value: &TypedExpr) -> Option<&ScopeColumn> {
        let (TypedExpr::Number(Expr::Column(column)) | TypedExpr::Text(Expr::Column(column), _)) = value else {
            return None;
        };
        self.scope.columns().find(|own| own.id == column.name)
    }
}

impl Binder<'_> {
    /// Binds SELECT, WHERE, GROUP BY, HAVING and ORDER BY; returns the condition of WHERE separately.
    pub(super) fn clauses(
        &mut self,
        select: &Select,
        order: &[OrderBy],
        scope: &Scope,
        outer: &OuterScopes<'_>,
    ) -> Result<(BoundSelect, Option<Expr>)> {
        let mut list = SelectList {
            scope,
            outer,
            selected: Vec::new(),
            items: Vec::new(),
            aggregates: Vec::new(),
        };
        for item in &select.items {
            self.item(item, &mut list)?;
        }
        let condition = match &select.condition {
            Some(condition) => Some(self.row_condition(condition, &list)?),
            None => None,
        };
        let mut groups = Vec::with_capacity(select.group.len());
        for group in &select.group {
            groups.push(self.group_key(group, &list)?);
        }
        let having = match &select.having {
            Some(having) => Some(self.condition(having, &mut list.of_groups(NamedItems::All, "HAVING"))?),
            None => None,
        };
        let mut keys = Vec::with_capacity(order.len());
        for key in order {
            keys.push((self.order_key(key, &mut list)?, key.descending));
        }
        let bound = BoundSelect {
            selected: list.selected,
            groups,
            having,
            keys,
            is_of_groups: false,
            aggregates: list.aggregates,
        };
        Ok((bound, condition))
    }

    fn row_condition(&mut self, condition: &Expression, list: &SelectList<'_>) -> Result<Expr> {
        let bound = self.condition(condition, &mut list.of_rows(NamedItems::Renamed, "WHERE"))?;
        if list.has_summary(&bound) {
            let text = "Summary functions cannot stand in WHERE, and CALCULATED names one.";
            return Err(Diagnostic::error(condition.at, text).with_hint("HAVING chooses among groups"));
        }
        Ok(bound)
    }

    fn group_key(&mut self, group: &Expression, list: &SelectList<'_>) -> Result<Expr> {
        let value = match group.kind {
            ExpressionKind::Number(number) if number >= 1.0 && number.fract() == 0.0 => {
                list.value_at(number as u64, group.at)?
            }
            _ => self.expression(group, &mut list.of_rows(NamedItems::All, "GROUP BY"))?,
        };
        let value = value.into_value().map_err(refused(group.at))?;
        if list.has_summary(&value) {
            let text = "Summary functions cannot stand in GROUP BY.";
            return Err(Diagnostic::error(group.at, text));
        }
        Ok(value)
    }

    fn order_key(&mut self, order: &OrderBy, list: &mut SelectList<'_>) -> Result<Expr> {
        let value = match &order.key {
            OrderKey::Position(number) => list.value_at(*number, order.at)?,
            OrderKey::Value(value) => {
                let selected = match &value.kind {
                    // A bare name refers to a selected item before it refers to a column.
                    ExpressionKind::Name(name) => {
                        let item = list.of_rows(NamedItems::All, "ORDER BY").item(name);
                        item.or_else(|| list.only_selected(name))
                    }
                    _ => None,
                };
                match selected {
                    Some(item) => item,
                    None => self.expression(value, &mut list.of_groups(NamedItems::All, "HAVING"))?,
                }
            }
        };
        value.into_value().map_err(refused(order.at))
    }

    /// Binds an item of SELECT, which may stand for several columns.
    fn item(&mut self, item: &SelectItem, list: &mut SelectList<'_>) -> Result<()> {
        match item {
            SelectItem::All(at) => {
                let scope = list.scope;
                if scope.tables.is_empty() {
                    let text = "`*` stands for the columns of FROM, and there is none";
                    return Err(Diagnostic::error(*at, text));
                }
                if self.limits.feedback {
                    let names: Vec<String> = scope.all().map(|own| scope.shown(own)).collect();
                    self.note(*at, &format!("* stands for {}", names.join(", ")));
                }
                list.selected.extend(scope.all().map(|own| self.whole(own, *at)));
            }
            SelectItem::AllOf(table) => {
                let Some(found) = list.scope.table(&table.text) else {
                    let text = format!("there is no table {} in FROM", table.text);
                    return Err(Diagnostic::error(table.at, text));
                };
                let columns = found.columns.iter();
                list.selected.extend(columns.map(|own| self.whole(own, table.at)));
            }
            SelectItem::Value {
                value,
                alias,
                modifiers,
            } => {
                let alias = alias.as_ref().map(|alias| alias.text.as_str());
                self.value_item(value, alias, modifiers, list)?;
            }
        }
        Ok(())
    }

    fn value_item(
        &mut self,
        value: &Expression,
        alias: Option<&str>,
        modifiers: &Modifiers,
        list: &mut SelectList<'_>,
    ) -> Result<()> {
        let bound = self.expression(value, &mut list.of_groups(NamedItems::None, "SELECT"))?;
        let plain = list.plain(&bound);
        let mut attributes = plain.map_or_else(|| Attributes::of(&bound), |own| own.attributes.clone());
        attributes.modify(modifiers)?;
        let name = alias
            .or(plain.map(|own| own.name.as_str()))
            .unwrap_or_default()
            .to_owned();
        let column = OutputColumn {
            is_summary: is_summary(value),
            ..OutputColumn::new(&name, self.id(), attributes, value.at)
        };
        if !name.is_empty() {
            let value = bound.clone();
            list.items.push(Item { name, value });
        }
        list.selected.push(SelectedColumn { column, value: bound });
        Ok(())
    }

    /// Returns a column that `*` stands for.
    fn whole(&mut self, own: &ScopeColumn, at: Position) -> SelectedColumn {
        SelectedColumn {
            column: OutputColumn::new(&own.name, self.id(), own.attributes.clone(), at),
            value: own.value(),
        }
    }
}

/// Returns whether an expression is only a summary function.
fn is_summary(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Call { name, arguments } => is_aggregate(name, arguments),
        ExpressionKind::Sql(sql) => matches!(**sql, SqlExpression::CountRows | SqlExpression::Distinct { .. }),
        _ => false,
    }
}
