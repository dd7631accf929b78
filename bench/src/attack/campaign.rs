//! The order of rounds: each kind of attack gets the same time, until it is over.

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use feedrate_bench::race;

use crate::arguments::{Arguments, Kind};
use crate::round::{Harm, Round, Tools};
use crate::{calls, damage, errors, forged, indexes, kills, power, slow, together};

/// A kind of attack: what it knows from earlier rounds may save time, and never decides what a round does.
pub trait Attack {
    /// Does one round.
    fn attack(&mut self, round: &mut Round) -> Result<(), String>;
}

/// What a kind came to.
#[derive(Debug)]
pub struct Tally {
    /// Which.
    pub kind: Kind,
    /// Rounds that were begun.
    pub rounds: u64,
    /// Things that were tried.
    pub tries: u64,
    /// How often each harm was found, in the order of [`Harm::ALL`].
    pub harms: [u64; Harm::ALL.len()],
    /// The time that it took.
    pub spent: Duration,
    /// Why it was left out, if it was.
    pub left_out: Option<String>,
}

impl Tally {
    /// Whether anything was found.
    pub fn has_failed(&self) -> bool {
        self.harms.iter().any(|times| *times > 0)
    }
}

/// Runs all rounds, and tells what is found as it is found.
pub fn run(
    arguments: &Arguments,
    seed: u64,
    tools: &Tools,
    folder: &Path,
) -> Result<Vec<Tally>, String> {
    let mut kinds: Vec<(Tally, Option<Box<dyn Attack>>)> = Vec::new();
    for &kind in &arguments.only {
        let (attack, left_out) = match begin(kind, folder) {
            Ok(attack) => (Some(attack), None),
            Err(why) => (None, Some(why)),
        };
        let tally = Tally {
            kind,
            rounds: 0,
            tries: 0,
            harms: [0; Harm::ALL.len()],
            spent: Duration::ZERO,
            left_out,
        };
        kinds.push((tally, attack));
    }
    let began = Instant::now();
    let time = Duration::try_from_secs_f64(60.0 * arguments.minutes)
        .map_err(|_| "--minutes is no time".to_owned())?;
    loop {
        let is_due = |tally: &Tally| match (arguments.round, arguments.rounds) {
            (Some(_), _) => tally.rounds == 0,
            (None, Some(most)) => tally.rounds < most,
            (None, None) => began.elapsed() < time,
        };
        let due = kinds
            .iter_mut()
            .filter(|(tally, attack)| attack.is_some() && is_due(tally))
            .min_by_key(|(tally, _)| tally.spent);
        let Some((tally, Some(attack))) = due else {
            break;
        };
        let number = arguments.round.unwrap_or(tally.rounds);
        let round_began = Instant::now();
        let done = one(
            &mut **attack,
            tally,
            (seed, number),
            tools,
            folder,
            arguments.keep,
        );
        if tools.stop.load(Ordering::Relaxed) {
            break;
        }
        done.map_err(|what| format!("{}, round {number}: {what}", tally.kind.name()))?;
        tally.rounds += 1;
        tally.spent += round_began.elapsed();
    }
    Ok(kinds.into_iter().map(|(tally, _)| tally).collect())
}

/// Begins a kind, or says what it lacks.
fn begin(kind: Kind, folder: &Path) -> Result<Box<dyn Attack>, String> {
    Ok(match kind {
        Kind::Kills => Box::new(kills::Kills::default()),
        Kind::Calls => Box::new(calls::Calls::new(folder)?),
        Kind::Errors => Box::new(errors::Errors::new(folder)?),
        Kind::Power => Box::new(power::Power::new(folder)?),
        Kind::Slow => Box::new(slow::Slow::new(folder)?),
        Kind::Together => Box::new(together::Together),
        Kind::Damage => Box::new(damage::Damage::default()),
        Kind::Indexes => Box::new(indexes::Indexes::default()),
        Kind::Pipes => Box::new(forged::Forged),
    })
}

/// Does one round, and tells what was found.
fn one(
    attack: &mut dyn Attack,
    tally: &mut Tally,
    (seed, number): (u64, u64),
    tools: &Tools,
    folder: &Path,
    keep: bool,
) -> Result<(), String> {
    let name = tally.kind.name();
    race::show(&format!("{name}, round {number}"));
    let folder = folder.join(format!("{name}-{number}"));
    let mut round = Round::begin(tools, name, seed, number, folder.clone())?;
    let done = attack.attack(&mut round);
    tally.tries += round.tries;
    race::show("");
    for (harm, what) in &round.found {
        tally.harms[*harm as usize] += 1;
        println!("{}: {what}", harm.name());
    }
    if round.found.is_empty() {
        // What stays goes with the folder of all rounds.
        let _ = fs::remove_dir_all(&folder);
    } else {
        println!("  again: --only {name} --seed {seed} --round {number} --keep");
        if keep {
            println!("  files: {}", folder.display());
        } else {
            let _ = fs::remove_dir_all(&folder);
        }
    }
    done
}
