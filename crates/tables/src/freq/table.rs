//! A table: the levels of its variables in their order, and its cells.

use feedrate_program::Slot;
use feedrate_rows::Values;
use feedrate_values::Kind;

use super::counts::{Counts, Level, LevelValue};
use super::request::{Freq, FreqTable};

/// A table of a BY group.
#[derive(Debug)]
pub(super) struct Table<'c> {
    freq: &'c Freq,
    pub request: &'c FreqTable,
    /// The levels of each variable of the request in display order, including those of missing values.
    levels: Vec<Vec<&'c Level>>,
    /// The levels of each cell that is not excluded, one cell after the other, in ascending order.
    cells: Vec<u32>,
    counts: Vec<f64>,
    /// The levels of cells that are excluded because of a missing value.
    missing_cells: Vec<u32>,
    missing_counts: Vec<f64>,
    /// True if a weight was negative, in which case there are no percentages.
    pub is_negative: bool,
}

impl<'c> Table<'c> {
    pub(super) fn new(freq: &'c Freq, request: &'c FreqTable, all: &'c Counts) -> Self {
        let width = request.classes.len();
        // The position of each variable of the request in a combination.
        let places: Vec<usize> = request
            .classes
            .iter()
            .filter_map(|class| all.classes.iter().position(|other| other == class))
            .collect();
        let is_left_out = |levels: &[u32]| {
            let mut levels = levels.iter().zip(&all.levels);
            !request.missing && levels.any(|(&level, of_class)| of_class[level as usize].is_missing)
        };
        let mut levels = Vec::with_capacity(width);
        let mut ranks = Vec::with_capacity(width);
        for &place in &places {
            let of_class = &all.levels[place];
            let mut order: Vec<usize> = (0..of_class.len()).collect();
            order.sort_by(|&a, &b| of_class[a].key.cmp(&of_class[b].key));
            if freq.by_frequency {
                let mut met = vec![0.0; of_class.len()];
                let combinations = all.cells.chunks_exact(width).zip(&all.counts);
                for (combination, count) in combinations {
                    if !is_left_out(combination) {
                        met[combination[place] as usize] += count;
                    }
                }
                order.sort_by(|&a, &b| met[b].total_cmp(&met[a]));
            }
            let mut rank = vec![0_u32; of_class.len()];
            for (number, &level) in (0..).zip(&order) {
                rank[level] = number;
            }
            levels.push(order.iter().map(|&level| &of_class[level]).collect());
            ranks.push(rank);
        }
        let combinations = all.cells.chunks_exact(width).zip(&all.counts);
        let (mut kept, mut left_out) = (Vec::new(), Vec::new());
        for (number, (combination, _)) in (0_usize..).zip(combinations) {
            match is_left_out(combination) {
                true => left_out.push(number),
                false => kept.push(number),
            }
        }
        let ranked = |number: usize| {
            let combination = &all.cells[number * width..(number + 1) * width];
            let ranked = places.iter().zip(&ranks);
            ranked.map(|(&place, ranks)| ranks[combination[place] as usize])
        };
        let in_order = |mut numbers: Vec<usize>| {
            numbers.sort_by(|&a, &b| ranked(a).cmp(ranked(b)));
            let cells: Vec<u32> = numbers.iter().flat_map(|&number| ranked(number)).collect();
            let counts = numbers.iter().map(|&number| all.counts[number]);
            (cells, counts.collect::<Vec<_>>())
        };
        let (cells, counts) = in_order(kept);
        let (missing_cells, missing_counts) = in_order(left_out);
        Self {
            freq,
            request,
            levels,
            cells,
            counts,
            missing_cells,
            missing_counts,
            is_negative: all.is_negative,
        }
    }

    /// Returns the number of variables.
    pub(super) fn classes(&self) -> usize {
        self.request.classes.len()
    }

