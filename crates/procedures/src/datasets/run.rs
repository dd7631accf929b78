//! PROC DATASETS: lists, deletes and renames the data sets and views of a library.

use feedrate_dataset::DataSetName;
use feedrate_dataset::update::Repair;
use feedrate_procedure::Action;
use feedrate_program::Site;
use feedrate_rows::environment::table::{self, Alignment, Column};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::index::IndexChange;
use feedrate_rows::{Outcome, StepResult};

use super::indexes;
use crate::members::{Member, MemberType, MemberTypes, delete, kind_of, members};

/// A PROC DATASETS step, or one run group of it.
#[derive(Clone, Debug)]
pub struct DataSets {
    /// The library.
    pub library: String,
    /// The default types of members.
    pub types: MemberTypes,
    /// True if the members are listed first.
    pub list: bool,
    /// KILL: whether all members are deleted.
    pub kill: bool,
    /// The statements in order, each with its position in the source.
    pub changes: Vec<(Site, Change)>,
}

/// A statement of PROC DATASETS.
#[derive(Clone, Debug)]
pub enum Change {
    /// DELETE of members of these types.
    Delete(Vec<DataSetName>, MemberTypes),
    /// SAVE: deletes all other members of these types.
    Save(Vec<DataSetName>, MemberTypes),
    /// MODIFY with what INDEX asks for.
    Indexes(DataSetName, IndexChange),
    /// REBUILD: makes the indexes of these data sets again.
    Rebuild(Vec<DataSetName>),
    /// REPAIR.
    Repair(Vec<DataSetName>),
    /// CHANGE: old and new names of members of these types.
    Rename(Vec<(DataSetName, DataSetName)>, MemberTypes),
    /// COPY to another library; all members if none is selected.
    Copy(crate::copy::Copy),
    /// APPEND.
    Append(crate::append::Append),
    /// CONTENTS.
    Contents(crate::contents::Contents),
}

impl Change {
    /// Returns what a statement other than CONTENTS would do.
    pub(super) fn action(&self) -> Action<'_> {
        match self {
            Self::Delete(names, types) if types.data => Action::Delete(names),
            Self::Copy(copy) => copy.action(),
            Self::Append(append) => append.action(),
            Self::Delete(..) => Action::Other("deleting views"),
            Self::Save(..) => Action::Other("SAVE of PROC DATASETS"),
            Self::Indexes(..) | Self::Rebuild(_) => Action::Other("making indexes"),
            Self::Repair(_) => Action::Other("REPAIR of PROC DATASETS"),
            Self::Rename(..) => Action::Other("CHANGE of PROC DATASETS"),
            Self::Contents(_) => Action::Other("CONTENTS of PROC DATASETS"),
        }
    }
}

impl DataSets {
    pub(super) fn run(&self, environment: &mut Environment<'_>, outcome: &mut Outcome) -> StepResult<()> {
        if self.list {
            self.list(environment)?;
        }
        if self.kill {
            for member in members(environment.libraries, &self.library, self.types)? {
                delete(&member.name, member.kind, environment)?;
            }
        }
        for (site, change) in &self.changes {
            self.change(change, environment, outcome)
                .map_err(|fault| fault.at(*site))?;
            if outcome.is_failed() {
                break;
            }
        }
        Ok(())
    }

    fn change(&self, change: &Change, environment: &mut Environment<'_>, outcome: &mut Outcome) -> StepResult<()> {
        match change {
            Change::Delete(names, types) => {
                for name in names {
                    delete_if_there(name, *types, environment)?;
                }
            }
            Change::Save(names, types) => {
                for member in members(environment.libraries, &self.library, *types)? {
                    if !names.contains(&member.name) {
                        delete(&member.name, member.kind, environment)?;
                    }
                }
            }
            Change::Indexes(name, change) => indexes::change(name, change, environment, outcome)?,
            Change::Rebuild(names) => {
                let change = IndexChange {
                    rebuild: true,
                    ..IndexChange::default()
                };
                for name in names {
                    indexes::change(name, &change, environment, outcome)?;
                }
            }
            Change::Repair(names) => {
                for name in names {
                    repair(name, environment)?;
                }
            }
            Change::Rename(pairs, types) => {
                for (from, to) in pairs {
                    let libraries = &mut *environment.libraries;
                    // A missing member is reported as the type that was requested.
                    let wanted = match types.data {
                        true => MemberType::Data,
                        false => MemberType::View,
                    };
                    let kind = kind_of(libraries, from, *types)?.unwrap_or(wanted);
                    let name = kind.name();
                    let text = format!("Changing the name {from} to {to} (memtype={name}).");
                    environment.log.message(Severity::Note, &text);
                    match kind {
                        MemberType::Data => libraries.rename(from, to.member())?,
                        MemberType::View => libraries.rename_view(from, to.member())?,
                    }
                }
            }
            Change::Copy(copy) => copy.run(environment, outcome)?,
            Change::Append(append) => append.run(environment, outcome)?,
            Change::Contents(contents) => contents.run(environment, outcome)?,
        }
        Ok(())
    }

    fn list(&self, environment: &mut Environment<'_>) -> StepResult<()> {
        let place = environment.libraries.place(&self.library)?;
        let members = members(environment.libraries, &self.library, self.types)?;
        let listing = &mut *environment.listing;
        listing.line(format!("Library {}: {}", self.library, place.display()).as_bytes());
        listing.line(b"");
        if members.is_empty() {
            let what = match self.types.views {
                true => "It has no data sets and no views.",
                false => "It has no data sets.",
            };
            listing.line(what.as_bytes());
            listing.line(b"");
            return Ok(());
        }
        let column = |heading: &str, alignment| Column {
            heading: heading.to_owned(),
            alignment,
        };
        let columns = [
            column("#", Alignment::Right),
            column("Name", Alignment::Left),
            column("Member Type", Alignment::Left),
            column("File Size", Alignment::Right),
        ];
        let rows: Vec<Vec<String>> = members
            .iter()
            .enumerate()
            .map(|(index, Member { name, kind, bytes })| {
                vec![
                    (index + 1).to_string(),
                    name.member().to_owned(),
                    kind.name().to_owned(),
                    bytes.to_string(),
                ]
            })
            .collect();
        table::write(&columns, &rows, 2, environment.options.line_size as usize, listing);
        Ok(())
    }
}

fn repair(name: &DataSetName, environment: &mut Environment<'_>) -> StepResult<()> {
    let text = format!("Repairing {name} (memtype=DATA).");
    environment.log.message(Severity::Note, &text);
    let text = match environment.libraries.repair(name)? {
        Repair::NotNeeded => format!("The data set {name} is not damaged."),
        Repair::Completed => {
            format!("An update of {name} was interrupted. It is complete now, with all of its changes.")
        }
    };
    environment.log.message(Severity::Note, &text);
    Ok(())
}

fn delete_if_there(name: &DataSetName, types: MemberTypes, environment: &mut Environment<'_>) -> StepResult<()> {
    if let Some(kind) = kind_of(environment.libraries, name, types)? {
        return delete(name, kind, environment);
    }
    let of = types.name();
    let mut text = format!("The file {name} (memtype={of}) was not found, but appears on a DELETE statement.");
    if !types.views && environment.libraries.view(name)?.is_some() {
        text.push_str(" There is a view of that name; write / MEMTYPE=VIEW to delete it.");
    }
    environment.log.message(Severity::Note, &text);
    Ok(())
}
