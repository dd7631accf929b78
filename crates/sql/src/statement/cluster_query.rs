//! Queries over a data set of a cluster, which are executed there or not at all.

use feedrate_dataset::{DataSetName, RequestedSettings};
use feedrate_language::parse::sql;
use feedrate_language::tree::{DataSet, FromItem, Query, QueryBody, SqlStatementKind};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::name::data_set_named;
use feedrate_program::Filter;

use super::{BoundStatement, Setting, bind_by, shared};
use crate::bind::{Binder, Limits};

/// A data set that gets the rows of a query.
pub struct QueryTarget<'t> {
    /// Its name.
    pub data_set: &'t DataSetName,
    /// The settings of its I/O.
    pub settings: RequestedSettings,
    /// Its label.
    pub label: String,
    /// The condition on the rows of the query's data set, which is in the text of the query as WHERE=.
    pub condition: Option<&'t Filter>,
}

/// Binds a query over a data set of a cluster, given as text, whose rows go into a data set. If it cannot be executed
/// on the cluster, it fails. There is none if its WHERE= reads as another condition than that of `target`. Diagnostics
/// are reported at the position `at`.
pub fn bind_query(
    query: &str,
    target: QueryTarget<'_>,
    at: Position,
    setting: Setting<'_>,
) -> (Option<BoundStatement>, Vec<Diagnostic>) {
    let mut shared = shared(&setting);
    shared.only_on_cluster = true;
    bind_by(setting, shared, Limits::default(), |binder| {
        let statement = sql::view(&format!("create view work.q as {query}"), at)?;
        let SqlStatementKind::CreateView { query, .. } = statement.kind else {
            return Err(Diagnostic::error(at, "this is no query"));
        };
        if let Some(condition) = target.condition
            && !binder.has_condition(&query, condition, at)
        {
            return Err(Diagnostic::error(at, "WHERE= reads as another condition"));
        }
        let data_set = data_set_named(target.data_set, at);
        let create = binder.bind_unlogged(&data_set, &query, at)?;
        let create = create.with_attributes(target.settings, target.label);
        Ok(Some(Box::new(create)))
    })
}

/// Returns the first data set of FROM.
fn first_data_set(body: &QueryBody) -> Option<&DataSet> {
    match body {
        QueryBody::Select(select) => match select.from.first()? {
            FromItem::Table { data_set, .. } => Some(data_set),
            _ => None,
        },
        QueryBody::Combined { left, .. } => first_data_set(left),
    }
}

/// Returns what a condition computes, without where it was written.
fn meaning(condition: &Filter) -> String {
    let computed = format!("{:?} {:?}", condition.condition, condition.loads);
    let mut parts = computed.split("SiteId(");
    let mut meaning = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        meaning.push_str("SiteId");
        meaning.push_str(part.trim_start_matches(|digit: char| digit.is_ascii_digit()));
    }
    meaning
}

impl Binder<'_> {
    /// Returns whether WHERE= of the first data set of a query is this condition.
    fn has_condition(&mut self, query: &Query, condition: &Filter, at: Position) -> bool {
        let Some(data_set) = first_data_set(&query.body) else {
            return false;
        };
        let lowered = feedrate_lower::input(data_set, &[], at, self.catalog, self.options);
        let mut sources = lowered.step.reads.iter().flat_map(|read| &read.sources);
        let own = sources.find_map(|source| source.filter.as_ref());
        own.is_some_and(|own| meaning(own) == meaning(condition))
    }
}
