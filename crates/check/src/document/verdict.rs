//! The verdict in three lines: pass or fail and by how much, which settings to write where, and how sure both are.

use feedrate_document::{Outcome, Verdict, format};

use super::words::{counted, mb};
use super::{certainty, choice, endurance, undecided};
use crate::measurement::Measurement;
use crate::result::{CheckResult, FolderResult};
use crate::verdict::{ALL_TOGETHER, FolderVerdict, JudgedRate};

/// Returns the verdict on a folder.
pub(super) fn of_folder(verdict: &FolderVerdict, folder: &FolderResult, result: &CheckResult) -> Verdict {
    let (best, judged) = (&verdict.best, verdict.judged());
    let run = folder.findings.endurance.as_ref();
    let mut sure = run
        .and_then(|run| endurance::certainty(run, judged))
        .unwrap_or_else(|| certainty::of(judged, result));
    let mut searched = folder.findings.searched.iter();
    let setting = folder
        .findings
        .for_sas()
        .map_or(best.setting, |measured| measured.setting);
    let known = searched.find_map(|searched| choice::in_a_sentence(searched, setting));
    if let Some(known) = known {
        sure += &format!(" {known}");
    }
    let mut block = Verdict::new(outcome(judged.meets, judged.undecided), headline(judged, result))
        .line(settings(verdict, folder, result))
        .line(sure);
    if let Some(run) = run {
        block = block.line(endurance::in_short(run));
    }
    match undecided::of(&folder.findings) {
        Some(text) => block.line(text),
        None => block,
    }
}

/// Returns the verdict on all folders together.
pub(super) fn together(judged: &JudgedRate, result: &CheckResult) -> Verdict {
    Verdict::new(outcome(judged.meets, judged.undecided), headline(judged, result))
        .line(format!(
            "{} to {}, each folder with its own setting.",
            mb(judged.mb_per_second),
            counted(judged.streams, "stream"),
        ))
        .line(certainty::of(judged, result))
}

/// Returns the verdict on several folders: that of the worst of those that were measured, and the names of the others;
/// `None` if none was judged.
pub(super) fn of_all(result: &CheckResult) -> Option<Verdict> {
    let folders = result.folders.iter().filter_map(|folder| {
        let judged = folder.verdict.as_ref()?.judged();
        Some((folder.folder.display().to_string(), judged))
    });
    let together = result.verdict.together.iter();
    let judged: Vec<_> = folders
        .chain(together.map(|judged| (ALL_TOGETHER.to_owned(), judged)))
        .collect();
    let least = judged
        .iter()
        .min_by(|a, b| a.1.mb_per_core.total_cmp(&b.1.mb_per_core))?;
    let headline = format!(
        "{} per physical core required: {}",
        mb(result.verdict.require_mb_per_core),
        whose(&judged, least, result)
    );
    let open: Vec<&str> = judged
        .iter()
        .filter(|it| !certainty::is_sure(it.1))
        .map(|it| it.0.as_str())
        .collect();
    let sure = match open.as_slice() {
        [] if !result.verdict.not_measured.is_empty() => {
            "Sure for what was measured: each 95 % interval is all on its side of the requirement.".to_owned()
        }
        [] => "Sure: each 95 % interval is all on its side of the requirement.".to_owned(),
        open => format!("Not sure: {}. Their own verdicts below say why.", open.join(", ")),
    };
    let verdict = Verdict::new(outcome(result.verdict.meets, result.verdict.undecided), headline);
    let verdict = match unfinished(result) {
        Some(text) => verdict.line(text),
        None => verdict,
    };
    let named = result.folders.iter().filter_map(|folder| {
        let measured = folder.findings.for_sas()?;
        Some(format!("{}: {}", folder.folder.display(), in_short(measured)))
    });
    let named: Vec<String> = named.collect();
    Some(match named.as_slice() {
        [] => verdict.line(sure),
        named => verdict
            .line(format!("Settings for SAS, as below: {}.", named.join("; ")))
            .line(sure),
    })
}

/// Returns a sentence on what was not measured; `None` if all was.
fn unfinished(result: &CheckResult) -> Option<String> {
    let names = &result.verdict.not_measured;
    (!names.is_empty()).then(|| format!("Unfinished. Not measured, and so not judged: {}.", names.join(", ")))
}

