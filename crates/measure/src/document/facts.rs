//! The figures of one repeat, line by line.

use std::time::Duration;

use feedrate_document::{Facts, format};
use feedrate_pageio::cache::Residency;
use feedrate_pageio::{Calls, Discipline, Method};
use feedrate_workload::{Figures, Job, RunAs};

use crate::options::Options;
use crate::repeat::{FileResidency, Repeat};

/// With more files than this, the residency is only in the JSON.
const MOST_FILES: usize = 4;

/// Returns the lines of a report.
pub(super) fn of(options: &Options, job: &Job, run: &Repeat) -> Facts {
    let figures = &run.figures;
    let mut facts = Facts::new().fact(
        "Moved",
        format!(
            "{} in {}",
            format::amount(figures.bytes),
            format::seconds(figures.seconds)
        ),
    );
    if let (Some(read), Some(write)) = (&figures.read, &figures.write) {
        for (name, flow) in [("Read", read), ("Written", write)] {
            facts.push(
                name,
                format!(
                    "{}, {} transfers/s",
                    format::rate(flow.megabytes_per_second * 1e6),
                    format::number(flow.operations_per_second)
                ),
            );
        }
    }
    facts.push("Transfers", transfers(job));
    facts.push("Engine", engines(figures));
    facts.push("Depth", depths(figures));
    if figures.streams.len() > 1 {
        facts.push(
            "Streams",
            format!(
                "{} {}; the first done after {}, the last after {}",
                figures.streams.len(),
                if job.run_as == RunAs::Threads {
                    "threads"
                } else {
                    "processes"
                },
                format::seconds(figures.first_done_seconds),
                format::seconds(figures.last_done_seconds)
            ),
        );
    }
    if figures.read.is_some() {
        facts.push("Page cache", page_cache(options, figures));
    }
    if options.action.writes() {
        facts.push("On the device", on_the_device(options, figures));
    }
    facts.push("In page cache", residency(&run.residency));
    facts.push("Processor", processor(figures));
    facts.push("Calls", calls(figures));
    facts.push("Over time", over_time(figures));
    facts.push("Others", others(run));
    facts
}

/// Describes how pages move: page, method, transfer, discipline.
fn transfers(job: &Job) -> String {
    let Some(stream) = job.streams.first() else {
        return String::new();
    };
    let geometry = stream.geometry;
    let pages = match (stream.method.is_direct(), geometry.first_page_alone, geometry.pages) {
        (_, true, pages) => format!(", the first page alone, then {pages} pages a transfer"),
        (_, false, 1) => ", one page a transfer".to_owned(),
        (_, false, pages) => format!(", {pages} pages a transfer"),
    };
    let discipline = match stream.discipline {
        Discipline::AsSas => "as SAS: one transfer at a time".to_owned(),
        Discipline::Overlapped => {
            format!("overlapped: up to {} transfers in flight", stream.depth)
        }
    };
    format!(
        "{}, pages of {}{pages}; {discipline}",
        stream.method.name(),
        format::size(geometry.page)
    )
}

/// Describes each engine, with those that were refused before it.
fn engines(figures: &Figures) -> String {
    let mut seen: Vec<String> = Vec::new();
    for stream in &figures.streams {
        let mut engine = stream.engine.kind.name().to_owned();
        if !stream.engine.refused.is_empty() {
            engine += &format!("; refused: {}", stream.engine.refused.join("; "));
        }
        if !seen.contains(&engine) {
            seen.push(engine);
        }
    }
    seen.join(" / ")
}

fn depths(figures: &Figures) -> String {
    let asked = figures.streams.iter().map(|stream| stream.depth_asked).max();
    let reached = figures.streams.iter().map(|stream| stream.depth_reached.most).min();
    let means = figures.streams.iter().map(|stream| stream.depth_reached.mean);
    let mean = means.sum::<f64>() / figures.streams.len().max(1) as f64;
    let of_each = if figures.streams.len() > 1 {
        " in each stream"
    } else {
        ""
    };
    format!(
        "{} asked, {} reached, {} on average{of_each}",
        asked.unwrap_or_default(),
        reached.unwrap_or_default(),
        format::number(mean)
    )
}

