//! What a query lays down because it does not fit into memory: through the same page I/O as all else, in the folder
//! of UTILLOC=, and accounted for.
//!
//! What moves pages belongs to one thread, and no worker of a plan is to wait for storage. So each file has a thread
//! of its own while it is written, and another while it is read.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use bytes::Bytes;
use datafusion::common::{DataFusionError, Result};
use datafusion::execution::spill_file::{SpillFile, SpillWriter, TempFileFactory};
use feedrate_steps::data::Fault;
use feedrate_steps::spill::{Layout, Run, RunReader, RunWriter, SpillRoom};
use futures::Stream;
use tokio::sync::{mpsc, watch};

use crate::shared::Shared;

/// Bytes that are handed to and fro at once. They are the records of a run.
const CHUNK: usize = 64 << 10;

/// Memory for which the blocks of a run are laid out: they become a quarter of a MiB.
const LAYOUT_MEMORY: u64 = 3 << 20;

/// Chunks that wait for who takes them.
const AHEAD: usize = 4;

/// Files of a query that does not fit into memory.
#[derive(Clone)]
pub(crate) struct Spilling {
    room: Arc<SpillRoom>,
    shared: Arc<Shared>,
}

impl Spilling {
    pub(crate) fn new(room: Arc<SpillRoom>, shared: Arc<Shared>) -> Self {
        Self { room, shared }
    }
}

impl TempFileFactory for Spilling {
    fn create_temp_file(&self, _: &str) -> Result<Arc<dyn SpillFile>> {
        Ok(Arc::new(File {
            spilling: self.clone(),
            told: Arc::new(watch::Sender::new(Told::default())),
            ask: Arc::default(),
        }))
    }
}

/// What is known of a file.
#[derive(Clone, Default)]
struct Told {
    /// What can be read of it, from its front on.
    parts: Vec<Arc<Part>>,
    /// Whether no more will come.
    has_ended: bool,
    /// Whether it ended before its time.
    has_failed: bool,
}

/// A run of the file, which is complete.
struct Part {
    run: Run,
    bytes: u64,
}

/// How who reads a file that is still written asks for what there is of it.
#[derive(Default)]
struct Ask {
    is_asked: AtomicBool,
    /// Wakes the thread that writes.
    pieces: Mutex<Option<SyncSender<Piece>>>,
}

/// What the thread that writes a file is handed.
enum Piece {
    /// Bytes, no more than a chunk.
    Bytes(Vec<u8>),
    /// Somebody asks.
    Asked,
    /// The file is complete.
    End,
}

impl Ask {
    /// Asks for what there is, or will be next.
    fn ask(&self) {
        self.is_asked.store(true, Ordering::Release);
        let pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        // While the thread has pieces before it, it will see it without being woken.
        if let Some(pieces) = pieces.as_ref() {
            let _ = pieces.try_send(Piece::Asked);
        }
    }
}

struct File {
    spilling: Spilling,
    told: Arc<watch::Sender<Told>>,
    ask: Arc<Ask>,
}

impl SpillFile for File {
    fn size(&self) -> Option<u64> {
        let told = self.told.borrow();
        let is_complete = told.has_ended && !told.has_failed;
        is_complete.then(|| told.parts.iter().map(|part| part.bytes).sum())
    }

    /// Gives what is written, also while more is, and waits for it as long as the file is not complete: plans hand
    /// rows from one worker to another through files that both work on.
    fn read_stream(&self) -> Result<Pin<Box<dyn Stream<Item = Result<Bytes>> + Send>>> {
        let reading = Reading {
            spilling: self.spilling.clone(),
            told: self.told.subscribe(),
            ask: Arc::clone(&self.ask),
            taken: 0,
            chunks: None,
            is_over: false,
        };
        Ok(Box::pin(futures::stream::unfold(reading, Reading::next)))
    }

