//! Writes rows as a file of either format, a batch at a time.

use std::fmt;
use std::sync::Arc;

use arrow_array::RecordBatch;
use feedrate_dataset::file_format::{EncodingThreads, NewDataSet, RowRoom, RowSink, SinkOutput};
use feedrate_dataset::pages::StreamWriter;
use feedrate_dataset::{Result, Schema, Settings};

use crate::encode::Encoder;
use crate::stored_attributes::StoredAttributes;
use crate::tally::Tally;

/// The most bytes of rows in all batches in flight, except for one and for that which is filled.
const IN_FLIGHT_BYTES: usize = 256 << 20;

/// The fraction of the memory for pages that these rows are no larger than.
const SHARE: u64 = 8;

/// Writes encoded batches into memory, from which the bytes are moved to the file.
pub trait BatchWriter {
    /// A batch as the threads encode it.
    type Chunk: Send + 'static;

    /// Writes a batch.
    ///
    /// # Errors
    ///
    /// Returns the error of the library.
    fn append(&mut self, batch: Self::Chunk) -> Result<()>;

    /// Returns the bytes that were written and not moved.
    fn written(&mut self) -> &mut Vec<u8>;

    /// Writes the end of the file with the stored attributes of its data set, and returns the rest of the bytes.
    ///
    /// # Errors
    ///
    /// Returns the error of the library.
    fn end(self, kept: String) -> Result<Vec<u8>>;
}

/// The size of a batch: as many rows as both allow, and at least one.
#[derive(Clone, Copy, Debug)]
pub struct BatchSize {
    pub rows: usize,
    /// The bytes of these rows.
    pub bytes: usize,
}

/// The file that is begun, and the work of the threads on a batch.
pub type BeginningFile<W> = (W, EncodeBatch<<W as BatchWriter>::Chunk>);

/// Encodes a batch on any thread.
pub type EncodeBatch<E> = Box<dyn Fn(RecordBatch) -> Result<E> + Send + Sync>;

/// Writes rows, a batch at a time. Rows are collected here; threads make columns of a batch of them and encode these,
/// and the batches are written here in their order.
///
/// In memory are the batch that is filled and at most one more in flight than there are threads, of together
/// [`IN_FLIGHT_BYTES`] and two batches: the rows of each, and where a thread encodes it, its columns and what they
/// become, which are about as large. With little memory batches are smaller. The number of threads does not matter to
/// how rows are divided into batches, so a file has the same bytes with any.
pub struct BatchSink<W: BatchWriter> {
    encoder: Arc<Encoder>,
    kept: StoredAttributes,
    tally: Tally,
    /// The number of rows that were taken.
    taken: u64,
    /// The rows of the batch that is filled, and their bytes when it is full.
    rows: Vec<u8>,
    batch_bytes: usize,
    encoding: EncodingThreads<Vec<u8>, EncodedRows<W::Chunk>>,
    /// Memory of rows that can be used again.
    spare: Vec<Vec<u8>>,
    writer: W,
    stream: StreamWriter,
}

/// The memory of the rows of a batch, and what became of them.
type EncodedRows<E> = (Vec<u8>, Result<(E, Tally)>);

impl<W: BatchWriter> fmt::Debug for BatchSink<W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("BatchSink")
            .field("encoder", &self.encoder)
            .field("encoding", &self.encoding)
            .finish_non_exhaustive()
    }
}

impl BatchSize {
    /// Returns the bytes of a batch of rows of this length.
    fn batch_bytes(self, row_length: usize) -> usize {
        self.rows.min(self.bytes / row_length).max(1) * row_length
    }
}

