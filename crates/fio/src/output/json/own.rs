//! The results that fio does not have, under one key.

use feedrate_pageio::cache::CacheShare;
use feedrate_workload::load::{BatchOutcome, LoadOutcome};

use super::Value;
use crate::job::RemarkKind;
use crate::output::RunResults;
use crate::output::normal::mean;
use crate::output::unit::Unit;

/// Returns those of the whole run.
pub(super) fn of_run(report: &RunResults<'_>) -> Value {
    let outcome = report.outcome;
    // Hints are only printed by --lint.
    let all = report.jobs.remarks.iter();
    let told = all.filter(|remark| remark.kind != RemarkKind::Hint);
    let remarks = told.map(|remark| {
        Value::object([
            (
                "kind",
                Value::text_of(match remark.kind {
                    RemarkKind::Warning => "warning",
                    RemarkKind::Hint => "hint",
                    RemarkKind::Trap => "trap",
                    RemarkKind::Substituted => "substituted",
                    RemarkKind::Ignored => "ignored",
                }),
            ),
            ("place", Value::text_of(remark.location.to_string())),
            ("option", Value::text_of(remark.option)),
            ("text", Value::text_of(remark.text.clone())),
        ])
    });
    let mut run = Value::object([
        ("version", Value::text_of(env!("CARGO_PKG_VERSION"))),
        ("stopped", Value::Truth(outcome.stopped)),
        ("notes", texts(&outcome.notes)),
        ("warnings", Value::List(remarks.collect())),
        ("batches", Value::List(outcome.batches.iter().map(batch).collect())),
    ]);
    if let Some(judgement) = report.judgement {
        let batches = judgement.batches.iter().map(|judged| {
            Value::object([
                ("batch", Value::Whole(judged.batch as u64)),
                ("mb_per_second", Value::Real(judged.mb_per_second)),
                ("mb_per_core", Value::Real(judged.mb_per_core)),
                ("cores_fed", Value::Whole(judged.cores_fed)),
                ("cache_share", share(judged.cache)),
                ("meets", Value::Truth(judged.meets)),
            ])
        });
        run.add(
            "require",
            Value::object([
                ("mb_per_core", Value::Real(judgement.require_mb_per_core)),
                ("cores", Value::Whole(judgement.cores)),
                ("meets", Value::Truth(judgement.meets)),
                ("undecided", Value::Truth(judgement.undecided)),
                (
                    "processor_share_of_others",
                    judgement.processor_share_of_others.map_or(Value::Nothing, Value::Real),
                ),
                ("batches", Value::List(batches.collect())),
            ]),
        );
    }
    run
}

fn batch(batch: &BatchOutcome) -> Value {
    let milliseconds = |time: std::time::Duration| Value::Whole(time.as_millis() as u64);
    let mut object = Value::object([
        ("began_ms", milliseconds(batch.began_after)),
        ("elapsed_ms", milliseconds(batch.elapsed)),
        ("cpu_user_ms", milliseconds(batch.cpu.user)),
        ("cpu_system_ms", milliseconds(batch.cpu.system)),
        ("cache_share", share(batch.cache)),
        ("cache", Value::text_of(batch.cache.to_string())),
    ]);
    if let Some(storage) = batch.storage {
        object.add("storage_read_bytes", Value::Whole(storage.read_bytes));
        object.add("storage_write_bytes", Value::Whole(storage.write_bytes));
    }
    object
}

/// Returns those of the loads of a report.
pub(super) fn of_job(report: &RunResults<'_>, unit: &Unit<'_>) -> Value {
    // The numbers of batches, with the indices of their loads: the batch of each load.
    let mut places = Vec::new();
    for (number, batch) in report.outcome.batches.iter().enumerate() {
        places.extend(batch.loads.iter().map(|load| (number, load)));
    }
    let loads: Vec<_> = unit.loads.iter().filter_map(|&place| places.get(place)).collect();
    let batch = loads.first().map(|(number, _)| *number);
    let cache = batch
        .and_then(|number| report.outcome.batches.get(number))
        .map_or(Value::Nothing, |batch| share(batch.cache));
    let each: Vec<_> = loads.iter().map(|(_, load)| *load).collect();
    let sum = |of: fn(&LoadOutcome) -> u64| Value::Whole(each.iter().map(|load| of(load)).sum());
    let notes = distinct(each.iter().flat_map(|load| &load.notes));
    let mut object = Value::object([
        (
            "batch",
            batch.map_or(Value::Nothing, |number| Value::Whole(number as u64)),
        ),
        ("cache_share", cache),
        (
            "engines",
            texts(&distinct(each.iter().map(|load| load.engine.kind.name()))),
        ),
        (
            "engines_refused",
            texts(&distinct(each.iter().flat_map(|load| &load.engine.refused))),
        ),
        (
            "depth_most",
            Value::Whole(each.iter().map(|load| u64::from(load.depth.most)).max().unwrap_or(0)),
        ),
        (
            "depth_mean",
            Value::Real(mean(&each.iter().map(|load| load.depth.mean).collect::<Vec<_>>())),
        ),
        ("stopped", Value::Truth(each.iter().any(|load| load.stopped))),
        ("passes", sum(|load| load.passes)),
        ("read_back_bytes", sum(|load| load.read_back.bytes)),
        ("checked", sum(|load| load.checked)),
        ("differ", sum(|load| load.differ)),
        ("notes", texts(&notes)),
    ]);
    let differences = each.iter().flat_map(|load| &load.differences).map(|difference| {
        Value::object([
            ("path", Value::text_of(difference.path.display().to_string())),
            ("offset", Value::Whole(difference.offset)),
            ("bytes", Value::Whole(difference.bytes)),
            ("what", Value::text_of(difference.what.clone())),
        ])
    });
    object.add("differences", Value::List(differences.collect()));
    if let Some(error) = unit.error {
        object.add("error", Value::text_of(error.text.clone()));
    }
    if let Some(found) = each.iter().find_map(|load| load.latency_target) {
        object.add("latency_target_kept", Value::Truth(found.kept));
        object.add("latency_percent_within", Value::Real(found.percent_within));
    }
    object
}

/// Returns a share if it is known.
fn share(cache: CacheShare) -> Value {
    cache.known().map_or(Value::Nothing, Value::Real)
}

fn texts<T: AsRef<str>>(texts: &[T]) -> Value {
    Value::List(texts.iter().map(|text| Value::text_of(text.as_ref())).collect())
}

/// Returns each text once, in order.
fn distinct<T: AsRef<str>>(texts: impl Iterator<Item = T>) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for text in texts {
        if found.iter().all(|other| other.as_ref() != text.as_ref()) {
            found.push(text);
        }
    }
    found
}
