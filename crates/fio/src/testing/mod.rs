//! Checks for any job file: it is parsed or rejected, and what was parsed can be described. For the tests of this crate
//! and of those above it, and for the fuzz targets (cargo feature `testing`).

#[cfg(test)]
mod tests;

use std::io;
use std::path::Path;

use crate::explain::explain;
use crate::job::Jobs;
use crate::lint::lint;
use crate::plan::{HostFacts, Settings, plan};
use crate::resolve::{Reading, resolve};
use crate::text::{VariableValues, sections};
use crate::{Result, help};

/// A machine with one file and one node.
struct Machine;

impl HostFacts for Machine {
    fn length(&self, path: &Path) -> Option<u64> {
        (path == Path::new("/data/there")).then_some(1 << 30)
    }

    fn processors(&self, node: u32) -> Option<Vec<u32>> {
        (node == 0).then(|| vec![0, 1])
    }
}

/// Parses a job file, as intended or as fio does, and prints all descriptions that need no run.
///
/// # Panics
///
/// Panics if something that was parsed cannot be described, or if the message of a rejection is not one line.
pub fn fio(text: &str, strict: bool) {
    if let Err(error) = check_text(text, strict) {
        let message = error.to_string();
        assert_eq!(message.trim_end().lines().count(), 1, "{message}");
    }
}

/// Parses the jobs of a file.
///
/// # Errors
///
/// Returns an error if they are invalid.
pub fn jobs(text: &str, strict: bool) -> Result<Jobs> {
    // A file that includes itself is the most difficult included file.
    let sections = sections(
        text,
        Path::new("jobs.fio"),
        0,
        &mut |path| match path == Path::new("self") {
            true => Ok("rw=read\ninclude self\n".to_owned()),
            false => Err(io::Error::from(io::ErrorKind::NotFound)),
        },
    )?;
    let surroundings = VariableValues {
        variable: &|name| (name.len() == 1).then(|| "4k".to_owned()),
        processors: 4,
        page_bytes: 4096,
        memory_mib: 2000,
    };
    let reading = Reading {
        strict,
        only: &[],
        surroundings: &surroundings,
    };
    resolve(&sections, &reading)
}

fn check_text(text: &str, strict: bool) -> Result<()> {
    let jobs = jobs(text, strict)?;
    assert!(lint(&jobs).ends_with("ignored\n"));
    assert!(help::show_command(&jobs).starts_with("fio "));
    let settings = Settings {
        max_size: None,
        max_jobs: 64,
        readonly: false,
        overwrite_foreign: false,
        seed: 1,
        state_prefix: "local".into(),
    };
    let plan = plan(&jobs, &settings, &Machine)?;
    let loads: usize = plan.schedule.batches.iter().map(Vec::len).sum();
    assert_eq!(loads, plan.workers.len());
    assert!(!explain(&jobs, &plan, &Machine).is_empty());
    Ok(())
}
