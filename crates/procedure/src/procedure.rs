//! The interface of procedures that are ready to run.

use std::fmt;

use feedrate_dataset::DataSetName;
use feedrate_program::{Site, Write};
use feedrate_rows::environment::Environment;
use feedrate_rows::{Fault, Outcome, StepEnd};

use crate::cluster::ClusterRequest;
use crate::intent::Intent;

/// A procedure that is ready to run: its data sets and variables have been resolved.
pub trait Procedure: fmt::Debug {
    /// Returns the output data sets whose variables are known before it runs, so that later steps can be checked even
    /// if it does not run. By default there are none.
    fn makes(&self) -> &[Write] {
        &[]
    }

    /// Returns the data sets that it replaces or adds to, which no other process may change while it runs, except
    /// those that it claims itself during the run. By default these are the ones that it makes.
    fn changes(&self) -> Vec<&DataSetName> {
        names(self.makes())
    }

    /// Returns what it would read and make, for a plan of a program that is not run.
    fn intent(&self) -> Intent<'_>;

    /// Returns what a cluster can do for it with the observations of its data set, if that is in a library of one.
    fn cluster_request(&self) -> Option<ClusterRequest> {
        None
    }

    /// Runs the procedure after the data sets of [`changes`](Self::changes) were claimed, as [`run`] does. Faults are
    /// logged with `site` as the position of the procedure; [`Outcome::log`] logs the rest.
    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome;
}

/// Claims the data sets that a procedure changes, and runs it.
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

/// Runs a procedure that does not read observations as a step, and logs its fault.
pub fn run_alone(
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

/// Returns the names of output data sets.
pub fn names(writes: &[Write]) -> Vec<&DataSetName> {
    writes.iter().map(|write| &write.data_set).collect()
}

fn fail(fault: Box<Fault>, site: Site, environment: &mut Environment<'_>, outcome: &mut Outcome) {
    let fault = fault.at(site);
    fault.log(environment.log);
    outcome.ended = StepEnd::Failed(fault);
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::atomic::AtomicBool;

    use feedrate_dataset::library::Assignment;
    use feedrate_dataset::writer::NewDataSet;
    use feedrate_dataset::{Libraries, RequestedSettings, Schema, Variable};
    use feedrate_rows::NoStatements;
    use feedrate_rows::environment::{CollectedLines, Options};
    use feedrate_values::format::Formats;
    use feedrate_values::function::{FixedClock, NoSymbols};

    use super::*;

    /// A procedure that changes one data set, and panics if it runs.
    #[derive(Debug)]
    struct Unrunnable(DataSetName);

    impl Procedure for Unrunnable {
        fn makes(&self) -> &[Write] {
            &[]
        }

        fn changes(&self) -> Vec<&DataSetName> {
            vec![&self.0]
        }

        fn intent(&self) -> Intent<'_> {
            Intent::default()
        }

        fn run_claimed(&self, _: Site, _: &mut Environment<'_>) -> Outcome {
            panic!("what it changes is not claimed");
        }
    }

    #[test]
    fn nothing_runs_before_what_it_changes_is_claimed() {
        let folder = tempfile::tempdir().unwrap();
        let libraries = || {
            let mut libraries = Libraries::new(Some(folder.path().to_owned()));
            let library = Assignment::new("t", None, folder.path()).unwrap();
            libraries.assign(library).unwrap();
            libraries
        };
        let name = DataSetName::new("T", "A").unwrap();
        let schema = Schema::lay_out(vec![Variable::number("x")]).unwrap();
        let (mut other, mut own) = (libraries(), libraries());
        let new = other.create(&name, schema, NewDataSet::default(), &RequestedSettings::default());
        new.unwrap().commit().unwrap();
        for step in [&mut other, &mut own] {
            step.begin_step(None);
        }
        other.claim([&name]).unwrap();
        let mut log = CollectedLines::default();
        let mut environment = Environment {
            libraries: &mut own,
            formats: &Formats::new(),
            symbols: &mut NoSymbols,
            session: None,
            clock: &FixedClock(0.0),
            log: &mut log,
            listing: &mut CollectedLines::default(),
            options: Options::default(),
            utility_folder: Path::new("/nowhere"),
            stop: &AtomicBool::new(false),
            statements: NoStatements::of,
        };
        let site = Site { line: 1, column: 1 };
        let outcome = run(&Unrunnable(name), site, &mut environment);
        assert!(outcome.is_failed());
    }
}
