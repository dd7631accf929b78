//! One stream: made ready, then run from a common start.

mod cursor;
mod meter;
mod mix;
mod open;
mod progress;

mod target;

use std::path::Path;
use std::time::{Duration, Instant};

use feedrate_pageio::{Completion, Content, CpuUse, Direction, Queue, QueueRequest, Transfer, mark};

use crate::claim::MadeFile;
use crate::control::{Control, Counter};
use crate::error::Result;
use crate::job::{Stream, Work};
use crate::outcome::StreamOutcome;
use crate::rotation::Rotation;
use crate::slots::Slots;
use cursor::Cursor;
use progress::{Counters, Progress};

/// Of a deep queue, the share that a wait asks for at once: one call then reaps and refills a batch,
/// while three quarters of the queue stay in flight.
const BATCH_SHARE: u32 = 4;

/// The longest time that a paced stream sleeps before it looks whether it is to stop.
const NAP: Duration = Duration::from_millis(20);

/// A stream whose files are open and whose buffers are filled.
#[derive(Debug)]
pub(crate) struct ReadyStream {
    stream: Stream,
    // Fields drop in this order: a file that must go goes before its lock does.
    made: Option<MadeFile>,
    queue: Queue,
    slots: Slots,
    content: Content,
    rotation: Rotation,
    reads: Cursor,
    writes: Cursor,
    target_file: usize,
}

impl ReadyStream {
    /// Opens the files and readies buffers and engine. It must be called by the thread that runs the
    /// stream.
    pub(crate) fn new(stream: Stream) -> Result<Self> {
        stream.check()?;
        let (files, made) = open::open_claimed(&stream)?;
        open::check(&files, &stream)?;
        let target_file = files.len() - 1;
        let writes_content = matches!(stream.work, Work::Write { .. } | Work::Mixed { .. });
        if writes_content {
            target::prepare(&files[target_file], &stream)?;
        }
        let transfer_bytes = stream
            .geometry
            .transfer_bytes()
            .max(stream.geometry.page)
            .min(stream.range.bytes.next_multiple_of(stream.geometry.page)) as usize;
        let depth = stream.depth.max(1) as usize;
        let rotation = Rotation::of(&files[target_file]);
        let content_slots = if writes_content {
            rotation.slots(transfer_bytes, depth)
        } else {
            0
        };
        let read_slots = if stream.work.source().is_some() { depth } else { 0 };
        let mut queue = Queue::new(
            files,
            QueueRequest {
                engine: stream.engine,
                depth: stream.depth,
                transfer_bytes,
                slots: content_slots + read_slots,
                page_bytes: stream.geometry.page as usize,
                shape: open::shape(&stream, transfer_bytes as u64),
            },
        )?;
        let mut content = Content::new(stream.seed, stream.compressible_percent);
        for slot in 0..content_slots {
            content.fill(queue.slot_mut(slot));
        }
        Ok(Self {
            reads: Cursor::new(&stream, 1),
            writes: Cursor::new(&stream, 2),
            slots: Slots::new(content_slots, queue.slots(), rotation),
            stream,
            queue,
            content,
            rotation,
            target_file,
            made,
        })
    }

    /// The file that did not exist before, if it made one.
    pub(crate) fn made(&self) -> Option<&Path> {
        self.made.as_ref().map(MadeFile::path)
    }

    /// Runs the stream from `start` on, or at once, until its limit or until it is stopped.
    pub(crate) fn run(
        mut self,
        start: Option<Instant>,
        interval: Duration,
        control: &Control,
        counter: Counter,
    ) -> Result<StreamOutcome> {
        // Counters are read before the clock starts, because reading them takes time.
        let before = Counters::now();
        let start = match start {
            Some(start) => {
                std::thread::sleep(start.saturating_duration_since(Instant::now()));
                start
            }
            None => Instant::now(),
        };
        let mut run = Progress::new(&self.stream, start, before, interval, counter);
        if let Err(error) = self.move_pages(&mut run, control) {
            self.queue.drain();
            return Err(error);
        }
        if run.is_ramping() {
            // It was stopped before anything counted.
            self.queue.restart_account();
            run.end_ramp();
        }
        let waits = self.stream.durable && self.stream.work.target().is_some();
        // A stream that waits for the device is not done before that.
        let stopped = run.cut_short || (waits && control.is_stopped());
        let ended = run.last;
        let mut finished = ended;
        let mut sync_time = None;
        if waits && !stopped {
            let before = Instant::now();
            self.queue.files()[self.target_file].sync_data()?;
            finished = Instant::now();
            sync_time = Some(finished - before);
        }
        if let Some(made) = self.made.take()
            && !stopped
        {
            made.keep();
        }
        let after = Counters::now();
        let thread_cpu = CpuUse::of_thread() - run.before.thread_cpu;
        let ramped = run.ramped();
        let (interval, series) = run.meter.finish(ended);
        Ok(StreamOutcome {
            name: self.stream.name,
            account: self.queue.account(),
            ramped,
            transfer_time: ended.saturating_duration_since(run.measured_from),
            sync_time,
            done_after: finished.saturating_duration_since(run.measured_from),
            thread_cpu,
            engine: self.queue.engine().clone(),
            depth_asked: self.stream.depth,
            depth: self.queue.depth(),
            passes: self.reads.passes().max(self.writes.passes()),
            written_back: matches!(self.stream.work, Work::ReadWriteBack { .. }),
            stopped,
            interval,
            series,
            before: run.before.process,
            after: after.process,
        })
    }

