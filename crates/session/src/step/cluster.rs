//! Procedures whose data set is on a cluster: what a query there can compute, and the procedure the rest here.

use feedrate_dataset::library::WORK;
use feedrate_dataset::{DataSetName, RequestedSettings, Schema};
use feedrate_language::Reader;
use feedrate_procedures::{ClusterRequest, ClusterWork, Procedure, SUMMARY_FUNCTIONS};
use feedrate_rows::{Fault, StepEnd};
use feedrate_sql::{BoundStatement, QueryTarget, SqlOptions, bind_query};
use feedrate_values::Kind;

use crate::session::Session;

/// The beginning of the name of a data set with what a cluster has computed; a number follows.
const COMPUTED: &str = "_CLUSTER_";

/// A query for a procedure.
struct ClusterQuery {
    text: String,
    settings: RequestedSettings,
    label: String,
}

impl Session<'_> {
    /// Has the cluster of a procedure's data set, if that is on one, compute what it can for the procedure.
    pub(super) fn compute_on_cluster(&mut self, step: &dyn Procedure, name: &str, reader: &mut Reader) {
        let Some(request) = step.cluster_request() else {
            return;
        };
        let Some(address) = self.libraries.cluster_of(request.data_set.library()) else {
            return;
        };
        let address = address.to_owned();
        let Some((bound, computed)) = self.bind_request(step, &request, reader) else {
            return;
        };
        let mut refusal = None;
        // The program does not have the query that its messages are about.
        let outcome = self.lend_without_log(reader, |environment| {
            let done = bound.run(&SqlOptions::default(), environment);
            let done = done.unwrap_or_default();
            refusal = done.not_on_cluster;
            done.outcome
        });
        let data_set = request.data_set;
        match (outcome.ended, refusal) {
            (StepEnd::Failed(_), Some(why)) => {
                let text = format!("{data_set} is not computed on the cluster {address}: {why}.");
                return self.log.note(&text);
            }
            // The procedure notices the interrupt itself.
            (StepEnd::Failed(fault), None) if matches!(*fault, Fault::Interrupted) => return,
            (StepEnd::Failed(fault), None) => {
                let text =
                    format!("The cluster {address} could not do its part of PROC {name}, which is done here: {fault}");
                return self.log.warning(&text);
            }
            _ => {}
        }
        let text = match request.work {
            ClusterWork::Summary { .. } => {
                self.libraries.summarize(data_set.clone(), computed);
                format!("{data_set} was summarized on the cluster {address}; PROC {name} computes the rest here.")
            }
            ClusterWork::Values { .. } => {
                self.libraries.summarize(data_set.clone(), computed);
                format!("The values of {data_set} were counted on the cluster {address}; PROC {name} ranks them here.")
            }
            ClusterWork::Order { .. } => {
                self.libraries.sort_elsewhere(data_set.clone(), computed);
                format!("{data_set} was sorted on the cluster {address}; PROC {name} reads its rows from there.")
            }
        };
        self.log.note(&text);
    }

    /// Binds the query of a request, and returns it with the data set that it makes; `None` if all is computed here.
    fn bind_request(
        &mut self,
        step: &dyn Procedure,
        request: &ClusterRequest,
        reader: &Reader,
    ) -> Option<(BoundStatement, DataSetName)> {
        // A view has been executed for the step already.
        if self.libraries.has_stand_in(&request.data_set) {
            return None;
        }
        let query = self.cluster_query(request)?;
        let mut made = step.changes().into_iter();
        if made.any(|made| self.is_refused_output(made, &request.data_set)) {
            return None;
        }
        let computed = self.free_name(step)?;
        let at = reader.position();
        let target = QueryTarget {
            data_set: &computed,
            settings: query.settings,
            label: query.label,
            condition: request.condition.as_ref(),
        };
        // A query that cannot be bound is computed here.
        let (bound, _) = self.bind_with(reader, |setting| bind_query(&query.text, target, at, setting));
        Some((bound?, computed))
    }

    /// Deletes what a cluster has computed for a step.
    pub(super) fn end_computed(&mut self) {
        if let Err(error) = self.libraries.end_summaries() {
            self.log.warning(&error.to_string());
        }
    }

    /// Returns whether the step will end with an error about an output: one in a library that is only read, or one that
    /// is the file of the input under another name.
    fn is_refused_output(&self, made: &DataSetName, read: &DataSetName) -> bool {
        let path = |name| self.libraries.path(name).ok()?.canonicalize().ok();
        self.libraries.cluster_of(made.library()).is_some() || path(made).is_some_and(|made| Some(made) == path(read))
    }

    /// Returns a name in WORK that no data set has or gets.
    fn free_name(&self, step: &dyn Procedure) -> Option<DataSetName> {
        (1..).find_map(|number: u32| {
            let name = DataSetName::new(WORK, &format!("{COMPUTED}{number}")).ok()?;
            let is_made = step.changes().contains(&&name);
            let exists = self.libraries.exists(&name).unwrap_or(false);
            (!exists && !is_made).then_some(name)
        })
    }

    /// Returns the query of a request; `None` if it cannot be said as one.
    fn cluster_query(&mut self, request: &ClusterRequest) -> Option<ClusterQuery> {
        let described = self.libraries.describe(&request.data_set).ok()?;
        let schema = described.schema();
        let rows = match request.condition_text(schema)? {
            "" => format!("{} as t", request.data_set),
            condition => format!("{}(where=({condition})) as t", request.data_set),
        };
        let of_text = |text| ClusterQuery {
            text,
            settings: RequestedSettings::default(),
            label: String::new(),
        };
        match &request.work {
            ClusterWork::Summary { classes, variables } => summary(schema, classes, variables, &rows).map(of_text),
            ClusterWork::Values { variables } => values(schema, variables, &rows).map(of_text),
            // The type of a data set is no attribute of a query's rows.
            ClusterWork::Order { .. } if !described.data_set_type().is_empty() => None,
            ClusterWork::Order { keys } => {
                let metadata = described.metadata();
                Some(ClusterQuery {
                    text: order(keys, &rows),
                    settings: metadata.map(RequestedSettings::like).unwrap_or_default(),
                    label: described.label().to_owned(),
                })
            }
        }
    }
}

