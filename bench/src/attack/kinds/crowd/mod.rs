//! Many processes that append to one data set, sort it in place, update another, by a new file or in place, and read
//! both, all at once.
//!
//! In the end the data sets hold exactly what those that went well say: each observation of an append once, and an
//! update for each that was made. Who comes second to a data set that is being written may be refused, with the error
//! that tells of the lock. Who reads sees a state that was there.

mod job;
mod judgement;

use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::attack::data::disk::{Contents, Disk};
use crate::attack::data::stock::{self, Size};
use crate::attack::process::Process;
use crate::attack::round::{Attack, Harm, Round};
use crate::attack::verdict::judge_left;

use job::{BATCH, FIRST_KEY, PastJob, Task};
use judgement::{judge_b, judge_c, judge_one};

/// The option by which an interrupted update is completed by who opens the data set next.
const REPAIRED: &str = "options dldmgaction=repair;\n";

/// Many processes at once.
#[derive(Debug)]
pub struct Crowd;

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
            round.find(Harm::Lost, format!("the user's own {name} is not as it was"));
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
        killed_after: (round.rng.u8(..10) == 0).then(|| Duration::from_millis(round.rng.u64(5..200))),
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
                        && due.killed_after.is_some_and(|after| began.elapsed() > after)
                    {
                        process.signal(Signal::KILL);
                    }
                    let Some(ended) = process.look()? else {
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
