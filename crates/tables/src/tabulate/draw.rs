//! Draws the tables of a BY group.

use std::ops::Range;

use feedrate_rows::StepResult;
use feedrate_rows::environment::Listing;

use super::branches::{Bounds, Branch, dimension};
use super::column_headings::{Heading, Panel};
use super::combinations::Combinations;
use super::grid::Grid;
use super::grid_cell::{Alignment, Text};
use super::page::{Page, Room, column_widths};
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
            let widths = column_widths(self.tabulate, leaf, &rows, &columns);
            let headings = Heading::of(&columns.branches);
            let page = Page {
                tabulate: self.tabulate,
                combinations,
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
            page,
            bounds: self.bounds,
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
