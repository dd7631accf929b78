//! The verdict and its consequences.

use feedrate_document::{Outcome, Verdict, format};

use super::{mb, plural, summary};
use crate::result::CheckResult;
use crate::verdict::{FolderVerdict, JudgedRate};

/// Returns the verdict on all folders together.
pub(super) fn short(judged: &JudgedRate, result: &CheckResult) -> Verdict {
    let verdict = Verdict::new(outcome(judged), headline(judged, result)).line(rate_line(judged));
    match judged.processor_share_of_others {
        Some(share) if judged.undecided => verdict.line(format!(
            "Others had {} of the processors meanwhile, which may be why it falls short: measure again when they are \
             idle.",
            format::percent(share)
        )),
        _ => verdict,
    }
}

/// Returns the verdict on a folder.
pub(super) fn block(verdict: &FolderVerdict, result: &CheckResult) -> Verdict {
    let best = &verdict.best;
    let mut block = short(best, result);
    if !best.certain && !best.undecided {
        block = block.line("The interval does not settle it: repeat with --thorough, on a quiet machine.");
    }
    let each = mb(result.verdict.require_mb_per_core);
    block = block.line(match best.cores_fed {
        0 => format!("It feeds not even one core with {each}."),
        cores => format!(
            "It feeds {} core{} with {each} each.",
            format::count(cores as u64),
            plural(cores)
        ),
    });
    block = block.line(format!("Its limit is {}.", verdict.limit.describe()));
    if let (Some(as_sas), Some(limit)) = (&verdict.as_sas, verdict.as_sas_limit) {
        let meets = match as_sas.meets {
            true => "meets it",
            false => summary::meets(as_sas),
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
    match sessions(verdict) {
        Some(line) => block.line(line),
        None => block,
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

fn outcome(judged: &JudgedRate) -> Outcome {
    match judged.meets {
        true => Outcome::Pass,
        false if judged.undecided => Outcome::Undecided,
        false => Outcome::Fail,
    }
}

fn headline(judged: &JudgedRate, result: &CheckResult) -> String {
    format!(
        "{} per physical core, {} required",
        mb(judged.mb_per_core),
        mb(result.verdict.require_mb_per_core)
    )
}

fn rate_line(judged: &JudgedRate) -> String {
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
        judged.streams,
        plural(judged.streams),
        judged.setting.label(),
    )
}
