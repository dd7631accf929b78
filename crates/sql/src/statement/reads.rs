//! The account of an executed plan: data errors of its rows, and what was read.

use feedrate_dataset::FileAccount;
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{DataSetRead, Outcome};

use crate::options::SqlOptions;
use crate::run::PlannedQuery;
use crate::scan::Use;

/// Logs the data errors of rows, and adds what was read to the outcome.
pub(super) fn finish(
    planned: &PlannedQuery,
    outcome: &mut Outcome,
    sql: &SqlOptions,
    environment: &mut Environment<'_>,
) {
    let problems = planned.shared.take_problems();
    for line in problems.messages {
        environment.log.line(line.as_bytes());
    }
    outcome.conversions += problems.conversions;
    outcome.utility = planned.shared.take_utility();
    for text in planned.shared.take_notes() {
        environment.log.message(Severity::Note, &text);
    }
    for source in &planned.sources {
        let Some(table) = source.table() else {
            continue;
        };
        let Use { reads, index, messages } = source.take_use();
        for (severity, text) in messages {
            environment.log.message(severity, &text);
        }
        let mut read = DataSetRead {
            name: table.location().name().clone(),
            observations: reads.iter().map(|read| read.rows).sum(),
            at_random: false,
            condition: None,
            is_condition_compiled: reads.iter().any(|read| read.is_condition_compiled),
            lost: reads.iter().map(|read| read.lost.clone()).sum(),
            account: None,
            index,
        };
        let first = source.step.reads.first().and_then(|read| read.sources.first());
        let mut rows = table.row_count();
        if let Some(filter) = first.and_then(|source| source.filter.as_ref()) {
            read.condition = Some(filter.text.clone());
            rows = read.observations;
        }
        if let Some(most) = sql.inobs
            && first.is_some_and(|source| source.last.is_some())
            && rows == most
        {
            let text = format!("Only {most} records were read from {} due to INOBS= option.", read.name);
            environment.log.message(Severity::Warning, &text);
        }
        // The reads of executors are accounted for there.
        if source.is_elsewhere() {
            continue;
        }
        read.account = FileAccount::of_threads(reads.into_iter().map(|part| part.account));
        outcome.read.push(read);
    }
}
