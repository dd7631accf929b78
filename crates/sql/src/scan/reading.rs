//! The threads that read rows, and the channels from them to the workers of a plan.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use datafusion::execution::SendableRecordBatchStream;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use feedrate_dataset::Rows;
use feedrate_dataset::file_format::{ColumnBlock, RowChoice, RowNumbers};
use feedrate_rows::{Fault, Scan, StepResult, TakeRows};
use tokio::sync::mpsc;

use super::column_batches::ColumnBatches;
use super::columns::{Columns, ScanColumn};
use super::condition::ScanCondition;
use super::source::TableSource;
use crate::footprint::compact;
use crate::shared::SharedState;

/// The number of batches that may be queued between a reading thread and its receiver.
const ON_THEIR_WAY: usize = 2;

/// The number of batches that others hold while the next one is made: those in the queue, the one in use, and one that
/// may be freed by then.
pub(crate) const HELD: usize = ON_THEIR_WAY + 2;

/// The rows to read for a partition.
pub(crate) struct Reading {
    pub source: Arc<TableSource>,
    pub table: Arc<Scan>,
    pub taken: Vec<ScanColumn>,
    pub schema: SchemaRef,
    /// The most rows that DataFusion accepts in a batch.
    pub batch_rows: usize,
    pub ranges: Vec<Range<u64>>,
    /// The condition of the rows that are handed over, if rows are read column by column.
    pub condition: Option<Arc<ScanCondition>>,
}

/// The channel on which a thread sends its batches.
pub(crate) struct Sender(mpsc::Sender<ReadMessage>);

enum ReadMessage {
    Batch(Result<RecordBatch>),
    /// There are no more batches.
    End,
}

impl Sender {
    /// Sends a batch, waiting while the channel is full. Returns whether more are wanted.
    pub(crate) fn send(&self, batch: Result<RecordBatch>) -> bool {
        self.0.blocking_send(ReadMessage::Batch(batch)).is_ok()
    }
}

/// Starts a thread that reads, and returns the stream of its batches. If the thread panics, the stream ends with an
/// error rather than as if there were no more rows.
pub(crate) fn on_own_thread(
    shared: Arc<SharedState>,
    schema: SchemaRef,
    work: impl FnOnce(&Sender) -> StepResult<()> + Send + 'static,
) -> Result<SendableRecordBatchStream> {
    let (sender, receiver) = mpsc::channel(ON_THEIR_WAY);
    let guard = shared.threads.begin();
    thread::Builder::new()
        .name("sql-pages".into())
        .spawn(move || {
            let sender = Sender(sender);
            let done = catch_unwind(AssertUnwindSafe(|| work(&sender)));
            // A receiver that has gone does not need the result.
            let _ = match done {
                Ok(Ok(())) => sender.0.blocking_send(ReadMessage::End).is_ok(),
                Ok(Err(fault)) => sender.send(Err(shared.fail(fault))),
                Err(_) => false,
            };
            drop(guard);
        })
        .map_err(DataFusionError::IoError)?;
    let batches = futures::stream::unfold(Some(receiver), |receiver| async {
        let mut receiver = receiver?;
        match receiver.recv().await {
            Some(ReadMessage::Batch(batch)) => Some((batch, Some(receiver))),
            Some(ReadMessage::End) => None,
            None => Some((Err(exec_datafusion_err!("a thread that reads pages failed")), None)),
        }
    });
    Ok(Box::pin(RecordBatchStreamAdapter::new(schema, batches)))
}

impl Reading {
    /// Reads the rows and hands them over in batches until no more are wanted. `held` is the number of batches that
    /// others may hold while the next one is made.
    pub(crate) fn read(&self, held: usize, hand_over: impl FnMut(RecordBatch) -> bool) -> StepResult<()> {
        let table = &self.table;
        if self.source.has_columns(table) {
            return self.read_columns(hand_over);
        }
        let changed = || Box::new(Fault::Changed(table.location().name().to_string()));
        let schema = Arc::clone(&self.schema);
        let columns = Columns::new(&self.taken, table.schema(), schema, self.batch_rows, held);
        let mut taker = BatchMaker {
            columns: columns.ok_or_else(changed)?,
            hand_over,
        };
        self.source.read(table, &self.ranges, &mut taker)?;
        taker.send()?;
        Ok(())
    }

