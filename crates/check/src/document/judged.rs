//! The judged rates as a table: each way with what it was measured at, and its limit.

use feedrate_document::{Column, Table, format};

use super::steps;
use super::words::{counted, interval, mb, meets};
use crate::result::CheckResult;
use crate::verdict::{FolderVerdict, JudgedRate, Limit};

/// Returns a row for each way that was judged. Sentences on limits are in the caption, each once.
pub(super) fn table(verdict: &FolderVerdict, result: &CheckResult) -> Table {
    let mut table = Table::new([
        Column::left("Way"),
        Column::left("Setting"),
        Column::right("Per core").unit("MB/s"),
        Column::right("95 % interval").unit("MB/s"),
        Column::left("Verdict"),
        Column::left("Limit"),
    ])
    .title("The verdict in figures");
    let mut limits: Vec<Limit> = Vec::new();
    for (way, judged, limit) in ways(verdict) {
        table.push(row(way, judged, limit), false);
        if !limits.contains(&limit) {
            limits.push(limit);
        }
    }
    if let Some(lasting) = &verdict.lasting {
        let mut cells = row("lasting", lasting, verdict.limit);
        cells[5] = "-".to_owned();
        table.push(cells, false);
    }
    let mut sentences: Vec<String> = limits.iter().map(|limit| limit.describe().to_owned()).collect();
    sentences.insert(0, feeds(verdict, result));
    sentences.extend(
        verdict
            .overlap_gain
            .map(|gain| steps::overlap_gain(gain, "for the mixed stream")),
    );
    sentences.extend(sessions(verdict));
    table.caption(sentences.join(" "))
}

/// Returns the ways with their rates and limits, the best first, and no setting twice.
fn ways(verdict: &FolderVerdict) -> Vec<(&'static str, &JudgedRate, Limit)> {
    let best = &verdict.best;
    let as_sas = verdict.as_sas.as_ref().zip(verdict.as_sas_limit);
    let default = verdict.sas_default.as_ref().zip(verdict.sas_default_limit);
    let mut ways = vec![("best", best, verdict.limit)];
    for (name, way) in [("as SAS", as_sas), ("SAS default", default)] {
        if let Some((judged, limit)) = way {
            match ways.iter_mut().find(|known| known.1.setting == judged.setting) {
                Some(known) if known.0 == "best" => known.0 = "best, as SAS",
                Some(_) => {}
                None => ways.push((name, judged, limit)),
            }
        }
    }
    ways
}

fn row(way: &str, judged: &JudgedRate, limit: Limit) -> [String; 6] {
    [
        way.to_owned(),
        judged.setting.label(),
        format::number(judged.mb_per_core),
        interval(judged.interval),
        meets(judged).to_owned(),
        limit.name().to_owned(),
    ]
}

/// Returns how many cores the judged rate feeds.
fn feeds(verdict: &FolderVerdict, result: &CheckResult) -> String {
    let judged = verdict.judged();
    let each = mb(result.verdict.require_mb_per_core);
    let all = format!("{} to {}", mb(judged.mb_per_second), counted(judged.streams, "stream"));
    let rate = match verdict.lasting {
        Some(_) => "The lasting rate",
        None => "The best",
    };
    match judged.cores_fed {
        0 => format!("{rate}, {all}, feeds not even one core with {each}."),
        cores => format!("{rate}, {all}, feeds {} with {each} each.", counted(cores, "core")),
    }
}

/// Returns what a session alone and several at once get, if several were measured.
fn sessions(verdict: &FolderVerdict) -> Option<String> {
    let [alone, more @ ..] = verdict.sessions.as_slice() else {
        return None;
    };
    if alone.sessions != 1 || more.is_empty() {
        return None;
    }
    let more: Vec<_> = more
        .iter()
        .map(|some| format!("{} at once {} each", some.sessions, mb(some.mb_per_second_each)))
        .collect();
    Some(format!(
        "A session alone gets {}; {}.",
        mb(alone.mb_per_second_each),
        more.join(", ")
    ))
}
