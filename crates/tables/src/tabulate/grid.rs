//! A table of boxes as lines of text. A box can span several places of the grid, without rules between them.

use feedrate_rows::environment::Listing;

use super::grid_cell::{Alignment, Cell, Text};
use super::outline::Outline;

/// A table of boxes.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    /// The width of each column in characters, without rules.
    pub widths: Vec<usize>,
    /// The number of the box at each place.
    pub rows: Vec<Vec<usize>>,
    /// True if there is a rule above each row.
    pub lines: Vec<bool>,
    pub cells: Vec<Cell>,
    /// The number of rows at the top that were written, as those of a part before.
    written: usize,
}

/// The area of a box: its rows and columns, each from the first to the end.
#[derive(Clone, Copy, Debug)]
struct Area {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Grid {
    /// Returns a grid without rows, of columns with these widths.
    pub(super) fn of_widths(widths: Vec<usize>) -> Self {
        Self {
            widths,
            ..Self::default()
        }
    }

    /// Adds a box, and returns its number.
    pub(super) fn add(&mut self, text: Text, side: Alignment, at_bottom: bool) -> usize {
        self.cells.push(Cell {
            text,
            side,
            at_bottom,
            number: None,
        });
        self.cells.len() - 1
    }

    /// Adds a box with a value, and returns its number.
    pub(super) fn add_value(&mut self, number: f64, text: String) -> usize {
        let cell = self.add(Text::Cut(text), Alignment::Right, true);
        self.cells[cell].number = Some(number);
        cell
    }

    /// Adds a row of boxes, with a rule above it if `line` is true.
    pub(super) fn push(&mut self, row: Vec<usize>, line: bool) {
        self.rows.push(row);
        self.lines.push(line);
    }

    /// Returns the rows that were not written.
    pub(super) fn own_rows(&self) -> std::ops::Range<usize> {
        self.written..self.rows.len()
    }

    /// Returns the grid as it is after all rows were written.
    pub(super) fn with_rows_written(self) -> Self {
        Self {
            written: self.rows.len(),
            ..self
        }
    }

    /// Ends a part of the table after it was written: only the last row stays, whose boxes must end there. Those of the
    /// next rows are drawn below it.
    pub(super) fn begin_part(&mut self) {
        let last = self.rows.pop().unwrap_or_default();
        let mut boxes = last.clone();
        boxes.dedup();
        let cells = boxes.iter().map(|&number| self.cells[number].clone());
        self.cells = cells.collect();
        let number = |own: &usize| boxes.iter().position(|other| other == own);
        self.rows = vec![last.iter().filter_map(number).collect()];
        self.lines = self.lines.pop().into_iter().collect();
        self.written = self.rows.len();
    }

    /// Writes the table, or a part of it: with `more`, a further one follows.
    pub(super) fn write(&self, outline: Outline, more: bool, listing: &mut dyn Listing) {
        let areas = self.areas();
        let lines: Vec<Vec<String>> = self.texts(&areas);
        let heights = self.heights(&areas, &lines);
        // The number of lines above the text of each row but the first.
        let mut above = Vec::with_capacity(heights.len() + 1);
        let mut sum = 0;
        for (row, height) in heights.iter().enumerate() {
            sum += usize::from(self.is_parted(row));
            above.push(sum);
            sum += height;
        }
        above.push(sum);
        let mut out = String::new();
        let mut drawn = 0;
        for (row, height) in heights.iter().enumerate() {
            if row < self.written {
                drawn += height + usize::from(self.is_parted(row));
                continue;
            }
            if self.is_parted(row) || row == 0 {
                self.border(row, outline, &areas, &lines, (&above, drawn), &mut out);
                listing.line(out.as_bytes());
                drawn += usize::from(row > 0);
            }
            for _ in 0..*height {
                out.clear();
                let cells = &self.rows[row];
                for (column, &cell) in cells.iter().enumerate() {
                    if column > 0 && cells[column - 1] == cell {
                        continue;
                    }
                    out.push(outline.vertical());
                    self.text(cell, &areas[cell], &lines[cell], (&above, drawn), &mut out);
                }
                out.push(outline.vertical());
                listing.line(out.as_bytes());
                drawn += 1;
            }
        }
        if more {
            return;
        }
        self.border(self.rows.len(), outline, &areas, &lines, (&above, drawn), &mut out);
        listing.line(out.as_bytes());
    }

