//! Spills groups that do not fit into memory, type by type, each type in the order of its levels.

use feedrate_procedure::records::spilled::{SpilledRecords, SpillingRecords, value_bytes, write_value};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_program::Slot;
use feedrate_rows::{Runtime, StepResult};

use super::cell_value::CellValue;
use super::request::Report;
use super::store::Store;
use crate::aggregate::GroupResults;

/// The groups by type, each type in the order of its levels.
pub(super) struct SpilledGroups {
    pub types: Vec<SpilledType>,
}

/// The groups of one type, that is, of the first row variables.
pub(super) struct SpilledType {
    pub layout: GroupLayout,
    pub records: SpilledRecords,
}

/// The layout of a record: the key, whose bytes sort as the levels do, the class values, the number of observations
/// and the statistics.
#[derive(Clone, Debug)]
pub(super) struct GroupLayout {
    pub bits: u64,
    /// The end of the part of each variable in the key.
    pub ends: Vec<usize>,
    pub slots: Vec<Slot>,
    /// The number of numbers in a record.
    width: usize,
}

impl GroupLayout {
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

    /// Returns the length of the key.
    pub(super) fn key_bytes(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Returns the start of the numbers.
    pub(super) fn figures(&self) -> usize {
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
    current: Option<(GroupLayout, SpillingRecords<'r>)>,
    record: Vec<u8>,
}

impl SpillingGroups<'_, '_> {
    /// Begins a type of the first row variables.
    fn begin(&mut self, bits: u64, keys: impl Iterator<Item = usize>, width: usize) -> StepResult<()> {
        let is_at_hand = |(layout, _): &(GroupLayout, SpillingRecords<'_>)| layout.bits == bits;
        if !self.current.as_ref().is_some_and(is_at_hand) {
            self.end()?;
            let layout = GroupLayout::new(self.report, bits, keys, width);
            let records = SpillingRecords::begin(self.spilling, layout.record_bytes())?;
            self.current = Some((layout, records));
        }
        Ok(())
    }

    /// Spills the current record.
    fn push(&mut self) -> StepResult<()> {
        match &mut self.current {
            Some((_, records)) => records.push(&self.record),
            None => Ok(()),
        }
    }

    fn end(&mut self) -> StepResult<()> {
        if let Some((layout, records)) = self.current.take() {
            let records = records.finish()?;
            self.types.push(SpilledType { layout, records });
        }
        Ok(())
    }

    /// Spills the groups of some types that are in memory.
    fn take_store(&mut self, store: &Store, types: &[u64]) -> StepResult<()> {
        for &bits in types {
            for group in store.unordered(bits) {
                let keys = group.levels.iter().map(|(key, _)| key.len());
                self.begin(bits, keys, store.width())?;
                let record = &mut self.record;
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
                record.extend(group.figures.iter().flat_map(|figure| figure.to_le_bytes()));
                self.push()?;
            }
        }
        Ok(())
    }

    /// Spills the current combination, whose type is of the first row variables.
    fn take_current(
        &mut self,
        computed: &GroupResults<'_, '_, '_>,
        width: usize,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        let current = computed.current();
        // The class variables of a type of the first variables are the first ones.
        let classes = 0..current.bits.count_ones() as usize;
        let keys = classes.clone().map(|class| computed.class_key(class));
        self.begin(current.bits, keys.clone().map(<[u8]>::len), width)?;
        computed.load(&mut runtime.core.values);
        let record = &mut self.record;
        record.clear();
        keys.for_each(|key| record.extend_from_slice(key));
        for class in classes {
            let slot = self.report.aggregation.classes[class].slot;
            write_value(&runtime.core.values, slot, record);
        }
        let figures = std::iter::once(&current.observations).chain(current.figures.all());
        record.extend(figures.flat_map(|figure| figure.to_le_bytes()));
        self.push()
    }
}

impl SpilledGroups {
    /// Spills the results in memory, and the remaining ones. Returns `None` if the report needs more than one row and
    /// its groups at a time.
    pub(super) fn spill(
        report: &Report,
        gathered: Store,
        computed: &mut GroupResults<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<Option<Self>> {
        let has_columns = report.rows < report.aggregation.classes.len();
        if has_columns || report.by_frequency.contains(&true) {
            return Ok(None);
        }
        // The other types have one variable each; they are kept in memory for the order of levels.
        let is_of_rows = |bits: u64| report.rows_type(bits.count_ones() as usize) == bits;
        let mut spilling = SpillingGroups {
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
        spilling.take_store(&gathered, &types)?;
        drop(gathered);
        while computed.advance()? {
            runtime.core.check_stop()?;
            if is_of_rows(computed.current().bits) {
                spilling.take_current(computed, width, runtime)?;
            }
        }
        spilling.end()?;
        computed.leave();
        Ok(Some(Self { types: spilling.types }))
    }
}
