//! Signals at random moments, to a program that changes data sets or to a session of it.

use std::collections::HashMap;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::attack::data::acts::{Act, draw_options};
use crate::attack::data::disk::Disk;
use crate::attack::data::stock::{self, Size};
use crate::attack::process::{Process, of_round, send};
use crate::attack::round::{Attack, Harm, Round};
use crate::attack::verdict::{Demand, judge};

/// The latest moment of a signal, in times of a whole run.
const BEYOND: f64 = 1.1;

/// Signals at random moments.
#[derive(Debug, Default)]
pub struct Kills {
    /// The time of each act that nobody interrupts.
    times: HashMap<Act, Duration>,
}

impl Attack for Kills {
    fn attack(&mut self, round: &mut Round) -> Result<(), String> {
        let acts = Act::all(round.tools.has_sql);
        let act = round.draw(&acts);
        let options = draw_options(round);
        let size = match act.has_sessions() {
            true => Size::SMALL,
            false => round.draw(&[Size::SMALL, Size::LARGE, Size::LARGE]),
        };
        let signal = round.draw(&[Signal::KILL, Signal::KILL, Signal::KILL, Signal::TERM, Signal::INT]);
        let moment = round.rng.f64() * BEYOND;
        // Half of them come when there is something to be lost: as soon as files change, or a little later.
        let at_change = round.rng.bool();
        let to_session = act.has_sessions() && round.rng.bool();
        let disk = stock::make(round, size)?;
        let whole = self.time_of(act, &disk, size, round)?;
        let program = act.program(&disk, options, round);
        let mut command = round.command(&program)?;
        let process = round.start(&mut command)?;
        if at_change {
            wait_for_change(&disk, whole.mul_f64(BEYOND))?;
            thread::sleep(whole.mul_f64(moment * moment * 0.2));
        } else {
            thread::sleep(whole.mul_f64(moment));
        }
        let target = match to_session {
            true => session_of(round, &process).unwrap_or(process.id()),
            false => process.id(),
        };
        send(target, signal);
        round.tries += 1;
        let is_client = target == process.id();
        let whom = if is_client { "it" } else { "its session" };
        round.story = format!(
            "{act:?} of {} rows {options} {whom} got {signal:?} {:.1} ms after its start",
            size.rows,
            1e3 * moment * whole.as_secs_f64()
        );
        let ended = process.wait()?;
        let sent = Some(signal.as_raw());
        round.judge_end(&ended, sent);
        round.judge_processes();
        if ended.code.is_some_and(|code| code > 2) && signal != Signal::KILL {
            // It was asked to end, and has: nothing is to wait for the next run.
            let mut left = disk.strange([&stock::before(size), &act.after(size)])?;
            left.extend(round.left_of_work());
            if is_client && !left.is_empty() {
                round.find(Harm::Left, format!("asked to end, it left {}", left.join(", ")));
            }
        }
        let demand = Demand::after_if(ended.code == Some(0));
        judge(round, &disk, &stock::before(size), &act.after(size), demand).map(drop)
    }
}

impl Kills {
    /// Returns the time of an act, of a disk that is left alone.
    fn time_of(&mut self, act: Act, disk: &Disk, size: Size, round: &mut Round) -> Result<Duration, String> {
        if let Some(time) = self.times.get(&act) {
            return Ok(*time);
        }
        let copy = disk.copy_of(round.folder.join("whole"))?;
        let mut rng = round.rng.clone();
        let program = act.program(&copy, "", round);
        // The program that is killed draws the same as without this one.
        std::mem::swap(&mut rng, &mut round.rng);
        let time = round.run_well(&program)?.elapsed;
        // That all is as it is to be where nobody does harm is the first thing to know.
        round.story = format!("{act:?}, undisturbed");
        judge(round, &copy, &stock::before(size), &act.after(size), Demand::After)?;
        self.times.insert(act, time);
        Ok(time)
    }
}

/// Waits until a file of a disk comes, goes or changes, at most as long as told.
fn wait_for_change(disk: &Disk, most: Duration) -> Result<(), String> {
    let began = Instant::now();
    let look = || -> Result<Vec<(String, u64)>, String> {
        let names = disk.names()?;
        let length = |name: &String| std::fs::metadata(disk.path(name)).map_or(0, |it| it.len());
        Ok(names.into_iter().map(|name| (name.clone(), length(&name))).collect())
    };
    let first = look()?;
    while look()? == first && began.elapsed() < most {
        thread::sleep(Duration::from_micros(200));
    }
    Ok(())
}

/// A process of the round that is not the one that was started.
fn session_of(round: &Round, process: &Process) -> Option<u32> {
    of_round(&round.mark()).into_iter().find(|id| *id != process.id())
}
