//! Gathers the observations of a BY group in one triangular matrix of the variables of all models.

use feedrate_rows::Values;
use feedrate_stats::linear::Triangle;

use super::request::Reg;
use crate::linear::frequency;

/// The gathered observations.
#[derive(Debug)]
pub(super) struct GroupObservations {
    /// The triangular matrix of the constant and all variables.
    pub triangle: Triangle,
    /// The number of observations read.
    pub read: f64,
    /// The number of observations used.
    pub used: f64,
    /// The sum of the frequencies of the observations read.
    pub frequencies_read: f64,
    /// The sum of the frequencies of the observations used.
    pub frequencies: f64,
    /// True if all values are finite.
    pub is_finite: bool,
    row: Vec<f64>,
}

impl GroupObservations {
    /// Returns an empty gatherer.
    pub(super) fn new(reg: &Reg) -> Self {
        let width = 1 + reg.variables.len();
        Self {
            triangle: Triangle::new(width),
            read: 0.0,
            used: 0.0,
            frequencies_read: 0.0,
            frequencies: 0.0,
            is_finite: true,
            row: vec![1.0; width],
        }
    }

    /// Adds the observations of another part of the same group.
    pub(super) fn merge(&mut self, other: &Self) {
        self.triangle.merge(&other.triangle);
        self.read += other.read;
        self.used += other.used;
        self.frequencies_read += other.frequencies_read;
        self.frequencies += other.frequencies;
        self.is_finite &= other.is_finite;
    }

    /// Adds an observation.
    pub(super) fn take(&mut self, reg: &Reg, values: &Values) {
        self.read += 1.0;
        let frequency = frequency(reg.frequency, values);
        self.frequencies_read += frequency.max(0.0);
        let weight = reg.weight.map_or(1.0, |slot| values.number(slot));
        // Observations without a positive weight or frequency are excluded, like those with a missing value.
        let mut counts = weight > 0.0 && frequency > 0.0;
        let mut sum = 0.0;
        for (place, variable) in self.row[1..].iter_mut().zip(&reg.variables) {
            *place = values.number(variable.slot);
            counts &= !place.is_nan();
            sum += place.abs();
        }
        if counts {
            self.used += 1.0;
            self.frequencies += frequency;
            let scale = weight * frequency;
            self.is_finite &= (sum + scale).is_finite();
            self.triangle.add_scaled(&self.row, scale.sqrt());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feedrate_procedure::variables::AnalysisVariable;
    use feedrate_program::{NumberSlot, Vector};

    #[test]
    fn observations_without_a_value_a_weight_or_a_frequency_do_not_count() {
        let variable = |slot| AnalysisVariable {
            name: "x".to_owned(),
            label: String::new(),
            slot: NumberSlot(slot),
        };
        let reg = Reg {
            variables: vec![variable(0), variable(1)],
            weight: Some(NumberSlot(2)),
            frequency: Some(NumberSlot(3)),
            ..super::super::tests::nothing()
        };
        let mut values = Values::new(&Vector {
            numbers: 4,
            ..Vector::default()
        });
        let mut gathered = GroupObservations::new(&reg);
        let missing = feedrate_values::missing::MISSING;
        for row in [
            [1.0, 2.0, 1.0, 2.9],
            [missing, 2.0, 1.0, 1.0],
            [1.0, 2.0, 0.0, 1.0],
            [1.0, 2.0, missing, 1.0],
            [1.0, 2.0, 1.0, 0.5],
            [1.0, 2.0, 1.0, missing],
            [3.0, 1.0, 0.5, 1.0],
        ] {
            values.numbers.copy_from_slice(&row);
            gathered.take(&reg, &values);
        }
        assert_eq!((gathered.read, gathered.used), (7.0, 2.0));
        assert_eq!(gathered.frequencies, 3.0);
        assert!(gathered.is_finite);
    }
}
