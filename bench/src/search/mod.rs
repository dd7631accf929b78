//! The search of `feedrate check` beside a long reference: how good it is, and whether its advice holds.
//!
//! One kind of search runs again and again, each time from the start. Then a long reference measures a grid of settings
//! in rounds: those that were chosen, those that led, and the next best of all searches. A search was right if its
//! choice reaches 97 % of the best of these. Its advice holds in another search if that one finds the choice within 3 %
//! of its own best.

mod reference;
mod reruns;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use feedrate_bench::harness::conditions::Conditions;
use feedrate_check::bench::{Bench, Extent};
use feedrate_check::findings::SearchResult;
use feedrate_check::memory::FreeMemory;
use feedrate_check::preflight::{Machine, Preflight};
use feedrate_check::scratch::Scratch;
use feedrate_check::search::{Contest, SearchOutcome, TOLERANCE, choose};
use feedrate_check::setting::Setting;
use feedrate_check::{Effort, Result};
use feedrate_pageio::Discipline;
use feedrate_workload::{Control, RunAs};

/// The time that `check` needs before its search, for the layout of its files.
const LAYOUT: Duration = Duration::from_secs(2);

/// The disciplines that are searched.
const DISCIPLINES: [Discipline; 2] = [Discipline::AsSas, Discipline::Overlapped];

/// Hold the search of `feedrate check` against a long reference on a folder's volume
#[derive(Debug, Args)]
pub struct Arguments {
    /// A folder on the volume
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,

    /// Number of searches
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    trials: usize,

    /// Rounds of the reference
    #[arg(long, value_name = "NUMBER", default_value_t = 40)]
    rounds: usize,

    /// Settings of the reference, at least, for each discipline
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    cells: usize,

    /// Search as `check --quick` does
    #[arg(long, conflicts_with = "thorough")]
    quick: bool,

    /// Search as `check --thorough` does: 13 minutes for each search
    #[arg(long)]
    thorough: bool,

    /// Seconds of each search, instead of those that `check` has for it
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<f64>,

    /// Seconds at most for one more thorough search, whose best belong in the reference; 0 leaves it out
    #[arg(long, value_name = "SECONDS", default_value_t = 900)]
    thorough_seconds: u64,

    /// Leave the memory with the host that takes it, for comparison
    #[arg(long)]
    leave_memory: bool,
}

/// The searches of a discipline.
#[derive(Default)]
struct Searches {
    usual: Vec<SearchResult>,
    /// The settings that belong in the reference: choices, and who led.
    candidates: Vec<Setting>,
    /// All settings of the searches with their places, from 0.
    next_best: Vec<(usize, Setting)>,
}

impl Searches {
    /// Returns the settings of the reference: all that belong there, and those with the best places in any search until
    /// there are so many.
    fn cells(&self, number: usize) -> Vec<Setting> {
        let mut cells: Vec<Setting> = Vec::new();
        let mut next_best = self.next_best.clone();
        next_best.sort_by_key(|(place, setting)| (*place, setting.cost(), setting.label()));
        let next_best = next_best.into_iter().map(|(_, setting)| setting);
        for (index, setting) in self.candidates.iter().copied().chain(next_best).enumerate() {
            let belongs = index < self.candidates.len() || cells.len() < number;
            if belongs && !cells.contains(&setting) {
                cells.push(setting);
            }
        }
        cells.sort_by_key(|setting| (setting.cost(), setting.label()));
        cells
    }
}

/// Runs all searches and the reference, and prints what they found.
pub fn run(arguments: &Arguments) -> std::result::Result<bool, String> {
    measure(arguments).map_err(|error| error.to_string())?;
    Ok(true)
}

fn measure(arguments: &Arguments) -> Result<()> {
    let before = Conditions::now();
    println!("{before}");
    let control = Control::default();
    let effort = match (arguments.quick, arguments.thorough) {
        (true, _) => Effort::Quick,
        (_, true) => Effort::Thorough,
        _ => Effort::Normal,
    };
    let (bench, streams) = lay_out(arguments, effort, &control)?;
    let searches = search(arguments, effort, (&bench, streams), &control)?;
    for (discipline, searches) in DISCIPLINES.into_iter().zip(searches) {
        let name = discipline.name();
        hold(name, searches, (&bench, streams), arguments, &control)?;
    }
    if let Some(done) = bench.memory.brought_back() {
        println!(
            "memory brought back before {} measurements, too little for {}, in {:.1} s",
            done.measurements, done.short, done.seconds
        );
    }
    println!("{}", before.until(&Conditions::now()));
    Ok(())
}

/// Makes the files of the searches. Returns how many streams there are too.
fn lay_out(arguments: &Arguments, effort: Effort, control: &Control) -> Result<(Bench, usize)> {
    let machine = Machine::look();
    let streams = machine.cores_to_feed();
    let preflight = Preflight::look(&arguments.folder, &machine, control)?;
    let extent = Extent {
        streams,
        most_streams: streams,
        search: effort.trial(),
        confirmation: effort.trial(),
        memory_for_buffers: machine.memory_for_buffers(),
        free_memory: match arguments.leave_memory {
            true => FreeMemory::Stays,
            false => FreeMemory::of(&machine.memory),
        },
        file_bytes: None,
        hosts: 1,
        written_by: None,
    };
    let scratch = Scratch::make(&arguments.folder)?;
    let bench = Bench::lay_out(scratch, &arguments.folder, preflight, &extent, control)?;
    Ok((bench, streams))
}

