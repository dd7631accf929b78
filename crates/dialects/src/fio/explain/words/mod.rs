//! The words for each side of a job.

mod contents;
mod order;

use std::time::Duration;

use feedrate_workload::load::{
    Blocks, Directions, Ends, Load, LoadEngine, MemoryPolicy, Pace, SteadyOf,
};

use super::super::job::Job;
pub(super) use contents::{content, durable, verify};
use order::order;

/// Bytes with the greatest unit that leaves no rest.
pub(super) fn bytes(bytes: u64) -> String {
    let units = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
    match units
        .iter()
        .find(|(shift, _)| bytes != 0 && bytes.trailing_zeros() >= *shift)
    {
        Some((shift, unit)) => format!("{} {unit}", bytes >> shift),
        None => format!("{bytes} bytes"),
    }
}

fn time(time: Duration) -> String {
    if time.is_zero() {
        return "no time".to_owned();
    }
    let seconds = time.as_secs();
    match (time.subsec_nanos(), seconds) {
        (0, 3600..) if seconds.is_multiple_of(3600) => format!("{} h", seconds / 3600),
        (0, 60..) if seconds.is_multiple_of(60) => format!("{} min", seconds / 60),
        (0, _) => format!("{seconds} s"),
        _ => format!("{time:?}"),
    }
}

/// Direction, order, blocks, clones.
pub(super) fn what(job: &Job, loads: &[&Load]) -> String {
    let Some(load) = loads.first() else {
        return String::new();
    };
    let does = match load.directions {
        Directions::Read => format!("reads {}", blocks(&load.blocks.read)),
        Directions::Write => format!("writes {}", blocks(&load.blocks.write)),
        Directions::Mixed { read_percent } => {
            let (read, write) = (blocks(&load.blocks.read), blocks(&load.blocks.write));
            let blocks = if read == write {
                read
            } else {
                format!("{read} (reads) and {write} (writes)")
            };
            format!("reads and writes {blocks}, {read_percent} % of them reads")
        }
    };
    let clones = match job.options.numjobs {
        1 => String::new(),
        clones => {
            let what = if job.options.thread {
                "threads"
            } else {
                "processes"
            };
            format!("; {clones} {what} do so at once")
        }
    };
    format!("{does}, {}{clones}", order(load))
}

fn blocks(blocks: &Blocks) -> String {
    match blocks {
        Blocks::Fixed(length) => format!("blocks of {}", bytes(*length)),
        Blocks::Range { least, most } => {
            format!("blocks of {} to {}", bytes(*least), bytes(*most))
        }
        Blocks::Split(parts) => {
            let parts: Vec<_> = parts
                .iter()
                .map(|(length, percent)| format!("{} ({percent:.3} %)", bytes(*length)))
                .collect();
            format!("blocks of {}", parts.join(", ")).replace(".000 %", " %")
        }
    }
}

/// Files and their parts.
pub(super) fn files(loads: &[&Load]) -> String {
    /// So many files are named.
    const NAMED: usize = 3;
    let files: Vec<_> = loads.iter().flat_map(|load| &load.files).collect();
    let mut paths: Vec<_> = files
        .iter()
        .map(|file| file.path.display().to_string())
        .collect();
    paths.dedup();
    let more = paths.len().saturating_sub(NAMED);
    paths.truncate(NAMED);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    let part = match files.first().and_then(|file| file.bytes) {
        _ if loads.iter().any(|load| load.limit.until_full) => {
            ", until the volume is full".to_owned()
        }
        None => ", from end to end".to_owned(),
        Some(length) => {
            let each = if files.len() > 1 { " each" } else { "" };
            format!(", {}{each}", bytes(length))
        }
    };
    let offset = match files.iter().map(|file| file.offset).max() {
        None | Some(0) => String::new(),
        Some(_) if loads.len() > 1 => {
            let offsets: Vec<_> = loads
                .iter()
                .filter_map(|load| load.files.first())
                .take(NAMED)
                .map(|file| bytes(file.offset))
                .collect();
            format!(
                ", from {}{}",
                offsets.join(", "),
                if loads.len() > NAMED { ", …" } else { "" }
            )
        }
        Some(offset) => format!(", from {}", bytes(offset)),
    };
    format!("{}{more}{part}{offset}", paths.join(", "))
}