    fn open_writer(&self) -> Result<Box<dyn SpillWriter>> {
        let (sender, pieces) = sync_channel(AHEAD);
        let mut woken = self
            .ask
            .pieces
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *woken = Some(sender.clone());
        drop(woken);
        let (spilling, ask) = (self.spilling.clone(), Arc::clone(&self.ask));
        let ending = Ending {
            told: Arc::clone(&self.told),
            has_failed: true,
        };
        let thread = thread::Builder::new()
            .name("sql-spill".into())
            .spawn(move || {
                // All of it is the thread's, so that it ends with it.
                let mut ending = ending;
                let written = spilling.write(&pieces, &ask, &ending.told);
                ending.has_failed = written.is_err();
                written.map_err(|error| {
                    let message = error.to_string();
                    spilling.shared.fail(Box::new(Fault::Spill(error)));
                    io::Error::other(message)
                })
            })?;
        Ok(Box::new(Writer {
            sender: Some(sender),
            chunk: Vec::with_capacity(CHUNK),
            thread: Some(thread),
        }))
    }
}

/// Tells that a file has ended, however its thread does.
struct Ending {
    told: Arc<watch::Sender<Told>>,
    has_failed: bool,
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.told.send_modify(|told| {
            told.has_ended = true;
            told.has_failed = self.has_failed;
        });
    }
}

/// A part of a file while it is written.
struct Filling<'r> {
    spilling: &'r Spilling,
    /// Absent before the first record.
    writer: Option<RunWriter<'r>>,
    /// The bytes of its records.
    bytes: u64,
    /// Those that are yet to become one.
    rest: Vec<u8>,
}

impl Filling<'_> {
    fn add(&mut self, bytes: &[u8]) -> feedrate_steps::spill::Result<()> {
        if self.rest.is_empty() && bytes.len() == CHUNK {
            return self.record(bytes);
        }
        self.rest.extend_from_slice(bytes);
        if self.rest.len() >= CHUNK {
            let behind = self.rest.split_off(CHUNK);
            let whole = std::mem::replace(&mut self.rest, behind);
            self.record(&whole)?;
        }
        Ok(())
    }

    fn record(&mut self, bytes: &[u8]) -> feedrate_steps::spill::Result<()> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => {
                let layout = Layout::new(CHUNK, 0, LAYOUT_MEMORY);
                none.insert(self.spilling.room.writer(layout, None)?)
            }
        };
        let record = writer.next_record()?;
        record[..bytes.len()].copy_from_slice(bytes);
        // What stands behind the last bytes means nothing, and is told to nobody.
        record[bytes.len()..].fill(0);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// The part, which is complete then; nothing if there is nothing in it. The next bytes begin another.
    fn finish(&mut self) -> feedrate_steps::spill::Result<Option<Part>> {
        if !self.rest.is_empty() {
            let rest = std::mem::take(&mut self.rest);
            self.record(&rest)?;
        }
        let Some(writer) = self.writer.take() else {
            return Ok(None);
        };
        let mut runs = writer.finish()?;
        Ok(Some(Part {
            run: runs.remove(0),
            bytes: std::mem::take(&mut self.bytes),
        }))
    }
}

impl Spilling {
    /// What the thread of a file that is written does. A part ends where somebody asks for what there is, and with the
    /// file.
    fn write(
        &self,
        pieces: &Receiver<Piece>,
        ask: &Ask,
        told: &watch::Sender<Told>,
    ) -> feedrate_steps::spill::Result<()> {
        let mut filling = Filling {
            spilling: self,
            writer: None,
            bytes: 0,
            rest: Vec::new(),
        };
        loop {
            let is_end = match pieces.recv() {
                Ok(Piece::Bytes(bytes)) => {
                    filling.add(&bytes)?;
                    false
                }
                Ok(Piece::Asked) => false,
                Ok(Piece::End) | Err(_) => true,
            };
            if (is_end || ask.is_asked.load(Ordering::Acquire))
                && let Some(part) = filling.finish()?
            {
                // Who asks from now on asks for more.
                ask.is_asked.store(false, Ordering::Release);
                told.send_modify(|told| told.parts.push(Arc::new(part)));
            }
            if is_end {
                return Ok(());
            }
        }
    }

