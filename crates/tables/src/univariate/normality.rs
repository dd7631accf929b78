//! Tests for normality: that of Shapiro and Wilk, and three that compare the empirical distribution with the normal
//! distribution of the same mean and standard deviation.
//!
//! Probabilities of the latter are interpolated between the upper percentage points of M. A. Stephens ("EDF
//! Statistics for Goodness of Fit and Some Comparisons", Journal of the American Statistical Association 69, 1974; R.
//! B. D'Agostino and M. A. Stephens, "Goodness-of-Fit Techniques", 1986, chapter 4) for an estimated mean and
//! variance.

use feedrate_stats::distribution::normal;
use feedrate_stats::univariate::shapiro_wilk;

/// The maximum number of values for the test of Shapiro and Wilk.
const MOST: f64 = 2000.0;

/// Percentage points: a statistic, and the probability of a greater one.
type Points = &'static [(f64, f64)];

const KOLMOGOROV: Points = &[
    (0.775, 0.15),
    (0.819, 0.10),
    (0.895, 0.05),
    (0.955, 0.025),
    (1.035, 0.01),
];

const CRAMER: Points = &[
    (0.074, 0.25),
    (0.091, 0.15),
    (0.104, 0.10),
    (0.126, 0.05),
    (0.148, 0.025),
    (0.179, 0.01),
    (0.201, 0.005),
];

const ANDERSON: Points = &[
    (0.470, 0.25),
    (0.561, 0.15),
    (0.631, 0.10),
    (0.752, 0.05),
    (0.873, 0.025),
    (1.035, 0.01),
    (1.159, 0.005),
];

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NormalityTest {
    pub statistic: f64,
    pub probability: f64,
    /// The precision of the probability.
    pub bound: Bound,
}

/// The precision of a probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The probability is exact.
    Exact,
    /// The probability is greater than the given one.
    Greater,
    /// The probability is less than the given one.
    Less,
}

/// The tests of a variable; `None` where a test is not applicable.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct NormalityTests {
    pub shapiro: Option<NormalityTest>,
    pub kolmogorov: Option<NormalityTest>,
    pub cramer: Option<NormalityTest>,
    pub anderson: Option<NormalityTest>,
}

/// The state of the tests.
#[derive(Clone, Debug)]
pub(super) struct Normality {
    n: f64,
    mean: f64,
    deviation: f64,
    /// The number of values so far.
    passed: f64,
    /// The greatest distance between the distributions.
    distance: f64,
    /// The sums of the Cramér-von Mises statistic and of the Anderson-Darling statistic (`logarithms`).
    squares: f64,
    logarithms: f64,
    /// All values, if they are few enough for the test of Shapiro and Wilk.
    values: Vec<f64>,
}

impl Normality {
    /// Returns the tests of `n` values with this mean and standard deviation.
    pub(super) fn new(n: f64, mean: f64, deviation: f64) -> Self {
        Self {
            n,
            mean,
            deviation,
            passed: 0.0,
            distance: 0.0,
            squares: 0.0,
            logarithms: 0.0,
            values: Vec::new(),
        }
    }

    /// Adds a value with frequency `count`. It is greater than those before it.
    pub(super) fn take(&mut self, value: f64, count: f64) {
        if self.n <= MOST {
            let room = (MOST - self.values.len() as f64).min(count);
            self.values.extend(std::iter::repeat_n(value, room as usize));
        }
        let standardized = (value - self.mean) / self.deviation;
        let (lower, upper) = (normal::lower(standardized), normal::upper(standardized));
        let (n, before) = (self.n, self.passed);
        self.passed += count;
        self.distance = self.distance.max(self.passed / n - lower).max(lower - before / n);
        // The mean of the plotting positions (2i - 1)/2n of equal values, about which they are symmetric.
        let middle = (before + self.passed) / (2.0 * n);
        self.squares += count * (lower - middle).powi(2) + count * (count * count - 1.0) / (12.0 * n * n);
        self.logarithms +=
            count * ((before + self.passed) * lower.ln() + (2.0 * n - before - self.passed) * upper.ln());
    }

