//! Many processes that append to one data set, sort it in place, update another, by a new file or in place, and read both,
//! all at once.
//!
//! In the end the data sets hold exactly what those that went well say: each observation of an append once, and an update
//! for each that was made. Who comes second to a data set that is being written may be refused, with the error that tells of
//! the lock. Who reads sees a state that was there.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::attack::data::disk::{Contents, Disk};
use crate::attack::data::stock::{self, Size};
use crate::attack::process::{Outcome, Process};
use crate::attack::round::Attack;
use crate::attack::round::{Harm, Round};
use crate::attack::verdict::{LOCKED, judge_left};

/// Observations of an append.
const BATCH: u64 = 700;

/// The first key of the first append; the next begins a thousand later.
const FIRST_KEY: u64 = 10_000_000;

/// What an interrupted update left is completed by who opens the data set next.
const REPAIRED: &str = "options dldmgaction=repair;\n";

/// Many processes at once.
#[derive(Debug)]
pub struct Crowd;

/// What a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// Adds the observations of this number to `D.B`.
    Append(u64),
    /// Does so by PROC SQL.
    Insert(u64),
    /// Sorts `D.B` in place, down or up.
    Sort(bool),
    /// Adds one to all observations of `D.C`, in place or in a new file.
    Update { in_place: bool },
    /// Reads both.
    Read,
}

/// A process that is to be.
struct Job {
    task: Task,
    command: Command,
    /// After the one before it has ended.
    pause: Duration,
    /// When after its start it is killed, if it is.
    killed_after: Option<Duration>,
    /// Where a reader writes what it reads of `D.B` and `D.C`.
    listings: [PathBuf; 2],
}

/// A process that was.
struct PastJob {
    task: Task,
    began: Instant,
    over: Instant,
    ended: Outcome,
    was_killed: bool,
    listings: [PathBuf; 2],
}

impl Attack for Crowd {
    fn attack(&mut self, round: &mut Round) -> Result<(), String> {
        let size = Size::LARGE;
        let disk = stock::make(round, size)?;
        let waits = round.tools.has_lock_wait && round.rng.bool();
        let workers = round.rng.usize(3..=6);
        round.story = format!("{workers} at once{}", if waits { ", waiting" } else { "" });
        let mut next = 0;
        let mut queues = Vec::new();
        for _ in 0..workers {
            let mut queue = Vec::new();
            for _ in 0..3 {
                queue.push(draw_job(round, &disk, waits, &mut next)?);
            }
            queues.push(queue);
        }
        let past = run_all(round, queues)?;
        round.tries += past.len() as u64;
        for past in &past {
            judge_one(round, past, waits);
        }
        round.judge_processes();
        let listings = ["b", "c"].map(|name| round.folder.join(format!("final.{name}")));
        let ended = round.run(&reading(&disk, &listings, ""))?;
        round.judge_end(&ended, None);
        if ended.code != Some(0) {
            let what = format!("what is there cannot be read: {}", ended.complaint());
            round.find(Harm::Lost, what);
        } else {
            judge_b(round, &listings[0], &past, None, size);
            judge_c(round, &listings[1], &past, None, size);
        }
        for reader in past
            .iter()
            .filter(|past| past.task == Task::Read && past.ended.code == Some(0))
        {
            judge_b(round, &reader.listings[0], &past, Some(reader), size);
            judge_c(round, &reader.listings[1], &past, Some(reader), size);
        }
        for name in disk.harmed_own() {
            round.find(
                Harm::Lost,
                format!("the user's own {name} is not as it was"),
            );
        }
        let known: Contents = stock::before(size);
        judge_left(round, &disk, &known, &known)
    }
}

