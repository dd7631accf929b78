//! Checks that are stopped in each phase, and checks on a volume that is too slow for their time.

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use feedrate_document::{html, text};

use super::*;
use crate::options::Effort;

/// Stops the check when a phase begins, or a moment after.
struct Stopper<'a> {
    control: &'a Control,
    at: Phase,
    after: Duration,
    /// The phases that were begun, with the share of the time that was over.
    begun: Mutex<Vec<(Phase, f64)>>,
}

impl Observer for Stopper<'_> {
    fn begins(&self, _: &Path, phase: Phase, check: &Clock) {
        self.begun.lock().unwrap().push((phase, check.share()));
        if phase != self.at {
            return;
        }
        let control = self.control.clone();
        let after = self.after;
        std::thread::spawn(move || {
            std::thread::sleep(after);
            control.stop();
        });
    }
}

/// A folder on a disk, because the folder for temporary files may lie in memory.
fn disk() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap()
}

fn options(folder: &Path) -> Options {
    Options {
        effort: Effort::Quick,
        streams: Some(1),
        require_mb_per_core: 0.001,
        ..Options::new(vec![folder.to_owned()])
    }
}

/// Runs a check of so many seconds that is stopped so long after a phase begins.
fn stopped(seconds: u64, at: Phase, after: Duration) -> CheckResult {
    let place = disk();
    let control = Control::default();
    let observer = Stopper {
        control: &control,
        at,
        after,
        begun: Mutex::default(),
    };
    let budget = Budget {
        long: Duration::ZERO,
        folder: Duration::from_secs(seconds),
        together: Duration::ZERO,
    };
    let result = check_within(budget, &options(place.path()), &control, &observer).unwrap();
    let left: Vec<_> = std::fs::read_dir(place.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
    result
}

#[test]
fn a_check_that_is_stopped_in_a_phase_has_what_was_measured_by_then() {
    for phase in [
        Phase::Preflight,
        Phase::Layout,
        Phase::Search,
        Phase::Confirmation,
        Phase::Details,
        Phase::Scaling,
        Phase::Steps,
    ] {
        let result = stopped(10, phase, Duration::from_millis(100));
        assert!(!result.complete, "{phase:?}");
        assert_eq!(result.error, None, "{phase:?}");
        // All three forms have it.
        let report = crate::document(&result);
        let shown = text::render(&report, &text::TextOptions::default());
        assert!(shown.contains("interrupted"), "{phase:?}: {shown}");
        assert!(html::render(&report, &html::HtmlOptions::default()).contains("interrupted"));
        let json = serde_json::to_value(&result).unwrap();
        assert_eq!(json["complete"], false);
        assert!(json["ended_in"].is_string(), "{}", json["ended_in"]);
        let findings = result.folders.first().map(|folder| &folder.findings);
        if matches!(phase, Phase::Details | Phase::Scaling | Phase::Steps) {
            assert!(!findings.unwrap().confirmed.is_empty(), "{phase:?}");
        }
        if phase == Phase::Confirmation {
            assert!(findings.unwrap().has_figures());
        }
    }
}

#[test]
fn a_check_ends_within_its_time() {
    let place = disk();
    let control = Control::default();
    let observer = Stopper {
        control: &control,
        at: Phase::Together,
        after: Duration::ZERO,
        begun: Mutex::default(),
    };
    let budget = Budget {
        long: Duration::ZERO,
        folder: Duration::from_secs(5),
        together: Duration::ZERO,
    };
    let began = Instant::now();
    let result = check_within(budget, &options(place.path()), &control, &observer);
    // A single trial may last, on a machine on which all stands still.
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    let begun = observer.begun.into_inner().unwrap();
    assert!(begun.is_sorted_by(|one, next| one.1 <= next.1), "{begun:?}");
    if let Ok(result) = result {
        assert!(result.complete || result.error.is_some());
    }
}
