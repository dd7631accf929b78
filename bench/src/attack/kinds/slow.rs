//! Readers of a data set that another process changes in place on slow storage: strace delays each of its writes.
//!
//! A reader sees the data set as it was before or as it is after, or it is told that another process changes it. It is
//! told nothing else: who reads that a file is cut short or damaged may put an old copy in its place.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use crate::attack::data::acts::{Act, draw_options};
use crate::attack::data::disk::{Contents, Disk};
use crate::attack::data::stock::{self, Size};
use crate::attack::process::{Outcome, Process};
use crate::attack::round::{Attack, Harm, Round};
use crate::attack::trace::strace::{Strace, check_strace};
use crate::attack::verdict::{Demand, LOCKED, judge};

/// The readers of a round.
const READERS: usize = 6;

/// Readers beside updates in place that take long.
#[derive(Debug)]
pub struct SlowUpdates(pub Strace);

/// A process that reads.
struct Reader {
    command: Command,
    starts_after: Duration,
    /// True if it waits for as long as an update may take.
    waits: bool,
    listing: PathBuf,
    process: Option<Process>,
    ended: Option<Outcome>,
}

impl Attack for SlowUpdates {
    fn attack(&mut self, round: &mut Round) -> Result<(), String> {
        let size = Size::LARGE;
        let disk = stock::make(round, size)?;
        let act = round.draw(&[Act::Change, Act::Modify]);
        let data_set = match act {
            Act::Change => "d/u.sas7bdat",
            _ => "d/b.sas7bdat",
        };
        let options = draw_options(round);
        // An update makes some dozens to hundreds of writes, and page by page some thousands.
        let milliseconds = match (act, options.contains("assas")) {
            (Act::Change, false) => round.rng.u64(10..60),
            (_, false) => round.rng.u64(5..20),
            (_, true) => round.rng.u64(2..6),
        };
        round.story = format!("{act:?} {options} with writes of {milliseconds} ms");
        let update = act.program(&disk, options, round);
        let update = round.command(&update)?;
        let mut readers = Vec::new();
        for _ in 0..READERS {
            readers.push(draw_reader(round, &disk, data_set)?);
        }
        let writes = "pwrite64,pwritev,pwritev2";
        let calls = format!("trace={writes},io_uring_setup");
        let delay = format!("inject={writes}:delay_enter={}", milliseconds * 1000);
        let (mut traced, _) = self.0.over(&update, &["-e", &calls, "-e", &delay], round);
        let update = round.start(&mut traced)?;
        let ended = run_beside(round, update, &mut readers)?;
        check_strace(&ended)?;
        round.judge_end(&ended, None);
        round.judge_processes();
        let (before, after) = (stock::before(size), act.after(size));
        for reader in &readers {
            judge_reader(round, reader, [&before, &after].map(|it| of(it, data_set)));
        }
        // A reader that came first keeps the update away.
        let demand = Demand::after_if(ended.went_well());
        judge(round, &disk, &before, &after, demand).map(drop)
    }
}

fn of(contents: &Contents, data_set: &str) -> Rc<str> {
    contents.get(data_set).map_or_else(|| "".into(), Rc::clone)
}

fn draw_reader(round: &mut Round, disk: &Disk, data_set: &str) -> Result<Reader, String> {
    let member = data_set.trim_start_matches("d/");
    let member = member.trim_end_matches(".sas7bdat");
    let listing = round.folder.join(format!("read.{:x}", round.rng.u64(..)));
    let (wait, waits) = match round.tools.has_lock_wait {
        true => round.draw(&[
            ("", false),
            ("filelockwait=1", false),
            ("filelockwait=2", false),
            ("filelockwait=600", true),
        ]),
        false => ("", false),
    };
    let text = format!(
        "{}data _null_; set d.{member}; file '{}'; put k v t; run;\n",
        disk.libraries(wait),
        listing.display()
    );
    Ok(Reader {
        command: round.command(&text)?,
        starts_after: Duration::from_millis(round.rng.u64(100..3000)),
        waits,
        listing,
        process: None,
        ended: None,
    })
}

/// Runs all readers beside the update. Returns how the update ended.
fn run_beside(round: &mut Round, mut update: Process, readers: &mut [Reader]) -> Result<Outcome, String> {
    let began = Instant::now();
    let mut updated = None;
    while updated.is_none() || readers.iter().any(|reader| reader.ended.is_none()) {
        if updated.is_none() {
            updated = update.look()?;
        }
        for reader in readers.iter_mut().filter(|reader| reader.ended.is_none()) {
            match &mut reader.process {
                Some(process) => reader.ended = process.look()?,
                None if began.elapsed() < reader.starts_after => {}
                None => reader.process = Some(round.start(&mut reader.command)?),
            }
        }
        thread::sleep(Duration::from_millis(1));
    }
    updated.ok_or_else(|| "the update has not ended".into())
}

/// A reader saw one of the two states, or was told that another process changes the data set.
fn judge_reader(round: &mut Round, reader: &Reader, states: [Rc<str>; 2]) {
    let Some(ended) = &reader.ended else {
        return;
    };
    round.tries += 1;
    round.judge_end(ended, None);
    if ended.hung || ended.crash(None).is_some() {
        return;
    }
    if ended.went_well() {
        let read = fs::read_to_string(&reader.listing).unwrap_or_default();
        if !states.iter().any(|state| **state == *read) {
            round.find(Harm::Lost, "a reader saw what never was");
        }
    } else if reader.waits || !ended.log.contains(LOCKED) {
        round.find(Harm::Untold, format!("a reader was told: {}", ended.complaint()));
    }
}
