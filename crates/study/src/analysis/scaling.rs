//! The analysis of covariance over the sizes of the data.

use feedrate_stats::Interval;
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
    /// Each setting against each of those before it, by the least squares means.
    pub pairs: Vec<SettingPair>,
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
    /// The power of the size that its own response grows with.
    pub power: Option<IntervalEstimate>,
}

/// Two settings over all sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SettingPair {
    /// The setting that is compared, by its place in [`Scaling::settings`].
    pub compare: usize,
    /// The setting with which it is compared.
    pub with: usize,
    /// The ratio of the first to the second. Its interval and its probability hold for all pairs together (Tukey and
    /// Kramer), so that the interval leaves out 1 where the probability is below 0.05.
    pub ratio: IntervalEstimate,
}

impl Scaling {
    /// Returns the ratio of a setting to another one, with its interval.
    pub fn of_other(&self, setting: usize, other: usize) -> Option<(f64, Interval)> {
        let find = |compare, with| {
            self.pairs
                .iter()
                .find(|pair| (pair.compare, pair.with) == (compare, with))
        };
        if let Some(pair) = find(setting, other) {
            return Some((pair.ratio.value, pair.ratio.interval));
        }
        let ratio = find(other, setting)?.ratio;
        let interval = Interval {
            low: 1.0 / ratio.interval.high,
            high: 1.0 / ratio.interval.low,
        };
        Some((1.0 / ratio.value, interval))
    }

    /// Returns the ratio of a setting to the first one; `None` for the first itself.
    pub fn of_first(&self, setting: usize) -> Option<IntervalEstimate> {
        let pair = self.pairs.iter().find(|pair| (pair.compare, pair.with) == (setting, 0));
        pair.map(|pair| pair.ratio)
    }
}

/// Returns the analysis, without the cells that stand beside; `None` without a factor that is the size, or with too few
/// runs.
pub(super) fn of(data: &Data, response: &Response) -> Option<Scaling> {
    let factor = data.covariate()?;
    let numbers = data.factors[factor].numbers()?;
    let mut settings: Vec<(Vec<usize>, usize)> = Vec::new();
    let blocks = numbered(data.runs.iter().map(|run| run.block));
    let mut timings = Vec::new();
    for run in &data.runs {
        let Some(time) = run.value(response).filter(|_| !data.is_beside(run.cell)) else {
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
    let analysis = Covariance::of(&timings).ok()?;
    let setting = |place: usize, settings: &[(Vec<usize>, usize)]| {
        let own = timings.iter().filter(|timing| timing.setting == place as u32);
        let (_, cell) = settings[place];
        let levels = data.cells[cell].iter().copied().enumerate();
        Setting {
            levels: levels.filter(|(other, _)| *other != factor).collect(),
            cell,
            power: Covariance::of(&own.copied().collect::<Vec<_>>())
                .ok()
                .and_then(|own| own.slope()),
        }
    };
    let places: Vec<(usize, usize)> = (1..order.len())
        .flat_map(|compare| (0..compare).map(move |with| (compare, with)))
        .collect();
    let numbers: Vec<(u32, u32)> = places
        .iter()
        .map(|&(compare, with)| (order[compare] as u32, order[with] as u32))
        .collect();
    let pairs = places.into_iter().zip(analysis.ratios_of_all(&numbers));
    let pairs = pairs.filter_map(|((compare, with), ratio)| {
        Some(SettingPair {
            compare,
            with,
            ratio: ratio?,
        })
    });
    Some(Scaling {
        factor,
        pairs: pairs.collect(),
        settings: order.iter().map(|&place| setting(place, &settings)).collect(),
        power: analysis.slope(),
        parallel: analysis.parallel_slopes(),
    })
}
