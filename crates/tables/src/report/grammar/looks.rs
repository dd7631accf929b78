//! The appearance of columns: headings, formats and widths.

use feedrate_language::parse::cursor::Result;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::formats::{best, best_text, found_format, of_kind};
use feedrate_procedure::grammar::input::shown_by;
use feedrate_values::format::Format;
use feedrate_values::{Kind, Spec};

use super::define::Define;
use super::maker::Maker;
use super::usage::{KnownColumn, Meaning};
use crate::aggregate::Statistic;

/// The character at which headings are split unless SPLIT= gives another.
const SPLIT: char = '/';

/// The width of columns without a format unless COLWIDTH= gives another.
const WIDTH: usize = 9;

impl Maker<'_, '_> {
    /// Returns the heading lines of a column.
    pub(super) fn heading(&self, known: &KnownColumn) -> Vec<String> {
        let title = match known.meaning {
            Meaning::Variable(index, _) if !self.variables.variable(index).label.is_empty() => {
                self.variables.variable(index).label.clone()
            }
            Meaning::Statistic(statistic) => statistic.keyword().to_owned(),
            Meaning::Variable(..) | Meaning::Computed(_) => known.name.clone(),
        };
        self.titled(&known.define, &title)
    }

    pub(super) fn titled(&self, define: &Define, title: &str) -> Vec<String> {
        match &define.heading {
            Some(lines) => self.split(lines),
            None => self.split(&[title.to_owned()]),
        }
    }

    /// Splits heading lines at the character of SPLIT=.
    pub(super) fn split(&self, lines: &[String]) -> Vec<String> {
        let lines = lines
            .iter()
            .flat_map(|line| line.split(self.options.split.unwrap_or(SPLIT)));
        lines.map(str::to_owned).collect()
    }

    /// Returns the format and the width of a column.
    pub(super) fn format(&self, known: &KnownColumn, statistic: Option<Statistic>) -> Result<(Format, usize)> {
        let define = &known.define;
        let default_width = define.width.or(self.options.column_width).unwrap_or(WIDTH);
        let (kind, length, own) = match known.meaning {
            Meaning::Variable(index, _) => {
                let variable = self.variables.variable(index);
                let keeps = statistic.is_none_or(Statistic::keeps_format);
                let own = variable.format.is_some() && keeps;
                let at = define.name.at;
                let own = own.then(|| shown_by(variable, self.lowering, at)).transpose()?;
                (variable.slot.kind(), variable.stored_length, own)
            }
            Meaning::Statistic(_) => (Kind::Number, 8, None),
            Meaning::Computed(Some(bytes)) => (Kind::Text, bytes, None),
            Meaning::Computed(None) => (Kind::Number, 8, None),
        };
        let format = match (&define.format, own) {
            (Some((written, at)), _) => self.named_format(written, kind, length, *at)?,
            (None, Some(own)) => own,
            (None, None) => {
                let (spec, width) = match kind {
                    Kind::Number => (best(default_width as u32), default_width),
                    Kind::Text => (best_text(length), length as usize),
                };
                let format = self.of_spec(&spec, kind, length, define.name.at)?;
                return Ok((format, define.width.unwrap_or(width)));
            }
        };
        let width = define.width.unwrap_or(format.width());
        Ok((format, width))
    }

    pub(super) fn named_format(&self, written: &str, kind: Kind, length: u32, at: Position) -> Result<Format> {
        let spec = written
            .parse::<Spec>()
            .map_err(|error| Diagnostic::error(at, error.to_string()))?;
        self.of_spec(&of_kind(&spec, kind), kind, length, at)
    }

    pub(super) fn of_spec(&self, spec: &Spec, kind: Kind, length: u32, at: Position) -> Result<Format> {
        let (catalog, options) = (&*self.lowering.catalog, self.lowering.options);
        Ok(found_format(catalog, options, spec, kind, length, at)?.0)
    }
}
