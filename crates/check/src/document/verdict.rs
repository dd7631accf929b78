//! The verdict and its consequences.

use feedrate_report::{Outcome, Verdict, format};

use super::{mb, plural};
use crate::result::CheckResult;
use crate::verdict::{FolderVerdict, JudgedRate};

/// Returns the verdict on all folders together.
pub(super) fn short(judged: &JudgedRate, result: &CheckResult) -> Verdict {
    Verdict::new(outcome(judged), headline(judged, result)).line(rate_line(judged))
}

/// Returns the verdict on a folder.
pub(super) fn block(verdict: &FolderVerdict, result: &CheckResult) -> Verdict {
    let best = &verdict.best;
    let mut block = short(best, result);
    if !best.certain {
        block = block
            .line("The interval does not settle it: repeat with --thorough, on a quiet machine.");
    }
    block = block.line(format!(
        "It feeds {} core{} with {} each.",
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
    if let [alone, more @ ..] = verdict.sessions.as_slice()
        && alone.sessions == 1
        && !more.is_empty()
    {
        let more: Vec<_> = more
            .iter()
            .map(|some| {
                format!(
                    "{} at once {} each",
                    some.sessions,
                    mb(some.mb_per_second_each)
                )
            })
            .collect();
        block = block.line(format!(
            "A session alone gets {}; {}.",
            mb(alone.mb_per_second_each),
            more.join(", ")
        ));
    }
    block
}

fn outcome(judged: &JudgedRate) -> Outcome {
    if judged.meets {
        Outcome::Pass
    } else {
        Outcome::Fail
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
