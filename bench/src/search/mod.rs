//! The search of `feedrate check` beside a long reference: how good it is, and whether its advice holds.
//!
//! The usual search runs again and again, each time from the start. Then a long reference measures all settings that
//! were chosen, those that led, and the best of one thorough search, in rounds; a search was right if its choice
//! reaches 97 % of the best of these. Its advice holds in another search if that one finds the choice within 3 % of
//! its own best.

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

    /// Search as `check --quick` does
    #[arg(long)]
    quick: bool,

    /// Seconds at most for the thorough search; 0 leaves it out
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
    let effort = match arguments.quick {
        true => Effort::Quick,
        false => Effort::Normal,
    };
    let (bench, streams) = lay_out(arguments, effort, &control)?;
    let searches = search(arguments, effort, (&bench, streams), &control)?;
    for (discipline, searches) in DISCIPLINES.into_iter().zip(searches) {
        let name = discipline.name();
        hold(name, searches, (&bench, streams), arguments.rounds, &control)?;
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
        }
    }
    // The part that `check` leaves to the search of its two minutes, or twenty seconds.
    let budget = effort.budget();
    let share = budget.mul_f64(effort.parts().searched_by) - LAYOUT;
    for trial in 1..=arguments.trials {
        let SearchOutcome {
            results: found, ended, ..
        } = choose(bench, &contest(effort, share), control);
        ended?;
        for (searches, found) in all.iter_mut().zip(found) {
            print(&format!("search {trial}, {}", found.discipline.name()), &found);
            searches.candidates.extend(contenders(&found));
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
    rounds: usize,
    control: &Control,
) -> Result<()> {
    let Searches { usual, mut candidates } = searches;
    candidates.sort_by_key(|setting| (setting.cost(), setting.label()));
    candidates.dedup();
    let mut right = 0;
    for place in reference::measure(bench, streams, &candidates, rounds, control)? {
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
