//! Extends files to the size that a test needs, with incompressible content.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use feedrate_pageio::mark;
use feedrate_workload::Control;
use feedrate_workload::load::{
    Blocks, Contents, Depths, Directions, Load, LoadEngine, LoadFile, NullWatch, PerDirection, Schedule,
};

use super::{LoadError, run};

/// The largest write.
const BLOCK_SHIFT: u32 = 20;

/// Blocks in flight.
const DEPTH: u32 = 8;

/// The least block that bypasses the page cache: no device has larger sectors.
const LEAST_DIRECT: u64 = 4096;

/// Returns a load that extends a file from its present size `has` to `needs`, and flushes it.
pub(crate) fn fill(path: &Path, has: u64, needs: u64, direct: bool, overwrite_foreign: bool) -> Load {
    let block = 1u64 << needs.trailing_zeros().min(BLOCK_SHIFT);
    let offset = has / block * block;
    let file = LoadFile {
        path: path.into(),
        offset,
        start: 0,
        bytes: Some(needs.saturating_sub(offset)),
        file_bytes: None,
    };
    let mut load = Load::new(format!("fill {}", path.display()), vec![file]);
    load.directions = Directions::Write;
    load.blocks = PerDirection::both(Blocks::Fixed(block));
    load.engine = LoadEngine::URING;
    load.depth = Depths::of(DEPTH);
    load.direct = direct && block >= LEAST_DIRECT;
    load.content = Contents::Scrambled;
    load.invalidate = false;
    load.flush.at_end = true;
    load.seed = fastrand::u64(..);
    load.overwrite_foreign = overwrite_foreign;
    load
}

/// Runs such loads. If they are stopped or fail, the files get their earlier length, and new ones are removed: their
/// ends may not be written yet, and the next test would assume that they are.
pub(crate) fn make(filling: &Schedule, control: &Control) -> Result<(), LoadError> {
    let paths = || filling.batches.iter().flatten().flat_map(|load| &load.files);
    let before: Vec<Option<u64>> = paths()
        .map(|file| fs::metadata(&file.path).ok().map(|found| found.len()))
        .collect();
    let done = match run(filling, &control.apart(), &mut NullWatch) {
        Ok(outcome) if outcome.stopped => Err(LoadError::Interrupted),
        done => done.map(drop),
    };
    if done.is_err() {
        for (file, before) in paths().zip(before) {
            // It may not exist, and a failure to undo cannot be reported.
            let _ = undo(&file.path, before);
        }
    }
    done
}

fn undo(path: &Path, before: Option<u64>) -> io::Result<()> {
    match before {
        Some(bytes) if fs::metadata(path)?.len() > bytes => File::options().write(true).open(path)?.set_len(bytes),
        Some(_) => Ok(()),
        None if mark::is_on(&File::open(path)?)? => fs::remove_file(path),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn filling(files: &[(&Path, u64)]) -> Schedule {
        let fills = files
            .iter()
            .map(|&(path, has)| vec![fill(path, has, 4 * MIB, false, false)]);
        Schedule {
            batches: fills.collect(),
        }
    }

    #[test]
    fn what_a_file_has_stays_when_it_grows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grows");
        let length = 3 * MIB + 100;
        let mut short = filling(&[(&path, 0)]);
        short.batches[0][0].files[0].bytes = Some(3 * MIB);
        make(&short, &Control::default()).unwrap();
        File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_len(length)
            .unwrap();
        let before = fs::read(&path).unwrap();
        make(&filling(&[(&path, length)]), &Control::default()).unwrap();
        let after = fs::read(&path).unwrap();
        assert_eq!(after.len() as u64, 4 * MIB);
        assert!(after.starts_with(&before[..3 << 20]));
        assert!(after[3 << 20..].iter().any(|&byte| byte != 0));
    }

    #[test]
    fn what_cannot_be_made_whole_is_not_left_half_made() {
        let folder = tempfile::tempdir().unwrap();
        let [new, old, theirs] = ["new", "old", "theirs"].map(|name| folder.path().join(name));
        fs::write(&old, mark::MARK).unwrap();
        fs::write(&theirs, "years of work").unwrap();
        let failed = make(
            &filling(&[(&new, 0), (&old, mark::MARK.len() as u64), (&theirs, 13)]),
            &Control::default(),
        );
        assert!(matches!(failed, Err(LoadError::NotOurs { .. })), "{failed:?}");
        assert!(!new.exists());
        assert_eq!(fs::read(&old).unwrap(), mark::MARK);
        assert_eq!(fs::read(&theirs).unwrap(), b"years of work");
    }
}