impl<W: BatchWriter> BatchSink<W> {
    /// Begins a file with the writer of its columns and of the stored attributes of the data set.
    ///
    /// # Errors
    ///
    /// Returns the error of `writer`.
    pub fn begin(
        schema: &Schema,
        facts: &NewDataSet,
        stream: StreamWriter,
        settings: &Settings,
        size: BatchSize,
        writer: impl FnOnce(&Encoder, &StoredAttributes) -> Result<BeginningFile<W>>,
    ) -> Result<Self> {
        let encoder = Arc::new(Encoder::new(schema));
        let kept = StoredAttributes::of(schema, facts);
        let bytes = size.bytes.min(bytes_in_flight(settings));
        let batch_bytes = BatchSize { bytes, ..size }.batch_bytes(encoder.row_length());
        let (writer, encode) = writer(&encoder, &kept)?;
        let columns = Arc::clone(&encoder);
        let encode = move |rows: Vec<u8>| {
            let encoded = columns.batch(&rows);
            let encoded = encoded.and_then(|(batch, tally)| Ok((encode(batch)?, tally)));
            (rows, encoded)
        };
        let most = settings.threads.min(bytes_in_flight(settings) / batch_bytes);
        Ok(Self {
            encoder,
            kept,
            tally: Tally::default(),
            taken: 0,
            rows: Vec::new(),
            batch_bytes,
            encoding: EncodingThreads::new(settings.threads, most, encode),
            spare: Vec::new(),
            writer,
            stream,
        })
    }

    /// Hands on the rows of the batch that is filled, and writes the batches that are encoded; all of them after the
    /// last rows.
    fn hand_on(&mut self, is_last: bool) -> Result<()> {
        if !self.rows.is_empty() {
            let empty = self.spare.pop().unwrap_or_default();
            let rows = std::mem::replace(&mut self.rows, empty);
            self.encoding.put(rows, !is_last);
        }
        while let Some((mut rows, encoded)) = self.encoding.next(is_last) {
            let (batch, tally) = encoded?;
            self.tally.add(&tally);
            self.writer.append(batch)?;
            let written = self.writer.written();
            self.stream.put(written)?;
            written.clear();
            rows.clear();
            self.spare.push(rows);
        }
        Ok(())
    }
}

/// Returns the most bytes of rows of the batches in flight.
fn bytes_in_flight(settings: &Settings) -> usize {
    let share = settings.page_memory.most().map_or(u64::MAX, |most| most / SHARE);
    usize::try_from(share).map_or(IN_FLIGHT_BYTES, |share| share.min(IN_FLIGHT_BYTES))
}

impl<W: BatchWriter> RowSink for BatchSink<W> {
    fn take(&mut self, room: &mut RowRoom) -> Result<()> {
        let mut rows = room.rows();
        self.encoder.check(rows, self.taken)?;
        self.taken += (rows.len() / self.encoder.row_length()) as u64;
        while !rows.is_empty() {
            let (now, later) = rows.split_at(rows.len().min(self.batch_bytes - self.rows.len()));
            self.rows.extend_from_slice(now);
            rows = later;
            if self.rows.len() == self.batch_bytes {
                self.hand_on(false)?;
            }
        }
        room.clear();
        Ok(())
    }

    fn finish(mut self: Box<Self>, mut room: RowRoom) -> Result<SinkOutput> {
        self.take(&mut room)?;
        self.hand_on(true)?;
        self.kept.lengthen(self.encoder.longest(&self.tally));
        let rest = self.writer.end(self.kept.text())?;
        self.stream.put(&rest)?;
        SinkOutput::of_stream(self.stream, self.tally.notes())
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::cast::AsArray;
    use arrow_array::types::Float64Type;
    use feedrate_dataset::DataSetName;
    use feedrate_dataset::file_format::{FileFormat, RowSource};
    use feedrate_dataset::schema::Variable;
    use feedrate_dataset::settings::PageMemory;
    use feedrate_dataset::writer::Writer;

    use super::*;
    use crate::file_bytes::failed;

    /// Begins files of one number for each batch, its first, and fails where the number of a batch says so.
    #[derive(Debug)]
    struct FirstNumbers {
        encoding_fails_at: Option<f64>,
        writing_fails_at: Option<f64>,
        encoding_panics: bool,
    }

    struct NumberWriter(Vec<u8>, Option<f64>);

    impl BatchWriter for NumberWriter {
        type Chunk = f64;

        fn append(&mut self, first: f64) -> Result<()> {
            if self.1 == Some(first) {
                return Err(failed("it cannot be written"));
            }
            self.0.extend_from_slice(format!("{first} ").as_bytes());
            Ok(())
        }

        fn written(&mut self) -> &mut Vec<u8> {
            &mut self.0
        }

        fn end(self, _: String) -> Result<Vec<u8>> {
            Ok(b"end".to_vec())
        }
    }

    impl FileFormat for FirstNumbers {
        fn engine(&self) -> &'static str {
            "NUMBERS"
        }

        fn extension(&self) -> &'static str {
            ".numbers"
        }

