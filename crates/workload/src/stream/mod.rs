//! One stream: made ready, then run from a common start.

mod cursor;
mod meter;
mod pace;
mod target;

use std::time::{Duration, Instant};

use feedrate_pageio::cache::StorageIo;
use feedrate_pageio::{
    Access, Completion, Content, CpuUse, Create, Direction, Mode, OpenRequest, PageFile, Queue,
    QueueRequest, Transfer, mark,
};

use crate::control::{Control, Counter};
use crate::error::Result;
use crate::job::{Stream, Work};
use crate::outcome::{Snapshot, StreamOutcome};
use cursor::Cursor;
use meter::Meter;
use pace::Pace;
use target::MadeFile;

/// Of a deep queue, the share that a wait asks for at once: one call then reaps and refills a batch,
/// while three quarters of the queue stay in flight.
const BATCH_SHARE: u32 = 4;

/// How long a paced stream sleeps at most before it looks whether it is to stop.
const NAP: Duration = Duration::from_millis(20);

/// A stream whose files are open and whose buffers are filled.
#[derive(Debug)]
pub(crate) struct Ready {
    stream: Stream,
    // Fields drop in this order: a file that must go goes before its lock does.
    made: Option<MadeFile>,
    queue: Queue,
    content: Content,
    reads: Cursor,
    writes: Cursor,
    target_file: usize,
}

impl Ready {
    /// Opens the files and readies buffers and engine. It must be called by the thread that runs the
    /// stream.
    pub(crate) fn new(stream: Stream) -> Result<Self> {
        stream.check()?;
        let (files, made) = open_claimed(&stream)?;
        for file in &files {
            check_alignment(file, &stream)?;
        }
        let target_file = files.len() - 1;
        if stream.work.target().is_some() && !matches!(stream.work, Work::ReadWriteBack { .. }) {
            target::prepare(&files[target_file], &stream)?;
        }
        let transfer_bytes = stream
            .geometry
            .transfer_bytes()
            .max(stream.geometry.page)
            .min(stream.range.bytes.next_multiple_of(stream.geometry.page))
            as usize;
        let writes_content = matches!(stream.work, Work::Write { .. } | Work::Mixed { .. });
        let slots = if writes_content {
            (Content::ARENA_BYTES / transfer_bytes.max(1)).max(stream.depth as usize)
        } else {
            stream.depth as usize
        };
        let mut queue = Queue::new(
            files,
            QueueRequest {
                engine: stream.engine,
                depth: stream.depth,
                transfer_bytes,
                slots,
                page_bytes: stream.geometry.page as usize,
                shape: stream.shape,
            },
        )?;
        let mut content = Content::new(stream.seed, stream.compressible_percent);
        if writes_content {
            content.fill(queue.arena_mut().bytes_mut());
        }
        Ok(Self {
            reads: Cursor::new(&stream, 1),
            writes: Cursor::new(&stream, 2),
            stream,
            queue,
            content,
            target_file,
            made,
        })
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
        let before = (Snapshot::now(), CpuUse::of_thread());
        let start = match start {
            Some(start) => {
                std::thread::sleep(start.saturating_duration_since(Instant::now()));
                start
            }
            None => Instant::now(),
        };
        let mut run = Run::new(
            &self.stream,
            start,
            before,
            interval,
            self.queue.slots(),
            counter,
        );
        let moved = self.move_pages(&mut run, control);
        if moved.is_err() {
            self.queue.drain();
        }
        moved?;
        let ended = run.last;
        let mut sync_time = None;
        if self.stream.durable && self.stream.work.target().is_some() && !control.is_stopped() {
            let before = Instant::now();
            self.queue.files()[self.target_file].sync_data()?;
            sync_time = Some(before.elapsed());
        }
        let finished = if sync_time.is_some() {
            Instant::now()
        } else {
            ended
        };
        if let Some(made) = self.made.take()
            && !control.is_stopped()
        {
            made.keep();
        }
        let after = Snapshot::now();
        let thread_cpu = CpuUse::of_thread() - run.thread_cpu;
        let (interval, series) = run.meter.finish(ended);
        Ok(StreamOutcome {
            name: self.stream.name,
            account: self.queue.account(),
            transfer_time: ended.saturating_duration_since(run.measured_from),
            sync_time,
            done_after: finished.saturating_duration_since(run.measured_from),
            thread_cpu,
            engine: self.queue.engine().clone(),
            depth_asked: self.stream.depth,
            depth: self.queue.depth(),
            passes: self.reads.passes().max(self.writes.passes()),
            written_back: matches!(self.stream.work, Work::ReadWriteBack { .. }),
            stopped: control.is_stopped(),
            interval,
            series,
            before: run.before,
            after,
        })
    }