/// Returns who meets the requirement and who does not, with the least rate.
fn whose(judged: &[(String, &JudgedRate)], least: &(String, &JudgedRate), result: &CheckResult) -> String {
    let short: Vec<&str> = judged.iter().filter(|it| !it.1.meets).map(|it| it.0.as_str()).collect();
    let is_whole = result.verdict.not_measured.is_empty();
    let who = match short.as_slice() {
        [_] if is_whole => {
            return format!(
                "{} has {}, {}",
                least.0,
                mb(least.1.mb_per_core),
                distance(least.1, result)
            );
        }
        [] if is_whole => "every folder has it".to_owned(),
        [] => "all that was measured has it".to_owned(),
        short => format!("not reached by {}", short.join(", ")),
    };
    let rate = mb(least.1.mb_per_core);
    format!(
        "{who}; the least, {}, has {rate}, {}",
        least.0,
        distance(least.1, result)
    )
}

/// Returns the settings of SAS for a folder and where they are written, with the rate that they give.
fn settings(verdict: &FolderVerdict, folder: &FolderResult, result: &CheckResult) -> String {
    let best = &verdict.best;
    let Some(measured) = folder.findings.for_sas() else {
        return format!(
            "Settings: {} is the best; one transfer at a time, as SAS, was not measured.",
            best.setting.label()
        );
    };
    let cores = result.cores_to_feed as f64;
    let per_core = measured.rate() / cores;
    let judged = [verdict.as_sas.as_ref(), verdict.sas_default.as_ref(), Some(best)];
    let judged = judged.into_iter().flatten().find(|it| it.setting == measured.setting);
    let enough = match judged {
        _ if per_core >= result.verdict.require_mb_per_core => "enough",
        Some(judged) if judged.undecided => "undecided",
        _ => "too little",
    };
    let overlapped = match best.setting == measured.setting || best.setting.depth <= 1 {
        true => String::new(),
        false => format!("; {} with {}, overlapped", mb(best.mb_per_core), best.setting.label()),
    };
    let rival = folder.findings.rival_for_sas().map_or_else(String::new, |rival| {
        let (label, rate) = (rival.setting.label(), mb(rival.rate() / cores));
        format!(" Not known to be better or worse, in these repeats: {label}, with {rate}.")
    });
    let name = match verdict.undecided_setting || !rival.is_empty() {
        true => "Settings for SAS, undecided",
        false => "Settings for SAS",
    };
    format!(
        "{name}: {}. With them {} per core, {enough}{overlapped}.{rival}",
        in_place(measured),
        mb(per_core)
    )
}

/// Returns the settings of SAS with the places where they are written.
fn in_place(measured: &Measurement) -> String {
    match measured.setting.direct {
        true => format!(
            "{} in OPTIONS, enabledirectio usedirectio=yes in LIBNAME (Windows: start with -sgio)",
            options(measured)
        ),
        false => format!("{} in OPTIONS, SGIO and direct I/O off", options(measured)),
    }
}

/// Returns the settings of SAS in a few words.
fn in_short(measured: &Measurement) -> String {
    match measured.setting.direct {
        true => format!("{}, direct", options(measured)),
        false => format!("{}, cached", options(measured)),
    }
}

/// Returns the size and number of buffers as options.
fn options(measured: &Measurement) -> String {
    let setting = measured.setting;
    let buffers = if setting.direct { setting.buffers } else { 1 };
    format!("bufsize={} bufno={buffers}", format::size(setting.page))
}

fn outcome(meets: bool, undecided: bool) -> Outcome {
    match meets {
        true => Outcome::Pass,
        false if undecided => Outcome::Undecided,
        false => Outcome::Fail,
    }
}

fn headline(judged: &JudgedRate, result: &CheckResult) -> String {
    format!(
        "{} per physical core, {} required: {}",
        mb(judged.mb_per_core),
        mb(result.verdict.require_mb_per_core),
        distance(judged, result)
    )
}

/// Returns by how much a rate passes or misses the requirement.
fn distance(judged: &JudgedRate, result: &CheckResult) -> String {
    let ratio = judged.mb_per_core / result.verdict.require_mb_per_core;
    match judged.meets {
        true => format!("{} times that", format::number(ratio)),
        false => format!("{} short", format::percent(1.0 - ratio)),
    }
}
