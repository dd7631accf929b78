//! A check's result as a person reads it.

use feedrate_machine::hazards::Severity;
use feedrate_pageio::Discipline;
use feedrate_report::{
    Axis, Code, Column, Document, Facts, Kind, Note, Outcome, Plot, Point, Quantity, Series, Table,
    Verdict, format,
};

use crate::result::{CheckResult, FolderResult, Measured};
use crate::trial::Pattern;
use crate::verdict::{FolderVerdict, Judged};

/// The result as a document. Tables come first; plots follow for those who look at pictures.
pub fn document(result: &CheckResult) -> Document {
    let names: Vec<_> = result
        .folders
        .iter()
        .map(|folder| folder.folder.display().to_string())
        .collect();
    let mut document =
        Document::new(format!("Storage check of {}", names.join(", "))).subtitle(format!(
            "feedrate {}, {}, {} stream{} for {} core{}",
            result.feedrate.version,
            result.started_at,
            result.streams,
            plural(result.streams),
            result.cores_to_feed,
            plural(result.cores_to_feed),
        ));
    if !result.complete {
        document.push(vec![Note::warning(
            "This check was interrupted: what follows is what had been measured by then.",
        )]);
    }
    let several = result.folders.len() > 1;
    for folder in &result.folders {
        if several {
            document = document.heading(folder.folder.display().to_string());
        }
        document = of_folder(document, result, folder);
    }
    if let Some(together) = &result.verdict.together {
        document = document.heading("All folders together");
        document.push(
            Verdict::new(outcome(together), headline(together, result))
                .line(rate_line(together, result)),
        );
    }
    document.push(vec![Note::info(
        "Mixed, as in these figures: each stream reads one file cold and writes another, a transfer of \
         the one for each of the other, until all has reached the device; both directions add up. \
         Cache shares speak of the page cache alone: caches in controllers, arrays and hypervisors are \
         below its sight. MB is 10^6 bytes.",
    )]);
    document
}

fn of_folder(mut document: Document, result: &CheckResult, folder: &FolderResult) -> Document {
    if let Some(verdict) = &folder.verdict {
        document.push(verdict_block(verdict, result));
    }
    document.push(facts(folder, result));
    let notes = notes(folder);
    if !notes.is_empty() {
        document.push(notes);
    }
    if !folder.confirmed.is_empty() {
        document.push(mixed_table(folder));
    }
    if !folder.details.is_empty() {
        document.push(details_table(folder));
    }
    if !folder.scaling.is_empty() {
        document.push(scaling_table(folder));
    }
    if let Some(advice) = &folder.advice {
        document = document.heading("Settings to use");
        if let Some(sas) = &advice.sas {
            document.push(Code::plain(sas).caption("SAS, one transfer at a time"));
        }
        document.push(Code::shell(&advice.feedrate).caption("feedrate, to measure the best again"));
        document.push(Code::shell(&advice.fio).caption("fio, the nearest it can do"));
    }
    for plot in plots(folder, result) {
        document.push(plot);
    }
    document
}

fn verdict_block(verdict: &FolderVerdict, result: &CheckResult) -> Verdict {
    let best = &verdict.best;
    let mut block = Verdict::new(outcome(best), headline(best, result));
    block = block.line(rate_line(best, result));
    if !best.certain {
        block = block
            .line("The interval does not settle it: repeat with --thorough, on a quiet machine.");
    }
    block = block.line(format!(
        "It feeds {} core{} at {} each.",
        format::count(best.cores_fed as u64),
        plural(best.cores_fed),
        mb(result.verdict.require_mb_per_core),
    ));
    block = block.line(format!("Its limit is {}.", verdict.limit.describe()));
    if let (Some(as_sas), Some(limit)) = (&verdict.as_sas, verdict.as_sas_limit) {
        let meets = if as_sas.meets {
            "meets it"
        } else {
            "falls short"
        };
        block = block.line(format!(
            "As SAS, one transfer at a time: {} per core with {}; {meets}. Limit: {}.",
            mb(as_sas.mb_per_core),
            as_sas.setting.label(),
            limit.describe()
        ));
    }
    if let (Some(default), Some(limit)) = (&verdict.sas_default, verdict.sas_default_limit)
        && verdict
            .as_sas
            .as_ref()
            .is_none_or(|as_sas| as_sas.setting != default.setting)
    {
        block = block.line(format!(
            "As SAS by default ({}): {} per core. Limit: {}.",
            default.setting.label(),
            mb(default.mb_per_core),
            limit.describe()
        ));
    }
    if let Some(gain) = verdict.overlap_gain {
        block = block.line(if gain >= 1.03 {
            format!("Overlapping transfers with work would win {gain:.2}x.")
        } else {
            "Overlapping transfers with work would win nothing here.".to_owned()
        });
    }
    if let Some(sessions) = verdict.sessions_at_full_speed {
        block = block.line(format!(
            "{sessions:.1} sessions at the full speed of a lone one would take all of it."
        ));
    }
    block
}

