//! The order of runs: after the heats, rounds of all.

use feedrate_bench::race::{order, show};
use serde::Serialize;

use crate::arguments::Arguments;
use crate::competitors::{Competitors, Outcome, Race};
use crate::heats::{self, Heat};
use crate::measurement::Measurement;
use crate::way::{Way, Who};

/// A way that dropped out of the rounds.
#[derive(Clone, Debug, Serialize)]
pub struct DropOut {
    /// The way.
    pub way: Way,
    /// The round, counted from 1, in which it did not finish.
    pub round: usize,
    /// Why.
    pub reason: String,
}

/// All runs of a case.
#[derive(Clone, Debug, Serialize)]
pub struct Rounds {
    /// The ways that were tried before.
    pub heats: Vec<Heat>,
    /// The ways that raced. Who finished in no way is not among them.
    pub ways: Vec<Way>,
    /// Those of them that did not race to the end.
    pub drop_outs: Vec<DropOut>,
    /// What each of them gave, in the order of `ways`, round by round; nothing from where it dropped out.
    pub rounds: Vec<Vec<Option<Measurement>>>,
}

/// Measures a case. The tables that were read are gone after it. Where feedrate does not finish, there is
/// nothing to be compared, and the others are spared.
pub fn measure(
    race: Race,
    arguments: &Arguments,
    competitors: &Competitors,
) -> Result<Rounds, String> {
    let (mut heats, mut ways) = (Vec::new(), Vec::new());
    for &who in race.case.field() {
        let tried = heats::run(race, who, arguments.heats, competitors)?;
        ways.extend(heats::fastest(&tried));
        heats.extend(tried);
        if ways.is_empty() {
            break;
        }
    }
    let mut all = Rounds {
        heats,
        ways,
        drop_outs: Vec::new(),
        rounds: Vec::new(),
    };
    let number = if all.ways.is_empty() {
        0
    } else {
        arguments.rounds as usize
    };
    for round in 0..number {
        let name = race.case.name();
        show(&format!("{name}: round {} of {number}", round + 1));
        all.run_one(round, race, competitors)?;
        if all.has_dropped_out(Who::Feedrate) {
            break;
        }
    }
    show("");
    for &way in &all.ways {
        competitors.remove_source(way)?;
    }
    Ok(all)
}

impl Rounds {
    fn run_one(
        &mut self,
        round: usize,
        race: Race,
        competitors: &Competitors,
    ) -> Result<(), String> {
        let mut runs = vec![None; self.ways.len()];
        for index in order(round, self.ways.len()) {
            let way = self.ways[index];
            if self.has_dropped_out(way.who) {
                continue;
            }
            match competitors.run(race, way)? {
                Outcome::Finished(run) => runs[index] = Some(run),
                Outcome::Unfinished(reason) => self.drop_outs.push(DropOut {
                    way,
                    round: round + 1,
                    reason,
                }),
            }
            competitors.clear_target(way)?;
        }
        self.rounds.push(runs);
        Ok(())
    }

    fn has_dropped_out(&self, who: Who) -> bool {
        self.drop_outs.iter().any(|each| each.way.who == who)
    }

    /// The runs of a way, if it raced to the end.
    pub fn of(&self, index: usize) -> Option<Vec<&Measurement>> {
        self.rounds
            .iter()
            .map(|round| round[index].as_ref())
            .collect()
    }

    /// Everyone and every way that did not finish, and why.
    pub fn unfinished(&self) -> Vec<(Way, String)> {
        let heats = self.heats.iter();
        let tried = heats.filter_map(|heat| Some((heat.way, heat.unfinished.clone()?)));
        let raced = self.drop_outs.iter().map(|each| {
            let reason = format!("in round {}: {}", each.round, each.reason);
            (each.way, reason)
        });
        tried.chain(raced).collect()
    }
}