/// Runs the thorough search and the usual ones. Returns those of each discipline.
fn search(
    arguments: &Arguments,
    effort: Effort,
    (bench, streams): (&Bench, usize),
    control: &Control,
) -> Result<[Searches; 2]> {
    let contest = |effort, time| Contest {
        effort,
        disciplines: DISCIPLINES.to_vec(),
        streams,
        most_streams: streams,
        quota: None,
        run_as: RunAs::Threads,
        deadline: Instant::now() + time,
    };
    let mut all: [Searches; 2] = Default::default();
    if arguments.thorough_seconds > 0 {
        let time = Duration::from_secs(arguments.thorough_seconds);
        let SearchOutcome {
            results: found, ended, ..
        } = choose(bench, &contest(Effort::Thorough, time), control);
        ended?;
        for (searches, found) in all.iter_mut().zip(&found) {
            print(&format!("thorough, {}", found.discipline.name()), found);
            searches.candidates.extend(contenders(found));
            searches.next_best.extend(next_best(found));
        }
    }
    // The part that `check` leaves to the search.
    let share = arguments.seconds.map_or_else(
        || {
            effort
                .budget()
                .mul_f64(effort.parts().searched_by)
                .saturating_sub(LAYOUT)
        },
        Duration::from_secs_f64,
    );
    for trial in 1..=arguments.trials {
        let SearchOutcome {
            results: found, ended, ..
        } = choose(bench, &contest(effort, share), control);
        ended?;
        for (searches, found) in all.iter_mut().zip(found) {
            print(&format!("search {trial}, {}", found.discipline.name()), &found);
            searches.candidates.extend(contenders(&found));
            searches.next_best.extend(next_best(&found));
            searches.usual.push(found);
        }
    }
    Ok(all)
}

/// Stability the searches of a discipline against a reference of all candidates.
fn hold(
    name: &str,
    searches: Searches,
    (bench, streams): (&Bench, usize),
    arguments: &Arguments,
    control: &Control,
) -> Result<()> {
    let cells = searches.cells(arguments.cells);
    let usual = searches.usual;
    let mut right = 0;
    for place in reference::measure(bench, streams, &cells, arguments.rounds, control)? {
        let chosen = usual.iter().filter(|it| it.choice == Some(place.setting));
        let times = chosen.count();
        println!("{name}: {place}, chosen {times} times");
        if place.ratio >= 1.0 - TOLERANCE {
            right += times;
        }
    }
    println!(
        "{name}: {right} of {} searches within {:.0} % of the best of the reference",
        usual.len(),
        TOLERANCE * 100.0
    );
    println!("{name}: {}", reruns::Stability::between(&usual));
    Ok(())
}

/// Returns the settings of a search that belong in its reference: its choice, and who led.
fn contenders(found: &SearchResult) -> impl Iterator<Item = Setting> {
    let leader = found.ranking.first().map(|ranked| ranked.setting);
    found.choice.into_iter().chain(leader)
}

/// Returns the settings of a search that were measured, with their places.
fn next_best(found: &SearchResult) -> impl Iterator<Item = (usize, Setting)> {
    let measured = found.ranking.iter().filter(|ranked| ranked.ratio.is_some());
    measured.map(|ranked| ranked.setting).enumerate()
}

fn print(search: &str, found: &SearchResult) {
    let choice = found.choice.map_or_else(|| "none".into(), Setting::label);
    let certainty = found.certainty.map_or_else(String::new, |certainty| {
        format!(
            "; resampled: within in {:.0} %, the same in {:.0} %",
            100.0 * certainty.within_tolerance,
            100.0 * certainty.same_choice
        )
    });
    println!(
        "{search}: {choice}, of {} equal, in {} trials, {} rounds{certainty}",
        found.equal.len(),
        found.trials,
        found.ranking.first().map_or(0, |best| best.rounds)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_all_that_were_chosen_and_the_next_best() {
        let setting = |shift: u32| Setting::cached_as_sas(1 << shift);
        let searches = Searches {
            usual: Vec::new(),
            candidates: vec![setting(20), setting(13), setting(20)],
            next_best: vec![
                (0, setting(20)),
                (1, setting(16)),
                (2, setting(17)),
                (0, setting(13)),
                (1, setting(15)),
            ],
        };
        let grid = |number, shifts: &[u32]| {
            let expected: Vec<_> = shifts.iter().map(|shift| setting(*shift)).collect();
            assert_eq!(searches.cells(number), expected, "{number}");
        };
        grid(0, &[13, 20]);
        grid(3, &[13, 15, 20]);
        grid(20, &[13, 15, 16, 17, 20]);
    }
}
