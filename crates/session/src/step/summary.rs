//! Procedures whose data set is on a cluster, and which need only counts and moments of groups: the cluster computes
//! these by a query, and the procedure the rest.

use feedrate_dataset::DataSetName;
use feedrate_dataset::library::WORK;
use feedrate_language::Reader;
use feedrate_procedures::{Procedure, SUMMARY_FUNCTIONS, SummaryRequest};
use feedrate_sql::{SqlOptions, bind_query};
use feedrate_values::Kind;

use crate::log::{Severity, StepLog};
use crate::session::Session;

/// The beginning of the name of a summary's data set; a number follows.
const SUMMARY: &str = "_SUMMARY_";

impl Session<'_> {
    /// Has the cluster summarize the data set of a procedure, if that is on one and a summary is enough.
    pub(super) fn summarize(&mut self, step: &dyn Procedure, name: &str, reader: &mut Reader) {
        let Some(request) = step.summary() else {
            return;
        };
        let Some(address) = self.libraries.cluster_of(request.data_set.library()) else {
            return;
        };
        let address = address.to_owned();
        let Some(query) = self.summary_query(&request) else {
            return;
        };
        let Some(summary) = self.free_summary() else {
            return;
        };
        let at = reader.position();
        let (bound, _) =
            self.bind_with(reader, |setting| bind_query(&query, &summary, at, setting));
        // What cannot be bound is summarized here.
        let Some(bound) = bound else {
            return;
        };
        let outcome = self.lend_environment(reader, |environment| {
            let done = bound.run(&SqlOptions::default(), environment);
            done.map(|done| done.outcome).unwrap_or_default()
        });
        let has_failed = outcome.is_failed();
        if has_failed {
            outcome.log(&mut StepLog {
                log: &mut self.log,
                sources: reader.sources(),
            });
            return;
        }
        let data_set = request.data_set;
        let text = format!(
            "{data_set} was summarized on the cluster {address}; PROC {name} computes the rest here."
        );
        self.log.message(Severity::Note, &text);
        self.libraries.summarize(data_set, summary);
    }

    /// Deletes the summary that a step has read.
    pub(super) fn end_summaries(&mut self) {
        if let Err(error) = self.libraries.end_summaries() {
            self.log.message(Severity::Warning, &error.to_string());
        }
    }

    /// Returns a name in WORK that no data set has.
    fn free_summary(&self) -> Option<DataSetName> {
        (1..).find_map(|number: u32| {
            let name = DataSetName::new(WORK, &format!("{SUMMARY}{number}")).ok()?;
            let exists = self.libraries.exists(&name).unwrap_or(false);
            (!exists).then_some(name)
        })
    }

    /// Returns the query of a summary; `None` if a column has a name that is no word.
    fn summary_query(&mut self, request: &SummaryRequest) -> Option<String> {
        let described = self.libraries.describe(&request.data_set).ok()?;
        let variables = described.schema().variables();
        let name = |column: &u32| {
            let name = &variables.get(*column as usize)?.name;
            let is_word = name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric())
                && !name.starts_with(|first: char| first.is_ascii_digit());
            is_word.then_some(name.as_str())
        };
        // A query makes numbers of the full length of them, which are no columns of the step any more.
        let is_short = |column: &u32| {
            let variable = variables.get(*column as usize);
            variable.is_none_or(|variable| variable.kind == Kind::Number && variable.length != 8)
        };
        if request.classes.iter().any(is_short) {
            return None;
        }
        let classes: Vec<_> = request.classes.iter().map(name).collect::<Option<_>>()?;
        let analysed: Vec<_> = request.variables.iter().map(name).collect::<Option<_>>()?;
        // A name can be that of a clause, but not behind a table.
        let groups = classes.iter().map(|class| format!("t.{class}"));
        let groups: Vec<_> = groups.collect();
        let mut selected: Vec<String> = groups
            .iter()
            .enumerate()
            .map(|(index, group)| format!("{group} as c{index}"))
            .collect();
        selected.push("count(*) as n".to_owned());
        for (index, variable) in analysed.iter().enumerate() {
            for function in SUMMARY_FUNCTIONS {
                selected.push(format!("{function}(t.{variable}) as {function}{index}"));
            }
        }
        let (selected, data_set) = (selected.join(", "), &request.data_set);
        let by = match groups.is_empty() {
            true => String::new(),
            false => format!(" group by {}", groups.join(", ")),
        };
        Some(format!("select {selected} from {data_set} as t{by}"))
    }
}
