//! A load that is stopped tells how far its writes came, and a later one verifies just that.

use std::path::Path;

use feedrate_workload::Control;
use feedrate_workload::load::{
    self, Directions, Load, LoadEngine, LoadOutcome, Schedule, ScheduleState, Verify, VerifyMethod, VerifySum, Watch,
};

use crate::loads::ground::{ENGINES, K, folder, load, run, run_to_its_end};

/// Stops what it watches once something has been written.
struct Stopper<'a>(&'a Control);

impl Watch for Stopper<'_> {
    fn look(&mut self, live: &ScheduleState) {
        if live.moved.write.operations > 20 {
            self.0.stop();
        }
    }
}

fn verified(path: &Path, directions: Directions, engine: LoadEngine, depth: u32) -> Load {
    let mut load = load(path, directions, 16 * K * K);
    load.engine = engine;
    load.depth.most = depth;
    load.verify = Some(Verify {
        method: VerifyMethod::Sum(VerifySum::Crc32c),
        interval: None,
        header_at: 0,
        numbers: true,
        read_back: true,
        fatal: false,
        dump: false,
        backlog: None,
        only_flushed: false,
        until: None,
    });
    load
}

fn stopped(mut load: Load) -> LoadOutcome {
    load.pace.write.operations = Some(1000);
    let control = Control::default();
    let schedule = Schedule {
        batches: vec![vec![load]],
    };
    let mut outcome = load::run(&schedule, &control, &mut Stopper(&control)).unwrap();
    outcome.batches.remove(0).loads.remove(0)
}

#[test]
fn what_a_stopped_load_wrote_is_verified_and_nothing_else() {
    let folder = folder();
    for (number, (engine, depth)) in ENGINES.into_iter().enumerate() {
        let path = folder.path().join(number.to_string());
        let outcome = stopped(verified(&path, Directions::Write, engine, depth));
        let state = outcome.written.unwrap();
        let written = outcome.flow.write.operations;
        assert!(outcome.stopped && !state.is_whole);
        assert_eq!(outcome.checked, 0);
        // All in flight were waited for.
        assert!((21..4096).contains(&written));
        assert_eq!(state.writes, written);
        assert_eq!((state.depth, state.last.len()), (depth, depth as usize));
        assert_eq!(state.last[0].offset, (written - 1) * 4 * K);

        let mut reader = verified(&path, Directions::Read, engine, depth);
        // Without the state, it reads on where nothing was written.
        assert!(run_to_its_end(&reader).differ > 0);
        if let Some(verify) = &mut reader.verify {
            verify.until = Some(state);
        }
        let outcome = run(&reader);
        assert_eq!((outcome.checked, outcome.differ), (written, 0));
        assert_eq!(outcome.flow.read.operations, written);
        assert!(outcome.written.is_none());
    }
}

#[test]
fn a_load_that_wrote_nothing_leaves_nothing_to_verify() {
    let folder = folder();
    let path = folder.path().join("f");
    let mut writer = verified(&path, Directions::Write, LoadEngine::SINGLE, 1);
    writer.files[0].bytes = Some(256 * K);
    let state = run(&writer).written.unwrap();
    assert_eq!((state.writes, state.is_whole), (64, true));
    let mut reader = Load {
        directions: Directions::Read,
        ..writer
    };
    if let Some(verify) = &mut reader.verify {
        verify.until = Some(Default::default());
    }
    assert_eq!(run(&reader).checked, 0);
}
