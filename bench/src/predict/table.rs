//! The tables, within 110 columns.

use std::fmt::Write;

use feedrate_bench::conditions::Conditions;
use feedrate_bench::race;
use feedrate_stats::Verdict;

use crate::arguments::Arguments;
use crate::comparison::{Comparison, median};
use crate::row::Kind;

/// What was run on what, and what the columns say.
pub fn head(
    arguments: &Arguments,
    versions: &[String],
    conditions: &Conditions,
    folders: [&str; 2],
) -> String {
    format!(
        "{}\n\
         {}, {} processors, Linux {}, load {:.2}\n\
         profiled in {}, predicted in {}\n\
         pairs: {}, profiles: {}, pages of a direct transfer: {}\n\n\
         predicted, real, fio: seconds, medians. noise: the range of the quartiles, as a share of the median.\n\
         Ratios are those of the pairs, with their intervals at 95 %.\n",
        versions.join(", "),
        conditions.processor,
        conditions.processors,
        conditions.kernel,
        conditions.load,
        folders[0],
        folders[1],
        arguments.turns() * 2,
        arguments.profiles,
        arguments.buffers,
    )
}

/// A row.
pub fn row(comparison: &Comparison, title: &str) -> String {
    let [profiled, predicted] = [comparison.sizes.profiled, comparison.sizes.predicted]
        .map(|observations| comparison.case.input_bytes(observations) as f64 / 1e6);
    let from = match comparison.kind {
        Kind::Elsewhere => format!(
            "{predicted:.0} MB, from {profiled:.0} MB {} in another folder",
            comparison.method.other().name()
        ),
        Kind::Control => format!("{predicted:.0} MB, from the same"),
    };
    let mut text = format!("{title}: {from}\n");
    // Writing to a string cannot fail.
    let mut tell = |line: String| {
        let _ = writeln!(text, "{}", line.trim_end());
    };
    if let Some(why) = &comparison.error {
        tell(format!("  nothing to compare: {why}"));
        tell(verdict(comparison));
        return text;
    }
    tell(format!(
        "  {:<18} {:>9} {:>7} {:>8} {:>7}  {:<20} {:>7}  {}",
        "step", "predicted", "noise", "real", "noise", "real / predicted", "fio", "fio / real"
    ));
    let last = comparison.steps.len().saturating_sub(1);
    for (index, step) in comparison.steps.iter().enumerate() {
        let (fio, fio_to_real) = match index == last {
            true => (
                seconds(&comparison.fio),
                comparison
                    .fio_to_real
                    .as_ref()
                    .map_or_else(|| "-".to_owned(), race::ratio),
            ),
            false => (String::new(), String::new()),
        };
        tell(format!(
            "  {:<18} {:>9} {:>7} {:>8} {:>7}  {:<20} {fio:>7}  {fio_to_real}",
            step.name,
            seconds(&step.predicted),
            percent(step.predicted_noise),
            seconds(&step.real),
            percent(step.real_noise),
            step.ratio
                .as_ref()
                .map_or_else(|| "-".to_owned(), race::ratio),
        ));
    }
    tell(verdict(comparison));
    if let Some(why) = &comparison.without_fio {
        tell(format!("  fio: {why}"));
    }
    for note in &comparison.notes {
        tell(format!("  {note}"));
    }
    text
}

fn verdict(comparison: &Comparison) -> String {
    let within = comparison.within * 100.0;
    let asked = match comparison.counts() {
        true => "to be",
        false => "a control,",
    };
    let mut text = format!(
        "  {asked} within {within:.0} % of 1: {}",
        comparison.verdict
    );
    if comparison.verdict == Verdict::Undecided {
        let steps = comparison.steps.iter();
        let noise = steps.flat_map(|step| [step.predicted_noise, step.real_noise]);
        let noise = noise.flatten().fold(0.0, f64::max);
        // Writing to a string cannot fail.
        let _ = write!(text, ", with noise of up to {}", percent(Some(noise)));
    }
    text
}

/// The sum of the verdicts, without controls, and whether the machine was quiet.
pub fn foot(comparisons: &[Comparison], before: &Conditions, after: &Conditions) -> String {
    let count = |verdict| {
        let counted = comparisons.iter().filter(|it| it.counts());
        counted.filter(|it| it.verdict == verdict).count()
    };
    format!(
        "{} passed, {} failed, {} undecided; {}",
        count(Verdict::Passed),
        count(Verdict::Failed),
        count(Verdict::Undecided),
        before.until(after),
    )
}

/// The median of times.
pub fn seconds(times: &[f64]) -> String {
    match median(times) {
        Some(median) if median >= 100.0 => format!("{median:.1}"),
        Some(median) if median >= 1.0 => format!("{median:.2}"),
        Some(median) => format!("{median:.4}"),
        None => "-".to_owned(),
    }
}

/// A share in percent.
pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", share * 100.0))
}
