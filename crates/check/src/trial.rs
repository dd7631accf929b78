//! One measurement of one setting.

use std::path::Path;
use std::time::Duration;

use feedrate_machine::counters::OtherTraffic;
use feedrate_machine::volume::BackingStore;
use feedrate_machine::{DeviceActivity, OtherLoad, ProcessorCounters};
use feedrate_pageio::cache::Residency;
use feedrate_pageio::{Access, Geometry, Method, OpenRequest, PageFile};
use feedrate_workload::{Control, Figures, Job, Limit, RunAs, Stream, Work, run};
use serde::Serialize;

use crate::bench::Bench;
use crate::error::{Error, Result};
use crate::memory::cached_bytes;
use crate::preflight::Counters;
use crate::setting::Setting;

/// The work of the streams of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// Each reads one file, cold, and writes another until it has reached the device, a transfer of one for each of the
    /// other.
    Mixed,
    /// Each reads a file, cold.
    Read,
    /// Each writes a file until it has reached the device.
    Write,
    /// Each reads pages of a file at random, cold.
    RandomRead,
    /// Each reads a file that is in the page cache.
    HotRead,
}

/// The specification of a trial.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The work of the streams.
    pub pattern: Pattern,
    /// The way that pages move.
    pub setting: Setting,
    /// The number of streams.
    pub streams: usize,
    /// The bytes of each file that a stream processes.
    pub bytes: u64,
    /// The time limit.
    pub time: Duration,
}

/// A measurement, with the devices' counters.
#[derive(Clone, Debug, Serialize)]
pub struct Trial {
    /// The work of the streams.
    pub pattern: Pattern,
    /// The way that pages moved.
    pub setting: Setting,
    /// The number of streams.
    pub streams: usize,
    /// The bytes of each file that a stream processed.
    pub file_bytes: u64,
    /// The figures.
    pub figures: Figures,
    /// The activity of the devices meanwhile; absent if it is not available.
    pub device: Option<DeviceActivity>,
    /// The part of that which was not the trial's own.
    pub others: Option<OtherTraffic>,
    /// The share of the processors that other programs had meanwhile; absent if it is not available.
    pub other_load: Option<OtherLoad>,
}

impl Trial {
    /// Returns the rate in 10^6 bytes a second, reading and writing together.
    pub fn rate(&self) -> f64 {
        self.figures.megabytes_per_second
    }

    /// Returns the latency of its reads at a percentile, or of its writes if it read nothing.
    pub fn latency_microseconds(&self, percentile: &str) -> Option<f64> {
        let flow = self.figures.read.as_ref().or(self.figures.write.as_ref())?;
        flow.latency_microseconds.percentiles.get(percentile).copied()
    }
}

/// Runs a trial. With several folders, the streams are distributed over them in turn, each with its folder's setting;
/// the trial then has the first one's.
///
/// # Errors
///
/// Returns an error if the streams fail, or if a file cannot be evicted from the page cache.
pub fn measure(benches: &[(&Bench, Setting)], order: &Order, run_as: RunAs, control: &Control) -> Result<Trial> {
    let streams: Vec<Stream> = (0..order.streams)
        .map(|index| {
            let (bench, setting) = benches[index % benches.len()];
            let work = work(bench, order.pattern, index / benches.len());
            stream(bench, setting, order, index, work)
        })
        .collect();
    run_streams(benches, order, streams, run_as, control)
}

/// Runs a trial of one stream that works on files other than those laid out for trials.
pub(crate) fn measure_work(bench: &Bench, order: &Order, work: Work, control: &Control) -> Result<Trial> {
    measure_works(bench, order, vec![work], 0, RunAs::Threads, control)
}

/// Runs a trial of streams that work on files other than those laid out for trials. The content that is written depends
/// on `set`.
pub(crate) fn measure_works(
    bench: &Bench,
    order: &Order,
    works: Vec<Work>,
    set: usize,
    run_as: RunAs,
    control: &Control,
) -> Result<Trial> {
    let index = |stream| set * order.streams + stream;
    let streams = works.into_iter().enumerate();
    let streams = streams.map(|(stream_index, work)| stream(bench, order.setting, order, index(stream_index), work));
    let benches = [(bench, order.setting)];
    run_streams(&benches, order, streams.collect(), run_as, control)
}

