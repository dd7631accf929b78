//! Heats: everyone tries all its ways before the rounds, and races in the fastest.

use feedrate_bench::harness::rounds::show;
use serde::Serialize;

use super::competitor::{Way, Who};
use super::course::{Course, Outcome, Race};
use super::measurement::Measurement;

/// A way that was tried, and its runs.
#[derive(Clone, Debug, Serialize)]
pub struct Heat {
    /// The way.
    pub way: Way,
    /// Its runs, which are counted nowhere else.
    pub runs: Vec<Measurement>,
    /// The reason why it did not finish once; it is then not tried again, and does not race.
    pub unfinished: Option<String>,
}

impl Heat {
    /// Returns the rate of its fastest run; `None` if it did not finish.
    fn best(&self) -> Option<f64> {
        let rates = self.runs.iter().map(|run| run.megabytes_per_second);
        match self.unfinished {
            Some(_) => None,
            None => rates.max_by(f64::total_cmp),
        }
    }
}

/// Runs each way of a competitor some times, those on the same source in turn, and checks the result of the first
/// run. Of the sources that of the fastest way stays.
pub fn run(race: Race, who: Who, heats: u32, course: &Course) -> Result<Vec<Heat>, String> {
    let ways = who.ways(race.case.files, race.case.is_hot, race.memory_bytes.is_some());
    let mut tried = Vec::new();
    for group in ways.chunk_by(|a, b| a.source_folder() == b.source_folder()) {
        if race.case.task.reads() {
            show(&format!("{}: making a table", race.case.name));
            course.make_source(race.case, group[0])?;
        }
        tried.extend(take_turns(race, group, heats, course)?);
        let kept = fastest(&tried).map(Way::source_folder);
        for heat in &tried {
            if Some(heat.way.source_folder()) != kept {
                course.remove_source(heat.way)?;
            }
        }
    }
    Ok(tried)
}

fn take_turns(race: Race, ways: &[Way], heats: u32, course: &Course) -> Result<Vec<Heat>, String> {
    let new = |&way| Heat {
        way,
        runs: Vec::new(),
        unfinished: None,
    };
    let mut tried: Vec<_> = ways.iter().map(new).collect();
    for number in 0..heats {
        for heat in tried.iter_mut().filter(|heat| heat.unfinished.is_none()) {
            show(&format!("{}: {}", race.case.name, heat.way.full_name()));
            match course.run(race, heat.way)? {
                Outcome::Finished(run) => {
                    if number == 0 {
                        course.check_target(race.case, heat.way)?;
                        if race.case.is_of_threads() {
                            course.check_one_thread(race, heat.way)?;
                        }
                    }
                    heat.runs.push(run);
                }
                Outcome::Unfinished(reason) => heat.unfinished = Some(reason),
            }
            course.clear_target(heat.way)?;
        }
    }
    Ok(tried)
}

/// Returns the way with the fastest run, among those that always finished.
pub fn fastest(tried: &[Heat]) -> Option<Way> {
    tried
        .iter()
        .filter_map(|heat| Some((heat.way, heat.best()?)))
        .max_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(way, _)| way)
}