fn draw_job(round: &mut Round, disk: &Disk, waits: bool, next: &mut u64) -> Result<Job, String> {
    let mut tasks = vec![0, 0, 1, 1, 2, 2, 3];
    if round.tools.has_sql {
        tasks.push(4);
    }
    let task = match round.draw(&tasks) {
        0 => Task::Append(*next),
        1 => Task::Sort(round.rng.bool()),
        2 => Task::Update {
            in_place: round.rng.bool(),
        },
        3 => Task::Read,
        _ => Task::Insert(*next),
    };
    let listings = [0, 1].map(|index| {
        let number = round.rng.u64(..);
        round.folder.join(format!("read.{index}.{number:x}"))
    });
    let options = if waits { "filelockwait=60" } else { "" };
    let libraries = disk.libraries(options) + REPAIRED;
    let batch = |number: u64| {
        let first = FIRST_KEY + number * 1000;
        format!(
            "data mine; length k v 8 t $ 8;\n\
             do v = 1 to {BATCH}; k = {first} + v; t = 'more'; output; end;\nrun;\n"
        )
    };
    let text = match task {
        Task::Append(number) => {
            *next += 1;
            let batch = batch(number);
            format!("{libraries}{batch}proc append base=d.b data=mine; run;\n")
        }
        Task::Insert(number) => {
            *next += 1;
            let batch = batch(number);
            format!("{libraries}{batch}proc sql; insert into d.b select k, v, t from mine; quit;\n")
        }
        Task::Sort(descending) => {
            let descending = if descending { "descending" } else { "" };
            format!("{libraries}proc sort data=d.b; by {descending} k; run;\n")
        }
        Task::Update { in_place } => {
            let read = if in_place { "modify" } else { "set" };
            format!("{libraries}data d.c; {read} d.c; v = v + 1; run;\n")
        }
        Task::Read => reading(disk, &listings, options),
    };
    Ok(Job {
        task,
        command: round.command(&text)?,
        pause: Duration::from_millis(round.rng.u64(0..150)),
        killed_after: (round.rng.u8(..10) == 0)
            .then(|| Duration::from_millis(round.rng.u64(5..200))),
        listings,
    })
}

/// A program that lists both data sets.
fn reading(disk: &Disk, listings: &[PathBuf; 2], options: &str) -> String {
    let [b, c] = listings;
    format!(
        "{}{REPAIRED}data _null_; set d.b; file '{}'; put k v t; run;\n\
         data _null_; set d.c; file '{}'; put k v t; run;\n",
        disk.libraries(options),
        b.display(),
        c.display()
    )
}

/// Runs the jobs of each queue one after the other, and all queues at once.
fn run_all(round: &mut Round, queues: Vec<Vec<Job>>) -> Result<Vec<PastJob>, String> {
    enum Now {
        Pausing(Instant),
        Running(Process, Instant),
        Done,
    }
    let patience = round.tools.patience;
    let mut past = Vec::new();
    let mut workers: Vec<_> = queues
        .into_iter()
        .map(|queue| (queue.into_iter(), None::<Job>, Now::Pausing(Instant::now())))
        .collect();
    while workers.iter().any(|(.., now)| !matches!(now, Now::Done)) {
        for (queue, job, now) in &mut workers {
            match now {
                Now::Done => {}
                Now::Pausing(until) if Instant::now() < *until => {}
                Now::Pausing(_) => {
                    if let Some(due) = job {
                        *now = Now::Running(round.start(&mut due.command)?, Instant::now());
                    } else if let Some(next) = queue.next() {
                        *now = Now::Pausing(Instant::now() + next.pause);
                        *job = Some(next);
                    } else {
                        *now = Now::Done;
                    }
                }
                Now::Running(process, began) => {
                    let began = *began;
                    if let Some(due) = job
                        && due
                            .killed_after
                            .is_some_and(|after| began.elapsed() > after)
                    {
                        process.signal(Signal::KILL);
                    }
                    let Some(ended) = process.look(patience)? else {
                        continue;
                    };
                    let Some(due) = job.take() else {
                        continue;
                    };
                    past.push(PastJob {
                        task: due.task,
                        began,
                        over: Instant::now(),
                        was_killed: ended.signal == Some(libc::SIGKILL) && !ended.hung,
                        ended,
                        listings: due.listings,
                    });
                    *now = Now::Pausing(Instant::now());
                }
            }
        }
        thread::sleep(Duration::from_micros(500));
    }
    Ok(past)
}

/// How a process ended is what it may be.
fn judge_one(round: &mut Round, past: &PastJob, waits: bool) {
    round.judge_end(&past.ended, past.was_killed.then_some(libc::SIGKILL));
    if past.was_killed || past.ended.hung || past.ended.code == Some(0) {
        return;
    }
    let complaint = past.ended.complaint();
    let task = past.task;
    // An update in place has the data set alone, and readers are refused as writers are.
    let is_refused = past.ended.log.contains(LOCKED) && !waits;
    if task == Task::Read && !is_refused {
        round.find(Harm::Untold, format!("a reader failed: {complaint}"));
    } else if waits {
        round.find(
            Harm::Untold,
            format!("{task:?}, which waits for locks, failed: {complaint}"),
        );
    } else if !is_refused {
        round.find(
            Harm::Untold,
            format!("{task:?} failed, and not for a lock: {complaint}"),
        );
    }
}