    /// What the thread of parts that are read does.
    fn read(
        &self,
        parts: &[Arc<Part>],
        chunks: &mpsc::Sender<Result<Bytes>>,
    ) -> feedrate_steps::spill::Result<()> {
        for part in parts {
            let mut reader = RunReader::open_to_keep(&self.room, &part.run)?;
            let mut left = part.bytes;
            while left > 0
                && let Some(record) = reader.next()?
            {
                let length = left.min(CHUNK as u64) as usize;
                left -= length as u64;
                let chunk = Bytes::copy_from_slice(&record[..length]);
                if chunks.blocking_send(Ok(chunk)).is_err() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Hands chunks to the thread that writes them.
struct Writer {
    /// Absent once all was handed over.
    sender: Option<SyncSender<Piece>>,
    chunk: Vec<u8>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Writer {
    fn hand_over(&mut self) -> io::Result<()> {
        let chunk = std::mem::replace(&mut self.chunk, Vec::with_capacity(CHUNK));
        let sender = self.sender.as_ref();
        let sent = sender.map(|sender| sender.send(Piece::Bytes(chunk)));
        match sent {
            Some(Ok(())) => Ok(()),
            // It ended before its time, and knows why.
            _ => self.end(),
        }
    }

    fn end(&mut self) -> io::Result<()> {
        if let Some(sender) = self.sender.take() {
            // A thread that has ended needs not be told.
            let _ = sender.send(Piece::End);
        }
        match self.thread.take().map(JoinHandle::join) {
            None => Ok(()),
            Some(Ok(outcome)) => outcome,
            Some(Err(_)) => Err(io::Error::other("the thread that writes has ended")),
        }
    }
}

impl io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.len().min(CHUNK - self.chunk.len());
        self.chunk.extend_from_slice(&bytes[..length]);
        if self.chunk.len() == CHUNK {
            self.hand_over()?;
        }
        Ok(length)
    }

    /// What was written can be read then, though perhaps not at once.
    fn flush(&mut self) -> io::Result<()> {
        match self.chunk.is_empty() {
            true => Ok(()),
            false => self.hand_over(),
        }
    }
}

impl SpillWriter for Writer {
    fn finish(&mut self) -> Result<()> {
        io::Write::flush(self)?;
        Ok(self.end()?)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // What was not finished is wanted by nobody, but its thread is waited for.
        let _ = self.end();
    }
}

/// A file while it is read.
struct Reading {
    spilling: Spilling,
    told: watch::Receiver<Told>,
    ask: Arc<Ask>,
    /// Parts that were read, or are.
    taken: usize,
    /// What comes of the parts that are read.
    chunks: Option<mpsc::Receiver<Result<Bytes>>>,
    /// Whether the last thing was told.
    is_over: bool,
}

impl Reading {
    async fn next(mut self) -> Option<(Result<Bytes>, Self)> {
        while !self.is_over {
            if let Some(chunks) = &mut self.chunks {
                match chunks.recv().await {
                    Some(chunk) => {
                        self.is_over = chunk.is_err();
                        return Some((chunk, self));
                    }
                    None => self.chunks = None,
                }
            }
            let told = self.told.borrow_and_update().clone();
            let parts = told.parts.get(self.taken..).unwrap_or_default();
            if !parts.is_empty() {
                self.taken = told.parts.len();
                match self.begin(parts.to_vec()) {
                    Ok(chunks) => self.chunks = Some(chunks),
                    Err(error) => {
                        self.is_over = true;
                        return Some((Err(error), self));
                    }
                }
                continue;
            }
            if !told.has_ended {
                self.ask.ask();
                if self.told.changed().await.is_ok() {
                    continue;
                }
            }
            self.is_over = true;
            if told.has_failed || !told.has_ended {
                let text = "what was laid down is not complete".to_owned();
                return Some((Err(DataFusionError::Execution(text)), self));
            }
        }
        None
    }

    /// Begins to read parts.
    fn begin(&self, parts: Vec<Arc<Part>>) -> Result<mpsc::Receiver<Result<Bytes>>> {
        let (sender, chunks) = mpsc::channel(AHEAD);
        let spilling = self.spilling.clone();
        thread::Builder::new()
            .name("sql-spilled".into())
            .spawn(move || {
                if let Err(error) = spilling.read(&parts, &sender) {
                    let message = error.to_string();
                    spilling.shared.fail(Box::new(Fault::Spill(error)));
                    let _ = sender.blocking_send(Err(DataFusionError::Execution(message)));
                }
            })?;
        Ok(chunks)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use feedrate_values::format::Formats;
    use feedrate_values::function::FixedClock;
    use futures::StreamExt;

    use super::*;

    fn spilling(folder: &std::path::Path) -> Spilling {
        let shared = Shared::new(Formats::new(), FixedClock(0.0), 0);
        Spilling::new(Arc::new(SpillRoom::new(folder)), Arc::new(shared))
    }

    async fn read(file: &Arc<dyn SpillFile>) -> Vec<u8> {
        let mut stream = file.read_stream().unwrap();
        let mut bytes = Vec::new();
        while let Some(chunk) = stream.next().await {
            bytes.extend_from_slice(&chunk.unwrap());
        }
        bytes
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_is_laid_down_comes_back_as_often_as_it_is_wanted() {
        let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let spilling = spilling(folder.path());
        for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3_000_000] {
            let bytes: Vec<u8> = (0..length).map(|index| (index * 7 % 251) as u8).collect();
            let file = spilling.create_temp_file("test").unwrap();
            // Who reads first waits for what is written.
            let waiting = tokio::spawn({
                let file = Arc::clone(&file);
                async move { read(&file).await }
            });
            let mut writer = file.open_writer().unwrap();
            writer.write_all(&bytes).unwrap();
            writer.finish().unwrap();
            assert_eq!(file.size(), Some(length as u64));
            assert!(read(&file).await == bytes, "{length}");
            assert!(waiting.await.unwrap() == bytes, "{length}");
        }
        assert_eq!(spilling.room.accounts().len(), 2);
        drop(spilling);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_is_written_can_be_read_before_the_file_is_complete() {
        let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let spilling = spilling(folder.path());
        let file = spilling.create_temp_file("test").unwrap();
        let mut stream = file.read_stream().unwrap();
        let mut writer = file.open_writer().unwrap();
        let mut all = Vec::new();
        for (number, length) in (0_u8..).zip([1, 100, CHUNK, 3 * CHUNK + 5, 2, CHUNK - 1]) {
            let bytes = vec![number; length];
            writer.write_all(&bytes).unwrap();
            writer.flush().unwrap();
            all.extend_from_slice(&bytes);
            let mut came = Vec::new();
            while came.len() < length {
                let patience = std::time::Duration::from_secs(60);
                let chunk = tokio::time::timeout(patience, stream.next()).await;
                came.extend_from_slice(&chunk.unwrap().unwrap().unwrap());
            }
            assert!(came == bytes, "{number}");
        }
        assert_eq!(file.size(), None);
        writer.finish().unwrap();
        assert!(stream.next().await.is_none());
        assert_eq!(file.size(), Some(all.len() as u64));
        assert!(read(&file).await == all);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_cannot_be_laid_down_is_a_fault() {
        let spilling = spilling(std::path::Path::new("/proc/nowhere"));
        let file = spilling.create_temp_file("test").unwrap();
        let mut writer = file.open_writer().unwrap();
        let written = writer.write_all(&vec![1; 10 * CHUNK]);
        assert!(written.is_err() || writer.finish().is_err());
        assert!(file.read_stream().unwrap().next().await.unwrap().is_err());
        assert!(matches!(
            *spilling.shared.take_fault().unwrap(),
            Fault::Spill(_)
        ));
    }
}
