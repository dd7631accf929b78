//! The long reference: some settings in many rounds, of which none is dropped.

use std::fmt;

use feedrate_check::bench::Bench;
use feedrate_check::setting::Setting;
use feedrate_check::trial::{Order, Pattern, measure as trial};
use feedrate_check::{Effort, Result};
use feedrate_stats::{Interval, Race, RaceOptions};
use feedrate_workload::{Control, RunAs};

/// A setting of the reference.
#[derive(Debug)]
pub struct Place {
    pub setting: Setting,
    /// Its rate divided by that of the best.
    pub ratio: f64,
    pub interval: Option<Interval>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:.3}", self.setting.label(), self.ratio)?;
        match self.interval {
            Some(interval) => write!(f, " [{:.3}, {:.3}] of the best", interval.low, interval.high),
            None => write!(f, " of the best"),
        }
    }
}

/// Measures settings in rounds. Returns them, the best first.
///
/// # Errors
///
/// Returns the error of a trial.
pub fn measure(
    bench: &Bench,
    streams: usize,
    settings: &[Setting],
    rounds: usize,
    control: &Control,
) -> Result<Vec<Place>> {
    let options = RaceOptions {
        min_rounds: rounds,
        max_rounds: rounds,
        ..RaceOptions::default()
    };
    let mut race = Race::new(settings.len(), options);
    while !race.finished() {
        for candidate in race.next_round(bench.seed(0)) {
            let setting = settings[candidate];
            let order = Order {
                pattern: Pattern::Mixed,
                setting,
                streams,
                bytes: bench.sizes().search,
                time: Effort::Normal.longest_trial(),
            };
            let measured = trial(&[(bench, setting)], &order, RunAs::Threads, control)?;
            race.record(candidate, measured.rate());
        }
    }
    let places = race.standing().into_iter().map(|standing| Place {
        setting: settings[standing.candidate],
        ratio: standing.ratio.unwrap_or(0.0),
        interval: standing.interval,
    });
    Ok(places.collect())
}
