//! Draws the tables of a BY group.

use std::ops::Range;

use feedrate_rows::StepResult;
use feedrate_rows::environment::Listing;
use feedrate_values::Value;
use feedrate_values::format::Format;
use feedrate_values::missing::MISSING;

use super::branches::{Bounds, Branch, Dimension, Leaf, dimension};
use super::column_headings::{Heading, Panel};
use super::combinations::Combinations;
use super::grid::{Alignment, Grid, Text};
use super::nesting::figure;
use super::parts::{PartSink, Write};
use super::request::{Corner, Tabulate, TabulateTable};
use super::result_tables;
use super::row_titles::{RowSink, RowTitles, TitleRules, title_columns};

/// The approximate memory of a column's heading and width in bytes.
const HEADING_BYTES: usize = 160;

/// Draws tables.
pub(super) struct Drawing<'d> {
    pub tabulate: &'d Tabulate,
    pub combinations: &'d Combinations<'d>,
    pub line_size: usize,
    /// The memory for tables, and the check for an interrupt.
    pub bounds: Bounds<'d>,
    /// True if a number did not fit its format.
    pub is_format_narrow: bool,
}

/// A table of one page.
pub(super) struct Page<'p, 'd> {
    table: &'d TabulateTable,
    leaf: &'p Leaf<'d>,
    pub rows: Dimension<'d>,
    pub columns: &'p Dimension<'d>,
    /// The column headings, and their height in rows.
    headings: Vec<Heading<'p>>,
    height: usize,
    /// The width of each column in characters.
    widths: Vec<usize>,
}

impl<'d> Drawing<'d> {
    /// Draws a table, page by page.
    pub(super) fn table(&mut self, table: &'d TabulateTable, listing: &mut dyn Listing) -> StepResult<()> {
        let combinations = self.combinations;
        let bounds = self.bounds;
        let pages = dimension(&table.page, None, false, combinations, bounds)?;
        let mut texts = vec![String::new(); pages.leaves.len()];
        page_texts(&pages.branches, "", &mut texts);
        for (leaf, text) in pages.leaves.iter().zip(&texts) {
            let bits = leaf.nesting.classes;
            if combinations.find(bits, &leaf.levels)?.is_none() {
                continue;
            }
            let of_page = |nodes| dimension(nodes, Some(leaf), table.print_missing, combinations, bounds);
            let rows = of_page(&table.row)?;
            let columns = of_page(&table.column)?;
            if rows.leaves.is_empty() || columns.leaves.is_empty() {
                continue;
            }
            let mut share = bounds.pool.share();
            share.add(columns.leaves.len().saturating_mul(HEADING_BYTES))?;
            let widths = self.widths(leaf, &rows, &columns);
            let headings = Heading::of(&columns.branches);
            let page = Page {
                table,
                leaf,
                rows,
                columns: &columns,
                // Text in the corner takes a row even without column headings.
                height: match &table.corner {
                    Corner::Empty => Heading::height(&headings),
                    _ => Heading::height(&headings).max(1),
                },
                headings,
                widths,
            };
            self.page(&page, text, listing)?;
        }
        Ok(())
    }

    /// Returns the format of a cell: that of the column takes precedence over that of the row, and that over that of
    /// the page.
    fn format<'f>(&'f self, page: &Leaf<'f>, row: &Leaf<'f>, column: &Leaf<'f>) -> &'f Format {
        let format = column.nesting.format.or(row.nesting.format);
        format.or(page.nesting.format).unwrap_or(&self.tabulate.format)
    }

    /// Returns the width of each column, which is that of the widest format in it.
    fn widths(&self, page: &Leaf<'_>, rows: &Dimension<'_>, columns: &Dimension<'_>) -> Vec<usize> {
        let width_of = |row: &Leaf<'_>, column: &Leaf<'_>| {
            let format = column.nesting.format.or(row.nesting.format);
            let format = format.or(page.nesting.format);
            format.unwrap_or(&self.tabulate.format).width()
        };
        let widths = columns.leaves.iter().map(|column| {
            let rows = match column.nesting.format {
                Some(_) => &rows.leaves[..1],
                None => &rows.leaves,
            };
            let widths = rows.iter().map(|row| width_of(row, column));
            widths.max().unwrap_or(1).max(1)
        });
        widths.collect()
    }

    fn page(&mut self, page: &Page<'_, 'd>, text: &str, listing: &mut dyn Listing) -> StepResult<()> {
        let rules = TitleRules {
            float: page.table.float,
            indent: page.table.indent,
            separators: self.tabulate.separators,
        };
        let titles = self.title_widths(page, rules);
        let corner = match &page.table.corner {
            Corner::Empty => "",
            Corner::Text(text) => text,
            Corner::Page => text,
        };
        let count = page.widths.len();
        // Output other than the listing gets the table in one piece.
        let whole = listing.wants_tables();
        let head = match whole {
            true => self.head(page, &titles, corner, 0..count),
            false => Grid::default(),
        };
        listing.begin_table(&result_tables::table(text, &head));
        if whole {
            let bounds = self.bounds;
            let mut write = |grid: &Grid, _: bool| result_tables::body(grid, bounds, listing);
            let head = head.with_rows_written();
            self.rows(page, (&titles, rules), head, 0..count, &mut write)?;
        }
        if !text.is_empty() && (page.table.corner != Corner::Page || titles.is_empty()) {
            listing.line(text.as_bytes());
        }
        let title_space: usize = titles.iter().map(|width| width + 1).sum();
        let mut first = 0;
        while first < count {
            let mut end = first;
            let mut width = title_space + 1;
            while end < count && (end == first || width + page.widths[end] < self.line_size) {
                width += page.widths[end] + 1;
                end += 1;
            }
            let head = self.head(page, &titles, corner, first..end);
            let outline = self.tabulate.outline;
            let mut write = |grid: &Grid, more: bool| {
                grid.write(outline, more, listing);
                Ok(())
            };
            self.rows(page, (&titles, rules), head, first..end, &mut write)?;
            if end < count && page.table.continued {
                listing.line(b"(Continued)");
            }
            listing.line(b"");
            first = end;
        }
        listing.end_table();
        Ok(())
    }

