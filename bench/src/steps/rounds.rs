//! The order of runs: heats, in which each competitor finds its fastest way, then rounds of all.

use feedrate_bench::race::show;
use serde::Serialize;

use crate::arguments::Arguments;
use crate::case::Case;
use crate::competitors::Competitors;
use crate::measurement::Measurement;
use crate::way::{Way, Who};

/// A way that was tried, and its runs.
#[derive(Clone, Debug, Serialize)]
pub struct Heat {
    /// The way.
    pub way: Way,
    /// Its runs, which are counted nowhere else.
    pub runs: Vec<Measurement>,
}

/// All runs of a case.
#[derive(Clone, Debug, Serialize)]
pub struct Rounds {
    /// The ways that were tried before.
    pub heats: Vec<Heat>,
    /// The ways that raced.
    pub ways: Vec<Way>,
    /// What each of them gave, in the order of `ways`, round by round.
    pub rounds: Vec<Vec<Measurement>>,
}

/// Measures a case. The tables that were copied are gone after it.
pub fn measure(
    case: Case,
    arguments: &Arguments,
    competitors: &Competitors,
) -> Result<Rounds, String> {
    let (mut heats, mut ways) = (Vec::new(), Vec::new());
    for who in Who::ALL {
        let tried = try_ways(case, who, arguments.heats, competitors)?;
        ways.push(fastest(&tried).ok_or("nothing was tried")?);
        heats.extend(tried);
        for way in who.ways() {
            if case == Case::Copy && !ways.contains(&way) {
                competitors.remove_source(way)?;
            }
        }
    }
    let mut rounds = Vec::with_capacity(arguments.rounds as usize);
    for round in 0..arguments.rounds as usize {
        show(&format!(
            "{}: round {} of {}",
            case.name(),
            round + 1,
            arguments.rounds
        ));
        let mut runs = vec![None; ways.len()];
        for index in order(round, ways.len()) {
            runs[index] = Some(competitors.run(case, ways[index])?);
            competitors.clear_target(ways[index])?;
        }
        rounds.push(runs.into_iter().flatten().collect());
    }
    show("");
    for &way in &ways {
        competitors.remove_source(way)?;
    }
    Ok(Rounds {
        heats,
        ways,
        rounds,
    })
}

/// Runs each way of a competitor some times, in turn, and checks what the first run wrote.
fn try_ways(
    case: Case,
    who: Who,
    heats: u32,
    competitors: &Competitors,
) -> Result<Vec<Heat>, String> {
    let mut tried: Vec<_> = who
        .ways()
        .into_iter()
        .map(|way| Heat {
            way,
            runs: Vec::new(),
        })
        .collect();
    for heat in 0..heats {
        for Heat { way, runs } in &mut tried {
            show(&format!("{}: {}, {}", case.name(), who.name(), way.label()));
            if heat == 0 && case == Case::Copy {
                competitors.make_source(*way)?;
            }
            runs.push(competitors.run(case, *way)?);
            if heat == 0 {
                competitors.check_target(*way)?;
            }
            competitors.clear_target(*way)?;
        }
    }
    Ok(tried)
}

/// The way with the fastest run.
fn fastest(tried: &[Heat]) -> Option<Way> {
    let best = |heat: &Heat| {
        heat.runs
            .iter()
            .map(|run| run.megabytes_per_second)
            .fold(0.0, f64::max)
    };
    tried
        .iter()
        .max_by(|a, b| best(a).total_cmp(&best(b)))
        .map(|heat| heat.way)
}

/// Who runs when in a round: a Latin square of Williams and its mirror. In twice as many rounds as
/// there are competitors everyone comes twice in each place and, where their number is odd, twice
/// right after each other, so that neither a drift nor what a run leaves behind favours anyone.
fn order(round: usize, number: usize) -> Vec<usize> {
    // 0, 1, n-1, 2, n-2, …: the differences between neighbours are all different.
    let zigzag = |place: usize| match place % 2 {
        0 => (number - place / 2) % number,
        _ => place.div_ceil(2),
    };
    let mut order: Vec<_> = (0..number)
        .map(|place| (zigzag(place) + round / 2) % number)
        .collect();
    if round % 2 == 1 {
        order.reverse();
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn ten_rounds_of_five_are_balanced() {
        let (mut places, mut neighbours) = (HashMap::new(), HashMap::new());
        for round in 0..10 {
            let order = order(round, 5);
            for (place, &who) in order.iter().enumerate() {
                *places.entry((place, who)).or_insert(0) += 1;
            }
            for pair in order.windows(2) {
                *neighbours.entry((pair[0], pair[1])).or_insert(0) += 1;
            }
        }
        assert_eq!((places.len(), neighbours.len()), (25, 20));
        assert!(
            places
                .values()
                .chain(neighbours.values())
                .all(|&times| times == 2)
        );
    }
}
