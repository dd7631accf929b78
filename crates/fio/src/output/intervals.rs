//! Lines of intervals while jobs run (`--interval`): what was moved since the line before, how fast, and how much of
//! what was read the page cache served.

use std::io::Write;
use std::time::Duration;

use feedrate_pageio::Latencies;
use feedrate_workload::load::{Flow, LoadOutcome, ScheduleOutcome};

/// The names of the columns.
const HEAD: &str = "       s  read MB/s write MB/s       IOPS   mean ms    p99 ms    max ms  cache\n";

/// Writes a line for each interval.
#[derive(Debug)]
pub struct Intervals<W: Write> {
    out: W,
    is_begun: bool,
    /// The end of the interval before, since the first jobs began.
    last: Duration,
    before: Vec<DirectionAmount>,
    /// The bytes that storage has read, where they are known.
    from_storage: Option<u64>,
}

/// The bytes and requests of one direction of a load.
#[derive(Clone, Debug, Default)]
struct DirectionAmount {
    bytes: u64,
    blocks: u64,
    latencies: Latencies,
}

impl DirectionAmount {
    fn of(flow: &Flow) -> Self {
        Self {
            bytes: flow.bytes,
            blocks: flow.operations,
            latencies: flow.total.clone(),
        }
    }

    /// Returns what was moved since an earlier state. A load whose ramp has ended has begun anew.
    fn since(&self, earlier: &Self) -> Self {
        if self.blocks < earlier.blocks || self.latencies.count() < earlier.latencies.count() {
            return self.clone();
        }
        Self {
            bytes: self.bytes.saturating_sub(earlier.bytes),
            blocks: self.blocks - earlier.blocks,
            latencies: self.latencies.since(&earlier.latencies),
        }
    }

    fn add(&mut self, other: &Self) {
        self.bytes += other.bytes;
        self.blocks += other.blocks;
        self.latencies.merge(&other.latencies);
    }
}

impl<W: Write> Intervals<W> {
    /// Creates the lines, which go to `out`.
    pub fn new(out: W) -> Self {
        Self {
            out,
            is_begun: false,
            last: Duration::ZERO,
            before: Vec::new(),
            from_storage: Some(0),
        }
    }

    /// Ends the last interval, which has a line if it is not much shorter than those of `every`.
    pub fn end_last(&mut self, outcome: &ScheduleOutcome, every: Duration) {
        if end_of(outcome).saturating_sub(self.last) > every / 10 {
            self.end(outcome);
        }
    }

    /// Ends an interval with what came of all jobs until now, and writes its line.
    pub fn end(&mut self, outcome: &ScheduleOutcome) {
        let now = end_of(outcome);
        let seconds = now.saturating_sub(self.last).as_secs_f64();
        let directions = |load: &LoadOutcome| [&load.flow.read, &load.flow.write, &load.trim].map(DirectionAmount::of);
        let moved: Vec<DirectionAmount> = outcome.loads().flat_map(directions).collect();
        self.before.resize(moved.len(), DirectionAmount::default());
        // Trims are counted with writes.
        let mut sums = [DirectionAmount::default(), DirectionAmount::default()];
        for (at, (now, before)) in moved.iter().zip(&self.before).enumerate() {
            let direction = usize::from(at % 3 > 0);
            if let Some(sum) = sums.get_mut(direction) {
                sum.add(&now.since(before));
            }
        }
        let from_storage = from_storage(outcome);
        let of_interval = from_storage.zip(self.from_storage);
        let of_interval = of_interval.map(|(now, before)| now.saturating_sub(before));
        let is_first = !self.is_begun;
        (self.last, self.before, self.from_storage) = (now, moved, from_storage);
        let [read, write] = &sums;
        if seconds <= 0.0 || (read.blocks + write.blocks == 0 && is_first) {
            return;
        }
        self.is_begun = true;
        let head = if is_first { HEAD } else { "" };
        let line = line(now, seconds, read, write, of_interval);
        // A failure to print it is harmless.
        let _ = write!(self.out, "{head}{line}").and_then(|()| self.out.flush());
    }
}

/// Returns the time since the first jobs began.
fn end_of(outcome: &ScheduleOutcome) -> Duration {
    let batches = outcome.batches.iter();
    let ends = batches.map(|batch| batch.began_after + batch.elapsed);
    ends.max().unwrap_or_default()
}

/// Returns the bytes that storage has read for all batches; `None` if what is read is not all counted.
fn from_storage(outcome: &ScheduleOutcome) -> Option<u64> {
    let ran = outcome.batches.iter().filter(|batch| !batch.elapsed.is_zero());
    ran.map(|batch| batch.storage.filter(|_| batch.cache.known().is_some()))
        .map(|storage| storage.map(|storage| storage.read_bytes))
        .sum()
}

fn line(
    now: Duration,
    seconds: f64,
    read: &DirectionAmount,
    write: &DirectionAmount,
    from_storage: Option<u64>,
) -> String {
    let mut latencies = read.latencies.clone();
    latencies.merge(&write.latencies);
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let share = from_storage.filter(|_| read.bytes > 0);
    let share = share.map(|from_storage| 1.0 - from_storage as f64 / read.bytes as f64);
    format!(
        "{:>8.1} {:>10.1} {:>10.1} {:>10.0} {:>9.3} {:>9.3} {:>9.3} {:>6}\n",
        now.as_secs_f64(),
        read.bytes as f64 / 1e6 / seconds,
        write.bytes as f64 / 1e6 / seconds,
        (read.blocks + write.blocks) as f64 / seconds,
        milliseconds(latencies.mean()),
        milliseconds(latencies.percentile(99.0)),
        milliseconds(latencies.max()),
        share.map_or_else(
            || "-".to_owned(),
            |share| format!("{:.0} %", share.clamp(0.0, 1.0) * 100.0)
        ),
    )
}
