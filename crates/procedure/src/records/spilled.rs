//! Records with the values of class variables, which are spilled and read back in the same order.

use feedrate_program::Slot;
use feedrate_rows::spill::{Run, RunReader, RunWriter};
use feedrate_rows::{StepResult, Values};

use crate::records::spilling::{SpillSetting, run_layout};

/// Spills records of equal length.
#[derive(Debug)]
pub struct SpillingRecords<'r> {
    writer: RunWriter<'r>,
}

impl<'r> SpillingRecords<'r> {
    /// Returns a writer without records. Its memory is that of a run of a table with the limit of `spilling`.
    pub fn begin(spilling: SpillSetting<'r>, record_bytes: usize) -> StepResult<Self> {
        let layout = run_layout(record_bytes, spilling.memory);
        let writer = spilling.room.writer(layout, None)?;
        Ok(Self { writer })
    }

    /// Spills a record.
    #[inline]
    pub fn push(&mut self, record: &[u8]) -> StepResult<()> {
        Ok(self.writer.append(record)?)
    }

    /// Returns the spilled records.
    pub fn finish(self) -> StepResult<SpilledRecords> {
        Ok(SpilledRecords {
            runs: self.writer.finish()?,
        })
    }
}

/// Spilled records.
#[derive(Debug)]
pub struct SpilledRecords {
    runs: Vec<Run>,
}

impl SpilledRecords {
    /// Reads the records from the first on. They can be read again.
    pub fn read<'r>(&self, spilling: SpillSetting<'r>) -> StepResult<SpilledReader<'r>> {
        let readers = self.runs.iter();
        let readers = readers.map(|run| RunReader::open(spilling.room, run));
        Ok(SpilledReader {
            readers: readers.collect::<Result<_, _>>()?,
            at: 0,
        })
    }
}

/// Reads spilled records.
#[derive(Debug)]
pub struct SpilledReader<'r> {
    readers: Vec<RunReader<'r>>,
    at: usize,
}

impl SpilledReader<'_> {
    /// Replaces `record` by the next record; returns false after the last.
    #[inline]
    pub fn next(&mut self, record: &mut Vec<u8>) -> StepResult<bool> {
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

/// Returns the length of a variable's value in a record.
#[inline]
pub fn value_bytes(slot: Slot) -> usize {
    slot.bytes() as usize
}

/// Appends the value of a variable.
#[inline]
pub fn write_value(values: &Values, slot: Slot, record: &mut Vec<u8>) {
    match slot {
        Slot::Number(slot) => record.extend_from_slice(&values.number(slot).to_le_bytes()),
        Slot::Text(slot) => record.extend_from_slice(values.text(slot)),
    }
}

/// Loads a value that [`write_value`] wrote into the slot of its variable.
#[inline]
pub fn load_value(record: &[u8], slot: Slot, values: &mut Values) {
    match slot {
        Slot::Number(slot) => values.set_number(slot, number(record)),
        Slot::Text(slot) => values.set_text(slot, record),
    }
}

/// Returns the number at the start of a record.
#[inline]
pub fn number(record: &[u8]) -> f64 {
    f64::from_le_bytes(record.first_chunk().copied().unwrap_or_default())
}
