//! The study's own figures beside those of its published tables.

mod percents;

use feedrate_stats::{Interval, PairedRatio, Summary};

use super::ResponseAnalysis;
use super::data::Data;
use crate::definition::{Layout, Level, Place, PublishedFigures, Statistic};
use crate::figures::SECONDS;

/// Levels are the same if their parts of what they are relative to differ by less than this.
const SAME: f64 = 0.005;

/// A published table with the study's own figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterparts {
    /// The table, by its number among those of the study.
    pub table: usize,
    /// The columns: those of the table, and behind them levels of the study that the table has not.
    pub columns: Vec<String>,
    /// True if all columns stand for the same figures of the study, so that each row has one.
    pub is_flat: bool,
    /// The rows.
    pub rows: Vec<CounterpartRow>,
    /// Why figures of the study are missing, a sentence each.
    pub notes: Vec<String>,
}

/// A row of a published table with the study's own figures.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterpartRow {
    /// Its name.
    pub name: String,
    /// The study's figures, for each column; one if the table is flat.
    pub ours: Vec<Option<OwnFigure>>,
    /// The published figures, for each column.
    pub published: Vec<Option<f64>>,
    /// The study's figures as parts of those of the first row or setting, within blocks.
    pub ours_of: Vec<Option<PairedRatio>>,
    /// The published figures as parts of the published figure of the same setting.
    pub published_of: Vec<Option<f64>>,
}

/// A figure of the study.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnFigure {
    /// Its value.
    pub value: f64,
    /// Its interval at 95 %, if it has one.
    pub interval: Option<Interval>,
}

/// A column with its place; that of the study alone has no published figures.
struct PlacedColumn {
    name: String,
    place: Place,
    published: Option<usize>,
}

/// Returns the published tables that have a layout, with the study's figures.
pub(super) fn of(data: &Data, main: Option<&ResponseAnalysis>) -> Vec<Counterparts> {
    let tables = data.study.published.iter().enumerate();
    tables
        .filter_map(|(number, table)| {
            let layout = table.layout.as_ref()?;
            let finder = Finder {
                data,
                main,
                table,
                layout,
            };
            Some(finder.counterparts(number))
        })
        .collect()
}

/// Finds figures of the study by their places.
struct Finder<'a> {
    data: &'a Data,
    main: Option<&'a ResponseAnalysis>,
    table: &'a PublishedFigures,
    layout: &'a Layout,
}

