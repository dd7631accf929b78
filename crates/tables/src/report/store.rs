//! The levels of class variables in their order, and the statistics of their combinations.

use std::collections::HashMap;

use feedrate_rows::{Runtime, StepResult};
use feedrate_values::missing::MISSING;

use super::cell_value::CellValue;
use super::levels::{Level, LevelNumbers, Levels};
use super::request::Report;
use super::type_combinations::TypeCombinations;
use crate::aggregate::{GroupResults, Statistic};
use crate::fault::TableFault;

/// The approximate memory of a level in bytes, without its key and its formatted value.
const LEVEL_BYTES: usize = 224;

/// The approximate memory of a combination in bytes, without its levels and statistics.
const CELL_BYTES: usize = 64;

/// A combination before levels are renumbered in order.
pub(super) struct UnorderedCombination<'s> {
    /// The key and the value of each level.
    pub levels: Vec<(&'s [u8], &'s CellValue)>,
    /// Its number of observations and its statistics.
    pub figures: &'s [f64],
}

/// Gathered results.
pub(super) enum GatheredStore {
    /// All results.
    Whole(Store),
    /// The results that fit into memory, and the next one, which is the current combination. Levels are numbered in
    /// the order of first occurrence.
    Part(Store),
}

/// The levels and statistics of a BY group, or of all observations.
#[derive(Debug, Default)]
pub(super) struct Store {
    levels: Vec<Levels>,
    types: HashMap<u64, TypeCombinations>,
    statistics: Vec<Statistic>,
    /// The number of numbers for each combination.
    width: usize,
}

