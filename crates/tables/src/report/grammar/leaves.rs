//! The columns of values, statistics and computed variables.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_program::Slot;
use feedrate_values::Kind;

use super::define::{Define, Use};
use super::maker::{ItemContext, Maker};
use super::parts::{Column, ColumnPart, Content, Out};
use super::usage::{KnownColumn, Meaning, Usage, statistic_name};
use crate::aggregate::Statistic;
use crate::report::{ReportColumn, ReportContent, ReportSide};

/// The blanks before a column unless SPACING= gives another number.
const SPACING: usize = 2;

impl Maker<'_, '_> {
    /// Returns the column of a class variable or a DISPLAY variable.
    pub(super) fn value(&self, known: &KnownColumn, index: usize, usage: Use) -> Result<ColumnPart> {
        let variable = self.variables.variable(index);
        let content = match self.usage.used(usage) {
            Use::Group | Use::Order => Content::Class(self.class_of(&known.name).unwrap_or(0)),
            _ => Content::Display(variable.name.clone()),
        };
        let text = match variable.slot {
            Slot::Text(slot) => Some(slot.length),
            Slot::Number(_) => None,
        };
        let out = match known.is_alias {
            true => Out::Own {
                name: known.name.clone(),
                label: variable.label.clone(),
                format: variable.format.clone(),
            },
            false => Out::AsRead(variable.name.clone()),
        };
        let column = self.column(known, None, self.heading(known))?;
        Ok(ColumnPart::Column(Box::new(Column {
            content,
            variable: Some(known.name.clone()),
            text,
            out,
            column,
        })))
    }

    pub(super) fn computed(&self, known: &KnownColumn, text: Option<u32>) -> Result<ColumnPart> {
        let column = self.column(known, None, self.heading(known))?;
        Ok(ColumnPart::Column(Box::new(Column {
            content: Content::Computed,
            variable: Some(known.name.clone()),
            text,
            out: Out::Own {
                name: known.name.clone(),
                label: String::new(),
                format: None,
            },
            column,
        })))
    }

    /// Returns the column of a statistic.
    pub(super) fn leaf(&mut self, around: &ItemContext) -> Result<ColumnPart> {
        let Some((known, has_heading)) = &around.variable else {
            return self.count(around);
        };
        let Meaning::Variable(index, _) = known.meaning else {
            return self.count(around);
        };
        let variable = self.variables.variable(index);
        let statistic = match &around.statistic {
            Some((statistic, _)) => *statistic,
            None => Usage::statistic_of(known),
        };
        let mut analysis = self.columns.analysis.iter();
        let place = analysis.position(|name| *name == variable.name);
        let place = place.unwrap_or_else(|| {
            self.columns.analysis.push(variable.name.clone());
            self.columns.analysis.len() - 1
        });
        let of_statistic = around.statistic.as_ref();
        let heading = match of_statistic {
            // The heading of the variable is above it.
            Some((statistic, define)) if *has_heading => self.titled(define, statistic.keyword()),
            None if *has_heading => Vec::new(),
            _ => self.heading(known),
        };
        let mut column = self.column(known, Some(statistic), heading)?;
        column.is_shown &= of_statistic.is_none_or(|(_, define)| !define.no_print);
        let name = match known.is_alias {
            true => known.name.clone(),
            false => statistic_name(&variable.name, statistic),
        };
        let spec = variable.format.clone().filter(|_| statistic.keeps_format());
        Ok(ColumnPart::Column(Box::new(Column {
            content: Content::Statistic(place, statistic),
            variable: around.across.is_empty().then_some(name),
            text: None,
            out: Out::Own {
                name: known.name.clone(),
                label: variable.label.clone(),
                format: spec,
            },
            column,
        })))
    }

    /// Returns the column of a statistic without a variable, or of an ACROSS variable alone.
    pub(super) fn count(&self, around: &ItemContext) -> Result<ColumnPart> {
        let heading = match &around.statistic {
            None => Vec::new(),
            Some((Statistic::N, define)) => self.titled(define, "N"),
            Some((statistic, define)) => {
                let name = statistic.keyword();
                let message = format!("{name} needs an analysis variable, as in `x,{name}`");
                return Err(Diagnostic::error(define.name.at, message));
            }
        };
        let at = self.lowering.procedure.at;
        let define = around.statistic.as_ref().map(|(_, define)| define.clone());
        let define = define.unwrap_or_else(|| {
            Define::nothing(Name {
                text: "n".to_owned(),
                at,
            })
        });
        let known = KnownColumn {
            name: define.name.text.clone(),
            meaning: Meaning::Statistic(Statistic::N),
            is_alias: false,
            define,
        };
        let column = self.column(&known, Some(Statistic::N), heading)?;
        Ok(ColumnPart::Column(Box::new(Column {
            content: Content::Count,
            variable: around.across.is_empty().then(|| known.name.clone()),
            text: None,
            out: Out::Own {
                name: known.name.clone(),
                label: String::new(),
                format: None,
            },
            column,
        })))
    }

    /// Returns the appearance of a column, or of a statistic of it.
    fn column(&self, known: &KnownColumn, statistic: Option<Statistic>, heading: Vec<String>) -> Result<ReportColumn> {
        let (format, width) = self.format(known, statistic)?;
        let define = &known.define;
        let side = match format.kind() {
            Kind::Number => ReportSide::Right,
            Kind::Text => ReportSide::Left,
        };
        Ok(ReportColumn {
            name: known.name.clone(),
            heading,
            // The slot is set later.
            content: ReportContent::Count,
            format,
            width,
            spacing: define.spacing.or(self.options.spacing).unwrap_or(SPACING),
            side: define.side.unwrap_or(side),
            flow: define.flow,
            is_shown: !define.no_print,
            identifies: define.id,
            slot: None,
            block: None,
        })
    }
}
