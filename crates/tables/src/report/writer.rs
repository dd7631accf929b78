//! Writes rows to the listing, tables and OUT=, and the breaks at the beginning and end of groups.

use feedrate_program::Slot;
use feedrate_rows::{Runtime, StepResult};
use feedrate_values::missing::MISSING;
use feedrate_values::{Kind, Value};

use super::blocks::compute;
use super::cell_value::CellValue;
use super::expand::{ColumnLayout, PlacedColumn};
use super::headings::wrapped;
use super::request::{Report, ReportBreak, ReportColumn, ReportContent, ReportSide};
use super::sheet::Sheet;
use super::store::Store;
use super::tables;

/// Writes rows.
pub(super) struct Writer<'m> {
    report: &'m Report,
    expanded: ColumnLayout<'m>,
    sheet: Option<Sheet>,
    /// The value of each column in the current row.
    cells: Vec<CellValue>,
    /// The formatted lines of each cell.
    texts: Vec<Vec<String>>,
    buffer: Vec<u8>,
}

impl<'m> Writer<'m> {
    /// Returns a writer for the rows of a BY group, or of all.
    pub(super) fn new(report: &'m Report, expanded: ColumnLayout<'m>, line_size: usize) -> Self {
        let layout = report.layout;
        let count = expanded.columns.len();
        Self {
            sheet: layout.map(|layout| Sheet::new(layout, &expanded, line_size)),
            report,
            expanded,
            cells: vec![CellValue::Blank; count],
            texts: vec![Vec::new(); count],
            buffer: Vec::new(),
        }
    }

    /// Begins the table of results.
    pub(super) fn begin(&self, runtime: &mut Runtime<'_, '_>) {
        if self.sheet.is_some() {
            let table = tables::table(&self.expanded, self.report.detail);
            runtime.listing().begin_table(&table);
        }
    }

    /// Ends the listing and the table of results.
    pub(super) fn finish(&mut self, runtime: &mut Runtime<'_, '_>) {
        if let Some(sheet) = &mut self.sheet {
            sheet.flush(runtime.listing());
            runtime.listing().end_table();
        }
    }