fn page_cache(options: &Options, figures: &Figures) -> String {
    let cold = if options.cold {
        "; each file was sent out of it before"
    } else {
        ""
    };
    match figures.cache_share {
        Some(share) => format!(
            "served {} of the bytes read{cold} (this machine's page cache; caches in controllers and arrays are not \
             seen)",
            format::percent(share)
        ),
        None => format!("share {}", figures.cache_share_text),
    }
}

fn on_the_device(options: &Options, figures: &Figures) -> String {
    let each = "each write before the next (O_DSYNC)";
    match (figures.sync_seconds, options.method) {
        (Some(sync), _) => format!(
            "all that was written, in the time measured (fdatasync: {} of it)",
            format::seconds(sync)
        ),
        (None, Method::WriteThrough) => each.to_owned(),
        (None, Method::Direct { .. } | Method::Unbuffered) => {
            "past the page cache, but the device's own cache was not flushed".to_owned()
        }
        (None, Method::Cached) => "not waited for".to_owned(),
    }
}

fn residency(files: &[FileResidency]) -> String {
    let share = |residency: Option<Residency>| match residency {
        None => "not there".to_owned(),
        Some(Residency::Unknown) => "unknown".to_owned(),
        Some(Residency::Known(resident)) => {
            let unwritten = match resident.dirty {
                Some(dirty) if dirty > 0 => {
                    format!(" ({} not yet on the device)", format::amount(dirty))
                }
                _ => String::new(),
            };
            format!("{}{unwritten}", format::percent(resident.share()))
        }
    };
    let name = |file: &str| match files.len() {
        1 => String::new(),
        _ => format!("{file}: "),
    };
    let mut parts: Vec<String> = files
        .iter()
        .take(MOST_FILES)
        .map(|file| {
            format!(
                "{}{} before, {} after",
                name(&file.file),
                share(file.before),
                share(file.after)
            )
        })
        .collect();
    if files.len() > MOST_FILES {
        parts.push(format!("{} more files in the JSON", files.len() - MOST_FILES));
    }
    parts.join("; ")
}

fn processor(figures: &Figures) -> String {
    let cpu = figures.cpu;
    format!(
        "{} s/GB ({} user, {} system); waited {}, set aside {}",
        format::number(cpu.seconds_per_gigabyte),
        format::seconds(cpu.user_seconds),
        format::seconds(cpu.system_seconds),
        counted(cpu.voluntary_switches, "time"),
        counted(cpu.involuntary_switches, "time")
    )
}

fn calls(figures: &Figures) -> String {
    let mut all = Calls::default();
    for stream in &figures.streams {
        all += stream.calls;
    }
    let mut named: Vec<String> = all
        .named()
        .map(|(name, number)| format!("{name} {}", format::count(number)))
        .collect();
    if all.uring_transfers > 0 {
        named.push(format!("for {}", counted(all.uring_transfers, "transfer")));
    }
    let splits = match all.split {
        0 => "none split".to_owned(),
        splits => format!("{} taken in parts", counted(splits, "transfer")),
    };
    format!("{}; {splits}", named.join(", "))
}

/// Formats a count with its noun.
fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", format::count(number))
}

fn over_time(figures: &Figures) -> String {
    match &figures.series {
        Some(series) => format!(
            "{} (levels in MB/s; {} of {})",
            series.description,
            counted(series.megabytes_per_second.len() as u64, "interval"),
            format::duration(Duration::from_secs_f64(series.interval_seconds))
        ),
        None => "too short to tell".to_owned(),
    }
}

fn others(run: &Repeat) -> String {
    let Some((device, others)) = run.device.as_ref().and_then(|device| Some((device, device.others?))) else {
        return "unknown: the device's counters cannot be read".to_owned();
    };
    let rate = |bytes: u64| format::rate(bytes as f64 / device.activity.elapsed_s);
    format!(
        "{} read and {} written on {} by others meanwhile, the file system's journal included",
        rate(others.read_bytes),
        rate(others.write_bytes),
        device.name
    )
}
