//! Copies rows between data sets without changing them.

use std::sync::atomic::AtomicBool;

use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{DataSetName, Reader, RequestedSettings, Writer};

use crate::environment::session::Environment;
use crate::fault::{StepResult, check_stop};
use crate::fixed_memory::check_row_memory;
use crate::outcome::{DataSetMade, DataSetRead, Outcome};

/// Copies a data set with its page size and its compression, which are permanent attributes.
///
/// # Errors
///
/// Fails if a data set cannot be read or written, or if the user stops the procedure.
pub fn copy(
    from: &DataSetName,
    to: &DataSetName,
    environment: &mut Environment<'_>,
    outcome: &mut Outcome,
) -> StepResult<()> {
    let mut reader = environment.libraries.open(from, &RequestedSettings::default())?;
    let created = environment.clock.datetime();
    let (requested, facts) = attributes_of(&reader, "COPY", created);
    // If the file stores rows in a different layout, the copy has the layout of data sets written here.
    let schema = reader.schema().clone();
    check_row_memory(environment, [(from, &schema), (to, &schema)])?;
    let mut writer = environment.libraries.create(to, schema, facts, &requested)?;
    add_rows(&mut reader, &mut writer, environment.stop)?;
    finish(from, &reader, to, writer, outcome)
}

/// Returns the page size, the compression, the label, the type and the order of a data set. One in a transport file has
/// no page size.
pub fn attributes_of(reader: &Reader, step: &str, created: f64) -> (RequestedSettings, NewDataSet) {
    let requested = reader.metadata().map(RequestedSettings::like);
    let requested = requested.unwrap_or_default();
    let facts = NewDataSet {
        label: reader.label().to_owned(),
        data_set_type: reader.data_set_type().to_owned(),
        step: step.to_owned(),
        created,
        order: reader.order().cloned(),
    };
    (requested, facts)
}

/// Appends all rows of a data set that has the layout of the new one.
///
/// # Errors
///
/// Fails if a data set cannot be read or written, or if the user stops the procedure.
pub fn add_rows(reader: &mut Reader, writer: &mut Writer, stop: &AtomicBool) -> StepResult<()> {
    while let Some(rows) = reader.next_block()? {
        check_stop(stop)?;
        for row in rows.iter() {
            writer.append(row)?;
        }
    }
    Ok(())
}

/// Returns the facts about a data set whose rows were all read.
pub fn all_read(name: &DataSetName, reader: &Reader) -> DataSetRead {
    DataSetRead {
        name: name.clone(),
        observations: reader.rows(),
        at_random: false,
        condition: None,
        is_condition_compiled: false,
        lost: reader.lost(),
        account: Some(reader.account()),
        index: None,
    }
}

/// Completes the new data set and records both in the outcome.
///
/// # Errors
///
/// Fails if the new data set cannot be written or put in place.
pub fn finish(
    from: &DataSetName,
    reader: &Reader,
    to: &DataSetName,
    writer: Writer,
    outcome: &mut Outcome,
) -> StepResult<()> {
    outcome.read.push(all_read(from, reader));
    let (observations, variables) = (writer.rows(), writer.schema().variables().len());
    let account = writer.commit()?;
    outcome
        .made
        .push(DataSetMade::complete(to, observations, variables, account));
    Ok(())
}
