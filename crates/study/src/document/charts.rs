//! The charts of a study: a figure over a factor of numbers, a line for each setting.

use feedrate_document::{Axis, Block, Document, Kind, Plot, Point, Quantity, Series};
use feedrate_stats::Summary;

use super::plots::axis_of;
use crate::analysis::Data;
use crate::definition::Chart;
use crate::figures::{SECONDS, THROUGHPUT};

/// Adds the charts of a study.
pub(super) fn push(document: &mut Document, data: &Data) {
    let plots: Vec<Plot> = data.study.charts.iter().flat_map(|chart| plots(data, chart)).collect();
    if plots.is_empty() {
        return;
    }
    document.push(Block::Heading("Charts".to_owned()));
    for plot in plots {
        document.push(plot);
    }
}

/// The figure of a chart, with its axis.
struct ChartFigure {
    name: String,
    quantity: Quantity,
    /// By what its values are multiplied to be in the base unit of the quantity.
    scale: f64,
}

impl ChartFigure {
    fn of(data: &Data, chart: &Chart) -> Self {
        let name = chart.figure.as_deref().unwrap_or(data.study.main_figure()).to_owned();
        let measure = data.study.measures.iter().find(|measure| measure.name == name);
        let unit = measure.and_then(|measure| measure.unit.as_deref());
        let (quantity, scale) = match (name.as_str(), unit) {
            (SECONDS, _) | (_, Some("s")) => (Quantity::Seconds, 1.0),
            (THROUGHPUT, _) | (_, Some("MB/s")) => (Quantity::Rate, 1e6),
            (_, Some(unit)) => (Quantity::Unit(unit.to_owned()), 1.0),
            _ => (Quantity::Number, 1.0),
        };
        Self { name, quantity, scale }
    }

    fn label(&self) -> String {
        match self.name.as_str() {
            SECONDS => "time".to_owned(),
            THROUGHPUT => "throughput".to_owned(),
            name => name.replace('_', " "),
        }
    }

    fn point(&self, data: &Data, cell: usize, x: f64) -> Option<Point> {
        let values: Vec<f64> = data
            .runs_of(cell)
            .filter_map(|run| run.figure("", &self.name))
            .collect();
        let summary = Summary::of(&values)?;
        let point = Point::new(x, summary.median * self.scale);
        Some(match summary.interval {
            Some(interval) => point.within(interval.low * self.scale, interval.high * self.scale),
            None => point,
        })
    }
}

/// Returns the plots of a chart: one for each combination of the levels for which it is drawn anew.
fn plots(data: &Data, chart: &Chart) -> Vec<Plot> {
    let figure = ChartFigure::of(data, chart);
    let definition = &data.factors[chart.over];
    let levels_of = |cell: usize| -> Vec<usize> { chart.each.iter().map(|&factor| data.cells[cell][factor]).collect() };
    let is_meant = |&cell: &usize| {
        let beside = data.factors.iter().zip(&data.cells[cell]).enumerate();
        !data.is_beside(cell)
            || beside
                .filter(|(_, (factor, level))| factor.beside.contains(level))
                .all(|(number, _)| chart.each.contains(&number))
    };
    let cells: Vec<usize> = (0..data.cells.len()).filter(is_meant).collect();
    let mut all: Vec<Vec<usize>> = cells.iter().map(|&cell| levels_of(cell)).collect();
    all.sort_unstable();
    all.dedup();
    let plot = |of: Vec<usize>| {
        let named = chart.each.iter().zip(&of).map(|(&factor, &level)| {
            let factor = &data.factors[factor];
            format!("{} {}", factor.name, factor.levels[level].text)
        });
        let title: Vec<String> = std::iter::once(chart.title.clone()).chain(named).collect();
        let y = match definition.is_covariate {
            true => Axis::log10(figure.label(), figure.quantity.clone()),
            false => Axis::linear(figure.label(), figure.quantity.clone()),
        };
        let mut x = axis_of(definition);
        if definition.is_covariate {
            x = Axis::log10(x.label, x.quantity);
        }
        let own = cells.iter().copied().filter(|&cell| levels_of(cell) == of);
        let plot = Plot::new(title.join(": "), x, y)
            .caption("Medians, with their intervals at 95 % where there are six runs.");
        lines(data, chart, &figure, own).into_iter().fold(plot, Plot::series)
    };
    all.into_iter().map(plot).collect()
}

/// Returns a line for each combination of the other factors.
fn lines(data: &Data, chart: &Chart, figure: &ChartFigure, cells: impl Iterator<Item = usize>) -> Vec<Series> {
    let mut lines: Vec<(Vec<usize>, Vec<Point>)> = Vec::new();
    let others: Vec<usize> = (0..data.factors.len())
        .filter(|&factor| factor != chart.over && !chart.each.contains(&factor))
        .collect();
    for cell in cells {
        let levels = &data.cells[cell];
        let Some(x) = data.factors[chart.over].levels[levels[chart.over]].number else {
            continue;
        };
        let key: Vec<usize> = others.iter().map(|&factor| levels[factor]).collect();
        let place = lines.iter().position(|(known, _)| *known == key);
        let place = place.unwrap_or_else(|| {
            lines.push((key, Vec::new()));
            lines.len() - 1
        });
        lines[place].1.extend(figure.point(data, cell, x));
    }
    let keys = lines.iter().map(|(key, _)| key);
    let differs = |place: usize| keys.clone().any(|key| key[place] != lines[0].0[place]);
    let several: Vec<bool> = (0..others.len()).map(differs).collect();
    lines
        .into_iter()
        .map(|(key, mut points)| {
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            let words = others.iter().zip(&key).zip(&several).filter(|(_, several)| **several);
            let words = words.map(|((&factor, &level), _)| {
                let factor = &data.factors[factor];
                match factor.levels[level].number {
                    Some(_) => format!("{} {}", factor.name, factor.levels[level].text),
                    None => factor.levels[level].text.clone(),
                }
            });
            let name: Vec<String> = words.collect();
            let name = if name.is_empty() {
                "median".to_owned()
            } else {
                name.join(", ")
            };
            Series::new(name, Kind::Line, points)
        })
        .collect()
}
