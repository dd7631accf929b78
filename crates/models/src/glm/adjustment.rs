//! Probabilities and confidence limits adjusted for multiple comparisons.

use std::f64::consts::SQRT_2;

use feedrate_stats::distribution::{StudentizedRange, f, student};

use super::request::Adjustment;

/// An adjustment for all pairwise differences of a number of means.
#[derive(Clone, Debug)]
pub(super) struct PairAdjustment {
    kind: Adjustment,
    /// The studentized range of this number of means.
    range: StudentizedRange,
    /// The number of differences.
    differences: f64,
    /// The number of independent differences.
    independent: f64,
    /// The error degrees of freedom.
    degrees: f64,
}

impl PairAdjustment {
    pub(super) fn new(kind: Adjustment, means: usize, degrees: f64) -> Self {
        let means = means as f64;
        Self {
            kind,
            range: StudentizedRange::new(means, degrees),
            differences: (means * (means - 1.0) / 2.0).max(1.0),
            independent: (means - 1.0).max(1.0),
            degrees,
        }
    }

    /// Returns the name of the adjustment for headings; `is_balanced` is whether all differences have the same
    /// standard error.
    pub(super) fn name(&self, is_balanced: bool) -> Option<&'static str> {
        match self.kind {
            Adjustment::None => None,
            Adjustment::Bonferroni => Some("Bonferroni"),
            Adjustment::Sidak => Some("Sidak"),
            Adjustment::Scheffe => Some("Scheffe"),
            Adjustment::Tukey if is_balanced => Some("Tukey"),
            Adjustment::Tukey => Some("Tukey-Kramer"),
        }
    }

    /// Returns the adjusted probability of a t value.
    pub(super) fn probability(&mut self, t: f64) -> f64 {
        let own = student::two_sided(t, self.degrees);
        match self.kind {
            Adjustment::None => own,
            // The comparison is this way round so that a missing value stays missing.
            Adjustment::Bonferroni if own * self.differences > 1.0 => 1.0,
            Adjustment::Bonferroni => own * self.differences,
            // This form avoids the cancellation of numbers close to 1.
            Adjustment::Sidak => -(self.differences * (-own).ln_1p()).exp_m1(),
            Adjustment::Scheffe => f::upper(t * t / self.independent, self.independent, self.degrees),
            // The range is in units of the standard error of a mean, t in units of that of a difference of two means.
            Adjustment::Tukey => self.range.upper(t.abs() * SQRT_2),
        }
    }

    /// Returns the number of standard errors between an estimate and its limits, for the simultaneous error
    /// probability `alpha`.
    pub(super) fn width(&mut self, alpha: f64) -> f64 {
        let degrees = self.degrees;
        let t = |alpha| student::two_sided_quantile(alpha, degrees);
        match self.kind {
            Adjustment::None => t(alpha),
            Adjustment::Bonferroni => t(alpha / self.differences),
            Adjustment::Sidak => t(-((-alpha).ln_1p() / self.differences).exp_m1()),
            Adjustment::Scheffe => {
                let quantile = f::upper_quantile(alpha, self.independent, self.degrees);
                (self.independent * quantile).sqrt()
            }
            Adjustment::Tukey => self.range.upper_quantile(alpha) / SQRT_2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_probabilities_agree() {
        for kind in [
            Adjustment::None,
            Adjustment::Bonferroni,
            Adjustment::Sidak,
            Adjustment::Scheffe,
            Adjustment::Tukey,
        ] {
            let mut adjusted = PairAdjustment::new(kind, 4, 17.0);
            let width = adjusted.width(0.05);
            let back = adjusted.probability(width);
            assert!((back - 0.05).abs() < 1e-12, "{kind:?} {back}");
        }
        let mut bonferroni = PairAdjustment::new(Adjustment::Bonferroni, 4, 17.0);
        assert_eq!(bonferroni.probability(0.5), 1.0);
        assert!(bonferroni.probability(f64::NAN).is_nan());
        // Six differences at 0.05 are one at 0.05 / 6.
        let one = student::two_sided_quantile(0.05 / 6.0, 17.0);
        assert_eq!(bonferroni.width(0.05), one);
    }

    #[test]
    fn the_range_of_two_means_is_their_difference() {
        let mut adjusted = PairAdjustment::new(Adjustment::Tukey, 2, 9.0);
        let own = student::two_sided(-2.5, 9.0);
        assert!((adjusted.probability(-2.5) / own - 1.0).abs() < 1e-12);
        assert_eq!(adjusted.name(true), Some("Tukey"));
        assert_eq!(adjusted.name(false), Some("Tukey-Kramer"));
    }
}