fn outcome(judged: &Judged) -> Outcome {
    if judged.meets {
        Outcome::Pass
    } else {
        Outcome::Fail
    }
}

fn headline(judged: &Judged, result: &CheckResult) -> String {
    format!(
        "{} per physical core, {} required",
        mb(judged.mb_per_core),
        mb(result.verdict.require_mb_per_core)
    )
}

fn rate_line(judged: &Judged, result: &CheckResult) -> String {
    let interval = judged.interval.map_or_else(
        || "no interval: too few repeats".to_owned(),
        |interval| {
            format!(
                "95 % interval {} per core",
                format::interval(&format::number(interval.low), &mb(interval.high))
            )
        },
    );
    format!(
        "{} to {} stream{}: mixed, cold, durable; {}; {interval}.",
        mb(judged.mb_per_second),
        result.streams,
        plural(result.streams),
        judged.setting.label(),
    )
}

fn facts(folder: &FolderResult, result: &CheckResult) -> Facts {
    let volume = &folder.preflight.volume;
    let mut facts = Facts::new();
    let mount = volume.mount_point.as_ref().map_or_else(
        || "unknown mount".to_owned(),
        |mount| format!("mounted at {}", mount.display()),
    );
    facts.push("File system", format!("{} {mount}", volume.fs_type));
    for device in &folder.preflight.devices {
        for leaf in device.leaves() {
            let mut words = vec![leaf.name.clone()];
            words.extend(leaf.origin.model.clone());
            words.extend(leaf.size_bytes.map(format::amount));
            words.push(match (&leaf.origin.virtual_by, leaf.queue.rotational) {
                (Some(by), _) => format!("virtual ({by})"),
                (None, Some(true)) => "rotational".to_owned(),
                (None, Some(false)) => "solid state".to_owned(),
                (None, None) => "kind unknown".to_owned(),
            });
            words.extend(
                leaf.queue
                    .scheduler
                    .as_ref()
                    .map(|it| format!("scheduler {it}")),
            );
            words.extend(
                leaf.queue
                    .read_ahead_kib
                    .map(|kib| format!("read-ahead {}", format::size(kib << 10))),
            );
            words.extend(leaf.queue.write_cache.map(|on| {
                if on {
                    "write cache on"
                } else {
                    "write cache off"
                }
                .to_owned()
            }));
            facts.push("Device", words.join(", "));
        }
    }
    if let Some(space) = volume.space {
        facts.push(
            "Room",
            format!(
                "{} of {} available",
                format::amount(space.available_bytes),
                format::amount(space.total_bytes)
            ),
        );
    }
    let cores = &result.machine.cores;
    facts.push(
        "Cores",
        format!(
            "{} physical, {} logical{}",
            cores.physical_available,
            cores.logical_available,
            cores
                .model
                .as_ref()
                .map_or_else(String::new, |model| format!(", {model}")),
        ),
    );
    if let Some(bytes) = result.machine.memory.total_bytes {
        facts.push("Memory", format::amount(bytes));
    }
    facts.push(
        "Test files",
        format!(
            "{} for each stream; read cold, written durably",
            format::amount(folder.confirmation_file_bytes)
        ),
    );
    if let Some(engine) = folder
        .best()
        .and_then(|best| best.trials.first())
        .and_then(|trial| trial.figures.streams.first())
    {
        facts.push(
            "Engine",
            format!(
                "{}; depth {} asked, {:.1} reached",
                engine.engine.kind.name(),
                engine.depth_asked,
                engine.depth_reached.mean
            ),
        );
    }
    facts
}

