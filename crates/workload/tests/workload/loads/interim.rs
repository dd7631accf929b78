//! The reports on loads before they end.

use std::time::Duration;

use feedrate_workload::Control;
use feedrate_workload::load::{self, Directions, Schedule, ScheduleOutcome, ScheduleState, Watch};

use crate::loads::ground::{K, folder, load};

/// Keeps what it is told.
#[derive(Default)]
struct Listener {
    looks: u32,
    told: Vec<ScheduleOutcome>,
}

impl Watch for Listener {
    fn look(&mut self, _live: &ScheduleState) {
        self.looks += 1;
    }

    fn look_every(&self) -> Duration {
        Duration::from_secs(60)
    }

    fn interim_every(&self) -> Option<Duration> {
        Some(Duration::from_millis(50))
    }

    fn interim(&mut self, outcome: &ScheduleOutcome) {
        self.told.push(outcome.clone());
    }
}

#[test]
fn what_came_of_loads_so_far_is_told_while_they_run() {
    let folder = folder();
    let mut short = load(&folder.path().join("a"), Directions::Read, 64 * K);
    let mut long = load(&folder.path().join("b"), Directions::Write, 64 * K);
    long.limit.time = Some(Duration::from_millis(400));
    long.limit.for_all_time = true;
    long.pace.write.operations = Some(500);
    short.name = "short".to_owned();
    let later = load(&folder.path().join("b"), Directions::Read, 64 * K);
    let schedule = Schedule {
        batches: vec![vec![short, long], vec![later]],
    };
    let mut listener = Listener::default();
    let outcome = load::run(&schedule, &Control::default(), &mut listener).unwrap();
    assert!(outcome.loads().all(|load| load.error.is_none()));
    // After the layout, and at the end; and some at its beginning.
    assert!((2..10).contains(&listener.looks), "{}", listener.looks);
    let told = listener.told;
    assert!((2..=9).contains(&told.len()), "{}", told.len());
    let mut before = 0;
    for interim in &told {
        let loads: Vec<_> = interim.loads().collect();
        assert_eq!(loads.len(), 3);
        assert_eq!(loads[0].flow.read.operations, 16);
        let writes = &loads[1].flow.write;
        assert!(writes.operations > before && writes.operations <= 201);
        assert_eq!(writes.total.count(), writes.operations);
        assert!(loads[1].run_time < Duration::from_millis(600));
        before = writes.operations;
        assert!(loads[2].began_after.is_none() && !loads[2].stopped);
    }
}
