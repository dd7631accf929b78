//! Spill files of a query that does not fit into memory: written and read through the same page I/O as data sets, in
//! the folder of UTILLOC=, and included in the accounts.
//!
//! Page I/O belongs to one thread, and no worker of a plan may wait for storage. So each file has a thread of its own
//! while it is written, and another while it is read.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use bytes::Bytes;
use datafusion::common::{DataFusionError, Result};
use datafusion::execution::spill_file::{SpillFile, SpillWriter, TempFileFactory};
use feedrate_rows::Fault;
use feedrate_rows::spill::{Layout, Run, RunReader, SpillRoom};
use futures::Stream;
use tokio::sync::{mpsc, watch};

use crate::shared::SharedState;

/// The bytes that are passed between threads at once, which are the records of a run.
const CHUNK: usize = 64 << 10;

/// The memory for which the blocks of a run are laid out, which makes them a quarter of a MiB.
const LAYOUT_MEMORY: u64 = 3 << 20;

/// The number of chunks that may be queued for the receiver.
const AHEAD: usize = 4;

/// The spill files of a query.
#[derive(Clone)]
pub(crate) struct SpillFiles {
    room: Arc<SpillRoom>,
    shared: Arc<SharedState>,
}

impl SpillFiles {
    pub(crate) fn new(room: Arc<SpillRoom>, shared: Arc<SharedState>) -> Self {
        Self { room, shared }
    }
}

impl TempFileFactory for SpillFiles {
    fn create_temp_file(&self, _: &str) -> Result<Arc<dyn SpillFile>> {
        let (sender, written) = watch::channel(None);
        Ok(Arc::new(File {
            spilling: self.clone(),
            sender: Arc::new(sender),
            written,
        }))
    }
}

/// The content of a file that was written, or `None` if writing failed.
type WriteResult = Option<Arc<Content>>;

struct Content {
    run: Run,
    bytes: u64,
}

struct File {
    spilling: SpillFiles,
    /// Sends the content once all of it is written.
    sender: Arc<watch::Sender<Option<WriteResult>>>,
    written: watch::Receiver<Option<WriteResult>>,
}

impl SpillFile for File {
    fn size(&self) -> Option<u64> {
        let written = self.written.borrow();
        written.as_ref()?.as_ref().map(|content| content.bytes)
    }

    /// Waits until the file is complete.
    fn read_stream(&self) -> Result<Pin<Box<dyn Stream<Item = Result<Bytes>> + Send>>> {
        let reading = Reading {
            spilling: self.spilling.clone(),
            written: self.written.clone(),
            chunks: None,
        };
        Ok(Box::pin(futures::stream::unfold(reading, Reading::next)))
    }

    fn open_writer(&self) -> Result<Box<dyn SpillWriter>> {
        let (sender, chunks) = sync_channel(AHEAD);
        let (spilling, published) = (self.spilling.clone(), Arc::clone(&self.sender));
        let thread = thread::Builder::new().name("sql-spill".into()).spawn(move || {
            let content = spilling.write(&chunks).map_err(|error| {
                let message = error.to_string();
                spilling.shared.fail(Box::new(Fault::Spill(error)));
                io::Error::other(message)
            });
            let (content, outcome) = match content {
                Ok(content) => (Some(Arc::new(content)), Ok(())),
                Err(error) => (None, Err(error)),
            };
            // The content is published whether or not a receiver waits for it.
            published.send_replace(Some(content));
            outcome
        })?;
        Ok(Box::new(Writer {
            sender: Some(sender),
            chunk: Vec::with_capacity(CHUNK),
            thread: Some(thread),
        }))
    }
}

impl SpillFiles {
    /// The work of the thread that writes a file.
    fn write(&self, chunks: &Receiver<Vec<u8>>) -> feedrate_rows::spill::Result<Content> {
        let layout = Layout::new(CHUNK, 0, LAYOUT_MEMORY);
        let mut writer = self.room.writer(layout, None)?;
        let mut bytes = 0;
        for chunk in chunks {
            let record = writer.next_record()?;
            record[..chunk.len()].copy_from_slice(&chunk);
            // The bytes after the last chunk have no meaning and are not read.
            record[chunk.len()..].fill(0);
            bytes += chunk.len() as u64;
        }
        let mut runs = writer.finish()?;
        Ok(Content {
            run: runs.remove(0),
            bytes,
        })
    }

