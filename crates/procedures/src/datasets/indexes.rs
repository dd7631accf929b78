//! Changes the indexes of data sets.

use feedrate_dataset::{DataSetName, RequestedSettings};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::index::{IndexChange, change_indexes, defined_note};
use feedrate_rows::{Outcome, StepResult};

/// Changes the indexes of a data set and says what was done.
pub(crate) fn change(
    name: &DataSetName,
    change: &IndexChange,
    environment: &mut Environment<'_>,
    outcome: &mut Outcome,
) -> StepResult<()> {
    if change.make.is_empty() && change.remove.is_empty() && !change.remove_all && !change.rebuild {
        return Ok(());
    }
    let settings = RequestedSettings::default();
    let done = change_indexes(name, &settings, change, environment)?;
    for (index, _) in &done.made {
        environment.log.message(Severity::Note, &defined_note(index));
    }
    for removed in &done.removed {
        let text = format!("Index {removed} deleted.");
        environment.log.message(Severity::Note, &text);
    }
    for wanted in &change.remove {
        let is_known = done.removed.contains(wanted)
            || change.not_made.contains(wanted)
            || change.make.iter().any(|index| index.name == *wanted);
        if !is_known && !change.remove_all {
            let text = format!("The data set {name} has no index {wanted}.");
            environment.log.message(Severity::Warning, &text);
        }
    }
    outcome.others.extend(done.others);
    outcome.utility.extend(done.utility);
    Ok(())
}