    fn move_pages(&mut self, run: &mut Progress, control: &Control) -> Result<()> {
        let depth = self.queue.engine().depth;
        let batch = if run.pace.is_some() {
            1
        } else {
            (depth / BATCH_SHARE).max(1)
        };
        let mut done = Vec::with_capacity(depth as usize);
        loop {
            if control.is_stopped() {
                run.stop();
            }
            while !run.ending && self.queue.has_room() {
                if let Some(wait) = run.must_wait() {
                    if self.queue.in_flight() > 0 {
                        break;
                    }
                    std::thread::sleep(wait.min(NAP));
                    run.look_after_a_nap();
                    if control.is_stopped() {
                        run.stop();
                    }
                    continue;
                }
                if !self.submit_next(run)? {
                    run.ending = true;
                }
            }
            let in_flight = self.queue.in_flight();
            if in_flight == 0 {
                return Ok(());
            }
            // At the end all that is left is waited for at once.
            let least = if run.ending { in_flight } else { batch.min(in_flight) };
            done.clear();
            self.queue.wait(least, &mut done)?;
            for completion in &done {
                self.completed(completion, run)?;
            }
            // The account has all that was just reaped, so the ramp ends between one reaping and another.
            if run.is_ramp_over() {
                self.queue.restart_account();
                run.end_ramp();
            }
            run.look_at_the_clock(run.last);
        }
    }

    /// Submits the next transfer; says false when the stream's bytes are all submitted.
    fn submit_next(&mut self, run: &mut Progress) -> Result<bool> {
        let most = run.bytes_left();
        if most == 0 {
            return Ok(false);
        }
        let direction = match self.stream.work {
            Work::Read { .. } | Work::ReadWriteBack { .. } => Direction::Read,
            Work::Write { .. } => Direction::Write,
            Work::Mixed { read_percent, .. } => run.mix.next(read_percent),
        };
        let (cursor, file) = match direction {
            Direction::Read => (&mut self.reads, 0),
            Direction::Write => (&mut self.writes, self.target_file),
        };
        // A byte limit ends a stream within a transfer only where that leaves it aligned.
        let most = if self.stream.method.is_direct() {
            most.checked_next_multiple_of(self.stream.geometry.page).unwrap_or(most)
        } else {
            most
        };
        let span = cursor.next(most);
        let bytes = span.bytes as usize;
        let slot = self.slots.take(direction);
        if direction == Direction::Write {
            let buffer = &mut self.queue.slot_mut(slot)[..bytes];
            self.rotation.change(&mut self.content, buffer);
            if span.offset == 0 {
                mark::put(buffer);
            }
        }
        run.submit(span.bytes);
        let transfer = Transfer {
            direction,
            file,
            slot,
            offset: span.offset,
            bytes,
        };
        // A read follows at once on the completion that made room for it; a write first gets its
        // content, which is none of the transfer's time.
        match (direction, run.clock.take()) {
            (Direction::Read, Some(now)) => self.queue.submit_at(transfer, now)?,
            _ => self.queue.submit(transfer)?,
        }
        Ok(true)
    }

    fn completed(&mut self, completion: &Completion, run: &mut Progress) -> Result<()> {
        let transfer = completion.transfer;
        let write_back = matches!(self.stream.work, Work::ReadWriteBack { .. });
        if write_back && transfer.direction == Direction::Read {
            // The slot stays with the page until it is written back.
            let back = Transfer {
                direction: Direction::Write,
                ..transfer
            };
            return Ok(self.queue.submit_at(back, completion.at)?);
        }
        self.slots.free(transfer.slot);
        run.complete(completion.at, transfer.bytes as u64);
        Ok(())
    }
}
