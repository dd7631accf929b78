//! Results as metrics for monitoring: a text in the format of OpenMetrics that the textfile collector of Prometheus'
//! node_exporter reads too.
//!
//! That collector knows the format of Prometheus alone: no time stamps and no types but those that both formats have.
//! To it `# UNIT` and `# EOF` are comments.

mod family;
#[cfg(test)]
mod tests;
mod text;

use feedrate_stats::Summary;

use crate::measured::{ResultFile, Sample, short_names};
use family::Family;
use text::{Labels, Metric, Text};

/// Returns the metrics of results: for each figure the median of its runs, the ends of its 95 % interval where it has
/// one, and how many runs there are.
pub fn text(results: &[ResultFile]) -> String {
    let mut text = Text::default();
    for (result, name) in results.iter().zip(short_names(results)) {
        let labels = Labels::new()
            .with("result", &name)
            .with("kind", result.kind.name())
            .with("of", &result.title);
        if let Some(time) = result.time {
            let metric = Metric {
                name: "feedrate_begun_timestamp_seconds",
                unit: Some("seconds"),
                help: "When the result was begun, of a study its last run, in seconds since 1970.",
            };
            text.add(&metric, &labels, time.as_second() as f64);
        }
        for sample in &result.samples {
            add(&mut text, &labels, sample);
        }
    }
    text.finish()
}

fn add(text: &mut Text, labels: &Labels, sample: &Sample) {
    let Some(summary) = sample.summary() else {
        return;
    };
    let mut labels = labels.clone();
    if !sample.step.is_empty() {
        labels = labels.with("step", &sample.step);
    }
    for (factor, level) in &sample.cell {
        labels = labels.with(&format!("factor_{factor}"), level);
    }
    let family = Family::of(&sample.figure, sample.unit.as_deref());
    let Summary {
        median,
        interval,
        count,
        ..
    } = summary;
    let ends = interval.map(|interval| [("low", interval.low), ("high", interval.high)]);
    let values = std::iter::once(("", median)).chain(ends.into_iter().flatten());
    for (which, value) in values {
        let name = family.name(which);
        let metric = Metric {
            name: &name,
            unit: family.unit,
            help: &family.help(which),
        };
        text.add(&metric, &labels, value * family.scale);
    }
    let metric = Metric {
        name: "feedrate_runs",
        unit: None,
        help: "How many runs were measured.",
    };
    text.add(&metric, &labels, count as f64);
}
