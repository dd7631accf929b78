//! The steady state of fio: a window of samples that keep to their mean, or whose slope is flat.

/// The figure of a window that must be within a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SteadyCriterion {
    /// The largest distance of a sample from the mean.
    Deviation,
    /// The slope of the least squares line, for each sample.
    Slope,
}

/// The rule by which a window is steady.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteadyRule {
    /// The figure.
    pub criterion: SteadyCriterion,
    /// The limit that its absolute value must be below.
    pub limit: f64,
    /// True if figure and limit are percentages of the mean.
    pub is_percent: bool,
}

/// The figures of a window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SteadyFigures {
    /// True if it is steady.
    pub attained: bool,
    /// The figure that is compared with the limit.
    pub criterion: f64,
    /// The largest distance of a sample from the mean.
    pub max_deviation: f64,
    /// The slope for each sample.
    pub slope: f64,
}

impl SteadyRule {
    /// Judges a full window. Samples whose mean is 0 are not steady: nothing moved.
    pub fn judge(&self, window: &[f64]) -> SteadyFigures {
        let mean = window.iter().sum::<f64>() / window.len().max(1) as f64;
        if mean == 0.0 {
            return SteadyFigures::default();
        }
        let max_deviation = window.iter().map(|sample| (sample - mean).abs()).fold(0.0, f64::max);
        let slope = slope(window, mean);
        let value = match self.criterion {
            SteadyCriterion::Deviation => max_deviation,
            SteadyCriterion::Slope => slope,
        };
        let criterion = if self.is_percent { 100.0 * value / mean } else { value };
        SteadyFigures {
            attained: criterion.abs() < self.limit,
            criterion,
            max_deviation,
            slope,
        }
    }
}

/// Returns the slope of the least squares line through samples at equal distances; 0 for a single one.
fn slope(samples: &[f64], mean: f64) -> f64 {
    let middle = (samples.len() as f64 - 1.0) / 2.0;
    let (mut above, mut below) = (0.0, 0.0);
    for (index, sample) in samples.iter().enumerate() {
        let distance = index as f64 - middle;
        above += distance * (sample - mean);
        below += distance * distance;
    }
    if below > 0.0 { above / below } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_judged_by_its_rule() {
        assert!((slope(&[1.0, 3.0, 5.0], 3.0) - 2.0).abs() < 1e-12);
        assert_eq!(slope(&[1.0], 1.0), 0.0);
        let rule = |criterion, limit| SteadyRule {
            criterion,
            limit,
            is_percent: true,
        };
        let window = [1000.0, 1010.0, 990.0, 1000.0];
        let judged = rule(SteadyCriterion::Deviation, 1.1).judge(&window);
        assert!(judged.attained && judged.max_deviation == 10.0);
        // A figure at the limit is not within it.
        assert!(!rule(SteadyCriterion::Deviation, 1.0).judge(&window).attained);
        let falls = rule(SteadyCriterion::Slope, 1.5).judge(&[1000.0, 990.0, 980.0, 970.0]);
        assert!(falls.attained && (falls.slope + 10.0).abs() < 1e-9, "{falls:?}");
        assert!(
            !rule(SteadyCriterion::Slope, 1.0)
                .judge(&[1000.0, 990.0, 980.0, 970.0])
                .attained
        );
        assert_eq!(
            rule(SteadyCriterion::Slope, 5.0).judge(&[0.0; 4]),
            SteadyFigures::default()
        );
    }
}
