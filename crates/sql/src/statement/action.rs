//! The action of a bound statement, and its outcome.

use feedrate_dataset::DataSetName;
use feedrate_program::Write;
use feedrate_rows::environment::Environment;
use feedrate_rows::{DataSetMade, Fault, Outcome};

use crate::options::SqlOptions;
use crate::output;

/// The action of a statement without errors.
pub(super) trait Action {
    /// Returns the data sets that it makes.
    fn makes(&self) -> &[Write] {
        &[]
    }

    /// Returns the data sets that it makes, replaces or changes, which no other process may change meanwhile.
    fn changes(&self) -> Vec<&DataSetName> {
        self.makes().iter().map(|write| &write.data_set).collect()
    }

    /// Executes the statement. Errors are logged.
    fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome;
}

/// The result of a statement.
#[derive(Debug, Default)]
pub struct StatementOutcome {
    /// The outcome of its run.
    pub outcome: Outcome,
    /// The value of the macro variable SQLOBS: the number of rows that it concerned.
    pub rows: u64,
    /// Why the query of [`bind_query`](super::bind_query) was not executed, if no cluster can execute it.
    pub not_on_cluster: Option<String>,
}

impl StatementOutcome {
    /// The outcome of a change of `rows` rows of a data set.
    pub(super) fn changed(made: Option<DataSetMade>, rows: u64) -> Self {
        let outcome = Outcome {
            made: made.into_iter().collect(),
            made_is_logged: true,
            ..Outcome::default()
        };
        Self {
            outcome,
            rows,
            not_on_cluster: None,
        }
    }

    /// Logs the fault, and returns the outcome of a statement that failed.
    pub(super) fn failed(fault: Box<Fault>, environment: &mut Environment<'_>) -> Self {
        Self {
            outcome: output::never_began(fault, environment),
            ..Self::default()
        }
    }
}
