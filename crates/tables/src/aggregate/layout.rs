//! The layout of a cell's numbers.

use std::ops::Range;

use feedrate_stats::Moments;

use super::details::Details;
use super::selections::Selections;

/// The layout of a cell's numbers: first the number of observations, then each field for all variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The number of variables.
    pub variables: usize,
    /// True if weights differ, and are stored in addition to the frequencies.
    pub weighted: bool,
    /// True if the third and fourth moments are stored.
    pub higher: bool,
    /// The details that are stored after the moments.
    pub details: Details,
    /// The selected observations that are stored after the details.
    pub selections: Selections,
}

/// The fields that are always stored: n, sum, the sum's rounding error, minimum, maximum and the second moment.
const FIELDS: usize = 6;

impl Layout {
    /// Returns the number of numbers in a cell.
    pub(super) fn width(self) -> usize {
        self.selections_start() + self.selections.width()
    }

    /// Returns the start of the selected observations.
    fn selections_start(self) -> usize {
        self.details_start() + self.details.width() * self.variables
    }

    /// Returns the range of the selected observations.
    #[inline]
    pub(super) fn selected(self) -> Range<usize> {
        self.selections_start()..self.width()
    }

    /// Returns the start of the details, which are stored variable by variable.
    fn details_start(self) -> usize {
        let fields = FIELDS + usize::from(self.weighted) + 2 * usize::from(self.higher);
        1 + fields * self.variables
    }

    /// Returns the range of the details of a variable.
    #[inline]
    pub(super) fn details_of(self, variable: usize) -> Range<usize> {
        let width = self.details.width();
        let start = self.details_start() + variable * width;
        start..start + width
    }

    /// Resets a cell to no observations.
    pub(super) fn clear(self, cell: &mut [f64]) {
        cell.fill(0.0);
        for variable in 0..self.variables {
            self.set(cell, variable, &Moments::NONE);
            self.details.clear(&mut cell[self.details_of(variable)]);
        }
        self.selections.clear(&mut cell[self.selected()]);
    }

    /// Returns the moments of a variable.
    #[inline]
    pub(super) fn get(self, cell: &[f64], variable: usize) -> Moments {
        let field = |index: usize| cell[1 + index * self.variables + variable];
        let n = field(0);
        let higher = FIELDS + usize::from(self.weighted);
        let (third, fourth) = match self.higher {
            true => (field(higher), field(higher + 1)),
            false => (0.0, 0.0),
        };
        Moments {
            n,
            weight: if self.weighted { field(FIELDS) } else { n },
            sum: field(1),
            lost: field(2),
            min: field(3),
            max: field(4),
            second: field(5),
            third,
            fourth,
        }
    }

    /// Sets the moments of a variable.
    #[inline]
    pub(super) fn set(self, cell: &mut [f64], variable: usize, moments: &Moments) {
        let mut field = |index: usize, value| cell[1 + index * self.variables + variable] = value;
        field(0, moments.n);
        field(1, moments.sum);
        field(2, moments.lost);
        field(3, moments.min);
        field(4, moments.max);
        field(5, moments.second);
        if self.weighted {
            field(FIELDS, moments.weight);
        }
        if self.higher {
            let higher = FIELDS + usize::from(self.weighted);
            field(higher, moments.third);
            field(higher + 1, moments.fourth);
        }
    }

    /// Adds the moments of further observations of a variable.
    #[inline]
    pub(super) fn add(self, cell: &mut [f64], variable: usize, moments: &Moments) {
        let mut whole = self.get(cell, variable);
        match self.higher {
            true => whole.merge(moments),
            false => whole.merge_without_higher(moments),
        }
        self.set(cell, variable, &whole);
    }

    /// Adds another cell.
    pub(super) fn merge(self, cell: &mut [f64], other: &[f64]) {
        cell[0] += other[0];
        for variable in 0..self.variables {
            self.add(cell, variable, &self.get(other, variable));
            let place = self.details_of(variable);
            self.details.merge(&mut cell[place.clone()], &other[place]);
        }
        self.selections
            .merge(&mut cell[self.selected()], &other[self.selected()]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_laid_out_comes_back(n in 0..9_u8, weighted: bool, higher: bool, value in -1e9..1e9_f64) {
            let (details, selections) = (Details::NONE, Selections::NONE);
            let layout = Layout { variables: 3, weighted, higher, details, selections };
            let mut cell = vec![0.0; layout.width()];
            layout.clear(&mut cell);
            let mut moments = Moments::of(value, f64::from(n), f64::from(n));
            if higher {
                (moments.third, moments.fourth) = (3.0, 4.0);
            }
            layout.set(&mut cell, 1, &moments);
            prop_assert_eq!(layout.get(&cell, 1), moments);
            prop_assert_eq!(layout.get(&cell, 0), Moments::NONE);
            prop_assert_eq!(layout.get(&cell, 2), Moments::NONE);
        }
    }
}