    /// Returns whether there is a rule above a row other than the first.
    fn is_parted(&self, row: usize) -> bool {
        row > 0 && self.lines[row] && self.rows[row] != self.rows[row - 1]
    }

    fn areas(&self) -> Vec<Area> {
        let none = Area {
            top: usize::MAX,
            bottom: 0,
            left: usize::MAX,
            right: 0,
        };
        let mut areas = vec![none; self.cells.len()];
        for (row, cells) in self.rows.iter().enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                let area = &mut areas[cell];
                area.top = area.top.min(row);
                area.bottom = row + 1;
                area.left = area.left.min(column);
                area.right = area.right.max(column + 1);
            }
        }
        areas
    }

    /// Returns the inner width of a box.
    fn width(&self, area: &Area) -> usize {
        let widths = self.widths.get(area.left..area.right).unwrap_or_default();
        widths.iter().sum::<usize>() + widths.len().saturating_sub(1)
    }

    /// Returns the lines of text of each box.
    fn texts(&self, areas: &[Area]) -> Vec<Vec<String>> {
        let texts = self
            .cells
            .iter()
            .zip(areas)
            .map(|(cell, area)| cell.text.lines(self.width(area)));
        texts.collect()
    }

    /// Returns the height of each row in lines.
    fn heights(&self, areas: &[Area], lines: &[Vec<String>]) -> Vec<usize> {
        let mut heights = vec![1; self.rows.len()];
        let wanted = || {
            let cells = self.cells.iter().zip(areas).zip(lines);
            cells.filter(|((cell, area), _)| area.top < area.bottom && !matches!(cell.text, Text::Cut(_)))
        };
        for ((_, area), lines) in wanted().filter(|((_, area), _)| area.top + 1 == area.bottom) {
            heights[area.top] = heights[area.top].max(lines.len());
        }
        for ((_, area), lines) in wanted().filter(|((_, area), _)| area.top + 1 < area.bottom) {
            let borders = (area.top + 1..area.bottom).filter(|&row| self.is_parted(row));
            let there: usize = heights[area.top..area.bottom].iter().sum();
            let there = there + borders.count();
            heights[area.bottom - 1] += lines.len().saturating_sub(there);
        }
        heights
    }

    /// Appends a line of a box. `above` is the number of lines above each row, and `drawn` the number of lines drawn
    /// so far.
    fn text(&self, cell: usize, area: &Area, lines: &[String], (above, drawn): (&[usize], usize), out: &mut String) {
        let first = above[area.top];
        // The rule above the next row is counted with that row.
        let is_parted = area.bottom < self.rows.len() && self.is_parted(area.bottom);
        let last = above[area.bottom] - usize::from(is_parted);
        let skipped = match self.cells[cell].at_bottom {
            true => (last - first).saturating_sub(lines.len()),
            false => 0,
        };
        let line = drawn.checked_sub(first + skipped).and_then(|line| lines.get(line));
        let line = line.map_or("", String::as_str);
        let width = self.width(area);
        out.push_str(&match self.cells[cell].side {
            Alignment::Left => format!("{line:<width$.width$}"),
            Alignment::Center => format!("{line:^width$.width$}"),
            Alignment::Right => format!("{line:>width$.width$}"),
        });
    }

    /// Appends the rule above a row, or below the last.
    fn border(
        &self,
        row: usize,
        outline: Outline,
        areas: &[Area],
        lines: &[Vec<String>],
        place: (&[usize], usize),
        out: &mut String,
    ) {
        out.clear();
        let above = row.checked_sub(1).and_then(|row| self.rows.get(row));
        let below = self.rows.get(row);
        let at = |cells: Option<&Vec<usize>>, column: usize| cells.and_then(|cells| cells.get(column).copied());
        let columns = self.widths.len();
        let is_border = |column: usize| at(above, column) != at(below, column);
        let is_vertical = |cells: Option<&Vec<usize>>, column: usize| {
            let before = column.checked_sub(1).and_then(|column| at(cells, column));
            cells.is_some() && before != at(cells, column)
        };
        let mut column = 0;
        while column < columns {
            let junction = outline.junction(
                is_vertical(above, column),
                is_vertical(below, column),
                column > 0 && is_border(column - 1),
                is_border(column),
            );
            match (is_border(column), at(below, column)) {
                (false, Some(cell)) => {
                    // The box continues through the rule, and so may its text.
                    out.push(junction);
                    self.text(cell, &areas[cell], &lines[cell], place, out);
                    column = areas[cell].right;
                }
                _ => {
                    out.push(junction);
                    out.extend(std::iter::repeat_n(outline.horizontal(), self.widths[column]));
                    column += 1;
                }
            }
        }
        out.push(outline.junction(
            is_vertical(above, columns),
            is_vertical(below, columns),
            columns > 0 && is_border(columns - 1),
            false,
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feedrate_rows::environment::CollectedLines;

    /// Draws boxes with texts. In `rows`, each letter is a box: `a` the first text, `b` the second.
    fn drawn(rows: &[&str], widths: &[usize], texts: &[(&str, bool)]) -> String {
        let mut grid = Grid {
            widths: widths.to_vec(),
            ..Grid::default()
        };
        for (text, at_bottom) in texts {
            grid.add(Text::Words((*text).to_owned()), Alignment::Center, *at_bottom);
        }
        for row in rows {
            let cells = row.bytes().map(|letter| usize::from(letter - b'a'));
            grid.push(cells.collect(), true);
        }
        let mut listing = CollectedLines::default();
        grid.write(Outline::default(), false, &mut listing);
        let whole = listing.text();
        assert_eq!(in_parts(&grid), whole);
        whole
    }

    /// Draws a grid in as many parts as there can be.
    fn in_parts(grid: &Grid) -> String {
        let mut listing = CollectedLines::default();
        let mut part = Grid {
            widths: grid.widths.clone(),
            ..Grid::default()
        };
        // The number of each box in the part.
        let mut numbers: Vec<(usize, usize)> = Vec::new();
        for (row, line) in grid.rows.iter().zip(&grid.lines) {
            let is_apart = row.iter().all(|own| !numbers.iter().any(|(other, _)| other == own));
            if is_apart && !part.rows.is_empty() {
                part.write(Outline::default(), true, &mut listing);
                part.begin_part();
                numbers.clear();
            }
            let row = row.iter().map(|&own| {
                let known = numbers.iter().find(|(other, _)| *other == own);
                known.map(|(_, number)| *number).unwrap_or_else(|| {
                    part.cells.push(grid.cells[own].clone());
                    numbers.push((own, part.cells.len() - 1));
                    part.cells.len() - 1
                })
            });
            let row = row.collect();
            part.push(row, *line);
        }
        part.write(Outline::default(), false, &mut listing);
        listing.text()
    }

    #[test]
    fn lines_stand_between_boxes_only() {
        let texts = [("corner", false), ("over both", true), ("one", true), ("two", true)];
        insta::assert_snapshot!(drawn(&["abb", "acd"], &[6, 4, 5], &texts), @r"
        -------------------
        |corner|over both |
        |      |----------|
        |      |one | two |
        -------------------
        ");
    }

    #[test]
    fn a_box_goes_on_through_lines_and_rows_grow_for_its_text() {
        let texts = [("a text of five words", false), ("x", true), ("y", true)];
        insta::assert_snapshot!(drawn(&["ab", "ac"], &[5, 3], &texts), @r"
        -----------
        |  a  | x |
        |text |---|
        | of  |   |
        |five |   |
        |words| y |
        -----------
        ");
    }

    #[test]
    fn rows_without_common_boxes_can_be_drawn_apart() {
        let texts = ["A", "one two", "B", "C", "three four five", "D", "E", "F"];
        let texts = texts.map(|text| (text, true));
        insta::assert_snapshot!(drawn(&["abb", "acd", "eff", "egh"], &[5, 2, 2], &texts), @r"
        -------------
        |     | one |
        |     | two |
        |     |-----|
        |  A  |B |C |
        |-----+-----|
        |three|  D  |
        |four |-----|
        |five |E |F |
        -------------
        ");
    }

    #[test]
    fn a_box_of_no_width_has_lines() {
        assert_eq!(drawn(&["a"], &[0], &[("", true)]), "--\n||\n--\n");
    }
}
