//! The tables, within 80 columns.

use std::fmt::Write;

use feedrate_bench::conditions::Conditions;
use feedrate_stats::Summary;

use crate::arguments::{Arguments, Format};
use crate::queries::COUNT;
use crate::run::Run;
use crate::way::Way;

/// What was run on what.
pub fn head(arguments: &Arguments, version: &str, conditions: &Conditions) -> String {
    format!(
        "{version}\n{}, {} processors, Linux {}, load {:.2}\n\
         The 22 queries of TPC-H at scale {}; medians of {} rounds. No results of TPC-H.\n",
        conditions.processor,
        conditions.processors,
        conditions.kernel,
        conditions.load,
        arguments.scale,
        arguments.rounds,
    )
}

/// The seconds of each query in each way, and how many times those of the first the sums are.
pub fn of(format: Format, ways: &[Way], runs: &[Run]) -> String {
    let median = |way: Way, of: &dyn Fn(&Run) -> f64| {
        let runs = runs.iter().filter(|run| run.executors == way);
        let values: Vec<f64> = runs.map(of).collect();
        Summary::of(&values).map_or(f64::NAN, |summary| summary.median)
    };
    let mut text = String::new();
    let mut line = |first: &str, values: Vec<String>| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{first:<12}");
        for value in values {
            let _ = write!(text, "{value:>13}");
        }
        text.push('\n');
    };
    line(
        &format.to_string(),
        ways.iter().map(ToString::to_string).collect(),
    );
    let seconds = |of: &dyn Fn(&Run) -> f64| {
        let seconds = ways.iter().map(|&way| format!("{:.2} s", median(way, of)));
        seconds.collect()
    };
    for query in 0..COUNT {
        line(
            &format!("query {}", query + 1),
            seconds(&|run| run.seconds[query]),
        );
    }
    let sum = |run: &Run| run.seconds.iter().sum();
    line("all", seconds(&sum));
    let first = ways.first().map_or(f64::NAN, |&way| median(way, &sum));
    let times = ways
        .iter()
        .map(|&way| format!("{:.2} times", median(way, &sum) / first));
    line("", times.collect());
    text
}
