//! The answer of a ramp in one sentence, and its reasons.

use feedrate_document::{Outcome, Verdict, format};

use super::super::limit::LimitKind;
use super::super::record::{AnswerRecord, Figure, LevelRecord, RampRecord};
use super::words::{counted, known};

/// Returns the answer, with what breaks, what limits, and why the ramp ended if it found no end.
pub(super) fn verdict(record: &RampRecord) -> Verdict {
    let AnswerRecord { at_least, at_most, .. } = record.users;
    let users = |number: u32| counted(number as usize, "user");
    let (outcome, headline) = match (at_least, at_most) {
        _ if record.levels.is_empty() => (Outcome::Unknown, "No run ended, so nothing can be told.".to_owned()),
        (0, Some(0)) => (
            Outcome::Fail,
            "Not even one user is served within the limits.".to_owned(),
        ),
        (0, None) => (
            Outcome::Undecided,
            "For no number of users it is certain that limits hold or break.".to_owned(),
        ),
        (0, Some(most)) => (
            Outcome::Undecided,
            format!("At most {} within the limits; that one is, is not certain.", are(most)),
        ),
        (least, Some(most)) if least == most => (
            Outcome::Pass,
            format!("{} within the limits, and not {}.", are(least), least + 1),
        ),
        (least, Some(most)) => (
            Outcome::Pass,
            format!(
                "At least {} within the limits, and at most {}.",
                are(least),
                users(most)
            ),
        ),
        (least, None) => (
            Outcome::Pass,
            format!(
                "At least {} within the limits; how many more was not found.",
                are(least)
            ),
        ),
    };
    let mut verdict = Verdict::new(outcome, headline);
    for line in reasons(record) {
        verdict = verdict.line(line);
    }
    verdict
}

/// Returns what broke at the fewest users, what limited them, and why the ramp ended if it found no end.
fn reasons(record: &RampRecord) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(level) = broken(record) {
        lines.extend(breaches(record, level));
        match record.users.limited_by {
            Some("processors") => lines.push(format!(
                "The processors limit: they were busy for {} of their time.",
                known(level.processor_share, format::percent)
            )),
            Some(_) => lines.push(format!(
                "Storage limits: steps stood still for it for {} of their time.",
                known(level.waited_share, format::percent)
            )),
            None if level.failure.is_none() => lines.push(
                "It is not clear whether processors or storage limit: neither were the processors busy for 80 % of \
                 their time, nor did steps wait for storage for half of theirs."
                    .to_owned(),
            ),
            None => {}
        }
    }
    lines.extend(ending(record));
    lines
}

/// Returns why a ramp ended before its answer was narrow.
fn ending(record: &RampRecord) -> Option<String> {
    let last = record.levels.last().map_or(0, |level| level.users);
    let users = counted(last as usize, "user");
    Some(match record.ended {
        "time" => "It ended because the time budget did not suffice for another run.".to_owned(),
        "space" => format!("It ended with {users} because more would not have found the space that they need."),
        "memory" => format!("It ended with {users} because more would not have found the memory that they need."),
        "interrupted" => "It was interrupted; what had been measured until then counts.".to_owned(),
        "failed" => format!("It ended: {}.", record.because.as_deref().unwrap_or("a run failed")),
        _ if record.users.at_most.is_none() && last >= record.most_users => {
            let were = if last == 1 { "was" } else { "were" };
            format!("No more than {users} {were} to run.")
        }
        _ => return None,
    })
}

fn broken(record: &RampRecord) -> Option<&LevelRecord> {
    let most = record.users.at_most?;
    record.levels.iter().find(|level| level.users == most + 1)
}

/// Returns a sentence for each limit that a number of users breaks.
fn breaches(record: &RampRecord, level: &LevelRecord) -> Vec<String> {
    let users = counted(level.users as usize, "user");
    if let Some(failure) = &level.failure {
        return vec![format!("With {users} not all programs completed: {failure}.")];
    }
    let mut lines = Vec::new();
    for limit in &record.limits {
        let class = limit.class.as_ref();
        let of_class = class.and_then(|class| level.classes.iter().find(|it| it.latencies.class == *class));
        let figure = match (limit.kind, of_class) {
            (LimitKind::Rate, _) => level.megabytes_per_second_and_core.as_ref(),
            (kind, Some(class)) => class.figure(kind),
            _ => None,
        };
        let Some(Figure {
            value,
            low: Some(low),
            high: Some(high),
        }) = figure
        else {
            continue;
        };
        let is_broken = match limit.kind {
            LimitKind::Rate => *high < limit.bound,
            _ => *low > limit.bound,
        };
        if is_broken {
            let whose = class.map_or("all programs", String::as_str);
            let relative = match limit.kind {
                LimitKind::Slowdown => " relative to one user",
                _ => "",
            };
            lines.push(format!(
                "With {users} {whose}: {} ({}){relative}, beyond the limit of {}.",
                quantity(limit.kind, *value),
                format::interval(&quantity(limit.kind, *low), &quantity(limit.kind, *high)),
                quantity(limit.kind, limit.bound),
            ));
        }
    }
    lines
}

fn quantity(kind: LimitKind, value: f64) -> String {
    match kind {
        LimitKind::Response => format::seconds(value),
        LimitKind::Slowdown => format!("{} ×", format::number(value)),
        LimitKind::Rate => format!("{} MB/s per core", format::number(value)),
    }
}

fn are(users: u32) -> String {
    match users {
        1 => "1 user is served".to_owned(),
        users => format!("{users} users are served"),
    }
}
