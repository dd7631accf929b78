//! The recommendation in words.

use feedrate_document::{Block, Document, Verdict, format};
use feedrate_stats::PairedRatio;

use super::comparisons::{group, in_words};
use crate::analysis::{Analysis, Choice, Data, ResponseAnalysis, Rival, TOLERANCE};

/// Adds what to choose, first of all.
pub(super) fn push(document: &mut Document, data: &Data, analysis: &Analysis) {
    let Some(main) = analysis.main() else {
        document.push(Verdict::unknown("no run is counted yet"));
        return;
    };
    if !data.study.is_for_choice {
        push_stated(document, data, main);
        return;
    }
    let mut choices = main.choices.iter();
    let Some(first) = choices.next() else { return };
    let names: Vec<String> = main.choices.iter().map(|choice| data.short_name(choice.cell)).collect();
    let is_same = names.iter().all(|name| *name == names[0]);
    let mut headline = match is_same {
        true => format!("choose {}", names[0]),
        false => format!("what to choose depends on {}", given_names(data)),
    };
    if main.choices.iter().any(|choice| !choice.is_sure) {
        headline += &format!(", as far as is known{}", more(&main.choices));
    }
    let mut verdict = Verdict::advice(headline);
    for choice in std::iter::once(first).chain(choices) {
        verdict = verdict.line(line(data, main, choice));
    }
    document.push(verdict);
}

/// Returns the names of the factors that are given.
fn given_names(data: &Data) -> String {
    let given = data
        .factors
        .iter()
        .filter(|factor| factor.is_given && factor.levels.len() > 1);
    given
        .map(|factor| factor.name.as_str())
        .collect::<Vec<_>>()
        .join(" and ")
}

/// Returns how many blocks would probably make a choice sure, if that can be said.
fn more(choices: &[Choice]) -> String {
    let open = choices.iter().flat_map(Choice::open);
    let blocks: Option<Vec<usize>> = open.map(Rival::blocks_to_tell).collect();
    match blocks.unwrap_or_default().into_iter().max() {
        Some(blocks) => format!("; about {blocks} blocks would tell"),
        None => String::new(),
    }
}

/// Adds the pairings of a study that is not for a choice.
fn push_stated(document: &mut Document, data: &Data, main: &ResponseAnalysis) {
    let stated = main.comparisons.iter().filter(|comparison| comparison.is_stated);
    let lines = stated.map(|comparison| {
        format!(
            "{} {} of {}.",
            group(data, &comparison.compare),
            part(&comparison.ratio, main.response.higher_is_better),
            group(data, &comparison.with)
        )
    });
    let lines: Vec<String> = lines.collect();
    if !lines.is_empty() {
        document.push(Block::Text(lines.join("\n\n")));
    }
}

/// Returns the reason for a choice in a sentence.
fn line(data: &Data, main: &ResponseAnalysis, choice: &Choice) -> String {
    let name = data.short_name(choice.cell);
    let given = match choice.given.is_empty() {
        true => String::new(),
        false => format!("{}: ", group(data, &choice.given)),
    };
    let gain = match &choice.gain {
        None if choice.cell == choice.baseline => "it is the first cell, with which others are compared".to_owned(),
        None => "it cannot be compared with the first cell".to_owned(),
        Some(gain) => format!(
            "{} of {}",
            gained(gain, main.response.higher_is_better),
            data.short_name(choice.baseline)
        ),
    };
    format!("{given}{name}: {gain}{}", beyond(data, main, choice))
}

/// Returns the knowledge of the rivals in words.
fn beyond(data: &Data, main: &ResponseAnalysis, choice: &Choice) -> String {
    let worth = format::percent(TOLERANCE);
    let gain = |rival: &&Rival| rival.gain.map_or(0.0, |gain| gain.ratio);
    let Some(most) = choice.open().max_by(|a, b| gain(a).total_cmp(&gain(b))) else {
        return match choice.rivals.is_empty() {
            true => String::new(),
            false => format!("; nothing dearer gains {worth}"),
        };
    };
    let name = data.short_name(most.cell);
    let part = match &most.gain {
        Some(gain) => format!("{name} {} of it", gained(gain, main.response.higher_is_better)),
        None => format!("{name} was not run beside it"),
    };
    let blocks = match most.blocks_to_tell() {
        Some(blocks) => format!(", and about {blocks} blocks would tell"),
        None => String::new(),
    };
    let others = choice.open().count() - 1;
    let others = match others {
        0 => String::new(),
        _ => format!("; {others} more may do as well"),
    };
    format!("; {part}{blocks}{others}")
}

/// Returns a gain in words.
fn gained(gain: &PairedRatio, higher_is_better: bool) -> String {
    match higher_is_better {
        true => part(gain, true),
        false => part(&gain.inverse(), false),
    }
}

/// Returns a ratio in words: `takes 81 % [80, 82]`.
fn part(ratio: &PairedRatio, higher_is_better: bool) -> String {
    let what = if higher_is_better { "gives" } else { "takes" };
    format!("{what} {}", in_words(ratio))
}
