//! Student's tests of a mean and of the difference of two, and the test that two variances are equal.

use crate::distribution::{f, student};
use crate::moments::{Divisor, Moments};

/// Which differences a test tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sides {
    /// Those in both directions.
    #[default]
    Two,
    /// That the estimate is less.
    Lower,
    /// That the estimate is greater.
    Upper,
}

/// A test of an estimate, with confidence limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanTest {
    /// The statistic.
    pub t: f64,
    /// Its degrees of freedom; NaN where it has no such distribution.
    pub degrees: f64,
    /// The probability of a statistic that is as extreme.
    pub probability: f64,
    /// The lower limit, infinite if there is none.
    pub lower: f64,
    /// The upper limit, infinite if there is none.
    pub upper: f64,
}

impl MeanTest {
    /// Tests that what is estimated with this standard error and degrees of freedom is `null`. The limits have the
    /// error probability `alpha`.
    pub fn of(estimate: f64, error: f64, degrees: f64, null: f64, sides: Sides, alpha: f64) -> Self {
        let t = (estimate - null) / error;
        let quantile = |probability| student::two_sided_quantile(probability, degrees);
        let probability = match sides {
            Sides::Two => student::two_sided(t, degrees),
            Sides::Lower => student::lower(t, degrees),
            Sides::Upper => student::upper(t, degrees),
        };
        Self::with(estimate, error, (t, degrees, probability), sides, alpha, quantile)
    }

    fn with(
        estimate: f64,
        error: f64,
        (t, degrees, probability): (f64, f64, f64),
        sides: Sides,
        alpha: f64,
        quantile: impl Fn(f64) -> f64,
    ) -> Self {
        let half = match sides {
            Sides::Two => error * quantile(alpha),
            // A one-sided limit has all of alpha on its side.
            Sides::Lower | Sides::Upper => error * quantile((2.0 * alpha).min(1.0)),
        };
        Self {
            t,
            degrees,
            probability,
            lower: if sides == Sides::Lower {
                f64::NEG_INFINITY
            } else {
                estimate - half
            },
            upper: if sides == Sides::Upper {
                f64::INFINITY
            } else {
                estimate + half
            },
        }
    }
}

/// The difference of the means of two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoMeans {
    one: Moments,
    other: Moments,
}

impl TwoMeans {
    /// Returns the difference of the mean of the second sample from that of the first.
    pub fn new(one: Moments, other: Moments) -> Self {
        Self { one, other }
    }

    /// Returns the difference.
    pub fn difference(&self) -> f64 {
        self.one.mean() - self.other.mean()
    }

    /// Returns the degrees of freedom of the pooled variance.
    pub fn degrees(&self) -> f64 {
        self.one.n + self.other.n - 2.0
    }

    /// Returns the sums of squares about both means together.
    pub fn squares(&self) -> f64 {
        self.one.second + self.other.second
    }

    /// Returns the pooled standard deviation.
    pub fn deviation(&self) -> f64 {
        (self.squares() / self.degrees()).sqrt()
    }

    /// Returns the standard error of the difference, if both samples have the same variance.
    pub fn pooled_error(&self) -> f64 {
        self.deviation() * (1.0 / self.one.weight + 1.0 / self.other.weight).sqrt()
    }

    /// Returns the squares of the standard errors of both means.
    fn errors(&self) -> [f64; 2] {
        [self.one, self.other].map(|of| of.variance(Divisor::Degrees) / of.weight)
    }

    /// Returns the test for samples of the same variance.
    pub fn pooled(&self, null: f64, sides: Sides, alpha: f64) -> MeanTest {
        MeanTest::of(
            self.difference(),
            self.pooled_error(),
            self.degrees(),
            null,
            sides,
            alpha,
        )
    }

    /// Returns the test for samples of different variances with the degrees of freedom of Satterthwaite.
    pub fn satterthwaite(&self, null: f64, sides: Sides, alpha: f64) -> MeanTest {
        let [one, other] = self.errors();
        let degrees = (one + other).powi(2) / (one * one / (self.one.n - 1.0) + other * other / (self.other.n - 1.0));
        MeanTest::of(self.difference(), (one + other).sqrt(), degrees, null, sides, alpha)
    }

    /// Returns the test for samples of different variances by Cochran and Cox: quantiles are those of both samples,
    /// weighted by the squares of their errors.
    pub fn cochran(&self, null: f64, sides: Sides, alpha: f64) -> MeanTest {
        let [one, other] = self.errors();
        let quantile = |probability: f64| {
            let of = |moments: &Moments| student::two_sided_quantile(probability, moments.n - 1.0);
            (one * of(&self.one) + other * of(&self.other)) / (one + other)
        };
        let error = (one + other).sqrt();
        let t = (self.difference() - null) / error;
        let both = two_sided(t.abs(), quantile);
        let probability = match sides {
            Sides::Two => both,
            Sides::Lower if t < 0.0 => both / 2.0,
            Sides::Upper if t > 0.0 => both / 2.0,
            Sides::Lower | Sides::Upper => 1.0 - both / 2.0,
        };
        let degrees = match self.one.n == self.other.n {
            true => self.one.n - 1.0,
            false => f64::NAN,
        };
        MeanTest::with(
            self.difference(),
            error,
            (t, degrees, probability),
            sides,
            alpha,
            quantile,
        )
    }