fn run_streams(
    benches: &[(&Bench, Setting)],
    order: &Order,
    streams: Vec<Stream>,
    run_as: RunAs,
    control: &Control,
) -> Result<Trial> {
    for (index, stream) in streams.iter().enumerate() {
        make_ready(benches[index % benches.len()].0, stream, order.pattern, control)?;
    }
    let devices: Vec<_> = benches
        .iter()
        .flat_map(|(bench, _)| bench.preflight.devices.iter().cloned())
        .fold(Vec::new(), |mut distinct, device| {
            // Two folders may be on one device, whose counters must count once.
            if !distinct.contains(&device) {
                distinct.push(device);
            }
            distinct
        });
    // Pages that are read from the cache are in memory already.
    if order.pattern != Pattern::HotRead {
        let bytes = cached_bytes(&streams, order.time);
        // More time than that of the measurement would be missing for others.
        let memory = &benches[0].0.memory;
        memory.bring_back(bytes, order.time, control.stop_flag());
    }
    let before = Counters::read(&devices);
    let job = Job {
        streams,
        run_as,
        interval: (order.time / 20).clamp(Duration::from_millis(10), Duration::from_secs(1)),
    };
    let processors = ProcessorCounters::read();
    let outcome = run(&job, control)?;
    let processors_after = ProcessorCounters::read();
    let device = before.and_then(|before| before.activity_until_now(&devices));
    let others = device
        .zip(outcome.storage)
        .map(|(device, own)| device.others(own.read_bytes, own.write_bytes));
    let mut figures = Figures::of(&outcome);
    let of_own = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let other_load = processors.zip(processors_after).and_then(|(before, after)| {
        let cpu = figures.cpu;
        after.others_since(&before, of_own(cpu.user_seconds), of_own(cpu.system_seconds))
    });
    let counted = benches.iter().all(|(bench, setting)| {
        !setting.direct && matches!(bench.preflight.volume.backing, BackingStore::Block { .. })
    });
    figures.doubt_cache_share(counted);
    Ok(Trial {
        pattern: order.pattern,
        setting: order.setting,
        streams: order.streams,
        file_bytes: order.bytes,
        figures,
        device,
        others,
        other_load,
    })
}

/// Returns the work of a stream on the files with its index.
fn work(bench: &Bench, pattern: Pattern, place: usize) -> Work {
    let source = bench.source(place);
    let target = bench.target(place);
    match pattern {
        Pattern::Mixed => Work::Mixed {
            source,
            target,
            read_percent: 50,
        },
        Pattern::Write => Work::Write { file: target },
        Pattern::Read | Pattern::RandomRead | Pattern::HotRead => Work::Read { file: source },
    }
}

fn stream(bench: &Bench, setting: Setting, order: &Order, index: usize, work: Work) -> Stream {
    let mut stream = Stream::new(
        format!("{}", index + 1),
        work,
        Method::Cached,
        setting.page,
        order.bytes,
    );
    setting.apply(&mut stream);
    if order.pattern == Pattern::RandomRead {
        stream.access = Access::Random;
        stream.geometry = Geometry::even(setting.page, setting.buffers);
    }
    stream.durable = true;
    // It is in the check's own folder, so remains of an interruption may be overwritten.
    stream.overwrite_foreign = true;
    stream.limit = Limit {
        bytes: Some(stream.bytes_of_one_pass()),
        time: Some(order.time),
    };
    stream.seed = bench.seed(index);
    stream
}

/// Brings the source into the state that the pattern requires: out of the cache, or into it.
fn make_ready(bench: &Bench, stream: &Stream, pattern: Pattern, control: &Control) -> Result<()> {
    let Some(source) = stream.work.source() else {
        return Ok(());
    };
    if pattern == Pattern::HotRead {
        let mut warming = stream.clone();
        Setting::cached_as_sas(1 << 20).apply(&mut warming);
        warming.limit = Limit::default();
        let job = Job {
            streams: vec![warming],
            run_as: RunAs::Threads,
            interval: Duration::from_secs(1),
        };
        run(&job, control)?;
        return Ok(());
    }
    if stream.method.is_direct() {
        return Ok(());
    }
    make_cold(bench, source)
}

/// Evicts a file from the page cache, and checks that it is gone where the system tells that.
pub(crate) fn make_cold(bench: &Bench, path: &Path) -> Result<()> {
    if !Residency::is_told() {
        // Opening it past the cache is the most that can be asked for, and only while it is not open through it.
        // Where it is refused, nothing is.
        drop(PageFile::open(path, OpenRequest::read(Method::Unbuffered)));
        return Ok(());
    }
    let file = PageFile::open(path, OpenRequest::read(Method::Cached))?;
    if file.evict()?.is_cold() {
        return Ok(());
    }
    Err(Error::NotCold {
        path: bench.folder.clone(),
        advice: "another process may hold it mapped; check a volume that is on a device of this machine",
    })
}