/// When it ends.
pub(super) fn limit(load: &Load) -> String {
    if load.layout.is_all {
        return "its files are laid out; nothing is measured".to_owned();
    }
    let limit = &load.limit;
    let mut parts = Vec::new();
    if let Some(moved) = limit.bytes {
        parts.push(format!("{} are moved", bytes(moved)));
    }
    if let Some(operations) = limit.operations {
        parts.push(format!("{operations} blocks are moved"));
    }
    let ends = match (limit.for_all_time, limit.time) {
        (true, Some(limit)) => format!(
            "{} are over, beginning again as often as needed",
            time(limit)
        ),
        (_, limit) => {
            if parts.is_empty() {
                parts.push(match load.limit.loops {
                    Some(loops) => format!("it went over its files {loops} times"),
                    None => "it went over its files once".to_owned(),
                });
            } else if let Some(loops) = load.limit.loops {
                parts.push(format!("{loops} times over"));
            }
            if let Some(limit) = limit {
                parts.push(format!("or {} are over", time(limit)));
            }
            parts.join(", ")
        }
    };
    let ramp = match load.ramp.is_zero() {
        true => String::new(),
        false => format!("; the first {} do not count", time(load.ramp)),
    };
    let others = match load.ends {
        Ends::Itself => String::new(),
        others => format!("; then {} end", whom(others)),
    };
    let failed = match load.fails {
        Ends::Itself => String::new(),
        others => format!("; if it fails, {} end", whom(others)),
    };
    format!("{ends}{ramp}{others}{failed}")
}

/// Who else ends.
fn whom(ends: Ends) -> &'static str {
    match ends {
        Ends::Itself => "no others",
        Ends::Group => "the others of its group",
        Ends::Batch => "all that run with it",
        Ends::All => "all jobs",
    }
}

/// Engine and cache.
pub(super) fn path(job: &Job, load: &Load) -> String {
    let name = job.options.ioengine.name();
    let engine = match load.engine {
        LoadEngine::Null => return "nothing: ioengine=null moves no bytes".to_owned(),
        LoadEngine::Single => "pread and pwrite".to_owned(),
        LoadEngine::Vectored { .. } => "preadv and pwritev".to_owned(),
        LoadEngine::Mapped => "mapped memory".to_owned(),
        LoadEngine::Uring { .. } if name == "io_uring" => "io_uring".to_owned(),
        LoadEngine::Uring { .. } => format!("io_uring (for {name})"),
    };
    let cache = match (load.direct, load.invalidate) {
        (true, _) => "past the page cache",
        _ if load.pre_read => "through the page cache, into which the files are read first",
        (false, true) => "through the page cache, which is emptied of the files first",
        (false, false) => "through the page cache as it is",
    };
    format!("{engine}, {cache}")
}

/// The queue.
pub(super) fn depth(load: &Load) -> String {
    match load.depth.most {
        1 => "one block at a time".to_owned(),
        most if load.depth.low < most => {
            format!("up to {most} blocks, filled again from {}", load.depth.low)
        }
        most => format!("up to {most} blocks"),
    }
}