/// Returns the name of a column, if that is a word.
fn name_of(schema: &Schema, column: u32) -> Option<&str> {
    let name = &schema.variables().get(column as usize)?.name;
    let is_word = name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric())
        && !name.starts_with(|first: char| first.is_ascii_digit());
    is_word.then_some(name.as_str())
}

/// Returns the query of counts and moments.
fn summary(schema: &Schema, classes: &[u32], variables: &[u32], rows: &str) -> Option<String> {
    // The result has numbers of the full length, which are not those of the step.
    let is_short = |column: &u32| {
        let variable = schema.variables().get(*column as usize);
        variable.is_none_or(|variable| variable.kind == Kind::Number && variable.length != 8)
    };
    if classes.iter().any(is_short) {
        return None;
    }
    // A name can be that of a clause, but not behind a table.
    let groups = classes
        .iter()
        .map(|class| Some(format!("t.{}", name_of(schema, *class)?)));
    let groups: Vec<String> = groups.collect::<Option<_>>()?;
    let mut selected: Vec<String> = groups
        .iter()
        .enumerate()
        .map(|(index, group)| format!("{group} as c{index}"))
        .collect();
    selected.push("count(*) as n".to_owned());
    for (index, variable) in variables.iter().enumerate() {
        let variable = name_of(schema, *variable)?;
        for function in SUMMARY_FUNCTIONS {
            selected.push(format!("{function}(t.{variable}) as {function}{index}"));
        }
    }
    let by = match groups.is_empty() {
        true => String::new(),
        false => format!(" group by {}", groups.join(", ")),
    };
    Some(format!("select {} from {rows}{by}", selected.join(", ")))
}

/// Returns the query of the values of variables and their counts.
fn values(schema: &Schema, variables: &[u32], rows: &str) -> Option<String> {
    let counts = variables.iter().enumerate().map(|(index, variable)| {
        let name = name_of(schema, *variable)?;
        Some(format!(
            "select {index} as i, t.{name} + 0 as v, count(*) as n from {rows} group by t.{name}"
        ))
    });
    let counts: Vec<String> = counts.collect::<Option<_>>()?;
    (!counts.is_empty()).then(|| counts.join(" union all "))
}

/// Returns the query of all rows in the order of keys. Rows with equal keys stay in their order.
fn order(keys: &[(u32, bool)], rows: &str) -> String {
    let keys = keys.iter().map(|(column, descending)| {
        let descending = if *descending { " desc" } else { "" };
        format!("{}{descending}", column + 1)
    });
    let keys: Vec<String> = keys.collect();
    format!("select * from {rows} order by {}", keys.join(", "))
}