impl Store {
    /// Gathers all results, which may take at most `memory` bytes.
    pub(super) fn gather(
        report: &Report,
        memory: usize,
        computed: &mut GroupResults<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<Self> {
        match Self::gather_some(report, memory, computed, runtime)? {
            GatheredStore::Whole(store) => Ok(store),
            GatheredStore::Part(_) => Err(TableFault::Cells(memory).into()),
        }
    }

    /// Returns an empty store.
    fn new(report: &Report) -> Self {
        let aggregation = &report.aggregation;
        let levels = aggregation.classes.iter().map(|_| Levels::default());
        Self {
            levels: levels.collect(),
            types: HashMap::new(),
            statistics: report.statistics.clone(),
            width: 1 + aggregation.variables.len() * report.statistics.len(),
        }
    }

    /// Gathers results until they take slightly more than `memory` bytes.
    pub(super) fn gather_some(
        report: &Report,
        memory: usize,
        computed: &mut GroupResults<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<GatheredStore> {
        let aggregation = &report.aggregation;
        let classes = aggregation.classes.len();
        let mut store = Self::new(report);
        let mut bytes = 0_usize;
        let mut numbers = Vec::with_capacity(classes);
        while computed.advance()? {
            runtime.core.check_stop()?;
            let (bits, observations) = {
                let current = computed.current();
                (current.bits, current.observations)
            };
            numbers.clear();
            for class in (0..classes).filter(|&class| aggregation.has(bits, class)) {
                let key = computed.class_key(class);
                let levels = &mut store.levels[class];
                let number = match levels.numbers.get(key) {
                    Some(&number) => number,
                    None => {
                        bytes += 2 * key.len() + LEVEL_BYTES;
                        let key = key.to_vec();
                        computed.load(&mut runtime.core.values);
                        let slot = aggregation.classes[class].slot;
                        let value = CellValue::of(runtime.core.values.value(slot));
                        levels.add(key, value)
                    }
                };
                if bits == report.class_type(class) {
                    levels.levels[number as usize].observations = observations;
                }
                numbers.push(number);
            }
            let of_type = store.types.entry(bits).or_default();
            let place = (of_type.figures.len() / store.width) as u32;
            of_type.cells.insert(numbers.as_slice().into(), place);
            of_type.figures.push(observations);
            of_type.figures.extend_from_slice(computed.current().figures.all());
            bytes += CELL_BYTES + 4 * numbers.len() + 8 * store.width;
            if bytes > memory {
                return Ok(GatheredStore::Part(store));
            }
        }
        store.settle(report);
        Ok(GatheredStore::Whole(store))
    }

    /// Returns a store for rows that are read one by one: each class variable has two levels, and types have the
    /// combinations of [`turn`](Self::turn).
    pub(super) fn of_two_levels(report: &Report) -> Self {
        let mut store = Self::new(report);
        for levels in &mut store.levels {
            levels.levels.resize_with(2, Level::default);
        }
        store
    }

    /// Sets the value of a level.
    pub(super) fn set_level(&mut self, class: usize, number: u32, value: CellValue) {
        self.levels[class].levels[number as usize].value = value;
    }

    /// Replaces the combinations of a type by a new one and `before`.
    pub(super) fn turn(
        &mut self,
        bits: u64,
        before: Option<Vec<u32>>,
        levels: &[u32],
        figures: impl Iterator<Item = f64>,
    ) {
        let of_type = self.types.entry(bits).or_default();
        of_type.turn(before, levels, figures, self.width);
    }

    /// Returns the number of numbers for each combination: its number of observations and its statistics.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Returns the types that have combinations.
    pub(super) fn types(&self) -> impl Iterator<Item = u64> {
        self.types.keys().copied()
    }

    /// Returns the combinations of a type in the order of first occurrence, of a store before
    /// [`settle`](Self::settle).
    pub(super) fn unordered(&self, bits: u64) -> impl Iterator<Item = UnorderedCombination<'_>> {
        let classes = self.levels.len();
        let own: Vec<&Levels> = (0..classes)
            .filter(|class| bits >> (classes - 1 - class) & 1 == 1)
            .map(|class| &self.levels[class])
            .collect();
        let of_type = self.types.get(&bits);
        let mut cells: Vec<(&[u32], u32)> = of_type
            .into_iter()
            .flat_map(|of_type| &of_type.cells)
            .map(|(numbers, &place)| (&**numbers, place))
            .collect();
        cells.sort_unstable_by_key(|&(_, place)| place);
        let figures = of_type.map_or(&[][..], |of_type| &of_type.figures);
        cells.into_iter().map(move |(numbers, place)| {
            let levels = own.iter().zip(numbers);
            let levels = levels.map(|(levels, &number)| {
                let level = &levels.levels[number as usize];
                (level.key.as_slice(), &level.value)
            });
            UnorderedCombination {
                levels: levels.collect(),
                figures: &figures[place as usize * self.width..][..self.width],
            }
        })
    }

    /// Renumbers the levels in their order.
    fn settle(&mut self, report: &Report) {
        let mut places: Vec<Vec<u32>> = Vec::with_capacity(self.levels.len());
        let classes = report.aggregation.classes.iter().zip(&report.by_frequency);
        for (levels, (class, &by_frequency)) in self.levels.iter_mut().zip(classes) {
            let mut order: Vec<u32> = (0..levels.levels.len() as u32).collect();
            let level = |number: &u32| &levels.levels[*number as usize];
            order.sort_by(|a, b| {
                let (a, b) = (level(a), level(b));
                let by_key = || a.key.cmp(&b.key);
                // Keys are already inverted for descending orders.
                match (by_frequency, class.descending) {
                    (true, false) => a.observations.total_cmp(&b.observations).then_with(by_key),
                    (true, true) => b.observations.total_cmp(&a.observations).then_with(by_key),
                    (false, _) => by_key(),
                }
            });
            let mut of_number = vec![0; order.len()];
            for (place, &number) in (0..).zip(&order) {
                of_number[number as usize] = place;
            }
            let mut old: Vec<Option<Level>> = levels.levels.drain(..).map(Some).collect();
            let sorted = order.iter();
            levels.levels = sorted.filter_map(|&number| old[number as usize].take()).collect();
            levels.numbers = HashMap::new();
            places.push(of_number);
        }
        for (&bits, of_type) in &mut self.types {
            let classes: Vec<usize> = (0..places.len())
                .filter(|&class| report.aggregation.has(bits, class))
                .collect();
            let cells = std::mem::take(&mut of_type.cells).into_iter();
            of_type.cells = cells
                .map(|(mut numbers, place)| {
                    for (number, &class) in numbers.iter_mut().zip(&classes) {
                        *number = places[class][*number as usize];
                    }
                    (numbers, place)
                })
                .collect();
        }
    }

    /// Returns the combinations of a type in their order.
    pub(super) fn combinations(&self, bits: u64) -> Vec<&[u32]> {
        let of_type = self.types.get(&bits);
        let cells = of_type.into_iter().flat_map(|of_type| of_type.cells.keys());
        let mut combinations: Vec<&[u32]> = cells.map(|numbers| &**numbers).collect();
        combinations.sort_unstable();
        combinations
    }

    /// Returns the number of observations of a combination; missing if there is no such combination.
    pub(super) fn observations(&self, bits: u64, numbers: &[u32]) -> f64 {
        let figures = self.figures(bits, numbers);
        figures.map_or(MISSING, |figures| figures[0])
    }

    /// Returns a statistic of a combination; missing if there is no such combination.
    pub(super) fn statistic(&self, bits: u64, numbers: &[u32], variable: usize, statistic: Statistic) -> f64 {
        let mut statistics = self.statistics.iter();
        let place = statistics.position(|&other| other == statistic);
        let figure = place.and_then(|place| {
            let figures = self.figures(bits, numbers)?;
            figures.get(1 + variable * self.statistics.len() + place)
        });
        figure.copied().unwrap_or(MISSING)
    }

    fn figures(&self, bits: u64, numbers: &[u32]) -> Option<&[f64]> {
        let of_type = self.types.get(&bits)?;
        let place = *of_type.cells.get(numbers)? as usize;
        of_type.figures.get(place * self.width..)?.get(..self.width)
    }

    /// Returns the number of levels of a class variable.
    pub(super) fn count(&self, class: usize) -> u32 {
        let levels = self.levels.get(class);
        levels.map_or(0, |levels| levels.levels.len() as u32)
    }

    /// Returns the value of a level.
    pub(super) fn value(&self, class: usize, number: u32) -> &CellValue {
        let levels = self.levels.get(class);
        let level = levels.and_then(|levels| levels.levels.get(number as usize));
        level.map_or(CellValue::BLANK, |level| &level.value)
    }

    /// Returns the index by which the levels of a class variable are found.
    pub(super) fn numbers_of(&self, report: &Report, class: usize) -> LevelNumbers {
        LevelNumbers::new(&report.aggregation.classes[class], &self.levels[class])
    }
}