    /// Returns the folded F test that both variances are equal.
    pub fn folded(&self) -> FoldedTest {
        let of = |moments: &Moments| (moments.variance(Divisor::Degrees), moments.n - 1.0);
        let (one, other) = (of(&self.one), of(&self.other));
        let (greater, less) = if one.0 >= other.0 { (one, other) } else { (other, one) };
        let ratio = greater.0 / less.0;
        FoldedTest {
            ratio,
            numerator: greater.1,
            denominator: less.1,
            // A minimum with 1 would make 1 of what is missing.
            probability: match 2.0 * f::upper(ratio, greater.1, less.1) {
                above if above > 1.0 => 1.0,
                probability => probability,
            },
        }
    }
}

/// The test that two variances are equal, with the greater in the numerator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoldedTest {
    /// The ratio of the variances.
    pub ratio: f64,
    /// The degrees of freedom of the greater one.
    pub numerator: f64,
    /// The degrees of freedom of the other.
    pub denominator: f64,
    /// The probability of a ratio that is as far from 1.
    pub probability: f64,
}

/// Returns the probability whose quantile is `t`, by halving the range.
fn two_sided(t: f64, quantile: impl Fn(f64) -> f64) -> f64 {
    if !t.is_finite() {
        return if t.is_nan() { f64::NAN } else { 0.0 };
    }
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        match quantile(middle) > t {
            true => low = middle,
            false => high = middle,
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(values: &[f64]) -> Moments {
        let mut all = Moments::NONE;
        values.iter().for_each(|&value| all.add(value, 1.0, 1.0));
        all
    }

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-9 * b.abs().max(1.0), "{a} and {b}");
    }

    #[test]
    fn published_scores_of_golfers() {
        // SAS/STAT User's Guide, The TTEST Procedure, Comparing Group Means.
        let women = moments(&[75.0, 76.0, 80.0, 77.0, 80.0, 77.0, 73.0]);
        let men = moments(&[82.0, 80.0, 85.0, 85.0, 78.0, 87.0, 82.0]);
        let two = TwoMeans::new(women, men);
        let pooled = two.pooled(0.0, Sides::Two, 0.05);
        let shown = |value: f64, decimals: usize| format!("{value:.decimals$}");
        assert_eq!(
            [
                two.difference(),
                two.deviation(),
                two.pooled_error(),
                pooled.lower,
                pooled.upper
            ]
            .map(|x| shown(x, 4)),
            ["-5.8571", "2.8619", "1.5298", "-9.1902", "-2.5241"]
        );
        assert_eq!(
            (shown(pooled.t, 2), shown(pooled.probability, 4)),
            ("-3.83".into(), "0.0024".into())
        );
        let unequal = two.satterthwaite(0.0, Sides::Two, 0.05);
        assert_eq!(
            (shown(unequal.degrees, 3), shown(unequal.probability, 4)),
            ("11.496".into(), "0.0026".into())
        );
        let folded = two.folded();
        assert_eq!(
            (shown(folded.ratio, 2), shown(folded.probability, 4)),
            ("1.53".into(), "0.6189".into())
        );
    }

    #[test]
    fn one_sided_tests_share_the_probability() {
        let one = moments(&[1.0, 2.0, 4.0, 7.0]);
        let two = TwoMeans::new(one, moments(&[3.0, 3.5, 5.0]));
        for of in [TwoMeans::pooled, TwoMeans::satterthwaite, TwoMeans::cochran] {
            let [both, lower, upper] = [Sides::Two, Sides::Lower, Sides::Upper].map(|sides| of(&two, 0.0, sides, 0.1));
            near(lower.probability + upper.probability, 1.0);
            near(lower.probability.min(upper.probability), both.probability / 2.0);
            assert!(lower.lower == f64::NEG_INFINITY && upper.upper == f64::INFINITY);
            assert!(lower.upper < both.upper && upper.lower > both.lower);
        }
    }

    #[test]
    fn cochran_has_the_degrees_of_samples_of_one_size() {
        let two = TwoMeans::new(moments(&[1.0, 2.0, 4.0]), moments(&[3.0, 9.0, 5.0]));
        let cochran = two.cochran(0.0, Sides::Two, 0.05);
        let same = MeanTest::of(two.difference(), two.pooled_error(), 2.0, 0.0, Sides::Two, 0.05);
        near(cochran.probability, same.probability);
        near(cochran.lower, same.lower);
        assert_eq!(cochran.degrees, 2.0);
    }
}