    fn move_pages(&mut self, run: &mut Run, control: &Control) -> Result<()> {
        let depth = self.queue.engine().depth;
        let batch = if run.pace.is_some() {
            1
        } else {
            (depth / BATCH_SHARE).max(1)
        };
        let mut done = Vec::with_capacity(depth as usize);
        loop {
            if control.is_stopped() {
                run.ending = true;
            }
            while !run.ending && self.queue.has_room() {
                if let Some(wait) = run.must_wait() {
                    if self.queue.in_flight() > 0 {
                        break;
                    }
                    std::thread::sleep(wait.min(NAP));
                    run.clock = None;
                    run.look_at_the_clock(Instant::now());
                    if control.is_stopped() {
                        run.ending = true;
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
            let least = if run.ending {
                in_flight
            } else {
                batch.min(in_flight)
            };
            done.clear();
            self.queue.wait(least, &mut done)?;
            for completion in &done {
                self.completed(completion, run)?;
            }
        }
    }

    /// Submits the next transfer; says false when the stream's bytes are all submitted.
    fn submit_next(&mut self, run: &mut Run) -> Result<bool> {
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
            most.checked_next_multiple_of(self.stream.geometry.page)
                .unwrap_or(most)
        } else {
            most
        };
        let span = cursor.next(most);
        let bytes = span.bytes as usize;
        let slot = run.take_slot();
        if direction == Direction::Write {
            let buffer = &mut self.queue.slot_mut(slot)[..bytes];
            self.content.stamp(buffer);
            if span.offset == 0 {
                mark::put(buffer);
            }
        }
        run.submitted += span.bytes;
        if let Some(pace) = &mut run.pace {
            pace.spend(span.bytes);
        }
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

    fn completed(&mut self, completion: &Completion, run: &mut Run) -> Result<()> {
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
        run.free_slot(transfer.slot);
        run.clock = Some(completion.at);
        run.counter.add(transfer.bytes as u64);
        run.last = run.last.max(completion.at);
        if run.ramping && completion.at >= run.counted_from {
            // What was submitted during the ramp does not count towards the limit.
            self.queue.restart_account();
            run.end_ramp(completion.at);
            return Ok(());
        }
        run.meter.add(completion.at, transfer.bytes as u64);
        run.look_at_the_clock(completion.at);
        Ok(())
    }
}

/// Opens the files, and gives a guard for the one to be written if it did not exist. A stream may
/// remove only what it made itself: others may want to make the same file at the same moment.
fn open_claimed(stream: &Stream) -> Result<(Vec<PageFile>, Option<MadeFile>)> {
    loop {
        let made = match stream.work.target() {
            Some(target) => target::claim(target, stream.overwrite_foreign)?,
            None => None,
        };
        let create = if made.is_some() {
            Create::New
        } else {
            Create::Keep
        };
        let error = match open_files(stream, create) {
            Ok(files) => return Ok((files, made)),
            Err(error) => error,
        };
        let other_was_faster = made.is_some() && error.is_already_there();
        if let Some(made) = made {
            // Nothing was made, or it is another's by now.
            made.keep();
        }
        if !other_was_faster {
            return Err(error);
        }
    }
}

fn open_files(stream: &Stream, create: Create) -> Result<Vec<PageFile>> {
    let request = |mode, create| OpenRequest {
        mode,
        create,
        method: stream.method,
        access: stream.access,
        lock: true,
    };
    let read = request(Mode::Read, Create::Existing);
    let write = request(Mode::Write, create);
    let both = request(Mode::ReadWrite, Create::Existing);
    Ok(match &stream.work {
        Work::Read { file } => vec![PageFile::open(file, read)?],
        Work::Write { file } => vec![PageFile::open(file, write)?],
        Work::ReadWriteBack { file } => vec![PageFile::open(file, both)?],
        Work::Mixed { source, target, .. } if source == target => {
            vec![PageFile::open(source, both)?]
        }
        Work::Mixed { source, target, .. } => {
            vec![
                PageFile::open(source, read)?,
                PageFile::open(target, write)?,
            ]
        }
    })
}

fn check_alignment(file: &PageFile, stream: &Stream) -> Result<()> {
    file.check_alignment("a page", stream.geometry.page)?;
    file.check_alignment("the start of the range", stream.range.offset)?;
    if stream.access == Access::Sequential {
        file.check_alignment("a range", stream.range.bytes)?;
    }
    Ok(())
}

/// Reads and writes in a given proportion, spread as evenly as can be.
#[derive(Debug, Default)]
struct Mix {
    owed_to_reads: u32,
}

impl Mix {
    fn next(&mut self, read_percent: u8) -> Direction {
        self.owed_to_reads += u32::from(read_percent);
        if self.owed_to_reads >= 100 {
            self.owed_to_reads -= 100;
            Direction::Read
        } else {
            Direction::Write
        }
    }
}

/// The state of a run.
#[derive(Debug)]
struct Run {
    /// Free slots, the longest unused first, so that a writer rotates over all its content.
    free: std::collections::VecDeque<usize>,
    limit_bytes: u64,
    limit_time: Option<Duration>,
    submitted: u64,
    pace: Option<Pace>,
    rate: Option<u64>,
    mix: Mix,
    meter: Meter,
    interval: Duration,
    counter: Counter,
    ramping: bool,
    counted_from: Instant,
    measured_from: Instant,
    last: Instant,
    /// The reading of the clock that came with the last completion, until it is used: a queue that is
    /// refilled with several transfers counts each but the first from its own reading.
    clock: Option<Instant>,
    ending: bool,
    before: Snapshot,
    thread_cpu: CpuUse,
}

impl Run {
    fn new(
        stream: &Stream,
        start: Instant,
        (before, thread_cpu): (Snapshot, CpuUse),
        interval: Duration,
        slots: usize,
        counter: Counter,
    ) -> Self {
        let limit_bytes = match (stream.limit.bytes, stream.limit.time) {
            (Some(bytes), _) => bytes,
            (None, Some(_)) => u64::MAX,
            (None, None) => stream.bytes_of_one_pass(),
        };
        Self {
            free: (0..slots).collect(),
            limit_bytes,
            limit_time: stream.limit.time,
            submitted: 0,
            pace: stream.rate.map(|rate| Pace::new(start, rate)),
            rate: stream.rate,
            mix: Mix::default(),
            meter: Meter::new(start, interval),
            interval,
            counter,
            ramping: !stream.ramp.is_zero(),
            counted_from: start + stream.ramp,
            measured_from: start,
            last: start,
            clock: None,
            ending: false,
            before,
            thread_cpu,
        }
    }

    fn bytes_left(&self) -> u64 {
        if self.ramping {
            u64::MAX
        } else {
            self.limit_bytes.saturating_sub(self.submitted)
        }
    }

    fn must_wait(&self) -> Option<Duration> {
        let wait = self.pace?.wait(Instant::now());
        (!wait.is_zero()).then_some(wait)
    }

    fn take_slot(&mut self) -> usize {
        self.free
            .pop_front()
            .expect("a queue has at least as many slots as it is deep")
    }

    fn free_slot(&mut self, slot: usize) {
        self.free.push_back(slot);
    }

    fn end_ramp(&mut self, now: Instant) {
        self.ramping = false;
        self.measured_from = now;
        self.submitted = 0;
        self.pace = self.rate.map(|rate| Pace::new(now, rate));
        self.meter = Meter::new(now, self.interval);
        self.before = Snapshot::now();
        self.thread_cpu = CpuUse::of_thread();
    }

    fn look_at_the_clock(&mut self, now: Instant) {
        if !self.ramping
            && self
                .limit_time
                .is_some_and(|limit| now.saturating_duration_since(self.measured_from) >= limit)
        {
            self.ending = true;
        }
    }
}

impl Snapshot {
    fn now() -> Self {
        Self {
            storage: StorageIo::now().ok(),
            process_cpu: CpuUse::of_process(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mix_is_exact_and_even() {
        for percent in [0u8, 1, 40, 50, 60, 99, 100] {
            let mut mix = Mix::default();
            let directions: Vec<_> = (0..1000).map(|_| mix.next(percent)).collect();
            let reads = directions
                .iter()
                .filter(|&&direction| direction == Direction::Read)
                .count();
            assert_eq!(reads, usize::from(percent) * 10);
        }
        let mut mix = Mix::default();
        let first: Vec<_> = (0..4).map(|_| mix.next(50)).collect();
        assert_eq!(
            first,
            [
                Direction::Write,
                Direction::Read,
                Direction::Write,
                Direction::Read
            ]
        );
    }
}