/// Rates and pauses.
pub(super) fn pace(load: &Load) -> String {
    let one = |pace: &Pace| {
        let kind = if pace.poisson {
            ", at random intervals"
        } else {
            ""
        };
        match (pace.bytes, pace.operations) {
            (Some(rate), _) => Some(format!("{} a second{kind}", bytes(rate))),
            (_, Some(rate)) => Some(format!("{rate} blocks a second{kind}")),
            _ => None,
        }
    };
    let mut parts = Vec::new();
    let reads = load
        .directions
        .reads()
        .then(|| one(&load.pace.read))
        .flatten();
    let writes = load
        .directions
        .writes()
        .then(|| one(&load.pace.write))
        .flatten();
    parts.extend(reads.map(|rate| format!("reads at most {rate}")));
    parts.extend(writes.map(|rate| format!("writes at most {rate}")));
    if let Some(think) = load.think {
        let blocks = match think.blocks {
            1 => "each block".to_owned(),
            blocks => format!("{blocks} blocks"),
        };
        parts.push(format!("a pause of {} after {blocks}", time(think.time)));
    }
    if load.counts_from_due {
        parts.push("latencies count from when a block is due".to_owned());
    }
    if let Some(least) = load.least {
        let of = |rate: Option<u64>, unit: &str| rate.map(|rate| format!("{rate} {unit} a second"));
        let all: Vec<_> = [
            of(least.bytes.read, "bytes read"),
            of(least.bytes.write, "bytes written"),
            of(least.operations.read, "blocks read"),
            of(least.operations.write, "blocks written"),
        ]
        .into_iter()
        .flatten()
        .collect();
        parts.push(format!(
            "fails with less than {} in {}",
            all.join(", "),
            time(least.over)
        ));
    }
    if let Some(weight) = load.flow {
        parts.push(format!(
            "with weight {weight} against the others that have one"
        ));
    }
    parts.join("; ")
}

/// When it starts, if not with the others.
pub(super) fn start(job: &Job, load: &Load) -> String {
    let mut parts = Vec::new();
    if let Some(name) = &load.after {
        parts.push(format!("when {name} has ended"));
    }
    let (from, to) = job.options.startdelay;
    if from != to {
        parts.push(format!("{} to {} later", time(from), time(to)));
    } else if !from.is_zero() {
        parts.push(format!("{} later", time(from)));
    }
    parts.join(", ")
}

/// Steady state and latency target.
pub(super) fn quality(load: &Load) -> String {
    let mut parts = Vec::new();
    if let Some(steady) = &load.steady {
        let of = match steady.of {
            SteadyOf::Iops => "blocks a second",
            SteadyOf::Bandwidth => "the bandwidth",
            SteadyOf::IopsSlope => "the slope of blocks a second",
            SteadyOf::BandwidthSlope => "the slope of the bandwidth",
        };
        let percent = if steady.is_percent { " %" } else { "" };
        parts.push(format!(
            "{of} stays within {}{percent} for {}",
            steady.limit,
            time(steady.window)
        ));
    }
    if let Some(target) = &load.latency_target {
        parts.push(format!(
            "the depth is found at which {} % of blocks take no more than {}",
            target.percentile,
            time(target.target)
        ));
    }
    parts.join("; ")
}

/// Processors and memory.
pub(super) fn place(job: &Job, loads: &[&Load]) -> String {
    let Some(load) = loads.first() else {
        return String::new();
    };
    let list = |numbers: &[u32]| {
        let numbers: Vec<_> = numbers.iter().map(u32::to_string).collect();
        numbers.join(", ")
    };
    let processors = load.processors.as_ref().map(|processors| {
        if job.options.cpus_allowed_split {
            "one processor for each clone".to_owned()
        } else {
            format!("processors {}", list(processors))
        }
    });
    let memory = match &load.memory {
        MemoryPolicy::Default => None,
        MemoryPolicy::Local => Some("memory of its node".to_owned()),
        MemoryPolicy::Prefer(node) => Some(format!("memory of node {node} while there is some")),
        MemoryPolicy::Bind(nodes) => Some(format!("memory of nodes {}", list(nodes))),
        MemoryPolicy::Interleave(nodes) => Some(format!("memory of nodes {} in turn", list(nodes))),
    };
    let parts: Vec<_> = processors.into_iter().chain(memory).collect();
    parts.join("; ")
}

/// Logs.
pub(super) fn logs(job: &Job) -> String {
    let options = &job.options;
    let logs: Vec<_> = [
        ("bandwidth", &options.write_bw_log),
        ("latencies", &options.write_lat_log),
        ("blocks a second", &options.write_iops_log),
    ]
    .into_iter()
    .filter(|(_, name)| name.is_some())
    .map(|(what, _)| what)
    .collect();
    logs.join(", ")
}
