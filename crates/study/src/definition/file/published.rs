//! The published tables of the file, and the figures of the study that stand beside them.

use toml::Spanned;

use super::charts::check_figure;
use super::lines::Lines;
use super::selections::position;
use super::tables::{PlaceTable, PublishedSizeTable, PublishedTable, Word};
use crate::definition::level::Level;
use crate::definition::{Layout, Overrides, Place, PublishedFigures, Statistic, Study};
use crate::error::Result;

/// The names in a place that are not of factors.
const STEP: &str = "step";
const FIGURE: &str = "figure";

/// The study that tables are about, with the levels that its factors have elsewhere.
struct Subject<'a> {
    study: &'a Study,
    overrides: &'a Overrides,
    size: Option<&'a PublishedSizeTable>,
}

pub(super) fn published(
    lines: &Lines<'_>,
    study: &Study,
    overrides: &Overrides,
    tables: &[Spanned<PublishedTable>],
    size: Option<&Spanned<PublishedSizeTable>>,
) -> Result<Vec<PublishedFigures>> {
    let subject = Subject {
        study,
        overrides,
        size: size.map(Spanned::get_ref),
    };
    let one = |spanned: &Spanned<PublishedTable>| {
        let table = spanned.get_ref();
        let wrong = |what: String| lines.error(&spanned.span(), format!("{}: {what}", table.title));
        if let Some(row) = table.rows.iter().find(|row| row.len() != table.columns.len()) {
            return Err(wrong(format!(
                "a row has {} cells, and there are {} columns",
                row.len(),
                table.columns.len()
            )));
        }
        let rows = table.rows.iter().map(|row| row.iter().map(Word::text).collect());
        Ok(PublishedFigures {
            title: table.title.clone(),
            note: table.note.clone(),
            columns: table.columns.clone(),
            rows: rows.collect(),
            layout: subject.layout(table).map_err(wrong)?,
        })
    };
    tables.iter().map(one).collect()
}

impl Subject<'_> {
    fn layout(&self, table: &PublishedTable) -> Result<Option<Layout>, String> {
        let Some(rows) = &table.row_is else {
            let belonging = [
                ("column_is", table.column_is.is_some()),
                ("of", !table.of.is_empty()),
                ("errors", table.errors),
                ("statistic", table.statistic.is_some()),
                ("unit", table.unit.is_some()),
                ("relative_to", table.relative_to.is_some()),
            ];
            return match belonging.iter().find(|(_, is_there)| *is_there) {
                Some((name, _)) => Err(format!("{name} is for tables with row_is")),
                None => Ok(None),
            };
        };
        let places = |name: &str, places: &[PlaceTable], count: usize| {
            if places.len() != count {
                return Err(format!("{name} has {} places, and the table has {count}", places.len()));
            }
            let places = places.iter().map(|place| self.place(place));
            let places: Result<Vec<Place>, String> = places.collect();
            places.map_err(|what| format!("{name}: {what}"))
        };
        let columns = table.column_is.as_ref().map(|columns| {
            let count = table.columns.len().saturating_sub(1);
            places("column_is", columns, count)
        });
        let of = self.place(&table.of).map_err(|what| format!("of: {what}"))?;
        if table.errors && of == Place::default() {
            return Err("errors needs of = { FACTOR = LEVEL }, what they are errors of".to_owned());
        }
        let statistic = match table.statistic.as_deref() {
            None | Some("median") => Statistic::Median,
            Some("covariance") if self.study.factors.iter().any(|factor| factor.is_covariate) => Statistic::Covariance,
            Some("covariance") => return Err("statistic: covariance needs a factor with covariate = true".to_owned()),
            Some(_) => return Err("statistic is median or covariance".to_owned()),
        };
        check_numbers(table)?;
        Ok(Some(Layout {
            rows: places("row_is", rows, table.rows.len())?,
            columns: columns.transpose()?.unwrap_or_default(),
            of,
            is_error: table.errors,
            statistic,
            unit: table.unit.clone(),
            relative_to: self.relative_to(table)?,
        }))
    }

    /// Returns what a row or a column is.
    fn place(&self, table: &PlaceTable) -> Result<Place, String> {
        let mut place = Place::default();
        for (name, word) in table {
            match name.as_str() {
                STEP => place.step = Some(word.text()),
                FIGURE => {
                    check_figure(self.study, &word.text())?;
                    place.figure = Some(word.text());
                }
                _ => place.levels.push(self.level(name, word)?),
            }
        }
        Ok(place)
    }

    /// Returns a level of a factor: one that it has here or at the published size, or any number of a factor of those.
    fn level(&self, name: &str, word: &Word) -> Result<(usize, Level), String> {
        let factor = position(self.study, name)?;
        let level = Level::new(word.text());
        let of = &self.study.factors[factor];
        let is_changed = self.overrides.levels.iter().any(|(other, _)| other == name);
        let elsewhere = self.size.and_then(|size| size.levels.get(name));
        let is_number = level.number.is_some() && !of.is_class && of.levels.iter().all(|level| level.number.is_some());
        let is_known = of.levels.iter().any(|known| known.text == level.text)
            || elsewhere.is_some_and(|words| words.iter().any(|word| word.text() == level.text));
        if is_known || is_changed || is_number {
            return Ok((factor, level));
        }
        let known: Vec<&str> = of.levels.iter().map(|level| level.text.as_str()).collect();
        Err(format!(
            "the factor {name} has no level {}; it has {}",
            level.text,
            known.join(", ")
        ))
    }

    fn relative_to(&self, table: &PublishedTable) -> Result<Option<(usize, f64)>, String> {
        let Some(given) = &table.relative_to else {
            return Ok(None);
        };
        let mut entries = given.iter();
        let (Some((name, word)), None) = (entries.next(), entries.next()) else {
            return Err("relative_to names one factor, and its published level".to_owned());
        };
        if !self.study.factors.iter().any(|factor| factor.is_covariate) {
            return Err("relative_to is about a factor with covariate = true".to_owned());
        }
        let (factor, level) = self.level(name, word).map_err(|what| format!("relative_to: {what}"))?;
        match level.number.filter(|&number| number > 0.0) {
            Some(number) => Ok(Some((factor, number))),
            None => Err(format!("relative_to: {} is no number or size above 0", level.text)),
        }
    }
}

/// Checks that the cells of a table with a layout are numbers, or empty.
fn check_numbers(table: &PublishedTable) -> Result<(), String> {
    let cells = table.rows.iter().flat_map(|row| row.iter().skip(1));
    let wrong = cells
        .map(Word::text)
        .find(|cell| !cell.is_empty() && Level::new(cell.as_str()).number.is_none());
    match wrong {
        Some(cell) => Err(format!(
            "`{cell}` is no number; with row_is, all cells are numbers or \"\""
        )),
        None => Ok(()),
    }
}
