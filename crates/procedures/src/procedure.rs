//! A procedure that is about to run.

use std::fmt;

use feedrate_dataset::DataSetName;
use feedrate_steps::data::{Ended, Fault, Outcome};
use feedrate_steps::environment::Environment;
use feedrate_steps::ir::{Site, Write};

/// What a procedure is to do, complete: its names are those of data sets and variables that are there.
pub trait Procedure: fmt::Debug {
    /// Returns the data sets that it makes whose variables are known before it runs, so that steps after it can be
    /// checked although it does not run.
    fn makes(&self) -> &[Write];

    /// Returns the data sets that it replaces or adds to, which no other process may change from before it reads until
    /// it ends. Those that it claims itself as it comes to them are not among them.
    fn changes(&self) -> Vec<&DataSetName>;

    /// Runs it, once what it [changes](Self::changes) is claimed, as [`run`] does. Its faults are in the log when it returns, with
    /// `site` as the place of the procedure; [`Outcome::tell`] tells the rest.
    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome;
}

/// Claims what a procedure changes, and runs it.
pub fn run(procedure: &dyn Procedure, site: Site, environment: &mut Environment<'_>) -> Outcome {
    let mut outcome = Outcome::default();
    match environment.libraries.claim(procedure.changes()) {
        Ok(_) => procedure.run_claimed(site, environment),
        Err(error) => {
            fail(Box::<Fault>::from(error), site, environment, &mut outcome);
            outcome
        }
    }
}

/// Runs a procedure that reads no observations as a step does, and tells of its fault.
pub(crate) fn run_alone(
    site: Site,
    environment: &mut Environment<'_>,
    work: impl FnOnce(&mut Environment<'_>, &mut Outcome) -> Result<(), Box<Fault>>,
) -> Outcome {
    let mut outcome = Outcome::default();
    if let Err(fault) = work(environment, &mut outcome) {
        fail(fault, site, environment, &mut outcome);
    }
    outcome
}

/// Returns the names of data sets that are made.
pub(crate) fn names(writes: &[Write]) -> Vec<&DataSetName> {
    writes.iter().map(|write| &write.data_set).collect()
}

fn fail(fault: Box<Fault>, site: Site, environment: &mut Environment<'_>, outcome: &mut Outcome) {
    let fault = fault.at(site);
    fault.tell(environment.log);
    outcome.ended = Ended::Failed(fault);
}
