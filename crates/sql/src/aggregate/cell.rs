//! What is known of the values of a group.

/// What is known of some values.
///
/// Parts are put together as T. F. Chan, G. H. Golub and R. J. LeVeque have it ("Updating formulae and a pairwise
/// algorithm for computing sample variances", 1979).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    /// How many are not missing.
    pub n: f64,
    /// How many are.
    pub missing: f64,
    pub sum: f64,
    /// The least; infinite where there is none.
    pub least: f64,
    /// The greatest; negative and infinite where there is none.
    pub greatest: f64,
    /// The sum of squares about the mean.
    pub second: f64,
}

/// How many numbers make a cell between two threads or files.
pub(super) const FIELDS: usize = 6;

/// Values that are added up side by side.
const LANES: usize = 8;

impl Cell {
    /// That of no values.
    pub(super) const NONE: Self = Self {
        n: 0.0,
        missing: 0.0,
        sum: 0.0,
        least: f64::INFINITY,
        greatest: f64::NEG_INFINITY,
        second: 0.0,
    };

    /// Adds a value.
    #[inline]
    pub(super) fn add(&mut self, value: f64) {
        if value.is_nan() {
            self.missing += 1.0;
            return;
        }
        if self.n > 0.0 {
            let delta = value - self.sum / self.n;
            self.second += delta * delta * (self.n / (self.n + 1.0));
        }
        self.n += 1.0;
        self.sum += value;
        self.least = self.least.min(value);
        self.greatest = self.greatest.max(value);
    }

    /// Adds values that lie side by side. The squares are left out where they are not wanted.
    pub(super) fn add_all(&mut self, values: &[f64], squares: bool) {
        let mut part = Self::NONE;
        let (mut sums, mut counts) = ([0.0; LANES], [0.0; LANES]);
        let (mut least, mut greatest) = ([f64::INFINITY; LANES], [f64::NEG_INFINITY; LANES]);
        let (lanes, rest) = values.as_chunks::<LANES>();
        for lane in lanes {
            for at in 0..LANES {
                let value = lane[at];
                let is_there = !value.is_nan();
                sums[at] += if is_there { value } else { 0.0 };
                counts[at] += if is_there { 1.0 } else { 0.0 };
                // A comparison with a missing value does not hold.
                least[at] = if value < least[at] { value } else { least[at] };
                greatest[at] = if value > greatest[at] {
                    value
                } else {
                    greatest[at]
                };
            }
        }
        for at in 0..LANES {
            part.sum += sums[at];
            part.n += counts[at];
            part.least = part.least.min(least[at]);
            part.greatest = part.greatest.max(greatest[at]);
        }
        for &value in rest.iter().filter(|value| !value.is_nan()) {
            part.sum += value;
            part.n += 1.0;
            part.least = part.least.min(value);
            part.greatest = part.greatest.max(value);
        }
        part.missing = values.len() as f64 - part.n;
        if squares && part.n > 0.0 {
            let mean = part.sum / part.n;
            let of = |value: f64| {
                if value.is_nan() {
                    0.0
                } else {
                    (value - mean) * (value - mean)
                }
            };
            let mut squares = [0.0; LANES];
            for lane in lanes {
                for at in 0..LANES {
                    squares[at] += of(lane[at]);
                }
            }
            part.second =
                squares.iter().sum::<f64>() + rest.iter().map(|&value| of(value)).sum::<f64>();
        }
        self.merge(&part);
    }

    /// Adds what is known of other values.
    #[inline]
    pub(super) fn merge(&mut self, other: &Self) {
        if self.n > 0.0 && other.n > 0.0 {
            let delta = other.sum / other.n - self.sum / self.n;
            self.second += delta * delta * (self.n * other.n / (self.n + other.n));
        }
        self.second += other.second;
        self.n += other.n;
        self.missing += other.missing;
        self.sum += other.sum;
        self.least = self.least.min(other.least);
        self.greatest = self.greatest.max(other.greatest);
    }

    pub(super) fn fields(&self) -> [f64; FIELDS] {
        [
            self.n,
            self.missing,
            self.sum,
            self.least,
            self.greatest,
            self.second,
        ]
    }

    pub(super) fn from_fields([n, missing, sum, least, greatest, second]: [f64; FIELDS]) -> Self {
        Self {
            n,
            missing,
            sum,
            least,
            greatest,
            second,
        }
    }
}

#[cfg(test)]
mod tests {
    use feedrate_values::missing::MISSING;

    use super::*;

    #[test]
    fn parts_make_the_whole() {
        let values: Vec<f64> = (0..100)
            .map(|index| match index % 7 {
                3 => MISSING,
                _ => f64::from(index) * 1.5 - 20.0,
            })
            .collect();
        let mut one_by_one = Cell::NONE;
        values.iter().for_each(|&value| one_by_one.add(value));
        let mut at_once = Cell::NONE;
        at_once.add_all(&values[..37], true);
        at_once.add_all(&values[37..], true);
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(1.0);
        for (a, b) in one_by_one.fields().into_iter().zip(at_once.fields()) {
            assert!(near(a, b), "{a} {b}");
        }
        assert_eq!(at_once.missing, 14.0);
        assert_eq!(Cell::from_fields(at_once.fields()), at_once);
    }
}
