//! The steps that stay cached whatever the times of a few runs say.

use std::collections::BTreeMap;

use feedrate_document::format;
use feedrate_machine::Memory;

use super::Request;
use super::steps::{Part, Step, Use};

/// A step that moves less is over before its settings matter.
const SMALL: u64 = 16 << 20;

/// The part of the memory that the data of a step may have for the page cache to hold them for later steps.
const PART_OF_MEMORY: u64 = 4;

/// Why a part stays cached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaysCached {
    /// It moves little.
    Small(u64),
    /// A step reads observations by their numbers, or changes a data set in place.
    Random(String),
    /// A step reads a data set several times.
    SeveralPasses(String),
    /// The data fit into memory, and are used by several steps.
    FitsAndIsUsedAgain(String),
}

impl StaysCached {
    /// Returns the reason for people.
    pub fn reason(&self) -> String {
        match self {
            Self::Small(bytes) => format!("it moves {} only", format::amount(*bytes)),
            Self::Random(name) => format!("{name} is read at random or changed in place"),
            Self::SeveralPasses(name) => format!("{name} is read in several passes"),
            Self::FitsAndIsUsedAgain(name) => {
                format!("{name} fits into memory, and other steps use it too")
            }
        }
    }
}

/// Returns the memory of a run in bytes.
pub(super) fn memory(request: &Request) -> u64 {
    let machine = Memory::host();
    let all = machine
        .cgroup_limit_bytes
        .into_iter()
        .chain(machine.total_bytes)
        .chain(request.memory);
    all.min().unwrap_or(u64::MAX)
}

/// Returns why a part stays cached; `None` if the times decide.
pub(super) fn stays_cached(part: &Part, steps: &[Step], memory: u64) -> Option<StaysCached> {
    let own: Vec<&Step> = part.steps.iter().map(|&step| &steps[step]).collect();
    if let Some(updated) = own.iter().flat_map(|step| &step.updated).next() {
        return Some(StaysCached::Random(updated.name.clone()));
    }
    let bytes: u64 = own.iter().map(|step| step.bytes()).sum();
    if bytes < SMALL {
        return Some(StaysCached::Small(bytes));
    }
    let sizes = sizes(steps);
    let used = |path: &str| {
        let of = |step: &&Step| step.read.iter().chain(&step.made).any(|of| of.path == path);
        steps.iter().filter(of).count()
    };
    for step in &own {
        for read in &step.read {
            if read.at_random {
                return Some(StaysCached::Random(read.name.clone()));
            }
            let size = sizes.get(read.path.as_str()).copied().unwrap_or(read.bytes);
            if size > 0 && read.bytes as f64 > 1.5 * size as f64 {
                return Some(StaysCached::SeveralPasses(read.name.clone()));
            }
        }
    }
    // Small data sets do not matter to the others.
    let size = |of: &Use| sizes.get(of.path.as_str()).copied().unwrap_or(of.bytes);
    let uses = own.iter().flat_map(|step| step.read.iter().chain(&step.made));
    let large: Vec<&Use> = uses.filter(|of| size(of) >= SMALL).collect();
    let together: u64 = large.iter().map(|of| size(of)).sum();
    if together < memory / PART_OF_MEMORY {
        let again = large.into_iter().find(|of| used(&of.path) > 1);
        return again.map(|of| StaysCached::FitsAndIsUsedAgain(of.name.clone()));
    }
    None
}

/// Returns the size of each file: as much as was written of it, or its length.
fn sizes(steps: &[Step]) -> BTreeMap<&str, u64> {
    let mut sizes = BTreeMap::new();
    for read in steps.iter().flat_map(|step| &step.read) {
        if let Ok(metadata) = std::fs::metadata(&read.path) {
            sizes.insert(read.path.as_str(), metadata.len());
        }
    }
    for made in steps.iter().flat_map(|step| &step.made) {
        sizes.insert(made.path.as_str(), made.bytes);
    }
    sizes
}