fn notes(folder: &FolderResult) -> Vec<Note> {
    let mut notes: Vec<_> = folder
        .preflight
        .hazards
        .iter()
        .map(|hazard| match hazard.severity {
            Severity::Info => Note::info(&hazard.text),
            Severity::Warning | Severity::Refuse => Note::warning(&hazard.text),
        })
        .collect();
    if let Some(rate) = folder.preflight.others_at_work() {
        notes.push(Note::warning(format!(
            "Others moved {} on the device before the check: measure again when it is quiet.",
            format::rate(rate)
        )));
    }
    let (own, others) = folder
        .confirmed
        .iter()
        .flat_map(|measured| &measured.trials)
        .filter_map(|trial| {
            let others = trial.others?;
            Some((
                trial.figures.storage_read_bytes? + trial.figures.storage_write_bytes?,
                others.bytes_read + others.bytes_written,
            ))
        })
        .fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
    if own > 0 {
        let share = others as f64 / own as f64;
        // The file system's own journal is among them, so a little is always there.
        notes.push(if share > 0.05 {
            Note::warning(format!(
                "While the best settings were repeated, the device moved {} more than the check's own \
                 bytes: others are at work. Measure again when it is quiet.",
                format::percent(share)
            ))
        } else {
            Note::info(format!(
                "While the best settings were repeated, the device moved {} more than the check's own \
                 bytes: others, and the file system's journal.",
                format::percent(share)
            ))
        });
    }
    if !folder.direct_io {
        notes.push(Note::warning(
            "This file system refuses direct I/O, so only cached transfers were measured.",
        ));
    }
    for refused in refused(folder) {
        notes.push(Note::info(format!("Not used here: {refused}.")));
    }
    if folder.swept.folders > 0 {
        notes.push(Note::info(format!(
            "Removed {} that an earlier check had left when it was killed.",
            format::amount(folder.swept.bytes)
        )));
    }
    notes
}

/// Why faster engines were not used, each reason once.
fn refused(folder: &FolderResult) -> Vec<String> {
    let mut reasons: Vec<String> = folder
        .confirmed
        .iter()
        .flat_map(|measured| &measured.trials)
        .flat_map(|trial| &trial.figures.streams)
        .flat_map(|stream| stream.engine.refused.iter().cloned())
        .collect();
    reasons.sort();
    reasons.dedup();
    reasons
}

fn mixed_table(folder: &FolderResult) -> Table {
    let mut table = Table::new([
        Column::left("Setting"),
        Column::left("Who waits"),
        Column::right("Median").unit("MB/s"),
        Column::right("95 % interval").unit("MB/s"),
        Column::right("CPU").unit("s/GB"),
        Column::right("Cached"),
    ])
    .title("Mixed stream, cold and durable");
    let best = folder.best().map(|best| best.setting);
    for measured in &folder.confirmed {
        let cells = [
            measured.setting.label(),
            measured.setting.discipline.name().to_owned(),
            format::number(measured.rate()),
            interval(measured),
            format::number(measured.cpu_seconds_per_gigabyte),
            measured
                .cache_share
                .map_or_else(|| "unknown".to_owned(), format::percent),
        ];
        table.push(cells, Some(measured.setting) == best);
    }
    let over = folder.best().map(|best| {
        format!(
            "The best over its {} repeats: {}.",
            best.trials.len(),
            best.over_trials
        )
    });
    match over {
        Some(over) => table.caption(over),
        None => table,
    }
}

fn interval(measured: &Measured) -> String {
    measured.megabytes_per_second.interval.map_or_else(
        || "n/a".to_owned(),
        |interval| {
            format::interval(
                &format::number(interval.low),
                &format::number(interval.high),
            )
        },
    )
}

fn details_table(folder: &FolderResult) -> Table {
    let mut table = Table::new([
        Column::left("What"),
        Column::left("Setting"),
        Column::left("Who waits"),
        Column::right("Rate").unit("MB/s"),
        Column::right("Transfers").unit("1/s"),
        Column::right("p99").unit("us"),
        Column::right("Cached"),
    ])
    .title("Reading and writing apart");
    for measured in &folder.details {
        let what = match measured.pattern {
            Pattern::Mixed => "mixed",
            Pattern::Read => "cold read",
            Pattern::Write => "durable write",
            Pattern::RandomRead => "random read",
            Pattern::HotRead => "hot read",
        };
        let Some(trial) = measured.trials.first() else {
            continue;
        };
        let flow = trial.figures.read.as_ref().or(trial.figures.write.as_ref());
        table.push(
            [
                what.to_owned(),
                measured.setting.label(),
                measured.setting.discipline.name().to_owned(),
                format::number(measured.rate()),
                flow.map_or_else(String::new, |flow| {
                    format::number(flow.operations_per_second)
                }),
                flow.and_then(|flow| flow.latency_microseconds.percentiles.get("99").copied())
                    .map_or_else(String::new, format::number),
                match measured.pattern {
                    Pattern::Write => "-".to_owned(),
                    _ => measured
                        .cache_share
                        .map_or_else(|| "unknown".to_owned(), format::percent),
                },
            ],
            false,
        );
    }
    table.caption(
        "The hot read is what a measurement would have claimed that had not looked at the page cache.",
    )
}

