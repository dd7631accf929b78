//! The overlap won, as a page states it.

use feedrate_runs::timeline::{SessionRecord, Step};

use super::made_up::{self, pipe, session, step};
use super::{elements, page_of, texts};

/// The sum of the steps, and the overlap won, as the page says them.
fn said(seconds: f64, sessions: &[SessionRecord]) -> (String, String) {
    let elements = elements(&page_of(&made_up::run(seconds), sessions));
    let facts = texts(&elements, "dd");
    (facts[1].to_owned(), facts[2].to_owned())
}

#[test]
fn steps_one_after_the_other_win_nothing() {
    let steps = vec![step("DATA", 1, 0.0, 3.1), step("SORT", 2, 3.1, 4.7)];
    let (sum, won) = said(5.0, &[session("client", steps)]);
    assert_eq!(sum, "4.70 s in 2 steps of 1 session");
    assert_eq!(won, "none");
}

#[test]
fn steps_at_the_same_time_win_what_they_share() {
    let a = session("a", vec![step("DATA", 1, 0.0, 3.0)]);
    let b = session("b", vec![step("DATA", 1, 2.0, 4.0)]);
    let (sum, won) = said(6.0, &[a, b]);
    assert_eq!(sum, "5.00 s in 2 steps of 2 sessions");
    assert_eq!(won, "1.00 s, 20 % of the work");
}

#[test]
fn what_is_waited_for_pipes_is_not_won() {
    let write = Step {
        made: vec![pipe("P.A", ":1", 1, 1.0, (0.0, 4.0))],
        ..step("DATA", 1, 0.0, 4.0)
    };
    let read = |waited| Step {
        read: vec![pipe("P.A", ":1", 1, waited, (0.0, 4.0))],
        ..step("SORT", 1, 0.0, 4.0)
    };
    let sessions = |waited| [session("a", vec![write.clone()]), session("b", vec![read(waited)])];
    // Of 8 s they worked 3 and 2, in 4 s.
    assert_eq!(said(4.0, &sessions(2.0)).1, "1.00 s, 20 % of the work");
    let lost = "none: steps waited for pipes 1.00 s longer than others worked meanwhile";
    assert_eq!(said(4.0, &sessions(4.0)).1, lost);
}

#[test]
fn a_step_within_another_counts_once() {
    // As a view that is read for a step, which its record comes before.
    let steps = vec![
        step("VIEW", 2, 1.0, 2.0),
        step("DATA", 2, 1.0, 4.0),
        step("SORT", 3, 4.0, 5.0),
    ];
    let (sum, won) = said(5.0, &[session("client", steps)]);
    assert_eq!(sum, "4.00 s in 3 steps of 1 session");
    assert_eq!(won, "none");
}
