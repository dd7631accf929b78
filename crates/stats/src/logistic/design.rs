//! The columns of class variables and covariates in a logistic model, in the parametrizations of full rank that PROC
//! LOGISTIC has in addition to that of GLM.

use std::ops::Range;

use crate::glm::Effect;

/// The coding of the levels of a class variable as columns (PARAM=).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// A column for each level except the reference: 1 for its own, -1 for the reference. Effects are differences from
    /// the mean of all levels.
    Effect,
    /// A column for each level except the reference: 1 for its own. Effects are differences from the reference.
    Reference,
    /// A column for each level: 1 for its own. The last depends on the others.
    Indicator,
}

/// A class variable, whose levels are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassCoding {
    /// The coding of its levels.
    pub coding: Coding,
    /// The number of levels.
    pub levels: u32,
    /// The level without a column of its own.
    pub reference: u32,
}

impl ClassCoding {
    /// Returns the levels that have columns.
    fn coded(&self) -> impl Iterator<Item = u32> + use<> {
        let without = (self.coding != Coding::Indicator).then_some(self.reference);
        (0..self.levels).filter(move |level| Some(*level) != without)
    }

    /// Returns the value of a coded level's column for an observation.
    fn value(&self, coded: u32, level: u32) -> f64 {
        match self.coding {
            _ if coded == level => 1.0,
            Coding::Effect if level == self.reference => -1.0,
            _ => 0.0,
        }
    }
}

/// The columns of some effects, without an intercept.
#[derive(Clone, Debug)]
pub struct Design {
    classes: Vec<ClassCoding>,
    effects: Vec<Effect>,
    /// The coded level of each of the effect's class variables, for each column of each effect.
    levels: Vec<Vec<Vec<u32>>>,
}

impl Design {
    /// Creates the columns of effects; variables that do not exist count as constants. Classes within which others are
    /// nested have a column for each level.
    pub fn new(classes: Vec<ClassCoding>, effects: Vec<Effect>) -> Self {
        let levels = effects.iter().map(|effect| combinations(&classes, effect)).collect();
        Self {
            classes,
            effects,
            levels,
        }
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// Returns the columns of an effect.
    pub fn columns_of(&self, effect: usize) -> Range<usize> {
        let before = self.levels.iter().take(effect).map(Vec::len).sum();
        before..before + self.levels.get(effect).map_or(0, Vec::len)
    }

    /// Returns the coded levels of each column of an effect, in the order of [`Effect::classes`].
    pub fn levels_of(&self, effect: usize) -> &[Vec<u32>] {
        self.levels.get(effect).map_or(&[], Vec::as_slice)
    }

    /// Sets `row` to the columns of an observation with these levels and covariates.
    pub fn fill(&self, row: &mut Vec<f64>, levels: &[u32], covariates: &[f64]) {
        row.clear();
        for (effect, columns) in self.effects.iter().zip(&self.levels) {
            let of_covariates = effect.covariates.iter().map(|index| covariates.get(*index));
            let product: f64 = of_covariates.map(|value| value.copied().unwrap_or(1.0)).product();
            for coded in columns {
                let nested = effect
                    .nested
                    .iter()
                    .zip(coded)
                    .map(|(class, coded)| f64::from(u8::from(levels.get(*class) == Some(coded))));
                let crossed = effect
                    .crossed
                    .iter()
                    .zip(&coded[effect.nested.len().min(coded.len())..]);
                let crossed = crossed.map(|(class, coded)| match (self.classes.get(*class), levels.get(*class)) {
                    (Some(class), Some(level)) => class.value(*coded, *level),
                    _ => 1.0,
                });
                row.push(product * nested.chain(crossed).product::<f64>());
            }
        }
    }
}

/// Returns all combinations of coded levels of an effect, the last class varying fastest.
fn combinations(classes: &[ClassCoding], effect: &Effect) -> Vec<Vec<u32>> {
    let indicator = |class: &usize| classes.get(*class).map_or(vec![0], |class| (0..class.levels).collect());
    let coded = |class: &usize| classes.get(*class).map_or(vec![0], |class| class.coded().collect());
    let of_classes = effect
        .nested
        .iter()
        .map(indicator)
        .chain(effect.crossed.iter().map(coded));
    of_classes.fold(vec![Vec::new()], |combinations, levels: Vec<u32>| {
        let extended = combinations
            .iter()
            .flat_map(|combination| levels.iter().map(|level| [combination.as_slice(), &[*level]].concat()));
        extended.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(design: &Design, levels: &[u32], covariates: &[f64]) -> Vec<f64> {
        let mut row = Vec::new();
        design.fill(&mut row, levels, covariates);
        row
    }

    fn class(coding: Coding) -> ClassCoding {
        ClassCoding {
            coding,
            levels: 3,
            reference: 2,
        }
    }

    #[test]
    fn each_coding_of_three_levels() {
        for (coding, of_first, of_reference) in [
            (Coding::Effect, vec![1.0, 0.0], vec![-1.0, -1.0]),
            (Coding::Reference, vec![1.0, 0.0], vec![0.0, 0.0]),
            (Coding::Indicator, vec![1.0, 0.0, 0.0], vec![0.0, 0.0, 1.0]),
        ] {
            let design = Design::new(vec![class(coding)], vec![Effect::class(0)]);
            assert_eq!(design.width(), of_first.len());
            assert_eq!(row(&design, &[0], &[]), of_first);
            assert_eq!(row(&design, &[2], &[]), of_reference);
        }
    }

    #[test]
    fn interactions_are_products() {
        let classes = vec![class(Coding::Effect), class(Coding::Reference)];
        let effects = vec![
            Effect::covariate(0).times(0),
            Effect::crossed(&[0, 1]),
            Effect::class(1).within(0).times(0),
        ];
        let design = Design::new(classes, effects);
        assert_eq!(design.columns_of(1), 1..5);
        assert_eq!(design.levels_of(1), [[0, 0], [0, 1], [1, 0], [1, 1]]);
        assert_eq!(design.columns_of(2), 5..11);
        assert_eq!(design.columns_of(3), 11..11);
        assert_eq!(
            row(&design, &[2, 1], &[3.0]),
            [9.0, 0.0, -1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0]
        );
    }
}