impl Finder<'_> {
    fn counterparts(&self, number: usize) -> Counterparts {
        let table = self.table;
        let columns = self.columns(table);
        let is_flat = self.layout.columns.is_empty();
        let published = |row: usize, column: usize| number_of(table.rows.get(row)?.get(column + 1)?);
        let rows = self.layout.rows.iter().enumerate().map(|(row, place)| {
            let places: Vec<Place> = match is_flat {
                true => vec![place.and(&Place::default())],
                false => columns.iter().map(|column| place.and(&column.place)).collect(),
            };
            let has_parts = self.layout.of != Place::default();
            let referred = |place: &Place| {
                let other = place.and(&self.layout.of);
                (has_parts && other != *place).then_some(other)
            };
            let ours_of = |place: &Place| self.ratio(place, &referred(place)?);
            let published_of = |column: &PlacedColumn| {
                let place = place.and(&column.place);
                let column = column.published?;
                let other = self.published_at(&referred(&place)?, column)?;
                Some(published(row, column)? / published(other.0, other.1)?)
            };
            CounterpartRow {
                name: table.rows[row].first().cloned().unwrap_or_default(),
                ours: places.iter().map(|place| self.own(place)).collect(),
                published: columns.iter().map(|column| published(row, column.published?)).collect(),
                ours_of: places.iter().map(ours_of).collect(),
                published_of: columns.iter().map(published_of).collect(),
            }
        });
        Counterparts {
            table: number,
            is_flat,
            rows: rows.collect(),
            notes: self.notes(),
            columns: columns.into_iter().map(|column| column.name).collect(),
        }
    }

    /// Returns the columns. Where each of them is a level of one factor, levels of the study that are none of theirs
    /// come last.
    fn columns(&self, table: &PublishedFigures) -> Vec<PlacedColumn> {
        let names = table.columns.iter().skip(1).enumerate();
        let published: Vec<PlacedColumn> = names
            .map(|(number, name)| PlacedColumn {
                name: name.clone(),
                place: self.layout.columns.get(number).cloned().unwrap_or_default(),
                published: Some(number),
            })
            .collect();
        let factor = |column: &PlacedColumn| match &column.place.levels[..] {
            [(factor, _)] => Some(*factor),
            _ => None,
        };
        let first = published.first().and_then(factor);
        let Some(own) = first.filter(|_| published.iter().all(|column| factor(column) == first)) else {
            return published;
        };
        let known: Vec<usize> = published
            .iter()
            .filter_map(|column| self.level(own, &column.place.levels[0].1))
            .collect();
        let levels = self.data.levels_in_use(own).into_iter();
        let only_ours = levels.filter(|level| !known.contains(level)).map(|level| {
            let level = &self.data.factors[own].levels[level];
            PlacedColumn {
                name: format!("{} {}", self.data.factors[own].name, level.text),
                place: Place {
                    levels: vec![(own, self.as_published(own, level))],
                    ..Place::default()
                },
                published: None,
            }
        });
        let only_ours: Vec<PlacedColumn> = only_ours.collect();
        published.into_iter().chain(only_ours).collect()
    }

    /// Returns the row and column of the published figure of a place, in the same column if all are the same figures.
    fn published_at(&self, place: &Place, column: usize) -> Option<(usize, usize)> {
        let columns = &self.layout.columns;
        let rows = self.layout.rows.iter().enumerate();
        let mut all = rows.flat_map(|(row, of_row)| {
            let of_columns = columns.iter().enumerate();
            let matrix = of_columns.map(move |(column, of_column)| (row, column, of_row.and(of_column)));
            let flat = columns.is_empty().then(|| (row, column, of_row.and(&Place::default())));
            matrix.chain(flat)
        });
        all.find(|(_, _, other)| other == place)
            .map(|(row, column, _)| (row, column))
    }

    /// Returns the factor's level that a published level corresponds to, if it was run.
    fn level(&self, factor: usize, published: &Level) -> Option<usize> {
        let scale = self.scale(factor);
        let is_same = |level: &Level| match (level.number, published.number, scale) {
            (Some(own), Some(published), Some(scale)) => (own / (published * scale) - 1.0).abs() < SAME,
            (Some(own), Some(published), None) => own == published,
            _ => level.text == published.text,
        };
        let levels = &self.data.factors[factor].levels;
        let mut used = self.data.levels_in_use(factor).into_iter();
        used.find(|&level| is_same(&levels[level]))
    }

    /// Returns the published level that one of the study would correspond to.
    fn as_published(&self, factor: usize, level: &Level) -> Level {
        match (level.number, self.scale(factor)) {
            (Some(number), Some(scale)) => Level {
                text: level.text.clone(),
                number: Some(number / scale),
            },
            _ => level.clone(),
        }
    }

    /// Returns by what the sizes of the data are multiplied here: what they are relative to, as a part of what that was
    /// when the figures were published. `None` for other factors, and where sizes are what they are.
    fn scale(&self, factor: usize) -> Option<f64> {
        let (to, published) = self.layout.relative_to?;
        if !self.data.factors[factor].is_covariate {
            return None;
        }
        let level = self.data.first_level(to)?;
        Some(self.data.factors[to].levels[level].number? / published)
    }

    /// Returns the levels of a place: of factors that it does not name, the first ones.
    fn levels(&self, place: &Place) -> Option<Vec<usize>> {
        let level = |factor: usize| match place.levels.iter().find(|(known, _)| *known == factor) {
            Some((_, level)) => self.level(factor, level),
            None => self.data.first_level(factor),
        };
        (0..self.data.factors.len()).map(level).collect()
    }

    fn cell(&self, place: &Place) -> Option<usize> {
        self.data.cells.binary_search(&self.levels(place)?).ok()
    }

    /// Returns the step and the name of the figure of a place.
    fn figure<'p>(&self, place: &'p Place) -> (&'p str, String) {
        let step = place.step.as_deref().unwrap_or("");
        let main = || match step {
            "" => self.data.study.main_figure().to_owned(),
            _ => SECONDS.to_owned(),
        };
        (step, place.figure.clone().unwrap_or_else(main))
    }

    /// Returns the study's figure of a place.
    fn own(&self, place: &Place) -> Option<OwnFigure> {
        match self.layout.statistic {
            Statistic::Median => {
                let (step, name) = self.figure(place);
                let runs = self.data.runs_of(self.cell(place)?);
                let values: Vec<f64> = runs.filter_map(|run| run.figure(step, &name)).collect();
                let summary = Summary::of(&values)?;
                Some(OwnFigure {
                    value: summary.median,
                    interval: summary.interval,
                })
            }
            Statistic::Covariance => self.adjusted(place),
        }
    }

    /// Returns the ratio of the figures of two places within blocks.
    fn ratio(&self, place: &Place, other: &Place) -> Option<PairedRatio> {
        let (cell, of) = (self.cell(place)?, self.cell(other)?);
        let ((step, name), (of_step, of_name)) = (self.figure(place), self.figure(other));
        let pairs = self.data.runs_of(cell).filter_map(|run| {
            let partner = self.data.run_in(of, run.block)?;
            Some((run.figure(step, &name)?, partner.figure(of_step, &of_name)?))
        });
        PairedRatio::of(&pairs.collect::<Vec<_>>())
    }
}

/// Returns the number of a cell of a table, if it has one.
fn number_of(cell: &str) -> Option<f64> {
    Level::new(cell).number
}
