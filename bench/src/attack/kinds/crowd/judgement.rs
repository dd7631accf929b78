//! The judgement of what processes that worked at once left: each observation of an append once, and an update for
//! each that was made.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::job::{BATCH, FIRST_KEY, PastJob, Task};
use crate::attack::data::stock::Size;
use crate::attack::round::{Harm, Round};
use crate::attack::verdict::LOCKED;

/// Judges the end of a process.
pub fn judge_one(round: &mut Round, past: &PastJob, waits: bool) {
    round.judge_end(&past.ended, past.was_killed.then_some(libc::SIGKILL));
    if past.was_killed || past.ended.hung || past.ended.code == Some(0) {
        return;
    }
    let complaint = past.ended.complaint();
    let task = past.task;
    // An update in place has the data set alone, and readers are refused as writers are.
    let is_refused = past.ended.log.contains(LOCKED) && !waits;
    let what = match task {
        _ if is_refused => return,
        Task::Read => format!("a reader failed: {complaint}"),
        _ if waits => format!("{task:?}, which waits for locks, failed: {complaint}"),
        _ => format!("{task:?} failed, and not for a lock: {complaint}"),
    };
    round.find(Harm::Untold, what);
}

/// The data set that is appended to and sorted holds what those that went well say; to a reader, as far as they were
/// over when it began.
pub fn judge_b(round: &mut Round, listing: &Path, past: &[PastJob], reader: Option<&PastJob>, size: Size) {
    let text = fs::read_to_string(listing).unwrap_or_default();
    let mut times: HashMap<u64, u64> = HashMap::new();
    let key = |line: &str| line.split(' ').next().and_then(|word| word.parse().ok());
    for line in text.lines() {
        *times.entry(key(line).unwrap_or(u64::MAX)).or_default() += 1;
    }
    let whose = if reader.is_some() { "a reader" } else { "in the end D.B" };
    let mut wrong = |what: String| round.find(Harm::Lost, format!("{whose} {what}"));
    let once = |key: &u64, times: &mut HashMap<u64, u64>| times.remove(key) == Some(1);
    let base = (1..=size.rows).filter(|row| !once(&size.key(*row), &mut times)).count();
    if base > 0 {
        wrong(format!("lacks {base} of the observations of before, or has them twice"));
    }
    for append in past {
        let (Task::Append(number) | Task::Insert(number)) = append.task else {
            continue;
        };
        let first = FIRST_KEY + number * 1000;
        let keys = first + 1..=first + BATCH;
        let found = keys.filter(|key| once(key, &mut times)).count() as u64;
        let is_surely_there = append.ended.code == Some(0) && reader.is_none_or(|reader| append.over < reader.began);
        let is_surely_not =
            reader.is_some_and(|reader| reader.over < append.began) || append.ended.code.is_some_and(|code| code > 1);
        if found == BATCH && !is_surely_not || found == 0 && !is_surely_there {
            continue;
        }
        let how = match append.ended.code {
            Some(code) => format!("ended with {code}"),
            None => "was killed".into(),
        };
        wrong(format!("has {found} of {BATCH} observations of an append that {how}"));
    }
    let others: u64 = times.values().sum();
    if others > 0 {
        wrong(format!("has {others} observations that are nobody's, or come twice"));
    }
}

/// The data set that is updated has all updates in all observations.
pub fn judge_c(round: &mut Round, listing: &Path, past: &[PastJob], reader: Option<&PastJob>, size: Size) {
    let text = fs::read_to_string(listing).unwrap_or_default();
    let values = text
        .lines()
        .filter_map(|line| line.split(' ').nth(1)?.parse::<u64>().ok());
    // Value i began as 3 i.
    let more: Vec<u64> = (1..).zip(values).map(|(i, v)| v.wrapping_sub(3 * i)).collect();
    let updates = past.iter().filter(|past| matches!(past.task, Task::Update { .. }));
    let (mut least, mut most) = (0, 0);
    for update in updates {
        let is_over = reader.is_none_or(|reader| update.over < reader.began);
        let has_begun = reader.is_none_or(|reader| update.began < reader.over);
        least += u64::from(is_over && update.ended.code == Some(0));
        most += u64::from(has_begun && (update.was_killed || update.ended.code == Some(0)));
    }
    let whose = if reader.is_some() { "a reader" } else { "in the end D.C" };
    if more.len() as u64 != size.fewer() {
        let what = format!("{whose} has {} observations of {}", more.len(), size.fewer());
        return round.find(Harm::Lost, what);
    }
    let made = more[0];
    if more.iter().any(|it| *it != made) {
        round.find(Harm::Lost, format!("{whose} has observations of several updates"));
    } else if !(least..=most).contains(&made) {
        let what = format!("{whose} has {made} updates, and {least} to {most} were made");
        round.find(Harm::Lost, what);
    }
}
