//! The share of the reads of a sequential mix that it has just written.

use feedrate_pageio::Direction;

use super::Sequence;
use crate::load::limits::Limits;
use crate::load::spec::{FileBlock, Load, StepAction};
use crate::load::walk::FilePart;

/// The most blocks that are looked at.
const MOST: u64 = 1 << 17;

/// The reads of a load, and those of blocks that it wrote before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnWrites {
    /// The blocks that are read.
    pub reads: u64,
    /// Those of them that were written before.
    pub of_own: u64,
}

impl OwnWrites {
    /// Returns the share in percent.
    pub fn percent(self) -> f64 {
        100.0 * self.of_own as f64 / self.reads.max(1) as f64
    }
}

/// Returns how many reads of a load in fio's sequential order are of what it wrote before, without moving anything;
/// `None` where it has no such order, or files of unknown sizes.
pub fn reads_of_own_writes(load: &Load) -> Option<OwnWrites> {
    let part = |file: &crate::load::spec::LoadFile| {
        let bytes = file.bytes?;
        Some(FilePart {
            offset: file.offset,
            bytes,
            start: 0,
            file_bytes: file.offset.checked_add(bytes)?,
        })
    };
    let parts: Vec<FilePart> = load.files.iter().map(part).collect::<Option<_>>()?;
    let mut sequence = Sequence::new(load, &parts).filter(|sequence| sequence.random.is_none())?;
    let mut limits = Limits::new(load, &parts);
    let mut written = vec![0; parts.len()];
    let mut found = OwnWrites::default();
    for _ in 0..MOST {
        if limits.are_reached() {
            break;
        }
        let direction: Direction = sequence.direction();
        let Some(step) = sequence.next(direction) else {
            break;
        };
        match step {
            StepAction::Write(FileBlock { file, offset, bytes }) => {
                written[file] = written[file].max(offset + bytes);
                limits.begin(bytes);
            }
            StepAction::Read(FileBlock { file, offset, bytes }) => {
                found.reads += 1;
                found.of_own += u64::from(offset + bytes <= written[file]);
                limits.begin(bytes);
            }
            _ => {}
        }
    }
    Some(found)
}
