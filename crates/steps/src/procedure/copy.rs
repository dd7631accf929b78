//! PROC COPY, and the copying of whole data sets that others need.

use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{Asked, DataSetName, Reader, Writer};

use super::members::{MemberType, MemberTypes, kind_of, members};
use crate::data::{DataSetMade, DataSetRead, Fault, Outcome, ask_for_rows};
use crate::environment::{Environment, Severity};
use crate::ir::Site;

/// Copies data sets from one library to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// From which library.
    pub from: String,
    /// To which.
    pub to: String,
    /// Where that is said.
    pub to_site: Site,
    /// Of which types.
    pub types: MemberTypes,
    /// Only these, each with where it is named; all when absent.
    pub select: Option<Vec<(Site, DataSetName)>>,
    /// Not these.
    pub exclude: Vec<DataSetName>,
    /// Whether they are deleted where they were, once they are where they should be.
    pub moves: bool,
}

impl Copy {
    pub(super) fn run(
        &self,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> Result<(), Box<Fault>> {
        if self.from == self.to {
            let fault = Box::new(Fault::SameLibrary(self.from.clone()));
            return Err(fault.at(self.to_site));
        }
        match &self.select {
            None => {
                for from in members(environment.libraries, &self.from, self.types)? {
                    self.copy(&from.name, from.kind, environment, outcome)?;
                }
            }
            Some(select) => {
                for (site, from) in select {
                    // What is not there is told of as a data set.
                    kind_of(environment.libraries, from, self.types)
                        .map(|kind| kind.unwrap_or(MemberType::Data))
                        .and_then(|kind| self.copy(from, kind, environment, outcome))
                        .map_err(|fault| fault.at(*site))?;
                }
            }
        }
        Ok(())
    }

    fn copy(
        &self,
        from: &DataSetName,
        kind: MemberType,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> Result<(), Box<Fault>> {
        if self.exclude.contains(from) {
            return Ok(());
        }
        let to = DataSetName::new(&self.to, from.member())?;
        environment.log.message(
            Severity::Note,
            &format!("Copying {from} to {to} (memtype={}).", kind.name()),
        );
        match kind {
            MemberType::Data => {
                if self.moves {
                    environment.libraries.check_apart(from, &to)?;
                }
                copy(from, &to, environment, outcome)?;
                if self.moves {
                    environment.libraries.delete(from)?;
                }
                // There may be thousands.
                environment.libraries.close(from);
            }
            MemberType::View => {
                environment.libraries.copy_view(from, &to)?;
                if self.moves {
                    environment.libraries.delete_view(from)?;
                }
            }
        }
        Ok(())
    }
}

/// Copies one data set, with the page size that it has: that belongs to a data set for good.
pub(super) fn copy(
    from: &DataSetName,
    to: &DataSetName,
    environment: &mut Environment<'_>,
    outcome: &mut Outcome,
) -> Result<(), Box<Fault>> {
    let mut reader = environment.libraries.open(from, &Asked::default())?;
    let created = environment.clock.datetime();
    let (asked, facts) = as_it_is(&reader, "COPY", created);
    // Rows come as they are written here; where the file has them otherwise, the layout differs.
    let schema = reader.schema().clone();
    ask_for_rows(environment, [(from, &schema), (to, &schema)])?;
    let mut writer = environment.libraries.create(to, schema, facts, &asked)?;
    add_rows(&mut reader, &mut writer, environment.stop)?;
    finish(from, &reader, to, writer, outcome)
}

/// The page size, the label and the type that a data set has. One of a transport file has no pages.
pub(super) fn as_it_is(reader: &Reader, step: &str, created: f64) -> (Asked, NewDataSet) {
    let pages = reader
        .metadata()
        .map(|metadata| metadata.header.page_size.into());
    let asked = Asked {
        bufsize: pages,
        ..Asked::default()
    };
    let facts = NewDataSet {
        label: reader.label().to_owned(),
        data_set_type: reader.data_set_type().to_owned(),
        step: step.to_owned(),
        created,
    };
    (asked, facts)
}

/// Adds all rows of a data set that is laid out as the new one.
pub(super) fn add_rows(
    reader: &mut Reader,
    writer: &mut Writer,
    stop: &AtomicBool,
) -> Result<(), Box<Fault>> {
    while let Some(rows) = reader.next_block()? {
        heed_stop(stop)?;
        for row in rows.iter() {
            writer.append(row)?;
        }
    }
    Ok(())
}

/// Ends the procedure when the user wants that.
pub(super) fn heed_stop(stop: &AtomicBool) -> Result<(), Box<Fault>> {
    match stop.load(Ordering::Relaxed) {
        true => Err(Box::new(Fault::Interrupted)),
        false => Ok(()),
    }
}

/// A data set of which all rows were read.
pub(super) fn all_read(name: &DataSetName, reader: &Reader) -> DataSetRead {
    DataSetRead {
        name: name.clone(),
        observations: reader.rows(),
        condition: None,
        is_condition_compiled: false,
        lost: reader.lost(),
        account: Some(reader.account()),
    }
}

/// Completes the new data set, and takes both down.
pub(super) fn finish(
    from: &DataSetName,
    reader: &Reader,
    to: &DataSetName,
    writer: Writer,
    outcome: &mut Outcome,
) -> Result<(), Box<Fault>> {
    outcome.read.push(all_read(from, reader));
    let (observations, variables) = (writer.rows(), writer.schema().variables().len());
    let account = writer.commit()?;
    outcome.made.push(DataSetMade {
        name: to.clone(),
        observations,
        variables,
        is_there: true,
        account: Some(account),
    });
    Ok(())
}
