//! Ratios, the analysis of covariance, and the tests of the factors.

use feedrate_document::{Block, Column, Document, Table, format};
use feedrate_stats::covariance::IntervalEstimate;
use feedrate_stats::{Interval, PairedRatio};

use crate::analysis::{Data, Group, ResponseAnalysis, Scaling};

/// Adds the comparisons of a response.
pub(super) fn push(document: &mut Document, data: &Data, analysis: &ResponseAnalysis) {
    if !analysis.comparisons.is_empty() {
        document.push(paired(data, analysis));
    }
    push_scaling(document, data, analysis);
    if !analysis.effects.is_empty() {
        document.push(effects(data, analysis));
    }
    push_curves(document, data, analysis);
}

fn paired(data: &Data, analysis: &ResponseAnalysis) -> Table {
    let mut table = Table::new([
        Column::left("compared"),
        Column::left("with"),
        Column::right("blocks"),
        Column::right("ratio"),
        Column::right("95 % interval"),
    ])
    .title("Ratios within the same block");
    for comparison in &analysis.comparisons {
        let ratio = &comparison.ratio;
        table.push(
            [
                group(data, &comparison.compare),
                group(data, &comparison.with),
                ratio.pairs.to_string(),
                format::percent(ratio.ratio),
                percents(ratio.interval),
            ],
            false,
        );
    }
    let what = if analysis.response.higher_is_better {
        "More than 100 % is better."
    } else {
        "Less than 100 % is better."
    };
    table.caption(format!(
        "{what} All other factors are the same within a pair, and of the pairs of a block it is the mean; six blocks \
         have an interval."
    ))
}

pub(super) fn group(data: &Data, group: &Group) -> String {
    let words = group.iter().map(|&(factor, level)| {
        let factor = &data.factors[factor];
        format!("{}={}", factor.name, factor.levels[level].text)
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Returns a ratio with its interval, if it has one: `81 % [80, 82]`.
pub(crate) fn in_words(ratio: &PairedRatio) -> String {
    let interval = ratio.interval.map_or_else(String::new, |interval| {
        format!(
            " [{}, {}]",
            format::number(interval.low * 100.0),
            format::number(interval.high * 100.0)
        )
    });
    format!("{}{interval}", format::percent(ratio.ratio))
}

pub(super) fn percents(interval: Option<Interval>) -> String {
    interval.map_or_else(String::new, |interval| {
        format!(
            "{} to {}",
            format::number(interval.low * 100.0),
            format::percent(interval.high)
        )
    })
}

fn push_scaling(document: &mut Document, data: &Data, analysis: &ResponseAnalysis) {
    let Some(scaling) = &analysis.scaling else {
        return;
    };
    let name = &data.factors[scaling.factor].name;
    let mut table = Table::new([
        Column::left("setting"),
        Column::right("of first"),
        Column::right("95 % interval"),
        Column::right("p"),
        Column::right(format!("power of {name}")),
    ])
    .title(format!("Analysis of covariance over {name}"));
    for (place, setting) in scaling.settings.iter().enumerate() {
        let ratio = scaling.of_first(place);
        table.push(
            [
                data.setting_name(setting.cell),
                ratio.map_or_else(|| "100 %".to_owned(), |ratio| format::percent(ratio.value)),
                percents(ratio.and_then(known_interval)),
                ratio.map_or_else(String::new, |ratio| probability(ratio.probability)),
                setting
                    .power
                    .map_or_else(String::new, |power| format::number(power.value)),
            ],
            false,
        );
    }
    document.push(table.caption(format!(
        "Least squares means of the logarithm over all sizes, as percents of the first setting. Intervals and p hold \
         for all pairs of settings together (Tukey and Kramer). A power of 1 means: proportional to {name}.",
    )));
    if scaling.settings.len() > 2 {
        document.push(all_pairs(data, scaling));
    }
    let sentences = sentences_on(scaling, name);
    if !sentences.is_empty() {
        document.push(Block::Text(sentences.join(" ")));
    }
}

/// Returns each setting against each of those before it.
fn all_pairs(data: &Data, scaling: &Scaling) -> Table {
    let mut table = Table::new([
        Column::left("setting"),
        Column::left("with"),
        Column::right("ratio"),
        Column::right("95 % interval"),
        Column::right("p"),
    ])
    .title("All pairs of settings");
    let name = |place: usize| data.setting_name(scaling.settings[place].cell);
    for pair in &scaling.pairs {
        table.push(
            [
                name(pair.compare),
                name(pair.with),
                format::percent(pair.ratio.value),
                percents(known_interval(pair.ratio)),
                probability(pair.ratio.probability),
            ],
            false,
        );
    }
    table
}

/// Returns the interval of an estimate, which there is with degrees of freedom for the residuals.
fn known_interval(estimate: IntervalEstimate) -> Option<Interval> {
    Some(estimate.interval).filter(|interval| interval.low.is_finite())
}

/// Returns sentences on the powers with which times grow with a factor.
fn sentences_on(scaling: &Scaling, name: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(power) = scaling.power {
        let interval = power.interval;
        let range = match interval.low.is_finite() {
            true => format!(" [{}, {}]", format::number(interval.low), format::number(interval.high)),
            false => String::new(),
        };
        sentences.push(format!(
            "All settings together grow with {name} to the power of {}{range}.",
            format::number(power.value)
        ));
    }
    if let Some(test) = scaling.parallel {
        let how = match test.probability < 0.05 {
            true => "differ, so that the ratios above are not the same at every size: see the cells",
            false => "are not seen to differ: the ratios above may hold at every size",
        };
        sentences.push(format!(
            "The powers of the settings {how} (p {}).",
            probability(test.probability)
        ));
    }
    sentences
}

fn effects(data: &Data, analysis: &ResponseAnalysis) -> Table {
    let mut table = Table::new([
        Column::left("effect"),
        Column::right("degrees"),
        Column::right("F"),
        Column::right("p"),
    ])
    .title("Does it matter?");
    for effect in &analysis.effects {
        let names: Vec<&str> = effect
            .factors
            .iter()
            .map(|&factor| data.factors[factor].name.as_str())
            .collect();
        table.push(
            [
                names.join(" with "),
                format!("{} and {}", effect.test.degrees, effect.error_degrees),
                format::number(effect.test.f),
                probability(effect.test.probability),
            ],
            false,
        );
    }
    table.caption(
        "Tests of type III on logarithms, with the blocks taken out. Of two factors, a small p says that what one of \
         them does depends on the other.",
    )
}

fn push_curves(document: &mut Document, data: &Data, analysis: &ResponseAnalysis) {
    let mut sentences = Vec::new();
    for curve in &analysis.curves {
        let factor = &data.factors[curve.factor];
        let place = if curve.others.is_empty() {
            String::new()
        } else {
            format!("{}: ", group(data, &curve.others))
        };
        if let Some(knee) = curve.knee {
            let level = &factor.levels[data.cells[knee][curve.factor]].text;
            sentences.push(format!("{place}nothing is gained beyond {} {level}.", factor.name));
        }
        for point in &curve.interpolated {
            let unit = analysis.response.unit.as_deref().unwrap_or("");
            sentences.push(format!(
                "{place}{} {} was not measured; between its neighbours lies {} {unit}.",
                factor.name,
                point.level,
                format::number(point.value)
            ));
        }
    }
    if !sentences.is_empty() {
        document.push(Block::Text(sentences.join("\n\n")));
    }
}

fn probability(p: f64) -> String {
    if !p.is_finite() {
        String::new()
    } else if p < 0.0001 {
        "< 0.0001".to_owned()
    } else {
        format!("{p:.4}")
    }
}
