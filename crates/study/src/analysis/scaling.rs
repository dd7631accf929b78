//! The analysis of covariance over the sizes of the data.

use feedrate_stats::covariance::{Covariance, IntervalEstimate, Timing};
use feedrate_stats::glm::Test;

use super::data::Data;
use super::numbered;
use super::response::Response;

/// Settings against each other over all sizes of the data.
#[derive(Clone, Debug)]
pub struct Scaling {
    /// The factor that is the size.
    pub factor: usize,
    /// The settings: combinations of the other factors.
    pub settings: Vec<Setting>,
    /// The common power of the size that the response grows with.
    pub power: Option<IntervalEstimate>,
    /// The test of all settings having the same power.
    pub parallel: Option<Test>,
}

/// A setting over all sizes.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The levels of the other factors.
    pub levels: Vec<(usize, usize)>,
    /// A cell that has them, for its name.
    pub cell: usize,
    /// Its response as a ratio to that of the first setting, by the least squares means; `None` for the first itself.
    pub of_baseline: Option<IntervalEstimate>,
    /// The probability of such a difference to the first setting by chance, corrected for all comparisons.
    pub corrected: Option<f64>,
    /// The power of the size that its own response grows with.
    pub power: Option<IntervalEstimate>,
}

/// Returns the analysis; `None` without a factor that is the size, or with too few runs.
pub(super) fn of(data: &Data, response: &Response) -> Option<Scaling> {
    let factor = data.covariate()?;
    let numbers = data.factors[factor].numbers()?;
    let mut settings: Vec<(Vec<usize>, usize)> = Vec::new();
    let blocks = numbered(data.runs.iter().map(|run| run.block));
    let mut timings = Vec::new();
    for run in &data.runs {
        let Some(time) = run.value(response) else {
            continue;
        };
        let cell = &data.cells[run.cell];
        let mut others = cell.clone();
        others.remove(factor);
        let setting = match settings.iter().position(|(known, _)| *known == others) {
            Some(place) => place,
            None => {
                settings.push((others, run.cell));
                settings.len() - 1
            }
        };
        timings.push(Timing {
            setting: setting as u32,
            block: blocks[&run.block],
            size: numbers[cell[factor]],
            time,
        });
    }
    let mut order: Vec<usize> = (0..settings.len()).collect();
    order.sort_by(|&a, &b| settings[a].0.cmp(&settings[b].0));
    let baseline = *order.first()? as u32;
    let analysis = Covariance::of(&timings).ok()?;
    let alone = |setting: u32| {
        let own: Vec<Timing> = timings
            .iter()
            .filter(|timing| timing.setting == setting)
            .copied()
            .collect();
        Covariance::of(&own).ok()?.slope()
    };
    let settings = order.into_iter().map(|place| {
        let number = place as u32;
        let (_, cell) = settings[place];
        let levels = data.cells[cell].iter().copied().enumerate();
        let is_other = number != baseline;
        Setting {
            levels: levels.filter(|(other, _)| *other != factor).collect(),
            cell,
            of_baseline: analysis.ratio(number, baseline).filter(|_| is_other),
            corrected: analysis
                .ratio_of_all(number, baseline)
                .filter(|_| is_other)
                .map(|ratio| ratio.probability),
            power: alone(number),
        }
    });
    Some(Scaling {
        factor,
        settings: settings.collect(),
        power: analysis.slope(),
        parallel: analysis.parallel_slopes(),
    })
}
