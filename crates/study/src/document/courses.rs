//! Ratios over a factor of numbers, and the sizes at which they turn.

use feedrate_document::{Block, Column, Document, Table, format};

use super::comparisons::{group, percents};
use crate::analysis::{Analysis, Course, Data, ResponseAnalysis, Turn};
use crate::definition::Factor;

/// Adds the courses of the pairings that the study follows over a factor.
pub(super) fn push(document: &mut Document, data: &Data, analysis: &Analysis) {
    let Some(main) = analysis.main() else { return };
    for (number, course) in main.courses.iter().enumerate() {
        let factor = &data.factors[course.over];
        document.push(Block::Heading(format!(
            "{} against {} by {}",
            group(data, &course.compare),
            group(data, &course.with),
            factor.name
        )));
        document.push(Block::Text(sentence(data, main, course)));
        document.push(by_level(data, main, course));
        let steps: Vec<(&ResponseAnalysis, &Course)> = analysis
            .responses
            .iter()
            .skip(1)
            .filter_map(|response| Some((response, response.courses.get(number)?)))
            .collect();
        if !steps.is_empty() {
            document.push(turns_of(data, &steps));
        }
    }
}

/// Returns the turns of the main response in a sentence.
fn sentence(data: &Data, main: &ResponseAnalysis, course: &Course) -> String {
    let factor = &data.factors[course.over];
    let name = group(data, &course.compare);
    let turns = course.turns.iter().map(|turn| {
        let what = if turn.is_better_beyond { "better" } else { "worse" };
        let from = format!("{name} is {what} from {} {} on", factor.name, place(factor, turn));
        let between = [turn.between.0, turn.between.1].map(|number| shown(factor, number));
        match turn.interval {
            None => format!(
                "{from}, by the medians: it turns between {} and {}; six blocks have an interval.",
                between[0], between[1]
            ),
            Some((Some(_), Some(_))) => format!("{from}: it turns between {} and {}.", between[0], between[1]),
            Some((None, _)) => format!("{from}; what it is at the first level is not known."),
            Some((Some(_), None)) => format!("{from}, as far as is known; what it is at the last level is not."),
        }
    });
    let turns: Vec<String> = turns.collect();
    match (turns.is_empty(), course.points.len()) {
        (false, _) => turns.join(" "),
        (true, 1) => format!(
            "One {} was measured, so that nothing is said of where it turns.",
            factor.name
        ),
        (true, _) => unturned(main, course, factor, &name),
    }
}

/// Returns a sentence on a ratio that turns nowhere.
fn unturned(main: &ResponseAnalysis, course: &Course, factor: &Factor, name: &str) -> String {
    let numbers = course.points.iter().map(|point| shown(factor, point.number));
    let numbers: Vec<String> = numbers.collect();
    let range = format!("{} {} to {}", factor.name, numbers[0], numbers[numbers.len() - 1]);
    match course.side(main.response.higher_is_better) {
        Some(is_better) => {
            let what = if is_better { "better" } else { "worse" };
            format!("It does not turn within {range}: {name} is {what} at each of them.")
        }
        None => format!("No turn is shown within {range}, and not at each of them is it known which is better."),
    }
}

/// Returns the place of a turn with its interval.
fn place(factor: &Factor, turn: &Turn) -> String {
    let interval = match turn.interval {
        None => String::new(),
        Some((Some(low), Some(high))) => format!(" [{}, {}]", shown(factor, low), shown(factor, high)),
        Some((Some(low), None)) => format!(" [from {}]", shown(factor, low)),
        Some((None, Some(high))) => format!(" [at most {}]", shown(factor, high)),
        Some((None, None)) => String::new(),
    };
    format!("{}{interval}", shown(factor, turn.at))
}

/// Returns a number of a factor as its levels are written.
fn shown(factor: &Factor, number: f64) -> String {
    let own = factor.levels.iter().find(|level| level.number == Some(number));
    match own {
        Some(level) => level.text.clone(),
        None if factor.is_size() => format::amount(number.round().max(0.0) as u64),
        None => format::number(number),
    }
}

fn by_level(data: &Data, main: &ResponseAnalysis, course: &Course) -> Table {
    let factor = &data.factors[course.over];
    let mut table = Table::new([
        Column::right(factor.name.clone()),
        Column::right("blocks"),
        Column::right("ratio"),
        Column::right("95 % interval"),
    ]);
    for point in &course.points {
        table.push(
            [
                factor.levels[point.level].text.clone(),
                point.ratio.pairs.to_string(),
                format::percent(point.ratio.ratio),
                percents(point.ratio.interval),
            ],
            false,
        );
    }
    let better = if main.response.higher_is_better { "More" } else { "Less" };
    table.caption(format!(
        "{better} than 100 % is better. Between the levels the ratio is taken to follow a straight line, both axes \
         being logarithmic; the interval of a turn has the sizes at which the ratio's own interval at 95 % contains \
         100 %."
    ))
}

/// Returns the turns of the other responses, such as the steps.
fn turns_of(data: &Data, responses: &[(&ResponseAnalysis, &Course)]) -> Table {
    let mut table = Table::new([
        Column::left("of"),
        Column::left("better beyond"),
        Column::left("worse beyond"),
        Column::right("at the least"),
        Column::right("at the greatest"),
    ])
    .title("Where it turns");
    for (response, course) in responses {
        let factor = &data.factors[course.over];
        let places = |is_better: bool| {
            let turns = course.turns.iter().filter(|turn| turn.is_better_beyond == is_better);
            turns.map(|turn| place(factor, turn)).collect::<Vec<_>>().join(", ")
        };
        let ends = [course.points.first(), course.points.last()];
        let [least, greatest] =
            ends.map(|point| point.map_or_else(String::new, |point| format::percent(point.ratio.ratio)));
        let name = match response.response.step.is_empty() {
            true => response.response.title(),
            false => response.response.step.clone(),
        };
        table.push([name, places(true), places(false), least, greatest], false);
    }
    table.caption("Empty where no turn is shown within what was measured; then the ratios at both ends say why.")
}
