//! An observation as a document: facts, tables of files, devices and processes, and plots over time.

mod plots;
mod tables;

use feedrate_document::{Document, Facts, Note, format};

use crate::counters::StorageBytes;
use crate::observation::Observation;

/// The text that stands for a figure that is not known.
const UNKNOWN: &str = "unknown";

/// The number of processes that are named where the command left them running and there is no table of them.
const SHOWN_LEFT: usize = 8;

/// Returns the document of an observation. Its text fits 80 columns; its plots over time are shown in HTML only.
pub fn document(observation: &Observation) -> Document {
    let mut document = Document::new(title(observation)).subtitle(format!(
        "feedrate {}, begun {}",
        observation.feedrate.version, observation.started_at
    ));
    document.push(facts(observation));
    for table in [
        tables::files(observation),
        tables::devices(observation),
        tables::processes(observation),
    ]
    .into_iter()
    .flatten()
    {
        document.push(table);
    }
    for plot in plots::of(observation) {
        document.push(plot);
    }
    document = document.heading("What cannot be seen from outside");
    let notes = observation.cannot_see.iter().map(Note::info);
    document.with(notes.collect::<Vec<Note>>())
}

/// Returns the command, cut short.
fn title(observation: &Observation) -> String {
    const SHOWN: usize = 200;
    let command = observation.command.join(" ");
    match command.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &command[..end]),
        None => command,
    }
}

/// Returns the processor time, and how much of a core it is.
fn processor_time(observation: &Observation, seconds: f64) -> String {
    let (user, system) = (observation.user_cpu_seconds, observation.system_cpu_seconds);
    format!(
        "{} (user {}, system {}): {} of a core",
        format::seconds(user + system),
        format::seconds(user),
        format::seconds(system),
        format::percent((user + system) / seconds),
    )
}

fn facts(observation: &Observation) -> Facts {
    let totals = &observation.totals;
    let counters = &totals.counters;
    let seconds = observation.seconds.max(1e-9);
    let mut facts = Facts::new()
        .fact("Ended", ended(observation))
        .fact("Time", format::seconds(observation.seconds))
        .fact("CPU", processor_time(observation, seconds))
        .fact("Waiting", waiting(observation))
        .fact(
            "Read by calls",
            calls(
                counters.read_bytes,
                counters.read_calls,
                totals.mean_read_bytes,
                seconds,
            ),
        )
        .fact(
            "Written by calls",
            calls(
                counters.written_bytes,
                counters.write_calls,
                totals.mean_write_bytes,
                seconds,
            ),
        );
    push_storage(&mut facts, counters.storage, seconds);
    facts.push(
        "Page cache",
        match totals.cache_share {
            Some(share) => format!("{} of the bytes read by calls", format::percent(share)),
            None if counters.read_bytes == 0 => "nothing read".to_owned(),
            None => UNKNOWN.to_owned(),
        },
    );
    if let Some(processes) = processes(observation) {
        facts.push("Processes", processes);
    }
    facts.push("Peak memory", format::amount(observation.peak_memory_bytes));
    facts.push(
        "Observed by",
        format!(
            "{}, {} of a core",
            match observation.sampling.counter_looks {
                1 => "1 sample".to_owned(),
                looks => format!("{} samples", format::count(looks)),
            },
            format::percent(observation.sampling.core_share)
        ),
    );
    facts
}

fn push_storage(facts: &mut Facts, bytes: Option<StorageBytes>, seconds: f64) {
    let Some(bytes) = bytes else {
        facts.push("Read from storage", UNKNOWN);
        return;
    };
    facts.push("Read from storage", storage(bytes.read, seconds));
    // The kernel counts them when pages become dirty.
    let written = megabytes_unit(bytes.written);
    facts.push("Writes caused", format!("{written} to storage, at once or later"));
    if bytes.cancelled > 0 {
        facts.push("Discarded before", megabytes_unit(bytes.cancelled));
    }
}

/// Returns how many processes there were, if they are not told one by one.
fn processes(observation: &Observation) -> Option<String> {
    let (seen, at_once) = (observation.processes_seen, observation.most_processes_at_once);
    if seen < 2 || !observation.processes.is_empty() {
        return None;
    }
    let mut text = format!("{}, {at_once} at once at most", format::count(seen));
    if !observation.left_running.is_empty() {
        let left = observation.left_running.iter().map(|left| left.process.to_string());
        let left: Vec<String> = left.take(SHOWN_LEFT).collect();
        text.push_str(&format!("; left running: {}", left.join(", ")));
    }
    Some(text)
}

fn ended(observation: &Observation) -> String {
    let how = match (observation.exit_code, observation.signal) {
        (Some(0), _) => "normally (exit code 0)".to_owned(),
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("by signal {signal}"),
        (None, None) => UNKNOWN.to_owned(),
    };
    match observation.is_interrupted {
        true => format!("interrupted, {how}"),
        false => how,
    }
}

fn waiting(observation: &Observation) -> String {
    let waits = &observation.waits;
    let by_samples = waits.waiting_share().map(|share| {
        format!(
            "for I/O in {} of {} samples",
            format::percent(share),
            format::count(waits.looks)
        )
    });
    let by_kernel = waits
        .block_io_seconds
        .map(|seconds| format!("{} for block I/O, summed over threads", format::seconds(seconds)));
    let known: Vec<String> = by_kernel.into_iter().chain(by_samples).collect();
    match known.is_empty() {
        true => UNKNOWN.to_owned(),
        false => known.join("; "),
    }
}

fn calls(bytes: u64, calls: u64, mean: Option<f64>, seconds: f64) -> String {
    match mean {
        Some(mean) => format!(
            "{} ({}), {} calls of {} on average",
            megabytes_unit(bytes),
            format::rate(bytes as f64 / seconds),
            format::count(calls),
            format::amount(mean.round() as u64),
        ),
        None => "nothing".to_owned(),
    }
}

fn storage(bytes: u64, seconds: f64) -> String {
    match bytes {
        0 => "nothing".to_owned(),
        _ => format!("{} ({})", megabytes_unit(bytes), format::rate(bytes as f64 / seconds)),
    }
}

fn megabytes_unit(bytes: u64) -> String {
    format!("{} MB", megabytes(bytes))
}

fn megabytes(bytes: u64) -> String {
    format::number(bytes as f64 / 1e6)
}

#[cfg(test)]
pub(crate) mod tests;
