//! How good is the search of `feedrate check`?
//!
//! One thorough search of the whole grid gives the setting to be held against. Then the usual search
//! runs again and again, each time from the start. In the end each distinct choice meets the thorough
//! one in alternating pairs, and a search counts as right when its choice reaches 97 % of it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use feedrate_check::bench::{Bench, Extent};
use feedrate_check::preflight::{Machine, Preflight};
use feedrate_check::scratch::Scratch;
use feedrate_check::search::{Contest, choose};
use feedrate_check::setting::Setting;
use feedrate_check::trial::{Order, Pattern, measure};
use feedrate_check::{Effort, Result};
use feedrate_pageio::Discipline;
use feedrate_stats::PairedRatio;
use feedrate_workload::{Control, RunAs};

/// What a search must reach of the thorough one's choice.
const WITHIN: f64 = 0.97;

/// Holds the search of `feedrate check` against a thorough one on a folder's volume
#[derive(Debug, Parser)]
struct Arguments {
    /// A folder on the volume
    folder: PathBuf,
    /// How many searches
    #[arg(long, default_value_t = 20)]
    trials: usize,
    /// Pairs in which each distinct choice meets the thorough one
    #[arg(long, default_value_t = 20)]
    pairs: usize,
    /// Search as `check --quick` does
    #[arg(long)]
    quick: bool,
    /// Seconds at most for the thorough search
    #[arg(long, default_value_t = 900)]
    thorough_seconds: u64,
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
        search: Effort::Normal.trial(),
        confirmation: Effort::Normal.trial(),
        memory_for_buffers: machine.memory_for_buffers(),
        file_bytes: None,
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
    let started = Instant::now();
    let time = Duration::from_secs(arguments.thorough_seconds);
    let thorough: Vec<Option<Setting>> =
        choose(&bench, &contest(Effort::Thorough, time), &control)?
            .into_iter()
            .map(|searched| {
                println!(
                    "thorough, {}: {} in {} trials of {} settings",
                    searched.discipline.name(),
                    searched
                        .choice
                        .map_or_else(|| "none".into(), Setting::label),
                    searched.trials,
                    searched.ranking.len()
                );
                searched.choice
            })
            .collect();
    println!("thorough search: {:.0} s", started.elapsed().as_secs_f64());

    // What `check` leaves to the search of its two minutes, or twenty seconds.
    let budget = effort.budget().unwrap_or_default();
    let share = budget.mul_f64(effort.parts().searched_by) - Duration::from_secs(2);
    let mut choices: Vec<BTreeMap<String, (Setting, usize)>> = vec![BTreeMap::new(); 2];
    for trial in 0..arguments.trials {
        let searched = choose(&bench, &contest(effort, share), &control)?;
        for (choices, searched) in choices.iter_mut().zip(searched) {
            let Some(choice) = searched.choice else {
                continue;
            };
            println!(
                "search {}, {}: {} in {} trials, {} rounds",
                trial + 1,
                searched.discipline.name(),
                choice.label(),
                searched.trials,
                searched.ranking.first().map_or(0, |best| best.rounds)
            );
            choices.entry(choice.label()).or_insert((choice, 0)).1 += 1;
        }
    }
    let mut right = [0, 0];
    for (index, choices) in choices.into_iter().enumerate() {
        let Some(best) = thorough[index] else {
            continue;
        };
        for (label, (choice, times)) in choices {
            let ratio = if choice == best {
                None
            } else {
                pairs(&bench, streams, choice, best, arguments.pairs, &control)?
            };
            let value = ratio.map_or(1.0, |ratio| ratio.ratio);
            let interval = ratio
                .and_then(|ratio| ratio.interval)
                .map_or_else(String::new, |interval| {
                    format!(" [{:.3}, {:.3}]", interval.low, interval.high)
                });
            println!(
                "{}: {label}, chosen {times} times: {value:.3}{interval} of {}",
                disciplines[index].name(),
                best.label()
            );
            if value >= WITHIN {
                right[index] += times;
            }
        }
    }
    for (discipline, right) in disciplines.iter().zip(right) {
        println!(
            "{}: {right} of {} searches within {:.0} % of the thorough one",
            discipline.name(),
            arguments.trials,
            (1.0 - WITHIN) * 100.0
        );
    }
    Ok(())
}

/// The ratio of two settings' rates, measured in turn, every other pair the other way round.
fn pairs(
    bench: &Bench,
    streams: usize,
    ours: Setting,
    theirs: Setting,
    number: usize,
    control: &Control,
) -> Result<Option<PairedRatio>> {
    let rate = |setting| {
        let order = Order {
            pattern: Pattern::Mixed,
            setting,
            streams,
            bytes: bench.sizes().search,
            time: Effort::Normal.longest_trial(),
        };
        measure(&[(bench, setting)], &order, RunAs::Threads, control).map(|trial| trial.rate())
    };
    let mut values = Vec::with_capacity(number);
    for pair in 0..number {
        if pair % 2 == 0 {
            let first = rate(ours)?;
            values.push((first, rate(theirs)?));
        } else {
            let first = rate(theirs)?;
            values.push((rate(ours)?, first));
        }
    }
    Ok(PairedRatio::of(&values))
}
