//! The standard steps compared with raw streams.

use feedrate_document::{Axis, Column, Kind, Plot, Point, Quantity, Series, Table, format};

use super::words::counted;
use crate::steps::{Holder, StandardSteps, StepFigures, UnderSetting};

/// Returns a table of each step under each discipline, and their totals.
pub(super) fn table(found: &StandardSteps) -> Table {
    let mut table = Table::new([
        Column::left("Step"),
        Column::left("Who waits"),
        Column::right("Moved").unit("MB"),
        Column::right("Real").unit("s"),
        Column::right("Spread"),
        Column::right("Limit").unit("s"),
        Column::right("Ratio"),
        Column::right("Waited"),
        Column::left("Held by"),
    ])
    .title("Standard steps: programs, one at a time, cold and durable");
    for (index, first) in steps_of(found, 0).iter().enumerate() {
        for under in &found.settings {
            let step = under.steps.get(index).filter(|step| step.step == first.step);
            if let Some(step) = step {
                table.push(row(step, under), false);
            }
        }
    }
    for under in &found.settings {
        if let Some(total) = under.total() {
            let who = under.setting.discipline.name();
            let cells = [
                "all four".to_owned(),
                who.to_owned(),
                format::number(total.bytes as f64 / 1e6),
                seconds(total.seconds),
                String::new(),
                limit(total.limit_seconds, total.limit_beaten),
                ratio(total.ratio),
                share(total.waited_share),
                Holder::of(total.waited_share).name().to_owned(),
            ];
            table.push(cells, false);
        }
    }
    table.caption(caption(found))
}

fn steps_of(found: &StandardSteps, setting: usize) -> &[StepFigures] {
    found.settings.get(setting).map_or(&[], |under| under.steps.as_slice())
}

fn row(step: &StepFigures, under: &UnderSetting) -> [String; 9] {
    let spread = step.seconds.relative_spread();
    [
        step.step.name().to_owned(),
        under.setting.discipline.name().to_owned(),
        format::number(step.bytes() as f64 / 1e6),
        seconds(step.seconds.median),
        spread.map_or_else(|| "-".to_owned(), share),
        limit(step.limit_seconds, step.limit_beaten),
        ratio(step.ratio),
        share(step.waited_share),
        step.held_by.name().to_owned(),
    ]
}

/// Formats seconds with as many digits as fit in a column.
fn seconds(seconds: f64) -> String {
    if seconds < 0.1 {
        format!("{seconds:.3}")
    } else {
        format::number(seconds)
    }
}

fn limit(value: Option<f64>, is_beaten: bool) -> String {
    match value {
        _ if is_beaten => "none".to_owned(),
        Some(value) => seconds(value),
        None => "-".to_owned(),
    }
}

fn ratio(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |ratio| format!("{}x", format::number(ratio)))
}

/// Formats a share in whole percent: more digits would suggest a precision that so few repeats do not have.
fn share(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn caption(found: &StandardSteps) -> String {
    let mut text = overlap(found).unwrap_or_default();
    let rounds = found.rounds();
    text += &format!(
        "Data sets of {} numbers in {} observations, {}; {} of each step. ",
        found.variables,
        format::count(found.observations),
        format::amount(found.data_set_bytes),
        counted(rounds, "repeat"),
    );
    text += &match found.cache_share() {
        Some(share) => format!(
            "Of what a step read, the page cache served {} at most. ",
            format::percent(share)
        ),
        None => "What the page cache served is unknown. ".to_owned(),
    };
    if found.settings.iter().any(UnderSetting::has_beaten_limit) {
        text += "Where the limit is none, the step was much faster than the raw streams, which so tell no \
                 limit: they were disturbed, or memory or compression served the step. A longer check \
                 on a quiet machine may tell. ";
    }
    let is_without_ratio =
        |step: &StepFigures| step.ratio.is_none() && step.limit_seconds.is_some() && !step.limit_beaten;
    let steps = found.settings.iter().flat_map(|under| &under.steps);
    if steps.clone().any(is_without_ratio) {
        text += "Where there is a limit and no ratio, raw streams take so short a time that what a step does once \
                 would count for more than its pages. ";
    }
    text + "Limit: raw streams that read and write as much with the same transfers, one after the \
            other. Waited: the share of its time that a step stood still for storage; from 50 % on \
            storage held it, up to 20 % its computing did. A step is one stream on one core; the \
            verdict is that of the mixed stream on all of them."
}

/// Describes the gain of overlap for programs.
fn overlap(found: &StandardSteps) -> Option<String> {
    let [as_sas, overlapped] = found.settings.as_slice() else {
        return None;
    };
    // With too little data, what steps do once would hide it.
    let comparable = |under: &UnderSetting| {
        let total = under.total()?;
        (total.ratio.is_some() || total.limit_beaten || total.limit_seconds.is_none()).then_some(total)
    };
    let gain = comparable(as_sas)?.seconds / comparable(overlapped)?.seconds;
    Some(format!("{} ", overlap_gain(gain, "for these programs")))
}

/// Describes the gain of overlap for a kind of work.
pub(super) fn overlap_gain(gain: f64, whom: &str) -> String {
    match gain >= 1.03 {
        true => format!("Overlapping transfers with work would win {gain:.2}x {whom}."),
        false => format!("Overlapping transfers with work would win nothing {whom}."),
    }
}

/// Returns a plot of each step under each discipline as a bar, with its limit as a mark.
pub(super) fn plot(found: &StandardSteps) -> Plot {
    let rows: Vec<_> = found
        .settings
        .iter()
        .flat_map(|under| under.steps.iter().map(move |step| (under, step)))
        .collect();
    let names = rows.iter().map(|(under, step)| {
        let who = under.setting.discipline.name();
        format!("{}, {who}", step.step.name())
    });
    let real = rows.iter().enumerate().map(|(index, (_, step))| {
        let seconds = &step.seconds;
        Point::new(index as f64, seconds.median).within(seconds.min, seconds.max)
    });
    let limits = rows
        .iter()
        .enumerate()
        .filter(|(_, (_, step))| !step.limit_beaten)
        .filter_map(|(index, (_, step))| Some(Point::new(index as f64, step.limit_seconds?)));
    Plot::new(
        "Standard steps, real and raw",
        Axis::category("Step", names),
        Axis::linear("Time", Quantity::Seconds),
    )
    .caption("Programs as bars, the median with the least and the greatest; raw streams as marks.")
    .series(Series::new("real", Kind::Bars, real))
    .series(Series::new("limit", Kind::Points, limits))
}
