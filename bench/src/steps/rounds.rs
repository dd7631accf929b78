//! The order of runs: after the heats, rounds of all.

use feedrate_bench::harness::rounds::rounds;
use serde::Serialize;

use super::competitor::{Way, Who};
use super::course::{Course, Outcome, Race};
use super::heats::{self, Heat};
use super::measurement::Measurement;

/// A way that dropped out of the rounds.
#[derive(Clone, Debug, Serialize)]
pub struct DropOut {
    /// The way.
    pub way: Way,
    /// The round, counted from 1, in which it did not finish.
    pub round: usize,
    /// The reason.
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
    /// The run of each of them, in the order of `ways`, round by round; none from where it dropped out.
    pub rounds: Vec<Vec<Option<Measurement>>>,
}

/// Measures a case, in heats and rounds. The tables that were read are gone after it. Where feedrate does not finish,
/// there is nothing to be compared, and the others are spared.
pub fn measure(race: Race, number: [u32; 2], course: &Course) -> Result<Rounds, String> {
    let (mut heats, mut ways) = (Vec::new(), Vec::new());
    for &who in race.case.field {
        let tried = heats::run(race, who, number[0], course)?;
        ways.extend(heats::fastest(&tried));
        heats.extend(tried);
        if ways.is_empty() {
            break;
        }
    }
    let mut drop_outs: Vec<DropOut> = Vec::new();
    let mut runs_before = 0;
    let mut rounds = rounds(race.case.name, number[1], ways.len(), |index| {
        let way = ways[index];
        let round = runs_before / ways.len() + 1;
        runs_before += 1;
        let is_out = |each: &DropOut| each.way.who == way.who || each.way.who == Who::Feedrate && each.round < round;
        if drop_outs.iter().any(is_out) {
            return Ok(None);
        }
        let outcome = course.run(race, way)?;
        course.clear_target(way)?;
        Ok(match outcome {
            Outcome::Finished(run) => Some(run),
            Outcome::Unfinished(reason) => {
                drop_outs.push(DropOut { way, round, reason });
                None
            }
        })
    })?;
    // Those after the one in which feedrate dropped out were not run.
    rounds.retain(|round| round.iter().any(Option::is_some));
    for &way in &ways {
        course.remove_source(way)?;
    }
    Ok(Rounds {
        heats,
        ways,
        drop_outs,
        rounds,
    })
}

impl Rounds {
    /// Returns the runs of a way, if it raced to the end.
    pub fn of(&self, index: usize) -> Option<Vec<&Measurement>> {
        self.rounds.iter().map(|round| round[index].as_ref()).collect()
    }

    /// Returns everyone and every way that did not finish, and the reason.
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