    /// Returns the results of the tests.
    pub(super) fn tests(self) -> NormalityTests {
        let n = self.n;
        if !(self.deviation > 0.0 && self.deviation.is_finite() && n >= 3.0) {
            return NormalityTests::default();
        }
        let shapiro = shapiro_wilk(&self.values).filter(|_| n <= MOST);
        let root = n.sqrt();
        let squares = self.squares + 1.0 / (12.0 * n);
        let logarithms = -n - self.logarithms / n;
        NormalityTests {
            shapiro: shapiro.map(|test| NormalityTest {
                statistic: test.statistic,
                probability: test.probability,
                bound: Bound::Exact,
            }),
            kolmogorov: interpolated(self.distance, self.distance * (root - 0.01 + 0.85 / root), KOLMOGOROV),
            cramer: interpolated(squares, squares * (1.0 + 0.5 / n), CRAMER),
            anderson: interpolated(logarithms, logarithms * (1.0 + 0.75 / n + 2.25 / (n * n)), ANDERSON),
        }
    }
}

/// Returns the test with its probability, interpolated at the statistic that corresponds to an infinite number of
/// values.
fn interpolated(statistic: f64, modified: f64, points: Points) -> Option<NormalityTest> {
    let (first, last) = (points.first()?, points.last()?);
    let test = |probability, bound| {
        statistic.is_finite().then_some(NormalityTest {
            statistic,
            probability,
            bound,
        })
    };
    if modified < first.0 {
        return test(first.1, Bound::Greater);
    }
    if modified > last.0 {
        return test(last.1, Bound::Less);
    }
    let pairs = points.iter().zip(&points[1..]);
    let mut between = pairs.filter(|(_, above)| modified <= above.0);
    let (below, above) = between.next()?;
    let share = (modified - below.0) / (above.0 - below.0);
    test(below.1 + share * (above.1 - below.1), Bound::Exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests sorted values; equal ones are added together.
    fn tests(values: &[f64]) -> NormalityTests {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let mut normality = Normality::new(n, mean, (squares / (n - 1.0)).sqrt());
        for group in values.chunk_by(|a, b| a == b) {
            normality.take(group[0], group.len() as f64);
        }
        normality.tests()
    }

    #[track_caller]
    fn near(test: Option<NormalityTest>, statistic: f64) {
        let got = test.unwrap().statistic;
        assert!((got / statistic - 1.0).abs() < 1e-9, "{got} {statistic}");
    }

    #[test]
    fn statistics_are_those_of_scipy() {
        // Expected values from scipy 1.17.1: shapiro, kstest, cramervonmises and anderson, with the estimated mean
        // and standard deviation.
        let found = tests(&[
            148.0, 154.0, 158.0, 158.0, 161.0, 162.0, 166.0, 170.0, 182.0, 195.0, 236.0,
        ]);
        near(found.shapiro, 0.788_737_840_329_411_7);
        near(found.kolmogorov, 0.256_197_387_680_099_6);
        near(found.cramer, 0.161_866_847_856_750_96);
        near(found.anderson, 0.940_595_380_676_082_7);
        // statsmodels 0.15.0 returns 0.0434 and 0.0109, which are its own approximations.
        let probability = |test: Option<NormalityTest>| test.unwrap().probability;
        assert!((probability(found.kolmogorov) - 0.0434).abs() < 0.002);
        assert!((probability(found.anderson) - 0.0109).abs() < 0.001);
        let ties = tests(&[1.0, 2.0, 2.0, 3.0, 3.0, 3.0, 4.0, 4.0, 5.0, 6.0, 7.0, 9.0]);
        near(ties.kolmogorov, 0.181_028_577_913_889_38);
        near(ties.cramer, 0.063_104_881_030_882_3);
        near(ties.anderson, 0.368_369_772_160_624_7);
        for (test, probability) in [(ties.kolmogorov, 0.15), (ties.cramer, 0.25), (ties.anderson, 0.25)] {
            let test = test.unwrap();
            assert_eq!((test.probability, test.bound), (probability, Bound::Greater));
        }
    }

    #[test]
    fn probabilities_are_interpolated_between_points() {
        let test = |modified| interpolated(1.0, modified, ANDERSON).unwrap();
        assert_eq!(test(0.631).probability, 0.10);
        assert!((test(0.6915).probability - 0.075).abs() < 1e-12);
        assert_eq!(test(1.159).bound, Bound::Exact);
        let less = test(1.16);
        assert_eq!((less.probability, less.bound), (0.005, Bound::Less));
    }

    #[test]
    fn too_few_values_and_values_that_do_not_vary_have_no_tests() {
        assert_eq!(tests(&[1.0, 2.0]), NormalityTests::default());
        assert_eq!(tests(&[4.0; 5]), NormalityTests::default());
        let many: Vec<f64> = (0..2001).map(f64::from).collect();
        let found = tests(&many);
        assert_eq!(found.shapiro, None);
        assert!(found.anderson.is_some());
    }
}
