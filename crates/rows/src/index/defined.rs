//! The indexes that INDEX= defines for data sets that a step makes.

use feedrate_dataset::index::Index;
use feedrate_dataset::{Error, Libraries};
use feedrate_program::{DataStep, Write};

use super::{IndexChange, change_indexes, defined_note};
use crate::environment::session::Environment;
use crate::fault::{Fault, StepResult};
use crate::outcome::Outcome;

/// Checks that the data sets of a step can have their indexes, before the step makes them.
///
/// # Errors
///
/// Fails if one cannot have one of them, whatever its observations are.
pub fn check_defined(step: &DataStep, libraries: &Libraries) -> StepResult<()> {
    for write in &step.writes {
        libraries
            .check_indexes(&write.data_set, &write.settings, &write.schema, &write.indexes)
            .map_err(|error| at(write, step, error.into()))?;
    }
    Ok(())
}

/// Makes the indexes of the data sets of a step, which were put in place, and adds what was moved to its outcome. As in
/// SAS, a unique index whose keys are not unique is left out: its data set stays, with its other indexes.
///
/// # Errors
///
/// Returns the last error, and logs those before it. The data sets are as they were.
pub fn make_defined(step: &DataStep, environment: &mut Environment<'_>, outcome: &mut Outcome) -> StepResult<()> {
    let mut last: Option<Box<Fault>> = None;
    for write in step.writes.iter().filter(|it| !it.indexes.is_empty()) {
        let mut change = IndexChange {
            make: write.indexes.clone(),
            ..IndexChange::default()
        };
        while !change.make.is_empty() {
            let fault = match make(write, &mut change, environment, outcome) {
                Ok(()) => break,
                Err(fault) => fault,
            };
            if matches!(*fault, Fault::Interrupted) {
                return Err(fault);
            }
            if let Some(earlier) = last.replace(at(write, step, fault)) {
                earlier.log(environment.log);
            }
        }
    }
    match last {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}

/// Makes the indexes of a data set. After an error, those that cannot be made are no longer in `change`.
fn make(
    write: &Write,
    change: &mut IndexChange,
    environment: &mut Environment<'_>,
    outcome: &mut Outcome,
) -> StepResult<()> {
    let fault = match change_indexes(&write.data_set, &write.settings, change, environment) {
        Ok(done) => {
            let made = done.made.iter();
            outcome.indexes.extend(made.map(|(index, _)| defined_note(index)));
            outcome.others.extend(done.others);
            outcome.utility.extend(done.utility);
            return Ok(());
        }
        Err(fault) => fault,
    };
    let refused = match &*fault {
        Fault::Interrupted => return Err(fault),
        Fault::DataSet(Error::DuplicateKey { index, .. }) => {
            let mut make = change.make.iter();
            make.any(|it| it.name == *index).then_some(index.as_str())
        }
        _ => None,
    };
    let (without, make) = std::mem::take(&mut change.make)
        .into_iter()
        .partition(|index| refused.is_none_or(|refused| refused == index.name));
    change.make = make;
    let without: Vec<Index> = without;
    Err(Box::new(Fault::NotIndexed {
        data_set: write.data_set.to_string(),
        without: without.into_iter().map(|index| index.name).collect(),
        fault,
    }))
}

/// Returns a fault as one of a data set that is made.
fn at(write: &Write, step: &DataStep, fault: Box<Fault>) -> Box<Fault> {
    match step.sites.get(write.site.0 as usize) {
        Some(site) => fault.at(*site),
        None => fault,
    }
}
