//! Pages of many sessions and of many steps.

use feedrate_runs::timeline::{SessionRecord, Step};

use super::made_up::{self, pipe, session, step};
use super::{elements, page_of, texts};

/// The size of a page that opens on any machine, in bytes.
const LARGEST: usize = 4 << 20;

/// A chain of 64 sessions, each with a pipe to the next.
fn chain(steps: usize) -> Vec<SessionRecord> {
    let piped = |session: usize, index: usize| {
        let (from, to) = (index as f64 * 10.0, index as f64 * 10.0 + 9.0);
        let end = |port: usize| pipe("P.A", &format!(":{}", 7000 + port), 5, 0.1, (from, to));
        Step {
            read: Vec::from_iter((session > 0).then(|| end(session))),
            made: Vec::from_iter((session < 63).then(|| end(session + 1))),
            ..step("DATA", index as u32, from, to)
        }
    };
    let steps = |session| (0..steps).map(|index| piped(session, index)).collect();
    (0..64)
        .map(|index| session(&format!("s{index}"), steps(index)))
        .collect()
}

#[test]
fn sixty_four_sessions_have_a_lane_each() {
    let page = page_of(&made_up::run(30.0), &chain(3));
    let elements = elements(&page);
    let drawn = |class: &str| elements.iter().filter(|it| it.is("rect", class)).count();
    assert_eq!(drawn("class=track"), 64);
    assert_eq!(drawn("class=band"), 63 * 3);
    assert_eq!(drawn("class=edge"), 64 * 3);
    assert!(texts(&elements, "text").contains(&"s63"));
}

#[test]
fn sixty_four_sessions_of_many_steps_stay_a_page() {
    let sessions = chain(500);
    let page = page_of(&made_up::run(5_000.0), &sessions);
    assert!(page.len() < LARGEST, "{}", page.len());
    let elements = elements(&page);
    assert!(elements.iter().filter(|it| it.is("rect", "class=part-0")).count() >= 64);
    assert!(page.contains("The 2,000 longest of 32,000 steps; --json has them all."));
    assert!(page.contains("The 2,000 largest of 31,500 pipes; --json has them all."));
}

#[test]
fn five_thousand_steps_are_drawn_together_and_none_is_lost() {
    let mut steps: Vec<_> = (0..5_000)
        .map(|index| step("DATA", index, f64::from(index) * 0.01, f64::from(index) * 0.01 + 0.009))
        .collect();
    steps[4_321].completed = false;
    let page = page_of(&made_up::run(50.0), &[session("client", steps)]);
    assert!(page.len() < LARGEST, "{}", page.len());
    let elements = elements(&page);
    let titles = texts(&elements, "title");
    let together = |title: &&str| -> Option<usize> {
        let (count, _) = title.split_once(" too short")?;
        count.parse().ok()
    };
    assert_eq!(titles.iter().filter_map(together).sum::<usize>(), 5_000);
    let failed = elements.iter().filter(|it| it.is("g", "class=failed"));
    assert_eq!(failed.count(), 1, "the failure is seen among the others");
    assert_eq!(
        titles
            .iter()
            .filter(|title| title.contains(", 1 of which failed"))
            .count(),
        1
    );
}
