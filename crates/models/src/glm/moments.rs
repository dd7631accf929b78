//! Means and standard deviations by combinations of class levels, for MEANS.

use feedrate_stats::Moments;
use hashbrown::HashMap;

/// Means and standard deviations of variables by combinations of levels.
#[derive(Clone, Debug)]
pub(super) struct CellMoments {
    variables: usize,
    cells: HashMap<Box<[u32]>, Vec<Moments>>,
}

impl CellMoments {
    /// Returns the moments of no observations of this number of variables.
    pub(super) fn new(variables: usize) -> Self {
        Self {
            variables,
            cells: HashMap::new(),
        }
    }

    /// Adds an observation.
    pub(super) fn add(&mut self, levels: &[u32], values: impl Iterator<Item = f64>, weight: f64, frequency: f64) {
        let cell = match self.cells.get_mut(levels) {
            Some(cell) => cell,
            None => {
                let none = vec![Moments::NONE; self.variables];
                self.cells.entry(levels.into()).or_insert(none)
            }
        };
        for (moments, value) in cell.iter_mut().zip(values) {
            moments.add(value, frequency, weight * frequency);
        }
    }

    /// Adds the moments of other observations, whose levels are renumbered by `numbers`.
    pub(super) fn merge(&mut self, other: &Self, numbers: &[Vec<u32>]) {
        for (levels, cell) in &other.cells {
            let levels = levels.iter().zip(numbers);
            let levels: Box<[u32]> = levels
                .map(|(level, numbers)| numbers.get(*level as usize).copied().unwrap_or(*level))
                .collect();
            let none = || vec![Moments::NONE; self.variables];
            let own = self.cells.entry(levels).or_insert_with(none);
            for (moments, other) in own.iter_mut().zip(cell) {
                moments.merge_without_higher(other);
            }
        }
    }

    /// Returns the approximate memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.cells.len() * (64 + self.variables * size_of::<Moments>())
    }

    /// Returns the combinations of levels of some classes, in order, with the moments of the variables. `places` has
    /// the positions of levels by class.
    pub(super) fn of(&self, classes: &[usize], places: &[Vec<u32>]) -> Vec<(Vec<u32>, Vec<Moments>)> {
        let place = |class: usize, level: u32| {
            let places = places.get(class);
            let place = places.and_then(|places| places.get(level as usize));
            place.copied().unwrap_or(level)
        };
        let cells = self.cells.iter().map(|(levels, cell)| {
            let all = (0..).zip(levels.iter());
            let all: Vec<u32> = all.map(|(class, level)| place(class, *level)).collect();
            let own: Vec<u32> = classes.iter().map(|class| all[*class]).collect();
            (own, all, cell)
        });
        let mut cells: Vec<_> = cells.collect();
        // The sums must not depend on the iteration order of the hash table.
        cells.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
        let mut merged: Vec<(Vec<u32>, Vec<Moments>)> = Vec::new();
        for (own, _, cell) in cells {
            match merged.last_mut().filter(|(levels, _)| *levels == own) {
                Some((_, moments)) => {
                    for (moments, other) in moments.iter_mut().zip(cell) {
                        moments.merge_without_higher(other);
                    }
                }
                None => merged.push((own, cell.clone())),
            }
        }
        merged
    }
}

#[cfg(test)]
mod tests {
    use feedrate_stats::Divisor;

    use super::*;

    #[test]
    fn cells_make_levels() {
        let mut cells = CellMoments::new(1);
        for (levels, value) in [([0, 0], 1.0), ([0, 1], 3.0), ([1, 0], 7.0), ([0, 1], 5.0)] {
            cells.add(&levels, std::iter::once(value), 1.0, 1.0);
        }
        let places = [vec![1, 0], vec![0, 1]];
        let of_first = cells.of(&[0], &places);
        assert_eq!(of_first[0].0, [0]);
        let of_level = |place: usize| {
            let moments = of_first[place].1[0];
            (moments.n, moments.mean(), moments.deviation(Divisor::Degrees))
        };
        assert_eq!((of_level(0).0, of_level(0).1), (1.0, 7.0));
        assert!(of_level(0).2.is_nan());
        assert_eq!(of_level(1), (3.0, 3.0, 2.0));
        assert_eq!(cells.of(&[1, 0], &places).len(), 3);
    }
}
