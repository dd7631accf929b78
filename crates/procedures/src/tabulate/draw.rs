//! Draws the tables of a BY group.

use feedrate_steps::data::{Fault, Faulted};
use feedrate_steps::environment::Listing;
use feedrate_values::Value;
use feedrate_values::format::Format;
use feedrate_values::missing::MISSING;

use super::branches::{Bounds, Branch, Dimension, Leaf, dimension};
use super::column_headings::{Heading, Panel};
use super::combinations::Combinations;
use super::grid::{Alignment, Grid, Text};
use super::nesting::figure;
use super::request::{Corner, Tabulate, TabulateTable};
use super::result_tables;
use super::row_titles::{RowTitles, TitleRules, title_columns};

/// The approximate memory of a cell while a table is drawn, in bytes.
const CELL_BYTES: usize = 96;

/// Draws tables.
pub(super) struct Drawing<'d> {
    pub tabulate: &'d Tabulate,
    pub combinations: &'d Combinations<'d>,
    pub line_size: usize,
    /// The limits of memory, and the check for an interrupt.
    pub bounds: Bounds<'d>,
    /// Whether a number did not fit its format.
    pub is_format_narrow: bool,
}

/// A table of one page.
struct Page<'p, 'd> {
    table: &'d TabulateTable,
    leaf: &'p Leaf<'d>,
    rows: Dimension<'d>,
    columns: &'p Dimension<'d>,
    /// The column headings, and their height in rows.
    headings: Vec<Heading<'p>>,
    height: usize,
    /// The width of each column in characters.
    widths: Vec<usize>,
}

impl<'d> Drawing<'d> {
    /// Draws a table, page by page.
    pub(super) fn table(
        &mut self,
        table: &'d TabulateTable,
        listing: &mut dyn Listing,
    ) -> Faulted<()> {
        let combinations = self.combinations;
        let bounds = self.bounds;
        let pages = dimension(&table.page, None, false, combinations, bounds)?;
        let mut texts = vec![String::new(); pages.leaves.len()];
        page_texts(&pages.branches, "", &mut texts);
        let mut key = Vec::new();
        for (leaf, text) in pages.leaves.iter().zip(&texts) {
            let bits = leaf.nesting.classes;
            if combinations.find(bits, &leaf.levels, &mut key).is_none() {
                continue;
            }
            let of_page =
                |nodes| dimension(nodes, Some(leaf), table.print_missing, combinations, bounds);
            let rows = of_page(&table.row)?;
            let columns = of_page(&table.column)?;
            let cells = rows.leaves.len().saturating_mul(columns.leaves.len());
            if cells == 0 {
                continue;
            }
            if cells.saturating_mul(CELL_BYTES) > bounds.memory {
                return Err(Box::new(Fault::TableMemory(bounds.memory)));
            }
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
        format
            .or(page.nesting.format)
            .unwrap_or(&self.tabulate.format)
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

    fn page(&mut self, page: &Page<'_, 'd>, text: &str, listing: &mut dyn Listing) -> Faulted<()> {
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
        let whole = listing
            .wants_tables()
            .then(|| self.grid(page, &titles, rules, corner, 0..count))
            .transpose()?;
        let heads = page.height;
        listing.begin_table(&match &whole {
            Some(whole) => result_tables::table(text, whole, heads),
            None => result_tables::table(text, &Grid::default(), 0),
        });
        if let Some(whole) = &whole {
            result_tables::body(whole, heads, self.bounds, listing)?;
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
            let grid = self.grid(page, &titles, rules, corner, first..end)?;
            grid.write(self.tabulate.outline, listing);
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

    /// Returns the grid of some columns.
    fn grid(
        &mut self,
        page: &Page<'_, 'd>,
        titles: &[usize],
        rules: TitleRules,
        corner: &str,
        columns: std::ops::Range<usize>,
    ) -> Faulted<Grid> {
        let mut grid = Grid {
            widths: [titles, &page.widths[columns.clone()]].concat(),
            ..Grid::default()
        };
        let corner = grid.add(Text::Cut(corner.to_owned()), Alignment::Left, false);
        let mut rows = vec![vec![corner; grid.widths.len()]; page.height];
        let panel = Panel {
            titles: titles.len(),
            columns: columns.clone(),
        };
        Heading::put(&page.headings, 0, page.height, &mut grid, &mut rows, &panel);
        for row in rows {
            grid.push(row, true);
        }
        let mut room = Room::default();
        let mut values = |row: usize, grid: &mut Grid| {
            (self.bounds.stop)()?;
            let row = &page.rows.leaves[row];
            let of_row = page.columns.leaves[columns.clone()].iter().map(|column| {
                let (number, text) = self.value(page, row, column, &mut room);
                grid.add_value(number, text)
            });
            Ok(of_row.collect::<Vec<usize>>())
        };
        if titles.is_empty() {
            for row in 0..page.rows.leaves.len() {
                let values = values(row, &mut grid)?;
                grid.push(values, true);
            }
        } else {
            RowTitles::new(&page.rows.branches, rules, &mut grid, &mut values)
                .put(&page.rows.branches)?;
        }
        self.is_format_narrow |= room.is_format_narrow;
        Ok(grid)
    }

    /// Returns the value of a cell, and its text.
    fn value(
        &self,
        page: &Page<'_, 'd>,
        row: &Leaf<'d>,
        column: &Leaf<'d>,
        room: &mut Room,
    ) -> (f64, String) {
        let nestings = (page.leaf.nesting, row.nesting, column.nesting);
        // The grammar refuses such nestings.
        let Ok((bits, figure)) = figure(nestings.0, nestings.1, nestings.2) else {
            return (MISSING, String::new());
        };
        room.levels.clear();
        for (class, (&of_row, &of_column)) in row.levels.iter().zip(&column.levels).enumerate() {
            let has = self.tabulate.aggregation.has(column.nesting.classes, class);
            room.levels.push(if has { of_column } else { of_row });
        }
        let combinations = self.combinations;
        let mut number = combinations.figure(bits, figure, &room.levels, &mut room.key);
        if number.abs() < page.table.fuzz {
            number = 0.0;
        }
        if let (true, Some(text)) = (number.is_nan(), &page.table.missing_text) {
            return (number, text.clone());
        }
        room.bytes.clear();
        let format = self.format(page.leaf, row, column);
        room.is_format_narrow |= !format.write(Value::Number(number), &mut room.bytes);
        let text = String::from_utf8_lossy(&room.bytes);
        (number, text.trim().to_owned())
    }
}

/// Buffers for cells, and results of drawing.
#[derive(Default)]
struct Room {
    levels: Vec<u32>,
    key: Vec<u8>,
    bytes: Vec<u8>,
    is_format_narrow: bool,
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
