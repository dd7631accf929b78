//! Checks before the first run, because a long study would otherwise end in its middle.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use feedrate_machine::MemoryGroup;
use feedrate_pageio::stoppable::open_ordinary;

use super::command::{filled, values};
use super::data_folder::DataFolder;
use super::{Conductor, process};
use crate::definition::{Change, Factor, Level, Study, Subject, WellKnown};
use crate::error::{Error, Result};
use crate::plan::Plan;

/// Tries each limit of memory, and compares each number of processors with those that are there.
///
/// # Errors
///
/// Returns an error about the first level that cannot be had here.
pub(super) fn limits(study: &Study, plan: &Plan) -> Result<()> {
    for (index, factor) in study.factors.iter().enumerate() {
        let in_use: BTreeSet<usize> = plan.cells.iter().map(|cell| cell[index]).collect();
        for level in in_use {
            limit(factor, &factor.levels[level])?;
        }
    }
    Ok(())
}

fn limit(factor: &Factor, level: &Level) -> Result<()> {
    let number = level.bytes().unwrap_or(u64::MAX);
    match factor.change {
        Change::WellKnown(WellKnown::Memory) => MemoryGroup::new(number).map(drop).map_err(|reason| Error::Setting {
            factor: factor.name.clone(),
            reason,
        }),
        Change::WellKnown(WellKnown::Cpus) => process::check_cpus(usize::try_from(number).unwrap_or(usize::MAX)),
        _ => Ok(()),
    }
}

/// Checks that the paths that arguments hold are text.
///
/// # Errors
///
/// Returns an error about the first that is not.
pub(super) fn paths(conductor: &Conductor<'_>) -> Result<()> {
    for path in [conductor.program, conductor.folder, conductor.study.own_folder()] {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if path.to_str().is_none() {
            return Err(Error::File {
                file: path,
                reason: "its name is not UTF-8, so that no argument of a run can hold it; use a path that is"
                    .to_owned(),
            });
        }
    }
    Ok(())
}

/// Checks that the programs or job files of all cells are there.
///
/// # Errors
///
/// Returns an error about the first that is not.
pub(super) fn programs(conductor: &Conductor<'_>, data: &DataFolder) -> Result<()> {
    let (Subject::Program(name) | Subject::Job(name)) = &conductor.study.invocation.subject else {
        return Ok(());
    };
    let files = conductor.files(data);
    let study = conductor.study;
    let mut known: BTreeSet<PathBuf> = BTreeSet::new();
    for cell in &conductor.plan.cells {
        let name = filled(name, &values(study, Some(cell), &files))?;
        let path = study.own_folder().join(name);
        if known.insert(path.clone()) {
            check_readable(&path)?;
        }
    }
    Ok(())
}

fn check_readable(path: &Path) -> Result<()> {
    open_ordinary(path).map(drop).map_err(|error| Error::File {
        file: path.to_owned(),
        reason: format!("it cannot be run: {error}"),
    })
}
