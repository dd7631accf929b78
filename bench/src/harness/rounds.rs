//! The order of runs: heats, in which everyone finds its fastest way, and then rounds, in which all run in turn.

use std::io::{self, IsTerminal, Write};

/// Shows the work of the moment to a person who watches; an empty text removes it.
pub fn show(doing: &str) {
    let mut errors = io::stderr();
    if errors.is_terminal() {
        // Nothing is lost with it.
        let _ = errors.write_all(format!("\r\x1b[K{doing}").as_bytes());
    }
}

/// The order of a round: a Latin square of Williams and its mirror. In twice as many rounds as there are competitors
/// everyone comes twice in each place and, where their number is odd, twice right after each other, so that neither a
/// drift nor what a run leaves behind favours anyone. Of two, the order is ABBA, BAAB.
pub fn order(round: usize, competitors: usize) -> Vec<usize> {
    // 0, 1, n-1, 2, n-2, …: the differences between neighbours are all different.
    let zigzag = |place: usize| match place % 2 {
        0 => (competitors - place / 2) % competitors,
        _ => place.div_ceil(2),
    };
    let mut order: Vec<_> = (0..competitors)
        .map(|place| (zigzag(place) + round / 2) % competitors)
        .collect();
    if round % 2 == 1 {
        order.reverse();
    }
    order
}

/// Runs all competitors in each round, and shows the round after `label`. Returns the runs of each round in the order
/// of the competitors.
pub fn rounds<R>(
    label: &str,
    number: u32,
    competitors: usize,
    mut run: impl FnMut(usize) -> Result<R, String>,
) -> Result<Vec<Vec<R>>, String> {
    let mut all = Vec::new();
    for round in 0..number as usize {
        show(&format!("{label}: round {} of {number}", round + 1));
        all.push(in_turn(round, competitors, &mut run)?);
    }
    show("");
    Ok(all)
}

/// Runs all competitors of a round in its order. Returns their runs in the order of the competitors.
pub fn in_turn<R>(
    round: usize,
    competitors: usize,
    mut run: impl FnMut(usize) -> Result<R, String>,
) -> Result<Vec<R>, String> {
    let mut runs: Vec<Option<R>> = (0..competitors).map(|_| None).collect();
    for index in order(round, competitors) {
        runs[index] = Some(run(index)?);
    }
    Ok(runs.into_iter().flatten().collect())
}

/// Runs each way some times, and shows its label. Returns the figure that `seconds` makes of the times of each.
pub fn heats<W: Copy>(
    ways: &[W],
    heats: u32,
    label: impl Fn(W) -> String,
    mut run: impl FnMut(W) -> Result<f64, String>,
    seconds: fn(&[f64]) -> Option<f64>,
) -> Result<Vec<(W, f64)>, String> {
    let mut tried = Vec::new();
    for &way in ways {
        show(&format!("{}: heats", label(way)));
        let times: Vec<f64> = (0..heats).map(|_| run(way)).collect::<Result<_, _>>()?;
        tried.push((way, seconds(&times).ok_or("there was no heat")?));
    }
    show("");
    Ok(tried)
}

/// Returns the way that took the fewest seconds.
pub fn fastest<W: Copy>(tried: &[(W, f64)]) -> Result<W, String> {
    let least = tried.iter().min_by(|(_, a), (_, b)| a.total_cmp(b));
    least.map(|(way, _)| *way).ok_or_else(|| "there was no heat".to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn places_and_neighbours(rounds: usize, competitors: usize) -> [Vec<usize>; 2] {
        let (mut places, mut neighbours) = (HashMap::new(), HashMap::new());
        for round in 0..rounds {
            let order = order(round, competitors);
            for (place, &who) in order.iter().enumerate() {
                *places.entry((place, who)).or_insert(0) += 1;
            }
            for pair in order.windows(2) {
                *neighbours.entry((pair[0], pair[1])).or_insert(0) += 1;
            }
        }
        [places.into_values().collect(), neighbours.into_values().collect()]
    }

    #[test]
    fn twice_as_many_rounds_as_competitors_are_balanced() {
        for competitors in [3, 5] {
            let all = competitors * competitors;
            let [places, neighbours] = places_and_neighbours(2 * competitors, competitors);
            assert_eq!(places, vec![2; all]);
            assert_eq!(neighbours, vec![2; all - competitors]);
        }
    }

    #[test]
    fn of_two_each_is_first_as_often() {
        let first: Vec<_> = (0..4).map(|round| order(round, 2)[0]).collect();
        assert_eq!(first, [0, 1, 1, 0]);
    }

    #[test]
    fn runs_stand_in_the_order_of_the_competitors() {
        let mut ran = Vec::new();
        let run = |who| {
            ran.push(who);
            Ok(who)
        };
        assert_eq!(rounds("x", 2, 3, run), Ok(vec![vec![0, 1, 2]; 2]));
        assert_eq!(ran, [0, 1, 2, 2, 1, 0]);
        assert!(rounds("x", 1, 1, |_| Err::<(), _>("gone".to_owned())).is_err());
    }

    #[test]
    fn the_fastest_way_is_that_of_the_fewest_seconds() {
        let least = |times: &[f64]| times.iter().copied().reduce(f64::min);
        let tried = heats(&['a', 'b'], 2, String::from, |way| Ok(f64::from(way as u8)), least);
        assert_eq!(fastest(&tried.unwrap()), Ok('a'));
        assert!(fastest::<char>(&[]).is_err());
    }
}
