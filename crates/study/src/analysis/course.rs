//! The course of a ratio over a factor of numbers, such as the size of the data: its value at each level, and the sizes
//! at which it turns from worse to better.

use std::collections::BTreeMap;

use feedrate_stats::{Interval, PairedRatio};

use super::data::Data;
use super::pairs::{Group, logs_by_block};
use super::response::Response;

/// The number of places between two levels at which the ratio is examined.
const STEPS: usize = 64;

/// A ratio over a factor of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The levels that are compared.
    pub compare: Group,
    /// With what.
    pub with: Group,
    /// The factor over which the ratio is followed.
    pub over: usize,
    /// The ratio at each level, ascending.
    pub points: Vec<CoursePoint>,
    /// The places at which it turns, ascending.
    pub turns: Vec<Turn>,
}

/// A ratio at a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoursePoint {
    /// The level, by its number among those of the factor.
    pub level: usize,
    /// Its value.
    pub number: f64,
    /// The ratio.
    pub ratio: PairedRatio,
}

/// A place at which a ratio turns: beyond it, what is compared is better than before, or worse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The place by the estimates, on straight lines between the levels, both axes being logarithmic.
    pub at: f64,
    /// The levels between which it lies.
    pub between: (f64, f64),
    /// True if what is compared is better beyond it.
    pub is_better_beyond: bool,
    /// The places at which the ratio is not known to be on either side, by intervals at 95 %; an end is `None` where
    /// they reach to the first or the last level. `None` with fewer than six blocks.
    pub interval: Option<(Option<f64>, Option<f64>)>,
}

impl Course {
    /// Returns whether the intervals of all levels lie on one side: what is compared is better at each, or worse.
    pub fn side(&self, higher_is_better: bool) -> Option<bool> {
        let sides = self.points.iter().map(|point| side(point.ratio.interval?));
        let sides: Option<Vec<bool>> = sides.collect();
        let sides = sides?;
        let first = *sides.first()?;
        sides
            .iter()
            .all(|&side| side == first)
            .then_some(first == higher_is_better)
    }
}

