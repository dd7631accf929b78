//! Writes a new file of this format.

use std::sync::Arc;

use super::row_lines::{LineLayout, RowLines};
use super::tally::SharedTally;
use super::{Rules, Shape};
use crate::error::Result;
use crate::file_format::{EncodingThreads, RowRoom, RowSink, SinkOutput, lost_letters};
use crate::pages::StreamWriter;
use crate::schema::Schema;

/// The most rooms of rows in flight for each thread.
const ROOMS_A_THREAD: usize = 4;

/// Writes rows as lines, a room of them on each thread at a time. Beside those of the caller, at most
/// [`ROOMS_A_THREAD`] rooms and their lines are in memory for each thread.
#[derive(Debug)]
pub(super) struct Sink {
    stream: StreamWriter,
    lines: EncodingThreads<Work, Done>,
    /// Memory of rows and of lines that can be used again.
    spare: Vec<(Vec<u8>, Vec<u8>)>,
    sum: RowLines,
    /// The lines that were written.
    tally: SharedTally,
}

/// The rows of a room, and the memory for their lines.
type Work = (Vec<u8>, Vec<u8>);

/// The memory of rows, and their lines.
type Done = (Vec<u8>, RowLines);

impl Sink {
    pub fn begin(
        schema: &Schema,
        stream: StreamWriter,
        shape: Shape,
        rules: &Rules,
        tally: SharedTally,
        threads: usize,
    ) -> Result<Self> {
        let layout = Arc::new(LineLayout::new(schema, shape, rules));
        let names = layout.names(schema.variables().iter().map(|variable| variable.name.as_str()));
        let mut sink = Self {
            stream,
            lines: EncodingThreads::new(threads, threads * ROOMS_A_THREAD, move |(rows, bytes): Work| {
                let lines = layout.lines(&rows, bytes);
                (rows, lines)
            }),
            spare: Vec::new(),
            sum: RowLines::default(),
            tally,
        };
        if shape.has_names {
            sink.write(&names)?;
        }
        Ok(sink)
    }

    fn write(&mut self, lines: &RowLines) -> Result<()> {
        self.stream.put(&lines.bytes)?;
        self.sum.tally = self.sum.tally.and(lines.tally);
        self.sum.lost_letters += lines.lost_letters;
        self.sum.not_whole += lines.not_whole;
        self.sum.no_moments += lines.no_moments;
        Ok(())
    }

    /// Lays out the rows of a room, and writes the lines that are there; all of them after the last room.
    fn hand_on(&mut self, room: &mut RowRoom, is_last: bool) -> Result<()> {
        if !room.rows().is_empty() {
            let (mut rows, bytes) = self.spare.pop().unwrap_or_default();
            rows.clear();
            rows.extend_from_slice(room.rows());
            room.clear();
            self.lines.put((rows, bytes), !is_last);
        }
        while let Some((rows, lines)) = self.lines.next(is_last) {
            self.write(&lines)?;
            self.spare.push((rows, lines.bytes));
        }
        Ok(())
    }
}

impl RowSink for Sink {
    fn take(&mut self, room: &mut RowRoom) -> Result<()> {
        self.hand_on(room, false)
    }

    fn finish(mut self: Box<Self>, mut room: RowRoom) -> Result<SinkOutput> {
        self.hand_on(&mut room, true)?;
        let mut notes: Vec<String> = lost_letters(self.sum.lost_letters).into_iter().collect();
        if self.sum.not_whole > 0 {
            notes.push(format!(
                "{} dates and times are more exact than days or microseconds, and the rest was left out",
                self.sum.not_whole
            ));
        }
        if self.sum.no_moments > 0 {
            notes.push(format!(
                "{} values of variables with a format of dates or times are none, and were written as numbers",
                self.sum.no_moments
            ));
        }
        self.tally.set(self.sum.tally);
        SinkOutput::of_stream(self.stream, notes)
    }
}
