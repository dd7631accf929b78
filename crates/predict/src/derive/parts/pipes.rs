//! When something goes through a pipe.

use feedrate_pageio::Direction;

use super::super::uses::SourceUse;
use crate::profile::Step;
use crate::scale::redistribute;

/// Spreads the bytes that go through pipes. They have no course: they go with what the step moves in the other
/// direction, or with its computing. A sort or a summary reads before it writes.
pub(super) fn spread(step: &Step, weights: &mut [Vec<u64>], uses: &[SourceUse<'_>], thinks: &[f64]) {
    let computing: Vec<u64> = thinks.iter().map(|think| (think * 1e9) as u64).collect();
    let has_course = |source: &SourceUse<'_>| source.file.course.is_some();
    let sum_of = |is_of: &dyn Fn(&SourceUse<'_>) -> bool| -> Vec<u64> {
        let mut sums = vec![0u64; thinks.len()];
        for (source, of_use) in uses.iter().zip(&*weights) {
            if has_course(source) && is_of(source) {
                for (sum, weight) in sums.iter_mut().zip(of_use) {
                    *sum = sum.saturating_add(*weight);
                }
            }
        }
        sums
    };
    let moves = |bytes: &[u64]| bytes.iter().any(|&bytes| bytes > 0);
    let spread: Vec<Vec<u64>> = [Direction::Read, Direction::Write]
        .into_iter()
        .map(|direction| {
            let opposite = |it: &SourceUse<'_>| it.use_.direction != direction;
            let found = match step.reads_before_it_writes() {
                false => sum_of(&opposite),
                true => {
                    let runs = sum_of(&|it| it.is_utility && opposite(it));
                    let files = sum_of(&|it| !it.is_utility && opposite(it));
                    match moves(&runs) {
                        true => runs,
                        false => outside(&computing, &files, direction),
                    }
                }
            };
            match moves(&found) {
                true => found,
                false => computing.clone(),
            }
        })
        .collect();
    for (weights, source) in weights.iter_mut().zip(uses) {
        if !has_course(source) {
            let [read, written] = [&spread[0], &spread[1]];
            weights.clone_from(match source.use_.direction {
                Direction::Read => read,
                Direction::Write => written,
            });
            redistribute(weights.iter_mut(), source.use_.bytes);
        }
    }
}

/// Returns the computing before the first part in which `files` move, for what is read, or after the last one, for what
/// is written.
fn outside(computing: &[u64], files: &[u64], direction: Direction) -> Vec<u64> {
    let moves = |&bytes: &u64| bytes > 0;
    let kept = match direction {
        Direction::Read => 0..files.iter().position(moves).unwrap_or(files.len()),
        Direction::Write => files.iter().rposition(moves).map_or(0, |it| it + 1)..files.len(),
    };
    let parts = computing.iter().enumerate();
    parts
        .map(|(part, &weight)| match kept.contains(&part) {
            true => weight,
            false => 0,
        })
        .collect()
}
