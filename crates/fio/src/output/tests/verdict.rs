//! Tests of judgements.

use super::*;

/// Returns a batch of two loads, the second of which starts a second later.
fn two_loads() -> ScheduleOutcome {
    let mut early = outcome("a", 2 * SECOND);
    early.flow.read.bytes = 300_000_000;
    let mut late = outcome("b", 2 * SECOND);
    late.began_after = Some(SECOND);
    late.flow.write.bytes = 300_000_000;
    ScheduleOutcome {
        batches: vec![batch(vec![early, late])],
        stopped: false,
        notes: Vec::new(),
    }
}

#[test]
fn what_runs_together_is_judged_together() {
    let judgement = require::judge_for(100.0, 2, &two_loads(), None);
    assert_eq!(judgement.batches[0].mb_per_second, 200.0);
    assert_eq!(judgement.batches[0].mb_per_core, 100.0);
    assert_eq!(judgement.batches[0].cores_fed, 2);
    assert!(judgement.meets);
    assert_eq!(require::exit_code(&two_loads(), Some(&judgement)), 0);
    insta::assert_snapshot!(judgement.text(), @r"
    PASS  100 MB/s per physical core, 100 MB/s required: a, b
          200 MB/s for 2 cores, in one run; it feeds 2.
          The page cache served 25 % of what was read: not storage alone was measured.
    ");
}

#[test]
fn the_slowest_batch_decides() {
    let mut outcome = two_loads();
    outcome.batches.extend(two_loads().batches);
    outcome.batches[1].loads[0].flow.read.bytes = 0;
    let judgement = require::judge_for(100.0, 2, &outcome, None);
    assert_eq!(
        judgement.batches.iter().map(|b| b.meets).collect::<Vec<_>>(),
        [true, false]
    );
    assert!(!judgement.meets);
    assert_eq!(require::exit_code(&outcome, Some(&judgement)), 1);
}

#[test]
fn a_run_that_is_not_whole_meets_nothing() {
    let mut stopped = two_loads();
    stopped.stopped = true;
    let judgement = require::judge_for(100.0, 2, &stopped, None);
    assert!(!judgement.meets);
    assert!(judgement.text().contains("FAIL  not all jobs came to their end"));
    let mut failed = two_loads();
    failed.batches[0].loads[0].error = Some(LoadError {
        errno: 5,
        text: String::new(),
    });
    let judgement = require::judge_for(100.0, 2, &failed, None);
    assert!(!judgement.meets);
    assert_eq!(require::exit_code(&failed, Some(&judgement)), 2);
    assert_eq!(require::exit_code(&failed, None), 1);
    let nothing = ScheduleOutcome {
        batches: Vec::new(),
        stopped: false,
        notes: Vec::new(),
    };
    assert!(!require::judge_for(100.0, 2, &nothing, None).meets);
}

#[test]
fn what_falls_short_while_others_have_the_processors_is_undecided() {
    let judged = |require, others| require::judge_for(require, 2, &two_loads(), Some(others));
    let judgement = judged(150.0, 0.5);
    assert!(judgement.undecided && !judgement.meets);
    assert_eq!(require::exit_code(&two_loads(), Some(&judgement)), 1);
    insta::assert_snapshot!(judgement.text(), @r"
  UNDECIDED  100 MB/s per physical core, 150 MB/s required: a, b
        200 MB/s for 2 cores, in one run; it feeds 1.
        The page cache served 25 % of what was read: not storage alone was measured.
        Others had 50 % of the processors meanwhile, which may be why it falls short: measure again when they are idle.
  ");
    // A tenth is not why it falls short, and what is met is met.
    let judgement = judged(150.0, 0.1);
    assert!(!judgement.undecided && judgement.text().starts_with("FAIL"));
    let judgement = judged(100.0, 0.5);
    assert!(judgement.meets && !judgement.undecided);
    assert!(
        judgement
            .text()
            .contains("and rates may be higher when these are idle.")
    );
    assert!(!judged(100.0, 0.04).text().contains("Others"));
    // A run that is not whole was not measured.
    let mut stopped = two_loads();
    stopped.stopped = true;
    assert!(!require::judge_for(150.0, 2, &stopped, Some(0.5)).undecided);
}
