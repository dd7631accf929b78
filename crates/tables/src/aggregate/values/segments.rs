//! Values that do not fit into memory, those of each variable in each cell together.

use feedrate_procedure::keys::Keys;
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::StepResult;
use feedrate_rows::spill::{Layout, Run, RunReader};

use super::{CellValues, GroupedValues};

/// The bytes of a segment, on average, from which on segments are worthwhile: each is transferred by itself.
const LEAST_BYTES: usize = 32 << 10;

/// The most segments that are read at once: each has two blocks in memory.
const MOST_AT_ONCE: usize = 128;

/// The most bytes of a block.
const MOST_BLOCK: usize = 1 << 20;

/// Segments of values, written as they came. Each has values of a variable in a cell.
#[derive(Debug)]
pub(in crate::aggregate) struct Segments {
    is_weighted: bool,
    /// The layout of all of them; set with the first.
    layout: Option<Layout>,
    /// In the order of cells and variables once [`Self::index`] was called.
    segments: Vec<Segment>,
}

#[derive(Debug)]
pub(super) struct Segment {
    /// The key of the cell.
    pub(super) key: Vec<u8>,
    /// The number of the cell; set by [`Segments::index`], since cells may be numbered anew.
    cell: u32,
    pub(super) variable: u32,
    run: Run,
}

impl Segments {
    pub(super) fn new(is_weighted: bool) -> Self {
        Self {
            is_weighted,
            layout: None,
            segments: Vec::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Returns whether values are worth being written in segments.
    pub(super) fn are_worthwhile(values: &GroupedValues, cells: usize) -> bool {
        mean_bytes(values, cells) >= LEAST_BYTES
    }

    /// Writes the values of all cells.
    pub(super) fn write(&mut self, values: &GroupedValues, cells: &Keys, spilling: SpillSetting<'_>) -> StepResult<()> {
        let layout = *self.layout.get_or_insert_with(|| {
            let bytes = if self.is_weighted { 16 } else { 8 };
            // Half of a block is lost at the end of each segment.
            let block = (mean_bytes(values, cells.len()) / 2).clamp(LEAST_BYTES / 4, MOST_BLOCK);
            Layout::with_blocks(bytes, block)
        });
        let mut writer = spilling.room.writer(layout, None)?;
        let mut written = Vec::new();
        for cell in 0..cells.len() {
            for variable in 0..values.variables() {
                spilling.check_stop()?;
                let (own, weights) = values.of(cell, variable);
                if own.is_empty() {
                    continue;
                }
                for (place, value) in own.iter().enumerate() {
                    let record = writer.next_record()?;
                    record[..8].copy_from_slice(&value.to_le_bytes());
                    if let Some(weight) = weights.get(place) {
                        record[8..].copy_from_slice(&weight.to_le_bytes());
                    }
                }
                writer.end_run()?;
                written.push((cell as u32, variable as u32));
            }
        }
        let runs = writer.finish()?;
        let segments = written.into_iter().zip(runs);
        self.segments.extend(segments.map(|((cell, variable), run)| Segment {
            key: cells.key(cell).to_vec(),
            cell,
            variable,
            run,
        }));
        Ok(())
    }

    /// Prepares for reading by the numbers of cells.
    pub(super) fn index(&mut self, cells: &mut Keys) {
        for segment in &mut self.segments {
            segment.cell = cells.number(&segment.key);
        }
        self.segments.sort_by_key(Segment::place);
    }

    fn of(&self, cell: u32, variable: usize) -> &[Segment] {
        let place = (cell, variable as u32);
        let start = self.segments.partition_point(|segment| segment.place() < place);
        let rest = &self.segments[start..];
        let count = rest.iter().take_while(|segment| segment.place() == place).count();
        &rest[..count]
    }

    /// Returns how many values a variable has in a cell.
    pub(super) fn count(&self, cell: u32, variable: usize) -> usize {
        let runs = self.of(cell, variable).iter().map(|segment| segment.run.records());
        runs.sum::<u64>() as usize
    }

    /// Reads the values of a variable in a cell.
    pub(super) fn read(
        &self,
        cell: u32,
        variable: usize,
        spilling: SpillSetting<'_>,
        into: &mut CellValues,
    ) -> StepResult<()> {
        let block = self.layout.map_or(1, |layout| layout.block_bytes());
        // An eighth of the memory for the blocks of all that this thread reads at once.
        let at_once = (spilling.memory / (16 * block)).clamp(1, MOST_AT_ONCE);
        for segments in self.of(cell, variable).chunks(at_once) {
            spilling.check_stop()?;
            let runs = segments.iter().map(|segment| segment.run.clone()).collect();
            read_runs(runs, spilling, |value, weight| {
                into.push(value, weight);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Takes all segments out.
    pub(super) fn take(&mut self) -> Self {
        Self {
            is_weighted: self.is_weighted,
            layout: self.layout,
            segments: std::mem::take(&mut self.segments),
        }
    }

    /// Returns the segments.
    pub(super) fn into_segments(self) -> Vec<Segment> {
        self.segments
    }
}

/// Returns the mean size of the segments that values have, in bytes.
fn mean_bytes(values: &GroupedValues, cells: usize) -> usize {
    values.len() * size_of::<u64>() / (cells * values.variables()).max(1)
}

impl Segment {
    fn place(&self) -> (u32, u32) {
        (self.cell, self.variable)
    }

    /// Passes the values to `take`, in the encoding of [`feedrate_rows::sortable`], with their weights, if they have
    /// any.
    pub(super) fn read(
        &self,
        spilling: SpillSetting<'_>,
        take: impl FnMut(u64, Option<f64>) -> StepResult<()>,
    ) -> StepResult<()> {
        read_runs(vec![self.run.clone()], spilling, take)
    }
}

/// Passes the values of runs to `take`, one run after the other.
fn read_runs(
    runs: Vec<Run>,
    spilling: SpillSetting<'_>,
    mut take: impl FnMut(u64, Option<f64>) -> StepResult<()>,
) -> StepResult<()> {
    let mut reader = RunReader::open_all(spilling.room, runs)?;
    while let Some(record) = reader.next()? {
        let (value, weight) = decode(record);
        take(value, weight)?;
    }
    Ok(())
}

/// Returns the value of a record, and its weight, if values have weights.
fn decode(record: &[u8]) -> (u64, Option<f64>) {
    let (value, weight) = record.split_at(8);
    let value = value.first_chunk().copied().unwrap_or_default();
    (
        u64::from_le_bytes(value),
        weight.first_chunk().copied().map(f64::from_le_bytes),
    )
}
