//! The combinations of levels of one type, with their statistics.

use std::collections::HashMap;

/// The combinations of one type.
#[derive(Debug, Default)]
pub(super) struct TypeCombinations {
    /// The index of the figures of each combination, by the numbers of its levels.
    pub cells: HashMap<Box<[u32]>, u32>,
    /// The number of observations and the statistics of each combination.
    pub figures: Vec<f64>,
}

impl TypeCombinations {
    /// Removes all combinations except `before`, and adds another one.
    pub(super) fn turn(
        &mut self,
        before: Option<Vec<u32>>,
        levels: &[u32],
        figures: impl Iterator<Item = f64>,
        width: usize,
    ) {
        let kept = before.and_then(|before| {
            let place = *self.cells.get(before.as_slice())? as usize;
            let own = self.figures[place * width..][..width].to_vec();
            Some((before, own))
        });
        self.cells.clear();
        self.figures.clear();
        if let Some((before, own)) = kept {
            self.cells.insert(before.into(), 0);
            self.figures.extend(own);
        }
        let place = (self.figures.len() / width) as u32;
        self.cells.insert(levels.into(), place);
        self.figures.extend(figures);
    }
}
