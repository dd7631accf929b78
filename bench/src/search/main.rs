//! How good is the search of `feedrate check`, and does its advice hold?
//!
//! The usual search runs again and again, each time from the start. Then a long reference measures all settings that were
//! chosen, those that led, and the best of one thorough search, in rounds; a search was right if its choice reaches 97 % of
//! the best of these. Its advice holds in another search if that one finds the choice within 3 % of its own best.

mod reference;
mod reruns;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use feedrate_bench::conditions::Conditions;
use feedrate_check::bench::{Bench, Extent};
use feedrate_check::findings::SearchResult;
use feedrate_check::memory::FreeMemory;
use feedrate_check::preflight::{Machine, Preflight};
use feedrate_check::scratch::Scratch;
use feedrate_check::search::{Contest, TOLERANCE, choose};
use feedrate_check::setting::Setting;
use feedrate_check::{Effort, Result};
use feedrate_pageio::Discipline;
use feedrate_workload::{Control, RunAs};

/// What `check` needs before its search: the layout of its files.
const LAYOUT: Duration = Duration::from_secs(2);

/// Holds the search of `feedrate check` against a long reference on a folder's volume
#[derive(Debug, Parser)]
struct Arguments {
    /// A folder on the volume
    folder: PathBuf,
    /// How many searches
    #[arg(long, default_value_t = 20)]
    trials: usize,
    /// Rounds of the reference
    #[arg(long, default_value_t = 40)]
    rounds: usize,
    /// Search as `check --quick` does
    #[arg(long)]
    quick: bool,
    /// Seconds at most for the thorough search; 0 leaves it out
    #[arg(long, default_value_t = 900)]
    thorough_seconds: u64,
    /// Leave the memory with the host that takes it, for comparison
    #[arg(long)]
    leave_memory: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("search: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let before = Conditions::now();
    let control = Control::default();
    let machine = Machine::look();
    let streams = machine.cores_to_feed();
    let effort = if arguments.quick {
        Effort::Quick
    } else {
        Effort::Normal
    };
    let preflight = Preflight::look(&arguments.folder, &machine, &control)?;
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
    };
    let scratch = Scratch::make(&arguments.folder)?;
    let bench = Bench::lay_out(scratch, &arguments.folder, preflight, &extent, &control)?;
    let disciplines = [Discipline::AsSas, Discipline::Overlapped];
    let contest = |effort, time| Contest {
        effort,
        disciplines: disciplines.to_vec(),
        streams,
        most_streams: streams,
        run_as: RunAs::Threads,
        deadline: Some(Instant::now() + time),
    };
    let mut searches: Vec<Vec<SearchResult>> = vec![Vec::new(); disciplines.len()];
    let mut candidates: Vec<Vec<Setting>> = vec![Vec::new(); disciplines.len()];
    if arguments.thorough_seconds > 0 {
        let time = Duration::from_secs(arguments.thorough_seconds);
        let found = choose(&bench, &contest(Effort::Thorough, time), &control)?;
        for (candidates, found) in candidates.iter_mut().zip(&found) {
            print(&format!("thorough, {}", found.discipline.name()), found);
            candidates.extend(contenders(found));
        }
    }
    // What `check` leaves to the search of its two minutes, or twenty seconds.
    let budget = effort.budget().unwrap_or_default();
    let share = budget.mul_f64(effort.parts().searched_by) - LAYOUT;
    for trial in 0..arguments.trials {
        let found = choose(&bench, &contest(effort, share), &control)?;
        for (index, found) in found.into_iter().enumerate() {
            print(
                &format!("search {}, {}", trial + 1, found.discipline.name()),
                &found,
            );
            candidates[index].extend(contenders(&found));
            searches[index].push(found);
        }
    }
    for (index, discipline) in disciplines.into_iter().enumerate() {
        let name = discipline.name();
        let settings = &mut candidates[index];
        settings.sort_by_key(|setting| (setting.cost(), setting.label()));
        settings.dedup();
        let found = reference::measure(&bench, streams, settings, arguments.rounds, &control)?;
        let mut right = 0;
        for place in &found {
            let searches = searches[index].iter();
            let times = searches
                .filter(|it| it.choice == Some(place.setting))
                .count();
            println!("{name}: {place}, chosen {times} times");
            if place.ratio >= 1.0 - TOLERANCE {
                right += times;
            }
        }
        println!(
            "{name}: {right} of {} searches within {:.0} % of the best of the reference",
            searches[index].len(),
            TOLERANCE * 100.0
        );
        println!("{name}: {}", reruns::Holds::between(&searches[index]));
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

/// Returns what belongs in the reference of a search: its choice, and who led.
fn contenders(found: &SearchResult) -> impl Iterator<Item = Setting> {
    let leader = found.ranking.first().map(|ranked| ranked.setting);
    found.choice.into_iter().chain(leader)
}

fn print(what: &str, found: &SearchResult) {
    let choice = found.choice.map_or_else(|| "none".into(), Setting::label);
    let certainty = found.certainty.map_or_else(String::new, |certainty| {
        format!(
            "; resampled: within in {:.0} %, the same in {:.0} %",
            100.0 * certainty.within_tolerance,
            100.0 * certainty.same_choice
        )
    });
    println!(
        "{what}: {choice}, of {} equal, in {} trials, {} rounds{certainty}",
        found.equal.len(),
        found.trials,
        found.ranking.first().map_or(0, |best| best.rounds)
    );
}