/// Returns whether an interval is above 1; `None` if it contains 1.
fn side(interval: Interval) -> Option<bool> {
    match (interval.low > 1.0, interval.high < 1.0) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Returns the courses of the pairings that the study follows over a factor.
pub(super) fn of(data: &Data, response: &Response) -> Vec<Course> {
    let pairs = data.study.pairs.iter();
    pairs
        .filter_map(|pair| course(data, response, &pair.compare, &pair.with, pair.over?))
        .collect()
}

/// Returns the course of a pairing; `None` if no level has both.
fn course(data: &Data, response: &Response, compare: &Group, with: &Group, over: usize) -> Option<Course> {
    let at = |group: &Group, level: usize| -> Group { group.iter().copied().chain([(over, level)]).collect() };
    let mut points = Vec::new();
    let mut logs: Vec<BTreeMap<u32, f64>> = Vec::new();
    let mut levels: Vec<(usize, f64)> = data
        .levels_in_use(over)
        .into_iter()
        .filter_map(|level| Some((level, data.factors[over].levels[level].number?)))
        .collect();
    levels.sort_by(|a, b| a.1.total_cmp(&b.1));
    for (level, number) in levels {
        let of_level = logs_by_block(data, response, &at(compare, level), &at(with, level));
        let ratios: Vec<(f64, f64)> = of_level.values().map(|log| (log.exp(), 1.0)).collect();
        if let Some(ratio) = PairedRatio::of(&ratios) {
            points.push(CoursePoint { level, number, ratio });
            logs.push(of_level);
        }
    }
    let numbers: Vec<f64> = points.iter().map(|point| point.number).collect();
    (!points.is_empty()).then(|| Course {
        compare: compare.clone(),
        with: with.clone(),
        over,
        turns: turns(&numbers, &logs, response.higher_is_better),
        points,
    })
}

/// A place between the levels, with the ratio there.
struct ExaminedPlace {
    at: f64,
    between: (f64, f64),
    ratio: PairedRatio,
}

/// Returns the turns of ratios, by the logarithms of their blocks at each level.
fn turns(numbers: &[f64], logs: &[BTreeMap<u32, f64>], higher_is_better: bool) -> Vec<Turn> {
    let examined = examined(numbers, logs);
    let is_above = |place: usize| examined[place].ratio.ratio > 1.0;
    let known = |place: usize| examined[place].ratio.interval.map(side);
    let mut turns: Vec<Turn> = Vec::new();
    for place in 1..examined.len() {
        if is_above(place - 1) == is_above(place) {
            continue;
        }
        // The undecided places around it.
        let is_open = |place: usize| known(place) == Some(None);
        let low = (0..place)
            .rev()
            .take_while(|&other| is_open(other))
            .last()
            .unwrap_or(place);
        let high = (place..examined.len()).take_while(|&other| is_open(other)).last();
        let high = high.unwrap_or(place - 1);
        let before = low.checked_sub(1).and_then(|before| known(before).flatten());
        let beyond = (high + 1 < examined.len()).then(|| known(high + 1).flatten()).flatten();
        let has_intervals = known(place).is_some() && known(place - 1).is_some();
        // It only touches where it is on the same side before and beyond, or is never known to be on a side.
        if has_intervals && before == beyond {
            continue;
        }
        let turn = Turn {
            at: crossing(&examined[place - 1], &examined[place]),
            between: examined[place].between,
            is_better_beyond: is_above(place) == higher_is_better,
            interval: has_intervals.then(|| {
                let low = before.map(|_| examined[low.saturating_sub(1)].at);
                let high = beyond.map(|_| examined[high + 1].at);
                (low, high)
            }),
        };
        match turns.last_mut() {
            // Of several crossings among the same undecided places, the last one counts.
            Some(last) if has_intervals && last.interval == turn.interval => *last = turn,
            _ => turns.push(turn),
        }
    }
    turns
}

/// Returns the ratios between the levels, over the blocks that have both neighbours.
fn examined(numbers: &[f64], logs: &[BTreeMap<u32, f64>]) -> Vec<ExaminedPlace> {
    let mut all = Vec::new();
    for (place, pair) in numbers.windows(2).enumerate() {
        let (low, high) = (&logs[place], &logs[place + 1]);
        let from = usize::from(place > 0);
        for step in from..=STEPS {
            let share = step as f64 / STEPS as f64;
            let of_blocks = low.iter().filter_map(|(block, low)| {
                let high = high.get(block)?;
                Some(((low + share * (high - low)).exp(), 1.0))
            });
            if let Some(ratio) = PairedRatio::of(&of_blocks.collect::<Vec<_>>()) {
                all.push(ExaminedPlace {
                    at: pair[0] * (pair[1] / pair[0]).powf(share),
                    between: (pair[0], pair[1]),
                    ratio,
                });
            }
        }
    }
    all
}

/// Returns the place between two at which the ratio is 1.
fn crossing(low: &ExaminedPlace, high: &ExaminedPlace) -> f64 {
    let (from, to) = (low.ratio.ratio.ln(), high.ratio.ratio.ln());
    let share = if from == to { 0.0 } else { from / (from - to) };
    low.at * (high.at / low.at).powf(share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the turns of blocks whose ratios are moved by so much.
    fn turns_of(ratios: &[f64], moved: &[f64]) -> Vec<Turn> {
        let numbers: Vec<f64> = (0..ratios.len()).map(|place| 4_f64.powi(place as i32)).collect();
        let logs: Vec<BTreeMap<u32, f64>> = ratios
            .iter()
            .map(|ratio| {
                (1..)
                    .zip(moved)
                    .map(|(block, moved)| (block, ratio.ln() + moved))
                    .collect()
            })
            .collect();
        turns(&numbers, &logs, false)
    }

    const QUIET: [f64; 6] = [-0.02, 0.01, 0.0, 0.02, -0.01, 0.005];

    #[test]
    fn a_ratio_turns_where_it_crosses_one() {
        let turns = turns_of(&[2.0, 0.5, 0.25], &QUIET);
        let [turn] = turns[..] else { panic!("{turns:?}") };
        assert!((turn.at - 2.0).abs() < 0.05, "{turn:?}");
        assert_eq!(turn.between, (1.0, 4.0));
        assert!(turn.is_better_beyond);
        let (low, high) = turn.interval.unwrap();
        assert!(low.unwrap() < 2.0 && high.unwrap() > 2.0);
        assert!(high.unwrap() / low.unwrap() < 1.2);
    }

    #[test]
    fn few_blocks_have_no_interval_and_no_crossing_is_no_turn() {
        let few = turns_of(&[2.0, 0.5], &QUIET[..3]);
        assert_eq!((few.len(), few[0].interval), (1, None));
        assert_eq!(turns_of(&[2.0, 1.5, 1.2], &QUIET), []);
        assert_eq!(turns_of(&[0.5], &QUIET), []);
        // It is 1 everywhere within its intervals.
        assert_eq!(turns_of(&[1.001, 0.999, 1.001], &QUIET), []);
    }

    #[test]
    fn a_turn_within_the_noise_of_the_first_level_is_open_on_that_side() {
        let turns = turns_of(&[1.005, 0.5], &QUIET);
        let (low, high) = turns[0].interval.unwrap();
        assert_eq!(low, None);
        assert!(high.unwrap() < 1.2);
    }

    #[test]
    fn the_place_of_a_known_turn_is_covered() {
        let mut random = fastrand::Rng::with_seed(4);
        let covered = (0..200)
            .filter(|_| {
                let moved: Vec<f64> = (0..8)
                    .map(|_| (0..12).map(|_| random.f64() - 0.5).sum::<f64>() * 0.05)
                    .collect();
                turns_of(&[1.5, 0.75], &moved).iter().any(|turn| {
                    let (low, high) = turn.interval.unwrap();
                    let at = 4_f64.powf(1.5_f64.ln() / 2_f64.ln());
                    low.is_none_or(|low| low <= at) && high.is_none_or(|high| at <= high)
                })
            })
            .count();
        assert!((184..=199).contains(&covered), "{covered}");
    }
}
