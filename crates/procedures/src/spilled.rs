//! Records with the values of class variables that are spilled in one order and read back in it.

use feedrate_steps::data::{Faulted, Values};
use feedrate_steps::ir::Slot;
use feedrate_steps::spill::{Run, RunReader, RunWriter};

use crate::aggregate::{Spilling, run_layout};

/// Records that are being spilled, all of one length.
#[derive(Debug)]
pub(super) struct SpillingRecords<'r> {
    writer: RunWriter<'r>,
}

impl<'r> SpillingRecords<'r> {
    /// None yet. Memory is taken as for a run of a table that may hold what `spilling` says.
    pub(super) fn begin(spilling: Spilling<'r>, record_bytes: usize) -> Faulted<Self> {
        let layout = run_layout(record_bytes, spilling.memory);
        let writer = spilling.room.writer(layout, None)?;
        Ok(Self { writer })
    }

    /// Lays a record down.
    pub(super) fn push(&mut self, record: &[u8]) -> Faulted<()> {
        Ok(self.writer.append(record)?)
    }

    /// All of them.
    pub(super) fn finish(self) -> Faulted<SpilledRecords> {
        Ok(SpilledRecords {
            runs: self.writer.finish()?,
        })
    }
}

/// Records that were spilled.
#[derive(Debug)]
pub(super) struct SpilledRecords {
    runs: Vec<Run>,
}

impl SpilledRecords {
    /// Reads them from the first on. They stay to be read once more.
    pub(super) fn read<'r>(&self, spilling: Spilling<'r>) -> Faulted<SpilledReader<'r>> {
        let readers = self.runs.iter();
        let readers = readers.map(|run| RunReader::open_to_keep(spilling.room, run));
        Ok(SpilledReader {
            readers: readers.collect::<Result<_, _>>()?,
            at: 0,
        })
    }
}

/// Records on their way back.
#[derive(Debug)]
pub(super) struct SpilledReader<'r> {
    readers: Vec<RunReader<'r>>,
    at: usize,
}

impl SpilledReader<'_> {
    /// Puts the next record in the place of what `record` holds; false behind the last.
    pub(super) fn next(&mut self, record: &mut Vec<u8>) -> Faulted<bool> {
        while let Some(reader) = self.readers.get_mut(self.at) {
            if let Some(next) = reader.next()? {
                record.clear();
                record.extend_from_slice(next);
                return Ok(true);
            }
            self.at += 1;
        }
        Ok(false)
    }
}

/// How many bytes the value of a variable takes.
pub(super) fn value_bytes(slot: Slot) -> usize {
    match slot {
        Slot::Number(_) => size_of::<f64>(),
        Slot::Text(slot) => slot.length as usize,
    }
}

/// Appends the value of a variable.
pub(super) fn write_value(values: &Values, slot: Slot, record: &mut Vec<u8>) {
    match slot {
        Slot::Number(slot) => record.extend_from_slice(&values.number(slot).to_le_bytes()),
        Slot::Text(slot) => record.extend_from_slice(values.text(slot)),
    }
}

/// Puts a value that [`write_value`] wrote into the place of its variable.
pub(super) fn load_value(record: &[u8], slot: Slot, values: &mut Values) {
    match slot {
        Slot::Number(slot) => values.set_number(slot, number(record)),
        Slot::Text(slot) => values.set_text(slot, record),
    }
}

/// The number that a record begins with.
pub(super) fn number(record: &[u8]) -> f64 {
    f64::from_le_bytes(record.first_chunk().copied().unwrap_or_default())
}