/// The data set that is appended to and sorted holds what those that went well say; to a reader, as far as they were over
/// when it began.
fn judge_b(
    round: &mut Round,
    listing: &PathBuf,
    past: &[PastJob],
    reader: Option<&PastJob>,
    size: Size,
) {
    let text = fs::read_to_string(listing).unwrap_or_default();
    let mut times: HashMap<u64, u64> = HashMap::new();
    let key = |line: &str| line.split(' ').next().and_then(|word| word.parse().ok());
    for line in text.lines() {
        *times.entry(key(line).unwrap_or(u64::MAX)).or_default() += 1;
    }
    let whose = if reader.is_some() {
        "a reader"
    } else {
        "in the end D.B"
    };
    let mut wrong = |what: String| round.find(Harm::Lost, format!("{whose} {what}"));
    let once = |key: &u64, times: &mut HashMap<u64, u64>| times.remove(key) == Some(1);
    let base = (1..=size.rows)
        .filter(|row| !once(&size.key(*row), &mut times))
        .count();
    if base > 0 {
        wrong(format!(
            "lacks {base} of the observations of before, or has them twice"
        ));
    }
    for append in past {
        let (Task::Append(number) | Task::Insert(number)) = append.task else {
            continue;
        };
        let first = FIRST_KEY + number * 1000;
        let keys = first + 1..=first + BATCH;
        let found = keys.filter(|key| once(key, &mut times)).count() as u64;
        let is_surely_there =
            append.ended.code == Some(0) && reader.is_none_or(|reader| append.over < reader.began);
        let is_surely_not = reader.is_some_and(|reader| reader.over < append.began)
            || append.ended.code.is_some_and(|code| code > 1);
        if found == BATCH && !is_surely_not || found == 0 && !is_surely_there {
            continue;
        }
        let how = match append.ended.code {
            Some(code) => format!("ended with {code}"),
            None => "was killed".into(),
        };
        wrong(format!(
            "has {found} of {BATCH} observations of an append that {how}"
        ));
    }
    let others: u64 = times.values().sum();
    if others > 0 {
        wrong(format!(
            "has {others} observations that are nobody's, or come twice"
        ));
    }
}

/// The data set that is updated has all updates in all observations.
fn judge_c(
    round: &mut Round,
    listing: &PathBuf,
    past: &[PastJob],
    reader: Option<&PastJob>,
    size: Size,
) {
    let text = fs::read_to_string(listing).unwrap_or_default();
    let values = text
        .lines()
        .filter_map(|line| line.split(' ').nth(1)?.parse::<u64>().ok());
    // Value i began as 3 i.
    let more: Vec<u64> = (1..)
        .zip(values)
        .map(|(i, v)| v.wrapping_sub(3 * i))
        .collect();
    let updates = past
        .iter()
        .filter(|past| matches!(past.task, Task::Update { .. }));
    let (mut least, mut most) = (0, 0);
    for update in updates {
        let is_over = reader.is_none_or(|reader| update.over < reader.began);
        let has_begun = reader.is_none_or(|reader| update.began < reader.over);
        least += u64::from(is_over && update.ended.code == Some(0));
        most += u64::from(has_begun && (update.was_killed || update.ended.code == Some(0)));
    }
    let whose = if reader.is_some() {
        "a reader"
    } else {
        "in the end D.C"
    };
    if more.len() as u64 != size.fewer() {
        let what = format!(
            "{whose} has {} observations of {}",
            more.len(),
            size.fewer()
        );
        return round.find(Harm::Lost, what);
    }
    let made = more[0];
    if more.iter().any(|it| *it != made) {
        round.find(
            Harm::Lost,
            format!("{whose} has observations of several updates"),
        );
    } else if !(least..=most).contains(&made) {
        let what = format!("{whose} has {made} updates, and {least} to {most} were made");
        round.find(Harm::Lost, what);
    }
}
