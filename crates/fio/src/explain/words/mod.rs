//! Descriptions of each aspect of a job.

mod contents;
mod files;
mod order;
mod pace;
mod when;

use std::time::Duration;

use feedrate_workload::load::{Blocks, ComputeWork, Directions, FileLocking, IoClass, IoPriority, Load, MemoryPolicy};

use crate::job::Job;
pub(super) use contents::{content, durable, verify};
pub(super) use files::{absent, files};
use order::order;
pub(super) use pace::pace;
pub(super) use when::{limit, quality, start};

/// Formats bytes with the greatest unit that divides them.
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

/// Describes directions, order, blocks and clones.
pub(super) fn what(job: &Job, loads: &[&Load]) -> String {
    let Some(load) = loads.first() else {
        return String::new();
    };
    if let Some(replay) = &load.replay {
        let steps = replay.steps.len();
        return format!("does what was recorded, in {steps} steps");
    }
    let clones = match job.options.jobs.numjobs {
        1 => String::new(),
        clones => format!("; {clones} threads do so at once"),
    };
    if let Some(compute) = load.compute {
        let work = match compute.work {
            ComputeWork::Loop(of) => format!("computes {} at a time", time(of)),
            ComputeWork::Sort => "sorts numbers".to_owned(),
        };
        return format!(
            "{work}, for {} % of its time, and moves nothing{clones}",
            compute.percent
        );
    }
    if let Some(opening) = load.opening {
        let of = match opening.of_folders {
            true => "folder",
            false => "file",
        };
        return format!(
            "makes a call for each {of} when its turn begins, and reports the latencies of that; {} are counted and \
             move nothing{clones}",
            blocks(match load.directions.reads() {
                true => &load.blocks.read,
                false => &load.blocks.write,
            })
        );
    }
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
        Directions::Trim => format!("gives back the space of {}", blocks(&load.blocks.write)),
        Directions::TrimWrite => format!(
            "gives back the space of {} and writes them again",
            blocks(&load.blocks.write)
        ),
    };
    format!("{does}, {}{clones}", order(load))
}

fn blocks(blocks: &Blocks) -> String {
    match blocks {
        Blocks::Fixed(length) => format!("blocks of {}", bytes(*length)),
        Blocks::Range { least, most, .. } => {
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

/// Describes the engine and the cache.
pub(super) fn path(job: &Job, load: &Load) -> String {
    let name = job.options.engine.ioengine.name();
    let calls = load.engine.calls();
    if load.engine.kind.needs_files() && !load.engine.kind.moves_bytes() {
        return format!("{calls} in place of each block: ioengine={name} moves no bytes");
    }
    if let Some(opening) = load.opening {
        let call = opening.call.name();
        return format!("{call}: ioengine={name} moves no bytes");
    }
    if !load.engine.kind.moves_bytes() {
        return format!("nothing: ioengine={name} moves no bytes");
    }
    let engine = match load.engine.kind.is_synchronous() || name == calls {
        true => calls.to_owned(),
        false => format!("{calls} (for {name})"),
    };
    let cache = match (load.direct, load.invalidate) {
        (true, _) => "past the page cache",
        _ if load.pre_read => "through the page cache, into which the files are read first",
        (false, true) => "through the page cache, which is emptied of the files first",
        (false, false) => "through the page cache as it is",
    };
    let stays = match load.call_options.uncached {
        true => ", in which nothing stays",
        false => "",
    };
    let waits = match load.call_options.no_wait {
        true => "; what would have to wait fails",
        false => "",
    };
    format!("{engine}, {cache}{stays}{waits}")
}

/// Describes the queue.
pub(super) fn depth(load: &Load) -> String {
    if load.compute.is_some() {
        return String::new();
    }
    match load.depth.most {
        1 => match load.locking {
            FileLocking::None => "one block at a time".to_owned(),
            FileLocking::Exclusive => "one block at a time, for which others of its file wait".to_owned(),
            FileLocking::ReadWrite => {
                "one block at a time, for which others of its file wait unless both read".to_owned()
            }
        },
        most if load.depth.low < most => {
            format!("up to {most} blocks, filled again from {}", load.depth.low)
        }
        most => format!("up to {most} blocks"),
    }
}

/// Describes the errors after which it continues.
pub(super) fn tolerance(load: &Load) -> String {
    let of = |what: &str, errors: &[i32]| {
        let numbers: Vec<_> = errors.iter().map(i32::to_string).collect();
        (!errors.is_empty()).then(|| format!("{what} that fail with error {}", numbers.join(" or ")))
    };
    let [reads, writes] = [
        of("reads", &load.goes_on_after.read),
        of("writes", &load.goes_on_after.write),
    ];
    let parts: Vec<_> = reads.into_iter().chain(writes).collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!("after {}", parts.join(", and ")),
    }
}

/// Describes processors, memory and priority.
pub(super) fn place(job: &Job, loads: &[&Load]) -> String {
    let Some(load) = loads.first() else {
        return String::new();
    };
    let list = |numbers: &[u32]| {
        let numbers: Vec<_> = numbers.iter().map(u32::to_string).collect();
        numbers.join(", ")
    };
    let processors = load.processors.as_ref().map(|processors| {
        if job.options.jobs.cpus_allowed_split {
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
    let rank = load.io_priority.map(|IoPriority { class, level }| match class {
        IoClass::None => "the usual I/O priority".to_owned(),
        IoClass::RealTime => format!("real-time I/O priority {level}"),
        IoClass::BestEffort => format!("I/O priority {level} of best effort"),
        IoClass::Idle => "I/O when no one else has any".to_owned(),
    });
    let parts: Vec<_> = [processors, memory, rank].into_iter().flatten().collect();
    parts.join("; ")
}

/// Describes logs.
pub(super) fn logs(job: &Job) -> String {
    let options = &job.options;
    let logs: Vec<_> = [
        ("bandwidth", &options.reports.write_bw_log),
        ("latencies", &options.reports.write_lat_log),
        ("blocks a second", &options.reports.write_iops_log),
        ("histograms of latencies", &options.reports.write_hist_log),
    ]
    .into_iter()
    .filter(|(_, name)| name.is_some())
    .map(|(what, _)| what)
    .collect();
    logs.join(", ")
}