    /// The work of the thread that reads a file.
    fn read(&self, content: &Content, chunks: &mpsc::Sender<Result<Bytes>>) -> feedrate_rows::spill::Result<()> {
        let mut reader = RunReader::open(&self.room, &content.run)?;
        let mut left = content.bytes;
        while left > 0
            && let Some(record) = reader.next()?
        {
            let length = left.min(CHUNK as u64) as usize;
            left -= length as u64;
            let chunk = Bytes::copy_from_slice(&record[..length]);
            if chunks.blocking_send(Ok(chunk)).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// Sends chunks to the thread that writes them.
struct Writer {
    /// `None` once everything was sent.
    sender: Option<SyncSender<Vec<u8>>>,
    chunk: Vec<u8>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Writer {
    fn hand_over(&mut self) -> io::Result<()> {
        let chunk = std::mem::replace(&mut self.chunk, Vec::with_capacity(CHUNK));
        let sent = self.sender.as_ref().map(|sender| sender.send(chunk));
        match sent {
            Some(Ok(())) => Ok(()),
            // The thread has ended early, and its result says why.
            _ => self.end(),
        }
    }

    fn end(&mut self) -> io::Result<()> {
        self.sender = None;
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

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl SpillWriter for Writer {
    fn finish(&mut self) -> Result<()> {
        if !self.chunk.is_empty() {
            self.hand_over()?;
        }
        Ok(self.end()?)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // An unfinished file is not needed, but its thread is waited for.
        let _ = self.end();
    }
}

/// A file while it is read.
struct Reading {
    spilling: SpillFiles,
    written: watch::Receiver<Option<WriteResult>>,
    chunks: Option<mpsc::Receiver<Result<Bytes>>>,
}

impl Reading {
    async fn next(mut self) -> Option<(Result<Bytes>, Self)> {
        if self.chunks.is_none() {
            match self.begin().await {
                Ok(chunks) => self.chunks = Some(chunks),
                Err(error) => {
                    // The next call finds a closed channel.
                    self.chunks = Some(mpsc::channel(1).1);
                    return Some((Err(error), self));
                }
            }
        }
        let next = self.chunks.as_mut()?.recv().await?;
        Some((next, self))
    }

    async fn begin(&mut self) -> Result<mpsc::Receiver<Result<Bytes>>> {
        let complete = self.written.wait_for(Option::is_some).await;
        let content = complete.ok().and_then(|written| written.clone().flatten());
        let Some(content) = content else {
            return Err(DataFusionError::Execution(
                "what was laid down is not complete".to_owned(),
            ));
        };
        let (sender, chunks) = mpsc::channel(AHEAD);
        let spilling = self.spilling.clone();
        thread::Builder::new().name("sql-spilled".into()).spawn(move || {
            if let Err(error) = spilling.read(&content, &sender) {
                let error = spilling.shared.fail(Box::new(Fault::Spill(error)));
                let _ = sender.blocking_send(Err(error));
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

    fn spilling(folder: &std::path::Path) -> SpillFiles {
        let shared = SharedState::new(Formats::new(), FixedClock(0.0), 0);
        SpillFiles::new(Arc::new(SpillRoom::new(folder)), Arc::new(shared))
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
    async fn a_spill_file_can_be_read_several_times() {
        let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let spilling = spilling(folder.path());
        for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3_000_000] {
            let bytes: Vec<u8> = (0..length).map(|index| (index * 7 % 251) as u8).collect();
            let file = spilling.create_temp_file("test").unwrap();
            // Reading starts before the file is complete, and waits for it.
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
    async fn a_failed_spill_is_a_fault() {
        let spilling = spilling(std::path::Path::new("/proc/nowhere"));
        let file = spilling.create_temp_file("test").unwrap();
        let mut writer = file.open_writer().unwrap();
        let written = writer.write_all(&vec![1; 10 * CHUNK]);
        assert!(written.is_err() || writer.finish().is_err());
        assert!(file.read_stream().unwrap().next().await.unwrap().is_err());
        assert!(matches!(*spilling.shared.take_fault().unwrap(), Fault::Spill(_)));
    }
}
