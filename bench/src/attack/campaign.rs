//! The order of rounds: each kind of attack gets the same time, until it is over.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use feedrate_bench::harness::rounds::show;
use serde::Serialize;

use super::kinds::Kind;
use super::round::{Attack, Harm, Round, Tools};

/// The extent of a campaign.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The time of all kinds together.
    pub time: Duration,
    /// Rounds of each kind, in place of the time.
    pub rounds: Option<u64>,
    /// The only round of each kind, in place of both.
    pub round: Option<u64>,
    /// The seed of all rounds.
    pub seed: u64,
    /// Set where files of rounds stay in which something failed.
    pub keep: bool,
}

/// The findings of a kind.
#[derive(Debug, Serialize)]
pub struct Tally {
    /// Its name.
    pub kind: &'static str,
    /// Rounds that were begun.
    pub rounds: u64,
    /// Attempts that did harm.
    pub tries: u64,
    /// The findings of each harm, in the order of [`Harm::ALL`].
    pub harms: [u64; Harm::ALL.len()],
    /// Its time.
    pub spent: Duration,
    /// The reason why it was left out, if it was.
    pub left_out: Option<String>,
}

impl Tally {
    /// Returns true if anything was found.
    pub fn has_failed(&self) -> bool {
        self.harms.iter().any(|times| *times > 0)
    }
}

/// Runs all rounds of some kinds, and tells the findings as they come.
pub fn run(kinds: &[&Kind], plan: Plan, tools: &Tools<'_>, folder: &Path) -> Result<Vec<Tally>, String> {
    let begin = |kind: &&Kind| {
        let (attack, left_out) = match (kind.begin)(folder) {
            Ok(attack) => (Some(attack), None),
            Err(why) => (None, Some(why)),
        };
        let tally = Tally {
            kind: kind.name,
            rounds: 0,
            tries: 0,
            harms: [0; Harm::ALL.len()],
            spent: Duration::ZERO,
            left_out,
        };
        (tally, attack)
    };
    let mut kinds: Vec<(Tally, Option<Box<dyn Attack>>)> = kinds.iter().map(begin).collect();
    let began = Instant::now();
    loop {
        let is_due = |tally: &Tally| match (plan.round, plan.rounds) {
            (Some(_), _) => tally.rounds == 0,
            (None, Some(most)) => tally.rounds < most,
            (None, None) => began.elapsed() < plan.time,
        };
        let due = kinds
            .iter_mut()
            .filter(|(tally, attack)| attack.is_some() && is_due(tally))
            .min_by_key(|(tally, _)| tally.spent);
        let Some((tally, Some(attack))) = due else {
            break;
        };
        let number = plan.round.unwrap_or(tally.rounds);
        let round_began = Instant::now();
        let done = one(&mut **attack, tally, (plan, number), tools, folder);
        if tools.bench.check().is_err() {
            break;
        }
        done.map_err(|what| format!("{}, round {number}: {what}", tally.kind))?;
        tally.rounds += 1;
        tally.spent += round_began.elapsed();
    }
    Ok(kinds.into_iter().map(|(tally, _)| tally).collect())
}

/// Does one round, and tells its findings.
fn one(
    attack: &mut dyn Attack,
    tally: &mut Tally,
    (plan, number): (Plan, u64),
    tools: &Tools<'_>,
    folder: &Path,
) -> Result<(), String> {
    let (name, seed) = (tally.kind, plan.seed);
    show(&format!("{name}, round {number}"));
    let folder = folder.join(format!("{name}-{number}"));
    let mut round = Round::begin(tools, name, seed, number, folder.clone())?;
    let done = attack.attack(&mut round);
    tally.tries += round.tries;
    show("");
    for (harm, what) in &round.found {
        tally.harms[*harm as usize] += 1;
        println!("{}: {what}", harm.name());
    }
    if !round.found.is_empty() {
        println!("  again: --only {name} --seed {seed} --round {number} --keep");
        if plan.keep {
            println!("  files: {}", folder.display());
            return done;
        }
    }
    // The rest of it goes with the folder of all rounds.
    let _ = fs::remove_dir_all(&folder);
    done
}

/// Returns the table of all kinds.
pub fn table(tallies: &[Tally]) -> String {
    let mut text = format!("{:<9} {:>7} {:>7}", "kind", "rounds", "tries");
    for harm in Harm::ALL {
        text += &format!(" {:>8}", harm.name());
    }
    text += "     s\n";
    for tally in tallies {
        let name = tally.kind;
        if let Some(why) = &tally.left_out {
            text += &format!("{name:<9} left out: {why}\n");
            continue;
        }
        text += &format!("{name:<9} {:>7} {:>7}", tally.rounds, tally.tries);
        for times in tally.harms {
            text += &format!(" {times:>8}");
        }
        text += &format!(" {:>5.0}\n", tally.spent.as_secs_f64());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_is_not_told_as_passed() {
        let tally = |kind, left_out: Option<&str>| Tally {
            kind,
            rounds: 3,
            tries: 18,
            harms: [1, 0, 0, 2, 0],
            spent: Duration::from_secs(9),
            left_out: left_out.map(str::to_owned),
        };
        let told = table(&[tally("damage", None), tally("calls", Some("no strace"))]);
        let lines: Vec<_> = told.lines().collect();
        assert_eq!(
            lines[1..],
            [
                "damage          3      18        1        0        0        2        0     9",
                "calls     left out: no strace",
            ]
        );
    }
}