    /// Returns the columns, and the values of the next row, which the caller sets.
    pub(super) fn cells(&mut self) -> (&[PlacedColumn<'m>], &mut [CellValue]) {
        (&self.expanded.columns, &mut self.cells)
    }

    /// Writes a row whose values are in the cells. The values of class variables from `changed` on differ from those
    /// of the previous row, and are shown.
    pub(super) fn row(&mut self, changed: usize, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        compute(
            self.report,
            &self.expanded.columns,
            &mut self.cells,
            ("", None),
            runtime,
        )?;
        self.output("", runtime)?;
        self.put_texts(runtime);
        let Some(sheet) = &mut self.sheet else {
            return Ok(());
        };
        tables::row(&self.expanded, &self.cells, &self.texts, runtime.listing());
        if !sheet.is_fresh() {
            for (placed, texts) in self.expanded.columns.iter().zip(&mut self.texts) {
                if let ReportContent::Class(class) = placed.column.content
                    && class < changed
                {
                    texts.clear();
                }
            }
        }
        let columns = &self.expanded.columns;
        sheet.row(&self.texts, |at| columns[at].column.side, runtime.listing());
        Ok(())
    }

    /// Runs a break: the beginning or end of a group whose first `classes` variables have these levels.
    pub(super) fn at_break(
        &mut self,
        of: &ReportBreak,
        levels: &[u32],
        store: &Store,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        self.fill_summary(levels, store);
        let of_break = (of.name.as_str(), of.block);
        compute(self.report, &self.expanded.columns, &mut self.cells, of_break, runtime)?;
        let lines = runtime.take_lines();
        if of.summarize {
            self.output(&of.name, runtime)?;
        }
        self.put_texts(runtime);
        let Some(sheet) = &mut self.sheet else {
            return Ok(());
        };
        // Of the class variables, only that of the group and those that a block changed are shown.
        let columns = self.expanded.columns.iter().zip(&self.cells);
        for ((placed, cell), texts) in columns.zip(&mut self.texts) {
            let ReportContent::Class(class) = placed.column.content else {
                continue;
            };
            let is_shown = match of.class == Some(class) {
                true => !of.suppress,
                false => !cell.is_same(level(class, levels, store)),
            };
            if !is_shown {
                texts.clear();
            }
        }
        let is_marked = |texts: &Vec<String>| texts.iter().any(|text| !text.is_empty());
        let marked: Vec<bool> = self.texts.iter().map(is_marked).collect();
        let out = runtime.listing();
        if let Some(character) = of.above {
            sheet.rule(character, &marked, out);
        }
        if of.summarize {
            tables::row(&self.expanded, &self.cells, &self.texts, out);
            let columns = &self.expanded.columns;
            sheet.row(&self.texts, |at| columns[at].column.side, out);
        }
        if let Some(character) = of.below {
            sheet.rule(character, &marked, out);
        }
        for line in lines {
            sheet.text(&String::from_utf8_lossy(&line), out);
        }
        if of.skip {
            sheet.text("", out);
        }
        if of.page {
            sheet.page(out);
        }
        Ok(())
    }

    /// Sets the cells to the values of a group.
    fn fill_summary(&mut self, levels: &[u32], store: &Store) {
        let own_type = self.report.rows_type(levels.len());
        let mut key = Vec::with_capacity(levels.len());
        for (placed, cell) in self.expanded.columns.iter().zip(&mut self.cells) {
            *cell = match placed.column.content {
                ReportContent::Class(class) => level(class, levels, store).clone(),
                ReportContent::Display(_) | ReportContent::Computed => CellValue::Blank,
                ReportContent::Statistic { .. } | ReportContent::Count => {
                    counted(placed, own_type, levels, &mut key, store)
                }
            };
        }
    }

    /// Writes an observation of OUT=.
    fn output(&mut self, name: &str, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        let Some(output) = &self.report.output else {
            return Ok(());
        };
        let values = &mut runtime.core.values;
        for &(column, slot) in &output.cells {
            match (slot, self.cells.get(column)) {
                (Slot::Number(slot), Some(CellValue::Number(number))) => {
                    values.set_number(slot, *number);
                }
                (Slot::Text(slot), Some(CellValue::Text(text))) => values.set_text(slot, text),
                (slot, _) => values.clear(slot),
            }
        }
        values.set_text(output.break_name, name.as_bytes());
        runtime.output(&[0])
    }

    /// Formats the cells.
    fn put_texts(&mut self, runtime: &mut Runtime<'_, '_>) {
        if self.sheet.is_none() {
            return;
        }
        let problems = &mut runtime.core.problems;
        let columns = self.expanded.columns.iter().zip(&self.cells);
        for ((placed, cell), texts) in columns.zip(&mut self.texts) {
            texts.clear();
            let column = placed.column;
            let Some(value) = cell.value().filter(|_| column.is_shown) else {
                continue;
            };
            self.buffer.clear();
            let fits = column.format.write(value, &mut self.buffer);
            if let Value::Number(_) = value {
                problems.written(fits);
            }
            show(column, &String::from_utf8_lossy(&self.buffer), texts);
        }
    }
}

/// Returns the value of a class variable in a summary line; blank if the group has all its values.
fn level<'s>(class: usize, levels: &[u32], store: &'s Store) -> &'s CellValue {
    match levels.get(class) {
        Some(&level) => store.value(class, level),
        None => CellValue::BLANK,
    }
}

/// Formats a cell into lines.
fn show(column: &ReportColumn, text: &str, lines: &mut Vec<String>) {
    let text = match column.format.kind() {
        Kind::Number => text.trim(),
        Kind::Text if column.side == ReportSide::Left => text.trim_end(),
        Kind::Text => text.trim(),
    };
    let length = text.chars().count();
    match column.format.kind() {
        _ if text.is_empty() => {}
        _ if length <= column.width => lines.push(text.to_owned()),
        Kind::Number => lines.push("*".repeat(column.width)),
        Kind::Text if column.flow => lines.extend(wrapped(text, column.width)),
        Kind::Text => lines.push(text.chars().take(column.width).collect()),
    }
}

/// Returns a statistic of a group in a column: `own_type` is the type of the group, `levels` are its levels and `key`
/// is a buffer for those of the cell.
pub(super) fn counted(
    placed: &PlacedColumn<'_>,
    own_type: u64,
    levels: &[u32],
    key: &mut Vec<u32>,
    store: &Store,
) -> CellValue {
    let bits = own_type | placed.across_type;
    key.clear();
    key.extend_from_slice(levels);
    key.extend(placed.across.iter().map(|(_, level)| level));
    CellValue::Number(match placed.column.content {
        ReportContent::Count => store.observations(bits, key),
        ReportContent::Statistic { variable, statistic } => store.statistic(bits, key, variable, statistic),
        _ => MISSING,
    })
}
