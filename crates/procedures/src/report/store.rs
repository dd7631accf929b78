//! The levels of class variables in their order, and the statistics of the combinations that a report shows.

use std::collections::HashMap;

use feedrate_steps::data::{Fault, Faulted, Runtime, sortable};
use feedrate_steps::ir::Slot;
use feedrate_values::Value;
use feedrate_values::format::Format;
use feedrate_values::missing::MISSING;

use super::request::Report;
use crate::aggregate::{ClassVariable, Computed, Statistic};

/// About how many bytes a level takes beside its key and what is shown of it.
const LEVEL_BYTES: usize = 224;

/// About how many bytes a combination takes beside its levels and statistics.
const CELL_BYTES: usize = 64;

/// A value that is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum CellValue {
    /// Nothing stands there.
    #[default]
    Blank,
    Number(f64),
    Text(Vec<u8>),
}

impl CellValue {
    /// That nothing stands there.
    pub(super) const BLANK: &'static Self = &Self::Blank;

    /// Whether both are the same, missing values too.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(one), Self::Number(two)) => one.to_bits() == two.to_bits(),
            _ => self == other,
        }
    }

    /// A value as it is.
    pub(super) fn of(value: Value<'_>) -> Self {
        match value {
            Value::Number(number) => Self::Number(number),
            Value::Text(text) => Self::Text(text.to_vec()),
        }
    }

    /// Takes a value, and keeps the memory of the one before.
    pub(super) fn take(&mut self, value: Value<'_>) {
        match (&mut *self, value) {
            (Self::Text(held), Value::Text(text)) => {
                held.clear();
                held.extend_from_slice(text);
            }
            (_, value) => *self = Self::of(value),
        }
    }

    /// It as a value; none where nothing stands.
    pub(super) fn value(&self) -> Option<Value<'_>> {
        match self {
            Self::Blank => None,
            Self::Number(number) => Some(Value::Number(*number)),
            Self::Text(text) => Some(Value::Text(text)),
        }
    }
}

/// A level of a class variable.
#[derive(Debug, Default)]
struct Level {
    /// Bytes that sort as the levels do.
    key: Vec<u8>,
    value: CellValue,
    /// How many observations have it, where levels come by that.
    observations: f64,
}

/// The levels of a class variable.
#[derive(Debug, Default)]
struct Levels {
    levels: Vec<Level>,
    numbers: HashMap<Vec<u8>, u32>,
}

/// The combinations of some class variables.
#[derive(Debug, Default)]
pub(super) struct OfType {
    /// The place of the figures of each combination, by the numbers of its levels.
    pub(super) cells: HashMap<Box<[u32]>, u32>,
    /// For each combination its observations, and its statistics.
    pub(super) figures: Vec<f64>,
}

/// A combination as it was met.
pub(super) struct AsMet<'s> {
    /// The key and the value of each level.
    pub levels: Vec<(&'s [u8], &'s CellValue)>,
    /// Its observations, and its statistics.
    pub figures: &'s [f64],
}

/// Results that were taken.
pub(super) enum Gathered {
    /// All of them.
    Whole(Store),
    /// Those for which there is memory, and the one behind them, which is at hand. Their levels have the numbers in
    /// which they were met.
    Part(Store),
}

/// What was counted of a BY group, or of all observations.
#[derive(Debug, Default)]
pub(super) struct Store {
    levels: Vec<Levels>,
    types: HashMap<u64, OfType>,
    statistics: Vec<Statistic>,
    /// Numbers of each combination.
    width: usize,
}

/// The number of a level by what is shown of it or by its value.
#[derive(Debug)]
pub(super) struct LevelNumbers(HashMap<Vec<u8>, u32>);