    /// The same for a file that has its values column by column.
    fn read_columns(&self, mut hand_over: impl FnMut(RecordBatch) -> bool) -> StepResult<()> {
        let batches = ColumnBatches {
            taken: self.taken.clone(),
            schema: Arc::clone(&self.schema),
            batch_rows: self.batch_rows,
        };
        let choice = self.condition.clone().map(|condition| condition as Arc<dyn RowChoice>);
        let take = &mut |block: ColumnBlock| {
            let is_chosen = matches!(block.numbers, RowNumbers::Chosen(_));
            let Some(mut batch) = batches.whole(block).map_err(unusable)? else {
                return Ok(true);
            };
            if let Some(condition) = self.condition.as_ref().filter(|_| !is_chosen) {
                batch = condition.satisfied(&batch).map_err(unusable)?;
            }
            // Its texts may be views of blocks that many batches share, each of which counts as if it had them alone.
            let batch = compact(batch).map_err(unusable)?;
            Ok(batches.parts(&batch).all(&mut hand_over))
        };
        self.source
            .read_columns(&self.table, &self.ranges, choice.as_ref(), take)
    }
}

/// Converts rows to batches.
struct BatchMaker<F> {
    columns: Columns,
    hand_over: F,
}

impl<F: FnMut(RecordBatch) -> bool> TakeRows for BatchMaker<F> {
    fn rows(&mut self, rows: Rows<'_>) -> StepResult<bool> {
        let mut taken = 0;
        while taken < rows.len() {
            let count = self.columns.room().min(rows.len() - taken);
            self.columns.extend(rows, taken, count, rows.number(taken));
            taken += count;
            if self.columns.room() == 0 && !self.send()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn row(&mut self, row: &[u8], number: u64) -> StepResult<bool> {
        self.columns.push(row, number);
        Ok(self.columns.room() > 0 || self.send()?)
    }
}

impl<F: FnMut(RecordBatch) -> bool> BatchMaker<F> {
    /// Hands over a batch. Returns whether more are wanted.
    fn send(&mut self) -> StepResult<bool> {
        match self.columns.take() {
            None => Ok(true),
            Some(Ok(batch)) => Ok((self.hand_over)(batch)),
            Some(Err(error)) => Err(unusable(error)),
        }
    }
}

fn unusable(error: impl ToString) -> Box<Fault> {
    Box::new(Fault::Query(error.to_string()))
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::datatypes::Schema;
    use feedrate_values::format::Formats;
    use feedrate_values::function::FixedClock;
    use futures::StreamExt;
    use futures::executor::block_on;

    use super::*;

    /// Runs a thread, and returns the number of its batches and the error at their end.
    fn came(work: impl FnOnce(&Sender) -> StepResult<()> + Send + 'static) -> (usize, String) {
        let shared = SharedState::new(Formats::default(), FixedClock(0.0), 20);
        let schema = Arc::new(Schema::empty());
        let stream = on_own_thread(Arc::new(shared), schema, work).unwrap();
        let came: Vec<_> = block_on(stream.collect());
        let errors = came.iter().filter_map(|batch| batch.as_ref().err());
        let error = errors.map(ToString::to_string).collect::<Vec<_>>();
        (came.len() - error.len(), error.join(", "))
    }

    fn send(sender: &Sender) -> bool {
        sender.send(Ok(RecordBatch::new_empty(Arc::new(Schema::empty()))))
    }

    #[test]
    fn rows_end_as_the_thread_does() {
        assert_eq!(came(|_| Ok(())), (0, String::new()));
        let three = |sender: &Sender| {
            assert!((0..3).all(|_| send(sender)));
            Ok(())
        };
        assert_eq!(came(three), (3, String::new()));
    }

    #[test]
    fn what_goes_wrong_is_no_end_of_rows() {
        let fault = |sender: &Sender| {
            send(sender);
            Err(Box::new(Fault::Changed("A".to_owned())))
        };
        let (batches, error) = came(fault);
        assert_eq!(batches, 1);
        assert!(error.contains(&Fault::Changed("A".to_owned()).to_string()), "{error}");
        let panic = |sender: &Sender| {
            send(sender);
            panic!("as if there were a mistake");
        };
        let (batches, error) = came(panic);
        assert_eq!(batches, 1);
        assert!(error.contains("a thread that reads pages failed"), "{error}");
    }
}
