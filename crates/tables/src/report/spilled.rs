//! Groups that do not fit into memory. They are spilled and read back row by row, each with its enclosing groups.
//!
//! Rows are in the order of the report, and so are the groups of their first variables: the statistics of a break are
//! the next spilled record of its type when the row is the first of the group.

use feedrate_procedure::records::spilled::{
    SpilledReader, SpilledRecords, SpillingRecords, number, value_bytes, write_value,
};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_program::Slot;
use feedrate_rows::{Runtime, StepResult};

use super::request::Report;
use super::store::{CellValue, OfType, Store};
use crate::aggregate::Computed;

/// The groups by type, each type in the order of its levels.
pub(super) struct SpilledGroups {
    types: Vec<SpilledType>,
}

/// The groups of one type, that is, of the first row variables.
struct SpilledType {
    parts: KeyParts,
    laid: SpilledRecords,
}

/// The layout of a record: the key, whose bytes sort as the levels do, the class values, the number of observations
/// and the statistics.
#[derive(Clone, Debug)]
struct KeyParts {
    bits: u64,
    /// The end of the part of each variable in the key.
    ends: Vec<usize>,
    slots: Vec<Slot>,
    /// The number of numbers in a record.
    width: usize,
}

impl KeyParts {
    /// Returns the layout for a type of the first row variables, with the size of each part of the key.
    fn new(report: &Report, bits: u64, keys: impl Iterator<Item = usize>, width: usize) -> Self {
        let mut end = 0;
        let ends = keys.map(|bytes| {
            end += bytes;
            end
        });
        let classes = report.aggregation.classes.iter();
        let classes = classes.take(bits.count_ones() as usize);
        Self {
            bits,
            ends: ends.collect(),
            slots: classes.map(|class| class.slot).collect(),
            width,
        }
    }

    fn key_bytes(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    fn figures(&self) -> usize {
        let values = self.slots.iter().map(|&slot| value_bytes(slot));
        self.key_bytes() + values.sum::<usize>()
    }

    fn record_bytes(&self) -> usize {
        self.figures() + self.width * size_of::<f64>()
    }
}

/// Spills groups.
struct SpillingGroups<'m, 'r> {
    report: &'m Report,
    spilling: SpillSetting<'r>,
    types: Vec<SpilledType>,
    /// The current type.
    current: Option<(KeyParts, SpillingRecords<'r>)>,
    record: Vec<u8>,
}

impl SpillingGroups<'_, '_> {
    /// Begins a type of the first row variables.
    fn begin(&mut self, bits: u64, keys: impl Iterator<Item = usize>, width: usize) -> StepResult<()> {
        let is_at_hand = |(parts, _): &(KeyParts, SpillingRecords<'_>)| parts.bits == bits;
        if !self.current.as_ref().is_some_and(is_at_hand) {
            self.end()?;
            let parts = KeyParts::new(self.report, bits, keys, width);
            let laying = SpillingRecords::begin(self.spilling, parts.record_bytes())?;
            self.current = Some((parts, laying));
        }
        Ok(())
    }

    /// Spills the current record.
    fn push(&mut self) -> StepResult<()> {
        match &mut self.current {
            Some((_, laying)) => laying.push(&self.record),
            None => Ok(()),
        }
    }

    fn end(&mut self) -> StepResult<()> {
        if let Some((parts, laying)) = self.current.take() {
            let laid = laying.finish()?;
            self.types.push(SpilledType { parts, laid });
        }
        Ok(())
    }
}

impl SpilledGroups {
    /// Spills the results in memory, and the remaining ones. Returns `None` if the report needs more than one row and
    /// its groups at a time.
    pub(super) fn spill(
        report: &Report,
        gathered: Store,
        computed: &mut Computed<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<Option<Self>> {
        let aggregation = &report.aggregation;
        let has_columns = report.rows < aggregation.classes.len();
        if has_columns || report.by_frequency.contains(&true) {
            return Ok(None);
        }
        // The other types have one variable each; they are kept in memory for the order of levels.
        let is_of_rows = |bits: u64| report.rows_type(bits.count_ones() as usize) == bits;
        let mut laying = SpillingGroups {
            report,
            spilling: computed.spilling(),
            types: Vec::new(),
            current: None,
            record: Vec::new(),
        };
        let width = gathered.width();
        // The current type is the last one, and continues.
        let at_hand = computed.current().bits;
        let mut types: Vec<u64> = gathered.types().filter(|&bits| is_of_rows(bits)).collect();
        types.sort_by_key(|&bits| bits == at_hand);
        for bits in types {
            for group in gathered.unordered(bits) {
                let keys = group.levels.iter().map(|(key, _)| key.len());
                laying.begin(bits, keys, width)?;
                let record = &mut laying.record;
                record.clear();
                for (key, _) in &group.levels {
                    record.extend_from_slice(key);
                }
                for (_, value) in &group.levels {
                    match value {
                        CellValue::Blank => {}
                        CellValue::Number(number) => record.extend_from_slice(&number.to_le_bytes()),
                        CellValue::Text(text) => record.extend_from_slice(text),
                    }
                }
                for figure in group.figures {
                    record.extend_from_slice(&figure.to_le_bytes());
                }
                laying.push()?;
            }
        }
        drop(gathered);
        while computed.advance()? {
            runtime.core.check_stop()?;
            let bits = computed.current().bits;
            if !is_of_rows(bits) {
                continue;
            }
            // The class variables of a type of the first variables are the first ones.
            let classes = 0..bits.count_ones() as usize;
            let keys = classes.clone().map(|class| computed.class_key(class).len());
            laying.begin(bits, keys, width)?;
            computed.load(&mut runtime.core.values);
            let record = &mut laying.record;
            record.clear();
            for class in classes.clone() {
                record.extend_from_slice(computed.class_key(class));
            }
            for class in classes {
                let slot = aggregation.classes[class].slot;
                write_value(&runtime.core.values, slot, record);
            }
            let current = computed.current();
            record.extend_from_slice(&current.observations.to_le_bytes());
            for figure in current.figures.all() {
                record.extend_from_slice(&figure.to_le_bytes());
            }
            laying.push()?;
        }
        laying.end()?;
        computed.leave();
        Ok(Some(Self { types: laying.types }))
    }

    /// Reads the groups back from the first row on.
    pub(super) fn read<'r>(&self, report: &Report, spilling: SpillSetting<'r>) -> StepResult<Groups<'r>> {
        let mut types = Vec::with_capacity(self.types.len());
        for of_type in &self.types {
            types.push(TypeReader {
                parts: of_type.parts.clone(),
                reader: of_type.laid.read(spilling)?,
                record: Vec::new(),
                levels: Vec::new(),
            });
        }
        // The type of all row variables, which determines the next row, is read first.
        types.sort_by_key(|of_type| std::cmp::Reverse(of_type.parts.slots.len()));
        let is_complete = |of_type: &TypeReader<'_>| of_type.parts.slots.len() == report.rows;
        Ok(Groups {
            store: Store::of_two_levels(report),
            levels: vec![0; report.rows],
            key: Vec::new(),
            has_begun: false,
            has_rows: types.first().is_some_and(is_complete),
            types,
        })
    }
}

/// Reads the groups of a type.
struct TypeReader<'r> {
    parts: KeyParts,
    reader: SpilledReader<'r>,
    /// The current group, and the numbers of its levels.
    record: Vec<u8>,
    levels: Vec<u32>,
}

/// Reads rows. Each class variable has two level numbers, 0 and 1, which alternate between the current row and the
/// previous one.
pub(super) struct Groups<'r> {
    /// The current row with its groups, and those of the previous row.
    pub store: Store,
    /// The levels of the current row.
    pub levels: Vec<u32>,
    types: Vec<TypeReader<'r>>,
    /// The key of the current row.
    key: Vec<u8>,
    has_begun: bool,
    has_rows: bool,
}