fn scaling_table(folder: &FolderResult) -> Table {
    let mut table = Table::new([
        Column::left("Setting"),
        Column::left("Who waits"),
        Column::right("Streams"),
        Column::right("All").unit("MB/s"),
        Column::right("Each").unit("MB/s"),
    ])
    .title("Mixed stream, by the number of streams");
    for measured in &folder.scaling {
        table.push(
            [
                measured.setting.label(),
                measured.setting.discipline.name().to_owned(),
                measured.streams.to_string(),
                format::number(measured.rate()),
                format::number(measured.rate() / measured.streams as f64),
            ],
            false,
        );
    }
    table
}

fn plots(folder: &FolderResult, result: &CheckResult) -> Vec<Plot> {
    let mut plots = Vec::new();
    let mut by_setting = Plot::new(
        "Mixed stream by what is in flight",
        Axis::log2("Buffers of a stream", Quantity::Size),
        Axis::linear("Throughput", Quantity::Rate),
    )
    .caption("Every setting that the search tried, as the median of its trials.")
    .reference(
        "required",
        result.verdict.require_mb_per_core * result.cores_to_feed as f64 * 1e6,
    );
    for (name, direct, discipline) in [
        ("cached, as SAS", false, Discipline::AsSas),
        ("direct, as SAS", true, Discipline::AsSas),
        ("cached, overlapped", false, Discipline::Overlapped),
        ("direct, overlapped", true, Discipline::Overlapped),
    ] {
        let points: Vec<_> = folder
            .searched
            .iter()
            .flat_map(|searched| &searched.ranking)
            .filter(|ranked| {
                ranked.setting.direct == direct && ranked.setting.discipline == discipline
            })
            .filter_map(|ranked| {
                Some(Point::new(
                    ranked.setting.cost() as f64,
                    ranked.megabytes_per_second? * 1e6,
                ))
            })
            .collect();
        if !points.is_empty() {
            by_setting = by_setting.series(Series::new(name, Kind::Points, points));
        }
    }
    if !by_setting.series.is_empty() {
        plots.push(by_setting);
    }
    let mut scaling = Plot::new(
        "Mixed stream by the number of streams",
        Axis::linear("Streams", Quantity::Count),
        Axis::linear("Throughput", Quantity::Rate),
    );
    for searched in &folder.searched {
        let points: Vec<_> = folder
            .scaling
            .iter()
            .filter(|measured| Some(measured.setting) == searched.choice)
            .map(|measured| {
                let point = Point::new(measured.streams as f64, measured.rate() * 1e6);
                match measured.megabytes_per_second.interval {
                    Some(interval) => point.within(interval.low * 1e6, interval.high * 1e6),
                    None => point,
                }
            })
            .collect();
        if !points.is_empty() {
            scaling = scaling.series(Series::new(searched.discipline.name(), Kind::Line, points));
        }
    }
    if !scaling.series.is_empty() {
        plots.push(scaling);
    }
    let mut repeats = Plot::new(
        "The repeats, in their order",
        Axis::linear("Repeat", Quantity::Count),
        Axis::linear("Throughput", Quantity::Rate),
    );
    for measured in &folder.confirmed {
        let points: Vec<_> = measured
            .trials
            .iter()
            .enumerate()
            .map(|(index, trial)| Point::new((index + 1) as f64, trial.rate() * 1e6))
            .collect();
        repeats = repeats.series(Series::new(measured.setting.label(), Kind::Line, points));
    }
    if !repeats.series.is_empty() {
        plots.push(repeats);
    }
    if let Some(latencies) = latencies(folder) {
        plots.push(latencies);
    }
    plots
}

/// How long transfers of the confirmed settings took.
fn latencies(folder: &FolderResult) -> Option<Plot> {
    let names = feedrate_workload::figures::PERCENTILES.map(|(name, _)| name);
    let mut plot = Plot::new(
        "How long a read took",
        Axis::category("Percentile", names.map(|name| format!("p{name}"))),
        Axis::log10("Time", Quantity::Seconds),
    )
    .caption("The first repeat of each confirmed setting.");
    for measured in &folder.confirmed {
        let Some(read) = measured
            .trials
            .first()
            .and_then(|trial| trial.figures.read.as_ref())
        else {
            continue;
        };
        let points: Vec<_> = names
            .iter()
            .enumerate()
            .filter_map(|(index, &name)| {
                let micros = read.latency_microseconds.percentiles.get(name)?;
                Some(Point::new(index as f64, micros / 1e6))
            })
            .collect();
        plot = plot.series(Series::new(measured.setting.label(), Kind::Line, points));
    }
    (!plot.series.is_empty()).then_some(plot)
}

fn mb(rate: f64) -> String {
    format::rate(rate * 1e6)
}

fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}
