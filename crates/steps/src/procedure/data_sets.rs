//! PROC DATASETS: the data sets of a library listed, deleted, renamed.

use feedrate_dataset::DataSetName;

use super::members;
use super::table::{self, Column, Side};
use crate::data::{Fault, Outcome};
use crate::environment::{Environment, Severity};
use crate::ir::Site;

/// What is done to a library, in the order of the statements.
#[derive(Clone, Debug)]
pub struct DataSets {
    /// Which library.
    pub library: String,
    /// Whether its data sets are listed first.
    pub list: bool,
    /// KILL: whether all of them are deleted.
    pub kill: bool,
    /// Then this, each with the place of its statement.
    pub changes: Vec<(Site, Change)>,
}

/// A statement of PROC DATASETS.
#[derive(Clone, Debug)]
pub enum Change {
    /// DELETE.
    Delete(Vec<DataSetName>),
    /// SAVE: all others are deleted.
    Save(Vec<DataSetName>),
    /// CHANGE: old names and new ones.
    Rename(Vec<(DataSetName, DataSetName)>),
    /// COPY to another library; all when nothing is selected.
    Copy(super::Copy),
    /// APPEND.
    Append(super::Append),
    /// CONTENTS.
    Contents(super::Contents),
}

impl DataSets {
    pub(super) fn run(
        &self,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> Result<(), Box<Fault>> {
        if self.list {
            self.list(environment)?;
        }
        if self.kill {
            for name in members(environment.libraries, &self.library)? {
                delete(&name, environment)?;
            }
        }
        for (site, change) in &self.changes {
            self.change(change, environment, outcome)
                .map_err(|fault| fault.at(*site))?;
        }
        Ok(())
    }

    fn change(
        &self,
        change: &Change,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> Result<(), Box<Fault>> {
        match change {
            Change::Delete(names) => {
                for name in names {
                    delete_if_there(name, environment)?;
                }
            }
            Change::Save(names) => {
                for name in members(environment.libraries, &self.library)? {
                    if !names.contains(&name) {
                        delete(&name, environment)?;
                    }
                }
            }
            Change::Rename(pairs) => {
                for (from, to) in pairs {
                    let text = format!("Changing the name {from} to {to} (memtype=DATA).");
                    environment.log.message(Severity::Note, &text);
                    environment.libraries.rename(from, to.member())?;
                }
            }
            Change::Copy(copy) => copy.run(environment, outcome)?,
            Change::Append(append) => append.run(environment, outcome)?,
            Change::Contents(contents) => contents.run(environment, outcome)?,
        }
        Ok(())
    }

    fn list(&self, environment: &mut Environment<'_>) -> Result<(), Box<Fault>> {
        let place = environment.libraries.place(&self.library)?;
        let members = environment.libraries.members(&self.library)?;
        let listing = &mut *environment.listing;
        listing.line(format!("Library {}: {}", self.library, place.display()).as_bytes());
        listing.line(b"");
        if members.is_empty() {
            listing.line(b"It has no data sets.");
            listing.line(b"");
            return Ok(());
        }
        let column = |heading: &str, side| Column {
            heading: heading.to_owned(),
            side,
        };
        let columns = [
            column("#", Side::Right),
            column("Name", Side::Left),
            column("Member Type", Side::Left),
            column("File Size", Side::Right),
        ];
        let rows: Vec<Vec<String>> = members
            .iter()
            .enumerate()
            .map(|(index, member)| {
                vec![
                    (index + 1).to_string(),
                    member.name.clone(),
                    "DATA".to_owned(),
                    member.bytes.to_string(),
                ]
            })
            .collect();
        table::write(
            &columns,
            &rows,
            2,
            environment.options.line_size as usize,
            listing,
        );
        Ok(())
    }
}

fn delete_if_there(
    name: &DataSetName,
    environment: &mut Environment<'_>,
) -> Result<(), Box<Fault>> {
    if environment.libraries.exists(name)? {
        return delete(name, environment);
    }
    let text =
        format!("The file {name} (memtype=DATA) was not found, but appears on a DELETE statement.");
    environment.log.message(Severity::Note, &text);
    Ok(())
}

fn delete(name: &DataSetName, environment: &mut Environment<'_>) -> Result<(), Box<Fault>> {
    environment
        .log
        .message(Severity::Note, &format!("Deleting {name} (memtype=DATA)."));
    environment.libraries.delete(name)?;
    Ok(())
}