impl Groups<'_> {
    /// Advances to the next row. Returns false after the last.
    pub(super) fn advance(&mut self) -> StepResult<bool> {
        let Some(rows) = self.types.first_mut().filter(|_| self.has_rows) else {
            return Ok(false);
        };
        let before = std::mem::take(&mut rows.record);
        let mut record = Vec::with_capacity(before.len());
        if !rows.reader.next(&mut record)? {
            return Ok(false);
        }
        let key = &record[..rows.parts.key_bytes()];
        let mut first_changed = if self.has_begun { usize::MAX } else { 0 };
        let (mut start, mut value_at) = (0, key.len());
        let places = rows.parts.ends.iter().zip(&rows.parts.slots).enumerate();
        for (class, (&end, &slot)) in places {
            let value_end = value_at + value_bytes(slot);
            let is_same = self.has_begun && self.key[start..end] == key[start..end];
            if !is_same {
                first_changed = first_changed.min(class);
                self.levels[class] ^= 1;
                let value = &record[value_at..value_end];
                let value = match slot {
                    Slot::Number(_) => CellValue::Number(number(value)),
                    Slot::Text(_) => CellValue::Text(value.to_vec()),
                };
                self.store.set_level(class, self.levels[class], value);
            }
            (start, value_at) = (end, value_end);
        }
        self.key.clear();
        self.key.extend_from_slice(key);
        rows.record = record;
        for (place, of_type) in self.types.iter_mut().enumerate() {
            let count = of_type.parts.slots.len();
            if self.has_begun && count <= first_changed {
                continue;
            }
            if place > 0 && !of_type.reader.next(&mut of_type.record)? {
                continue;
            }
            let figures = of_type.record[of_type.parts.figures()..].as_chunks().0;
            let figures = figures.iter().map(|bytes| f64::from_le_bytes(*bytes));
            let levels = &self.levels[..count];
            let before = std::mem::replace(&mut of_type.levels, levels.to_vec());
            let before = self.has_begun.then_some(before);
            self.store.turn(of_type.parts.bits, before, levels, figures);
        }
        self.has_begun = true;
        Ok(true)
    }
}

impl OfType {
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
