//! The certainty of a verdict in a sentence.

use feedrate_document::format;
use feedrate_machine::OtherLoad;

use super::words::mb;
use crate::options::Effort;
use crate::result::CheckResult;
use crate::verdict::JudgedRate;

/// Returns whether a verdict is beyond doubt.
pub(super) fn is_sure(judged: &JudgedRate) -> bool {
    judged.certain && !judged.undecided
}

/// Returns a sentence on the certainty of a verdict, and what would increase it.
pub(super) fn of(judged: &JudgedRate, result: &CheckResult) -> String {
    let share = judged.processor_share_of_others;
    if judged.undecided && share.is_none_or(|share| share <= OtherLoad::HINDERS) {
        return "Not sure: another setting may give enough: the line on the choice says why.".to_owned();
    }
    if judged.undecided
        && let Some(share) = share
    {
        return format!(
            "Not sure: others had {} of the processors meanwhile, which may be why it falls short: measure again when \
             they are idle.",
            format::percent(share)
        );
    }
    let require = result.verdict.require_mb_per_core;
    let again = match result.options.effort {
        Effort::Thorough => "repeat on a quiet machine",
        _ => "repeat with --thorough, on a quiet machine",
    };
    let Some(interval) = judged.interval else {
        return format!("Not sure: too few repeats for an interval; {again}.");
    };
    let shown = format!(
        "the 95 % interval, {} per core,",
        format::interval(&format::number(interval.low), &mb(interval.high))
    );
    match (judged.certain, judged.is_apart(require)) {
        (true, _) if judged.meets => format!("Sure: {shown} is all above what is required."),
        (true, _) => format!("Sure: {shown} is all below what is required."),
        (false, true) => format!("Not sure: {shown} is of repeats that did not keep their level; {again}."),
        (false, false) => format!("Not sure: {shown} does not settle it; {again}."),
    }
}
