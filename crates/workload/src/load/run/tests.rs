//! Whole schedules, in which loads do what no smaller piece does.

use super::*;

#[test]
fn an_empty_schedule_does_nothing() {
    let outcome = run(
        &Schedule::default(),
        &Control::default(),
        &mut super::super::watch::NullWatch,
    )
    .unwrap();
    assert!(outcome.batches.is_empty() && !outcome.stopped);
}