impl Store {
    /// Takes all results, of which no more than `memory` bytes may be held.
    pub(super) fn gather(
        report: &Report,
        memory: usize,
        computed: &mut Computed<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> Faulted<Self> {
        match Self::gather_some(report, memory, computed, runtime)? {
            Gathered::Whole(store) => Ok(store),
            Gathered::Part(_) => Err(Box::new(Fault::TableMemory(memory))),
        }
    }

    /// Nothing.
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

    /// Takes results, of which not many more than `memory` bytes are held.
    pub(super) fn gather_some(
        report: &Report,
        memory: usize,
        computed: &mut Computed<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> Faulted<Gathered> {
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
            of_type
                .figures
                .extend_from_slice(computed.current().figures.all());
            bytes += CELL_BYTES + 4 * numbers.len() + 8 * store.width;
            if bytes > memory {
                return Ok(Gathered::Part(store));
            }
        }
        store.settle(report);
        Ok(Gathered::Whole(store))
    }

    /// That of rows which are read one by one: each class variable has two levels, and types have the combinations of
    /// [`turn`](Self::turn).
    pub(super) fn of_two(report: &Report) -> Self {
        let mut store = Self::new(report);
        for levels in &mut store.levels {
            levels.levels.resize_with(2, Level::default);
        }
        store
    }

    /// Makes a value that of a level.
    pub(super) fn set_level(&mut self, class: usize, number: u32, value: CellValue) {
        self.levels[class].levels[number as usize].value = value;
    }

    /// Makes a type have a combination and the one `before` it alone.
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

    /// Numbers of each combination: its observations, and its statistics.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The types that were met.
    pub(super) fn types(&self) -> impl Iterator<Item = u64> {
        self.types.keys().copied()
    }

    /// The combinations of a type in the order in which they were met, of what is not settled.
    pub(super) fn as_met(&self, bits: u64) -> impl Iterator<Item = AsMet<'_>> {
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
            AsMet {
                levels: levels.collect(),
                figures: &figures[place as usize * self.width..][..self.width],
            }
        })
    }

    /// Gives the levels the numbers of their order.
    fn settle(&mut self, report: &Report) {
        let mut places: Vec<Vec<u32>> = Vec::with_capacity(self.levels.len());
        let classes = report.aggregation.classes.iter().zip(&report.by_frequency);
        for (levels, (class, &by_frequency)) in self.levels.iter_mut().zip(classes) {
            let mut order: Vec<u32> = (0..levels.levels.len() as u32).collect();
            let level = |number: &u32| &levels.levels[*number as usize];
            order.sort_by(|a, b| {
                let (a, b) = (level(a), level(b));
                let by_key = || a.key.cmp(&b.key);
                // Keys are of descending order themselves where that is asked for.
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
            levels.levels = sorted
                .filter_map(|&number| old[number as usize].take())
                .collect();
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

    /// The combinations of a type in their order.
    pub(super) fn combinations(&self, bits: u64) -> Vec<&[u32]> {
        let of_type = self.types.get(&bits);
        let cells = of_type.into_iter().flat_map(|of_type| of_type.cells.keys());
        let mut combinations: Vec<&[u32]> = cells.map(|numbers| &**numbers).collect();
        combinations.sort_unstable();
        combinations
    }

    /// How many observations a combination has; missing where it was not met.
    pub(super) fn observations(&self, bits: u64, numbers: &[u32]) -> f64 {
        let figures = self.figures(bits, numbers);
        figures.map_or(MISSING, |figures| figures[0])
    }

    /// A statistic of a combination; missing where it was not met.
    pub(super) fn statistic(
        &self,
        bits: u64,
        numbers: &[u32],
        variable: usize,
        statistic: Statistic,
    ) -> f64 {
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

    /// How many levels a class variable has.
    pub(super) fn count(&self, class: usize) -> u32 {
        let levels = self.levels.get(class);
        levels.map_or(0, |levels| levels.levels.len() as u32)
    }

    /// The value of a level.
    pub(super) fn value(&self, class: usize, number: u32) -> &CellValue {
        let levels = self.levels.get(class);
        let level = levels.and_then(|levels| levels.levels.get(number as usize));
        level.map_or(CellValue::BLANK, |level| &level.value)
    }

    /// How the levels of a class variable are found again.
    pub(super) fn numbers_of(&self, report: &Report, class: usize) -> LevelNumbers {
        let facts = &report.aggregation.classes[class];
        let levels = (0..).zip(&self.levels[class].levels);
        let labels = levels.filter_map(|(number, level)| {
            let mut label = Vec::new();
            write_label(facts, level.value.value()?, &mut label);
            Some((label, number))
        });
        LevelNumbers(labels.collect())
    }
}

impl Levels {
    fn add(&mut self, key: Vec<u8>, value: CellValue) -> u32 {
        let number = self.levels.len() as u32;
        self.numbers.insert(key.clone(), number);
        self.levels.push(Level {
            key,
            value,
            observations: 0.0,
        });
        number
    }
}

impl LevelNumbers {
    /// The number of the level of a value; `label` is room for what is shown of it.
    pub(super) fn of(
        &self,
        class: &ClassVariable,
        value: Value<'_>,
        label: &mut Vec<u8>,
    ) -> Option<u32> {
        label.clear();
        write_label(class, value, label);
        self.0.get(label.as_slice()).copied()
    }
}

/// What tells a level from others: what is shown of it, or its value.
fn write_label(class: &ClassVariable, value: Value<'_>, label: &mut Vec<u8>) {
    match class.formatted {
        true => {
            class.format.write(value, label);
        }
        false => write_key(value, label),
    }
}

/// Bytes that sort as values do.
pub(super) fn write_key(value: Value<'_>, key: &mut Vec<u8>) {
    match value {
        Value::Number(number) => key.extend_from_slice(&sortable(number).to_be_bytes()),
        Value::Text(text) => key.extend_from_slice(text),
    }
}

/// How many bytes [`write_key`] appends.
pub(super) fn key_bytes(slot: Slot) -> usize {
    match slot {
        Slot::Number(_) => 8,
        Slot::Text(slot) => slot.length as usize,
    }
}

/// A value as a format shows it, without blanks around it.
pub(super) fn shown(format: &Format, value: &CellValue) -> String {
    let text = value.value().map(|value| format.text(value));
    String::from_utf8_lossy(&text.unwrap_or_default())
        .trim()
        .to_owned()
}
