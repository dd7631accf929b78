//! The columns of a report, after ACROSS variables are expanded to their levels.

use std::ops::Range;

use feedrate_program::NumberSlot;
use feedrate_rows::StepResult;

use super::request::{Report, ReportColumn, ReportPart};
use super::store::Store;
use crate::fault::TableFault;

/// The maximum number of columns of a report.
const MOST_COLUMNS: usize = 32_767;

/// A column.
#[derive(Debug)]
pub(super) struct PlacedColumn<'m> {
    pub column: &'m ReportColumn,
    /// The ACROSS variables of the column in ascending order, each with its level.
    pub across: Vec<(usize, u32)>,
    /// The type of these class variables.
    pub across_type: u64,
    /// The slot of its `_C3_`.
    pub numbered: Option<NumberSlot>,
}

/// A heading.
#[derive(Debug)]
pub(super) enum Heading {
    /// The heading of the column of this index.
    Column(usize),
    /// A heading over several columns or headings.
    Span {
        lines: Vec<String>,
        under: Vec<Heading>,
        columns: Range<usize>,
    },
}

/// The columns and their headings.
#[derive(Debug)]
pub(super) struct ColumnLayout<'m> {
    pub columns: Vec<PlacedColumn<'m>>,
    pub headings: Vec<Heading>,
}

impl<'m> ColumnLayout<'m> {
    /// Expands the columns of a report. `store` is `None` if there are no ACROSS variables.
    pub(super) fn of(report: &'m Report, store: Option<&Store>) -> StepResult<Self> {
        let mut expanded = Self {
            columns: Vec::new(),
            headings: Vec::new(),
        };
        let mut under = Vec::new();
        expanded.headings = expanded.expand(&report.parts, report, store, &mut under)?;
        for (number, slot) in &report.numbered {
            if let Some(placed) = expanded.columns.get_mut(*number - 1) {
                placed.numbered = Some(*slot);
            }
        }
        Ok(expanded)
    }

    fn expand(
        &mut self,
        parts: &'m [ReportPart],
        report: &Report,
        store: Option<&Store>,
        under: &mut Vec<(usize, u32)>,
    ) -> StepResult<Vec<Heading>> {
        let mut headings = Vec::with_capacity(parts.len());
        for part in parts {
            let first = self.columns.len();
            match part {
                ReportPart::Column(column) => {
                    if self.columns.len() >= MOST_COLUMNS {
                        return Err(TableFault::ReportWidth.into());
                    }
                    let mut across = under.clone();
                    across.sort_unstable();
                    let types = across.iter().map(|(class, _)| report.class_type(*class));
                    headings.push(Heading::Column(self.columns.len()));
                    self.columns.push(PlacedColumn {
                        column,
                        across_type: types.fold(0, |bits, bit| bits | bit),
                        across,
                        numbered: None,
                    });
                }
                ReportPart::Span { heading, parts } => headings.push(Heading::Span {
                    lines: heading.clone(),
                    under: self.expand(parts, report, store, under)?,
                    columns: first..self.columns.len(),
                }),
                ReportPart::Across { class, heading, parts } => {
                    let Some(store) = store else {
                        continue;
                    };
                    let format = &report.aggregation.classes[*class].format;
                    let mut levels = Vec::new();
                    for level in 0..store.count(*class) {
                        let first = self.columns.len();
                        under.push((*class, level));
                        levels.push(Heading::Span {
                            lines: vec![store.value(*class, level).shown(format)],
                            under: self.expand(parts, report, Some(store), under)?,
                            columns: first..self.columns.len(),
                        });
                        under.pop();
                    }
                    headings.push(Heading::Span {
                        lines: heading.clone(),
                        under: levels,
                        columns: first..self.columns.len(),
                    });
                }
            }
        }
        Ok(headings)
    }
}
