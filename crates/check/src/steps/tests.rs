//! The steps on a volume, with time enough.

use std::time::Duration;

use feedrate_pageio::Discipline;

use super::*;
use crate::bench::Extent;
use crate::memory::FreeMemory;
use crate::options::Effort;
use crate::preflight::{Machine, Preflight};
use crate::scratch::Scratch;
use crate::setting::Setting;

const DEPTH_8: Setting = Setting::direct_overlapped(64 << 10, 1, 8);

/// Runs the steps once under two settings in so much time.
fn run_within(time: Duration, control: &Control) -> StepsOutcome {
    // The folder for temporary files may lie in memory.
    let place = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let preflight = Preflight::look(place.path(), &Machine::look(), control).unwrap();
    let extent = Extent {
        streams: 1,
        most_streams: 1,
        search: Duration::from_millis(10),
        confirmation: Duration::from_millis(10),
        memory_for_buffers: 64 << 20,
        free_memory: FreeMemory::Stays,
        file_bytes: Some(1 << 20),
        hosts: 1,
        written_by: None,
    };
    let scratch = Scratch::make(place.path()).unwrap();
    let bench = Bench::lay_out(scratch, place.path(), preflight, &extent, control).unwrap();
    let choice = |setting| Choice {
        setting,
        alone: Some(100.0),
    };
    let asked = StepsRequest {
        choices: vec![choice(Setting::SAS_DEFAULT), choice(DEPTH_8)],
        effort: crate::options::StepEffort {
            most_rounds: 1,
            most_bytes: 2 << 20,
            ..Effort::Quick.steps()
        },
        deadline: Instant::now() + time,
    };
    run(&bench, &asked, control)
}

#[test]
fn each_step_runs_under_each_discipline() {
    let ran = run_within(Duration::from_secs(3600), &Control::default());
    ran.ended.unwrap();
    let found = ran.found.unwrap();
    let disciplines: Vec<_> = found.settings.iter().map(|under| under.setting.discipline).collect();
    assert_eq!(disciplines, [Discipline::AsSas, Discipline::Overlapped]);
    for under in &found.settings {
        let ran: Vec<_> = under.steps.iter().map(|figures| figures.step).collect();
        assert_eq!(ran, StandardStep::ALL);
        for step in &under.steps {
            assert!(step.seconds.median > 0.0);
            // There is no limit if others disturbed its measurement, and no ratio to one of a moment.
            let is_short = step.limit_seconds.is_some_and(|limit| limit < 0.05);
            match step.ratio {
                Some(ratio) => assert!(ratio > 0.0 && !is_short),
                None => assert!(is_short || step.limit_beaten, "{step:?}"),
            }
            assert!(step.cache_share.is_none_or(|share| share < 0.1), "{step:?}");
        }
        let sort = under.steps[3].repeats[0].sort.as_ref().unwrap();
        assert!(!sort.presorted && sort.runs == 0, "{sort:?}");
        let observations = |step: usize| under.steps[step].repeats[0].made[0].observations;
        assert_eq!(observations(3), observations(0));
    }
}

#[test]
fn no_time_is_why_they_were_not_run() {
    let ran = run_within(Duration::ZERO, &Control::default());
    assert!(ran.ended.is_ok() && ran.found.is_none());
    assert_eq!(ran.left_out, Some(NO_TIME));
}