    /// Returns the widths of the title columns; empty without a row dimension.
    fn title_widths(&self, page: &Page<'_, 'd>, rules: TitleRules) -> Vec<usize> {
        if page.table.row.is_empty() {
            return Vec::new();
        }
        let columns = title_columns(&page.rows.branches, rules);
        let space = page.table.title_space.unwrap_or(self.line_size / 4);
        // The rules around and between the titles are part of the space.
        let room = space.saturating_sub(columns + 1).max(columns);
        let mut widths = vec![room / columns; columns];
        if let Some(last) = widths.last_mut() {
            *last += room % columns;
        }
        widths
    }

    /// Returns the headings of some columns.
    fn head(&self, page: &Page<'_, 'd>, titles: &[usize], corner: &str, columns: Range<usize>) -> Grid {
        let mut grid = Grid::of_widths([titles, &page.widths[columns.clone()]].concat());
        let corner = grid.add(Text::Cut(corner.to_owned()), Alignment::Left, false);
        let mut rows = vec![vec![corner; grid.widths.len()]; page.height];
        let panel = Panel {
            titles: titles.len(),
            columns,
        };
        Heading::put(&page.headings, 0, page.height, &mut grid, &mut rows, &panel);
        for row in rows {
            grid.push(row, true);
        }
        grid
    }

    /// Adds the rows of some columns to a grid, and writes it: in parts, the last of which is not followed by more.
    fn rows(
        &mut self,
        page: &Page<'_, 'd>,
        (titles, rules): (&[usize], TitleRules),
        mut grid: Grid,
        columns: Range<usize>,
        write: &mut Write<'_>,
    ) -> StepResult<()> {
        let mut sink = PartSink {
            drawing: self,
            page,
            columns,
            room: Room::default(),
            write,
        };
        if titles.is_empty() {
            for row in 0..page.rows.leaves.len() {
                sink.row_begins_apart(&mut grid)?;
                let values = sink.values(row, &mut grid)?;
                grid.push(values, true);
            }
        } else {
            RowTitles::new(&page.rows.branches, rules, &mut grid, &mut sink).put(&page.rows.branches)?;
        }
        (sink.write)(&grid, false)?;
        self.is_format_narrow |= sink.room.is_format_narrow;
        Ok(())
    }

    /// Returns the value of a cell, and its text.
    pub(super) fn value(
        &self,
        page: &Page<'_, 'd>,
        row: &Leaf<'d>,
        column: &Leaf<'d>,
        room: &mut Room,
    ) -> StepResult<(f64, String)> {
        let nestings = (page.leaf.nesting, row.nesting, column.nesting);
        // The grammar refuses such nestings.
        let Ok((bits, figure)) = figure(nestings.0, nestings.1, nestings.2) else {
            return Ok((MISSING, String::new()));
        };
        room.levels.clear();
        for (class, (&of_row, &of_column)) in row.levels.iter().zip(&*column.levels).enumerate() {
            let has = self.tabulate.aggregation.has(column.nesting.classes, class);
            room.levels.push(if has { of_column } else { of_row });
        }
        let combinations = self.combinations;
        let mut number = combinations.figure(bits, figure, &room.levels)?;
        if number.abs() < page.table.fuzz {
            number = 0.0;
        }
        if let (true, Some(text)) = (number.is_nan(), &page.table.missing_text) {
            return Ok((number, text.clone()));
        }
        room.bytes.clear();
        let format = self.format(page.leaf, row, column);
        room.is_format_narrow |= !format.write(Value::Number(number), &mut room.bytes);
        let text = String::from_utf8_lossy(&room.bytes);
        Ok((number, text.trim().to_owned()))
    }
}

/// Buffers for cells, and results of drawing.
#[derive(Default)]
pub(super) struct Room {
    levels: Vec<u32>,
    bytes: Vec<u8>,
    pub is_format_narrow: bool,
}

/// Collects the text above each page: the headings of its elements.
fn page_texts(branches: &[Branch<'_>], outer: &str, texts: &mut [String]) {
    for branch in branches {
        let own = format!("{} {}", branch.heading(), branch.text);
        let own = own.trim();
        let text = match (outer.is_empty(), own.is_empty()) {
            (true, _) => own.to_owned(),
            (false, true) => outer.to_owned(),
            (false, false) => format!("{outer}, {own}"),
        };
        page_texts(&branch.children, &text, texts);
        if let Some(place) = branch.leaf.and_then(|leaf| texts.get_mut(leaf)) {
            *place = text;
        }
    }
}