        fn open(&self, _: &std::path::Path, _: &Settings) -> Result<Box<dyn RowSource>> {
            Err(failed("it is only written"))
        }

        fn create(
            &self,
            schema: &Schema,
            facts: &NewDataSet,
            stream: StreamWriter,
            settings: &Settings,
        ) -> Result<Box<dyn RowSink>> {
            let size = BatchSize {
                rows: 10_000,
                bytes: 1 << 20,
            };
            let (fails_at, panics) = (self.encoding_fails_at, self.encoding_panics);
            let encode = move |batch: RecordBatch| {
                let first = batch.column(0).as_primitive::<Float64Type>().value(0);
                assert!(!panics, "of the encoder");
                match fails_at == Some(first) {
                    true => Err(failed("it cannot be encoded")),
                    false => Ok(first),
                }
            };
            let file = NumberWriter(Vec::new(), self.writing_fails_at);
            let sink = BatchSink::begin(schema, facts, stream, settings, size, |_, _| {
                Ok((file, Box::new(encode)))
            })?;
            Ok(Box::new(sink))
        }
    }

    /// Writes 95,000 rows, and returns the content of the file.
    fn written(format: &FirstNumbers, threads: usize) -> Result<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.numbers");
        let schema = Schema::lay_out(vec![Variable::number("n")]).unwrap();
        let settings = Settings {
            threads,
            ..Settings::default()
        };
        let name = DataSetName::parse("lib.x", "WORK").unwrap();
        let mut writer = Writer::create_as(format, &path, &name, schema, &NewDataSet::default(), &settings)?;
        for row in 0..95_000 {
            writer.append(&f64::from(row).to_le_bytes())?;
        }
        writer.commit()?;
        Ok(std::fs::read_to_string(path).unwrap())
    }

    fn numbers() -> FirstNumbers {
        FirstNumbers {
            encoding_fails_at: None,
            writing_fails_at: None,
            encoding_panics: false,
        }
    }

    #[test]
    fn batches_are_as_long_and_in_the_same_order_on_any_number_of_threads() {
        for threads in [1, 2, 3, 8] {
            let expected = "0 10000 20000 30000 40000 50000 60000 70000 80000 90000 end";
            assert_eq!(written(&numbers(), threads).unwrap(), expected, "{threads}");
        }
    }

    #[test]
    fn the_error_of_a_thread_is_that_of_the_data_set() {
        for threads in [1, 2, 8] {
            for at in [0.0, 30_000.0, 90_000.0] {
                let encoding = FirstNumbers {
                    encoding_fails_at: Some(at),
                    ..numbers()
                };
                let error = written(&encoding, threads).unwrap_err().to_string();
                assert!(error.contains("it cannot be encoded"), "{threads} {at}: {error}");
                let writing = FirstNumbers {
                    writing_fails_at: Some(at),
                    ..numbers()
                };
                let error = written(&writing, threads).unwrap_err().to_string();
                assert!(error.contains("it cannot be written"), "{threads} {at}: {error}");
            }
        }
    }

    #[test]
    fn a_panic_of_a_thread_does_not_hang() {
        let panicking = FirstNumbers {
            encoding_panics: true,
            ..numbers()
        };
        for threads in [1, 4] {
            assert!(std::panic::catch_unwind(|| written(&panicking, threads)).is_err());
        }
    }

    #[test]
    fn little_memory_leaves_nothing_in_flight() {
        let settings = |most| Settings {
            page_memory: PageMemory::of(most),
            ..Settings::default()
        };
        assert_eq!(bytes_in_flight(&settings(16 << 20)), 2 << 20);
        assert_eq!(bytes_in_flight(&settings(1 << 40)), IN_FLIGHT_BYTES);
        assert_eq!(bytes_in_flight(&Settings::default()), IN_FLIGHT_BYTES);
        let size = BatchSize { rows: 100, bytes: 1000 };
        let lengths = [1, 10, 11, 5000].map(|length| size.batch_bytes(length));
        assert_eq!(lengths, [100, 1000, 990, 5000]);
    }
}