    /// Returns the name of a variable and its label, which may be empty.
    pub(super) fn name(&self, place: usize) -> (&'c str, &'c str) {
        let variable = &self.freq.variables[self.request.classes[place]];
        (&variable.name, &variable.label)
    }

    /// Returns the kind of a variable.
    pub(super) fn kind(&self, place: usize) -> Kind {
        let class = &self.freq.aggregation.classes[self.request.classes[place]];
        class.slot.kind()
    }

    /// Returns whether the levels of a variable are shown as numbers, and not as texts or labels of PROC FORMAT.
    pub(super) fn shows_numbers(&self, place: usize) -> bool {
        let class = &self.freq.aggregation.classes[self.request.classes[place]];
        self.kind(place) == Kind::Number && !class.format.is_user_defined()
    }

    /// Returns a level of a variable.
    pub(super) fn level(&self, place: usize, level: u32) -> &'c Level {
        self.levels[place][level as usize]
    }

    /// Returns the levels and the count of each cell that is not excluded.
    pub(super) fn cells(&self) -> impl Iterator<Item = (&[u32], f64)> + Clone {
        let cells = self.cells.chunks_exact(self.classes());
        cells.zip(self.counts.iter().copied())
    }

    /// Returns the levels and the count of each cell that is excluded because of a missing value.
    pub(super) fn missing_cells(&self) -> impl Iterator<Item = (&[u32], f64)> {
        let cells = self.missing_cells.chunks_exact(self.classes());
        cells.zip(self.missing_counts.iter().copied())
    }

    /// Returns the levels of a variable that cells have, in ascending order.
    pub(super) fn used(&self, place: usize) -> Vec<u32> {
        let mut is_used = vec![false; self.levels[place].len()];
        for cell in self.cells.chunks_exact(self.classes()) {
            is_used[cell[place] as usize] = true;
        }
        let levels = (0..).zip(is_used);
        levels.filter_map(|(level, is_used)| is_used.then_some(level)).collect()
    }

    /// Returns the sum of the counts.
    pub(super) fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Returns the sum of the counts that are excluded.
    pub(super) fn missing(&self) -> f64 {
        self.missing_counts.iter().sum()
    }

    /// Loads the values of levels into the slots of their variables.
    pub(super) fn load(&self, levels: &[u32], values: &mut Values) {
        for (place, &level) in levels.iter().enumerate() {
            let slot = self.freq.aggregation.classes[self.request.classes[place]].slot;
            match (slot, &self.level(place, level).value) {
                (Slot::Number(slot), LevelValue::Number(number)) => values.set_number(slot, *number),
                (Slot::Text(slot), LevelValue::Text(text)) => values.set_text(slot, text),
                _ => values.clear(slot),
            }
        }
    }

    /// Calls `each` with every cell in order; with SPARSE, also with combinations that do not occur, whose count is
    /// 0.
    pub(super) fn each_cell<E>(&self, mut each: impl FnMut(&[u32], f64) -> Result<(), E>) -> Result<(), E> {
        if !self.request.sparse || self.classes() < 2 || self.counts.is_empty() {
            return self.cells().try_for_each(|(levels, count)| each(levels, count));
        }
        let used: Vec<Vec<u32>> = (0..self.classes()).map(|place| self.used(place)).collect();
        let mut digits = vec![0_usize; used.len()];
        let mut cells = self.cells().peekable();
        let mut levels = vec![0_u32; used.len()];
        loop {
            for ((level, digit), used) in levels.iter_mut().zip(&digits).zip(&used) {
                *level = used[*digit];
            }
            let met = cells.next_if(|(other, _)| *other == levels);
            each(&levels, met.map_or(0.0, |(_, count)| count))?;
            let mut place = digits.len();
            loop {
                if place == 0 {
                    return Ok(());
                }
                place -= 1;
                digits[place] += 1;
                if digits[place] < used[place].len() {
                    break;
                }
                digits[place] = 0;
            }
        }
    }
}
