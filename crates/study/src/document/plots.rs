//! The cells as pictures.

use feedrate_document::{Axis, Block, HeatMap, Kind, Plot, Point, Quantity, Series};

use crate::analysis::{Curve, Data, ResponseAnalysis};
use crate::definition::Factor;
use crate::figures::{SECONDS, THROUGHPUT};

/// Returns the plots of a response: the intervals of the cells, a curve for each numeric factor, and a heat map of two
/// factors.
pub(super) fn of(data: &Data, analysis: &ResponseAnalysis) -> Vec<Block> {
    let mut blocks = Vec::new();
    if analysis.cells.len() > 1 {
        blocks.push(intervals(data, analysis).into());
    }
    blocks.extend(all_curves(data, analysis));
    blocks.extend(heat_map(data, analysis).map(Block::from));
    blocks
}

/// Returns the courses of a response over the numeric factors with at least three levels.
pub(super) fn all_curves(data: &Data, analysis: &ResponseAnalysis) -> Vec<Block> {
    (0..data.factors.len())
        .filter(|&factor| data.levels_in_use(factor).len() > 2 && !has_chart(data, analysis, factor))
        .filter_map(|factor| curves(data, analysis, factor).map(Block::from))
        .collect()
}

/// Returns whether the study draws a response over a factor itself.
fn has_chart(data: &Data, analysis: &ResponseAnalysis, factor: usize) -> bool {
    let main = data.study.main_figure();
    data.study.charts.iter().any(|chart| {
        let figure = chart.figure.as_deref().unwrap_or(main);
        chart.over == factor && analysis.response.step.is_empty() && analysis.response.name == figure
    })
}

fn quantity(analysis: &ResponseAnalysis) -> Quantity {
    match analysis.response.name.as_str() {
        SECONDS => Quantity::Seconds,
        THROUGHPUT => Quantity::Rate,
        _ => Quantity::Number,
    }
}

/// Returns a value in the base unit of its quantity.
fn base(analysis: &ResponseAnalysis, value: f64) -> f64 {
    if analysis.response.name == THROUGHPUT {
        value * 1e6
    } else {
        value
    }
}

fn point(analysis: &ResponseAnalysis, cell: usize, x: f64) -> Option<Point> {
    let summary = &analysis.cell(cell)?.summary;
    let point = Point::new(x, base(analysis, summary.median));
    Some(match summary.interval {
        Some(interval) => point.within(base(analysis, interval.low), base(analysis, interval.high)),
        None => point,
    })
}

/// Returns the values of the cells with their intervals, one beneath the other.
fn intervals(data: &Data, analysis: &ResponseAnalysis) -> Plot {
    let names: Vec<String> = analysis
        .cells
        .iter()
        .map(|cell| data.name_without_fixed(cell.cell))
        .collect();
    let points = analysis.cells.iter().enumerate().filter_map(|(place, cell)| {
        let point = point(analysis, cell.cell, 0.0)?;
        Some(Point {
            x: point.y,
            y: place as f64,
            ..point
        })
    });
    let title = format!("The {} of each cell", analysis.response.title());
    let span = analysis.cells.iter().map(|cell| cell.summary.median);
    let (least, most) = span.fold((f64::MAX, 0.0f64), |(least, most), value| {
        (least.min(value), most.max(value))
    });
    let label = analysis.response.title();
    let x = match most / least > 20.0 {
        true => Axis::log10(label, quantity(analysis)),
        false => Axis::linear(label, quantity(analysis)),
    };
    Plot::new(title, x, Axis::category("cell", names))
        .series(Series::new("median", Kind::Points, points))
        .caption("Medians with their intervals at 95 %, where there are six runs.")
}

/// Returns the course over a numeric factor, a line for each combination of the others.
fn curves(data: &Data, analysis: &ResponseAnalysis, factor: usize) -> Option<Plot> {
    let own: Vec<&Curve> = analysis.curves.iter().filter(|curve| curve.factor == factor).collect();
    if own.is_empty() || own.iter().all(|curve| curve.cells.len() < 2) {
        return None;
    }
    let definition = &data.factors[factor];
    let numbers = definition.numbers()?;
    let y = match definition.is_covariate {
        true => Axis::log10(analysis.response.title(), quantity(analysis)),
        false => Axis::linear(analysis.response.title(), quantity(analysis)),
    };
    let mut plot = Plot::new(
        format!("The {} by {}", analysis.response.title(), definition.name),
        axis_of(definition),
        y,
    );
    for curve in own {
        let points = curve
            .cells
            .iter()
            .filter_map(|&cell| point(analysis, cell, numbers[data.cells[cell][factor]]));
        let name: Vec<&str> = curve
            .others
            .iter()
            .map(|&(other, level)| data.factors[other].levels[level].text.as_str())
            .collect();
        let name = if name.is_empty() {
            "median".to_owned()
        } else {
            name.join(", ")
        };
        plot = plot.series(Series::new(name.clone(), Kind::Line, points));
        if !curve.interpolated.is_empty() {
            let points = curve
                .interpolated
                .iter()
                .map(|at| Point::new(at.number, base(analysis, at.value)));
            plot = plot.series(Series::new(format!("{name}, interpolated"), Kind::Points, points));
        }
    }
    Some(plot)
}

pub(super) fn axis_of(factor: &Factor) -> Axis {
    let quantity = if factor.is_size() {
        Quantity::Size
    } else {
        Quantity::Count
    };
    Axis::log2(factor.name.clone(), quantity)
}

/// Returns the values of two factors with several levels each, if there are just two.
fn heat_map(data: &Data, analysis: &ResponseAnalysis) -> Option<HeatMap> {
    let factors: Vec<usize> = (0..data.factors.len())
        .filter(|&factor| data.levels_in_use(factor).len() > 1)
        .collect();
    let &[rows, columns] = &factors[..] else {
        return None;
    };
    if analysis.cells.len() < 4 {
        return None;
    }
    let names = |factor: usize| {
        let factor = &data.factors[factor];
        feedrate_document::Factor::new(
            factor.name.clone(),
            factor.levels.iter().map(|level| level.text.clone()),
        )
    };
    let mut map = HeatMap::new(
        format!(
            "The {} by {} and {}",
            analysis.response.title(),
            data.factors[rows].name,
            data.factors[columns].name
        ),
        names(columns),
        names(rows),
        Axis::log10(analysis.response.title(), quantity(analysis)),
    );
    for summary in &analysis.cells {
        let cell = &data.cells[summary.cell];
        map.push(cell[columns], cell[rows], base(analysis, summary.summary.median), None);
    }
    if let [choice] = &analysis.choices[..]
        && data.study.is_for_choice
    {
        let cell = &data.cells[choice.cell];
        map = map.mark(cell[columns], cell[rows], "recommended");
    }
    Some(map)
}
