//! The recommendation in words.

use feedrate_document::{Document, Verdict, format};
use feedrate_stats::PairedRatio;

use super::comparisons::{group, in_words};
use crate::analysis::{Analysis, Choice, Data, ResponseAnalysis, TOLERANCE};

/// Adds what to choose, first of all.
pub(super) fn push(document: &mut Document, data: &Data, analysis: &Analysis) {
    let Some(main) = analysis.main() else {
        document.push(Verdict::unknown("no run is counted yet"));
        return;
    };
    if !data.study.is_for_choice {
        document.push(stated(data, main));
        return;
    }
    let mut choices = main.choices.iter();
    let Some(first) = choices.next() else { return };
    let names: Vec<String> = main.choices.iter().map(|choice| data.short_name(choice.cell)).collect();
    let is_same = names.iter().all(|name| *name == names[0]);
    let is_sure = main.choices.iter().all(|choice| choice.is_sure);
    let headline = match (is_same, is_sure) {
        (true, true) => format!("choose {}", names[0]),
        (true, false) => format!("{} is the best so far; six repeats tell it from the others", names[0]),
        (false, true) => format!("what to choose depends on {}", given_names(data)),
        (false, false) => {
            format!(
                "what is best so far depends on {}; six repeats tell more",
                given_names(data)
            )
        }
    };
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

/// Returns the pairings of a study that is not for a choice.
fn stated(data: &Data, main: &ResponseAnalysis) -> Verdict {
    let stated = main.comparisons.iter().filter(|comparison| comparison.is_stated);
    let lines = stated.map(|comparison| {
        format!(
            "{} {} of {}",
            group(data, &comparison.compare),
            part(&comparison.ratio, main.response.higher_is_better),
            group(data, &comparison.with)
        )
    });
    let mut lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return Verdict::advice("the cells are shown below");
    }
    let headline = lines.remove(0);
    lines.into_iter().fold(Verdict::advice(headline), Verdict::line)
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
    let others = choice.equals.len();
    let equals = match others {
        1 if !choice.is_sure => String::new(),
        1 => "; no other is as good".to_owned(),
        _ => format!(
            "; {others} are equal within {}, and it is the cheapest of them",
            format::percent(TOLERANCE)
        ),
    };
    format!("{given}{name}: {gain}{equals}")
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
