//! Two-way tables of rows and columns.

use feedrate_rows::StepResult;
use feedrate_rows::environment::Listing;

use super::cell_line::{CELL, Line};
use super::crossing::{Crossing, Sides};
use super::number::{centred, count};
use super::request::FreqListing;
use super::table::Table;
use super::{crosstab_results, tests_of_table};

/// The maximum width of the column of row titles; longer titles are wrapped.
const WIDEST_TITLE: usize = 17;

/// Lists all strata of a table.
pub(super) fn crosstabs(
    table: &Table<'_>,
    listing: &FreqListing,
    line_size: usize,
    memory: usize,
    out: &mut dyn Listing,
) -> StepResult<()> {
    let has_percents = !table.is_negative;
    let lines = [
        (listing.frequencies, Line::Frequency),
        (listing.expected, Line::Expected),
        (listing.percents && has_percents, Line::Percent),
        (listing.of_row && has_percents, Line::OfRow),
        (listing.of_column && has_percents, Line::OfColumn),
    ];
    let lines: Vec<Line> = lines
        .into_iter()
        .filter_map(|(is_shown, line)| is_shown.then_some(line))
        .collect();
    let classes = table.classes();
    let sides = Sides::of(table);
    let mut number = 0;
    sides.each_stratum(table, memory, |crossing| {
        number += 1;
        let names = format!("{} by {}", table.name(classes - 2).0, table.name(classes - 1).0);
        let mut titles = vec![match classes {
            2 => format!("Table of {names}"),
            _ => format!("Table {number} of {names}"),
        }];
        if classes > 2 {
            let stratum = crossing.stratum.iter().enumerate();
            let stratum = stratum.map(|(place, &level)| {
                let text = &table.level(place, level).text;
                format!("{}={text}", table.name(place).0)
            });
            let stratum: Vec<_> = stratum.collect();
            titles.push(format!("Controlling for {}", stratum.join(" ")));
        }
        let drawing = Drawing::new(&crossing, &lines);
        out.begin_table(&crosstab_results::table(&crossing, &titles));
        drawing.draw(&titles, line_size, out);
        if out.wants_tables() {
            crosstab_results::rows(&crossing, &lines, out);
        }
        out.end_table();
        crosstab_results::data_set(&crossing, &lines, number, out);
        if classes == 2 && table.missing() != 0.0 && !listing.chi_square {
            out.note(&format!("Frequency Missing = {}", count(table.missing(), 12)));
        }
        if listing.chi_square || listing.fisher {
            titles[0] = format!("Statistics for {}", titles[0]);
            tests_of_table::statistics(&crossing, listing, &titles, out);
        }
        Ok(())
    })?;
    if classes > 2 && table.missing() != 0.0 {
        out.note(&format!("Frequency Missing = {}", count(table.missing(), 12)));
    }
    if table.cells().next().is_none() {
        let text = format!(
            "There are no observations without missing values for {}.",
            (0..classes)
                .map(|place| table.name(place).0)
                .collect::<Vec<_>>()
                .join(" * ")
        );
        out.note(&text);
    }
    Ok(())
}

/// A table that is drawn.
struct Drawing<'d, 't, 'c> {
    crossing: &'d Crossing<'t, 'c>,
    lines: &'d [Line],
    title: usize,
    cell: usize,
}

impl<'d, 't, 'c> Drawing<'d, 't, 'c> {
    fn new(crossing: &'d Crossing<'t, 'c>, lines: &'d [Line]) -> Self {
        let classes = crossing.table.classes();
        let longest = crossing
            .rows
            .iter()
            .map(|&row| crossing.table.level(classes - 2, row).text.chars().count())
            .max();
        let counts = crossing.counts.iter().chain([&crossing.total]);
        let widest = counts.map(|&number| count(number, CELL - 1).len()).max();
        Self {
            crossing,
            lines,
            title: longest.map_or(9, |longest| (longest + 1).clamp(9, WIDEST_TITLE)),
            cell: widest.map_or(CELL, |widest| (widest + 1).max(CELL)),
        }
    }

    fn draw(&self, titles: &[String], line_size: usize, out: &mut dyn Listing) {
        let columns = self.crossing.columns.len();
        // The totals take another column.
        let each = self.cell + 1;
        let fit = (line_size.saturating_sub(self.title + 1) / each).max(2) - 1;
        let mut first = 0;
        while first < columns {
            let panel: Vec<usize> = (first..(first + fit).min(columns)).collect();
            first += panel.len();
            self.panel(&panel, first == columns, titles, out);
            if first < columns {
                out.line(b"(Continued)");
                out.line(b"");
            }
        }
    }

    fn panel(&self, panel: &[usize], has_totals: bool, titles: &[String], out: &mut dyn Listing) {
        let table = self.crossing.table;
        let classes = table.classes();
        let width = self.title + 1 + (panel.len() + 1) * (self.cell + 1);
        for title in titles {
            out.line(centred(title, width).as_bytes());
        }
        out.line(b"");
        let labelled = |place: usize| match table.name(place) {
            (name, "") => name.to_owned(),
            (name, label) => format!("{name}({label})"),
        };
        let names = [labelled(classes - 2), labelled(classes - 1)];
        let blanks = (self.title + 1).saturating_sub(names[0].chars().count());
        out.line(format!("{}{}{}", names[0], " ".repeat(blanks.max(5)), names[1]).as_bytes());
        out.line(b"");
        self.headings(panel, has_totals, out);
        let rule = |out: &mut dyn Listing| {
            let cells = format!("+{}", "-".repeat(self.cell)).repeat(panel.len());
            out.line(format!("{}{cells}+", "-".repeat(self.title)).as_bytes());
        };
        rule(out);
        for row in 0..self.crossing.rows.len() {
            self.row(row, panel, has_totals, out);
            rule(out);
        }
        self.totals(panel, has_totals, out);
        out.line(b"");
    }

    fn headings(&self, panel: &[usize], has_totals: bool, out: &mut dyn Listing) {
        let table = self.crossing.table;
        let place = table.classes() - 1;
        let texts = panel.iter().map(|&column| {
            let text = &table.level(place, self.crossing.columns[column]).text;
            broken(text, self.cell)
        });
        let texts: Vec<Vec<String>> = texts.collect();
        let below = texts.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let above = self.lines.len().saturating_sub(1);
        let (cell, number_width) = (self.cell, self.cell - 1);
        for number in 0..above + below {
            let heading = self.lines.get(number).map_or("", |line| line.heading());
            let mut line = format!("{heading:<title$}|", title = self.title);
            if let Some(number) = number.checked_sub(above) {
                for text in &texts {
                    let part = text.get(number).map_or("", String::as_str);
                    line.push_str(&match (table.shows_numbers(place), text.len()) {
                        (true, 1) => format!("{part:>cell$}|"),
                        _ => format!("{part:<cell$}|"),
                    });
                }
                if number == 0 && has_totals {
                    line.push_str(&format!("{:>number_width$}", "Total"));
                }
            }
            out.line(line.trim_end().as_bytes());
        }
    }

    fn row(&self, row: usize, panel: &[usize], has_totals: bool, out: &mut dyn Listing) {
        let crossing = self.crossing;
        let place = crossing.table.classes() - 2;
        let text = &crossing.table.level(place, crossing.rows[row]).text;
        let titles = broken(text, self.title - 1);
        let number_width = self.cell - 1;
        for number in 0..self.lines.len().max(titles.len()).max(1) {
            let title = titles.get(number).map_or("", String::as_str);
            let mut line = match (crossing.table.shows_numbers(place), titles.len()) {
                (true, 1) => format!("{title:>width$} |", width = self.title - 1),
                _ => format!("{title:<width$}|", width = self.title),
            };
            let shown = self.lines.get(number);
            for &column in panel {
                let text = shown.map(|line| line.text(line.number(crossing, row, column)));
                line.push_str(&format!("{:>number_width$} |", text.unwrap_or_default()));
            }
            let total = shown.and_then(|line| line.total(crossing.row_totals[row], crossing.total));
            if let Some((_, total)) = total.filter(|_| has_totals) {
                line.push_str(&format!("{total:>number_width$}"));
            }
            out.line(line.trim_end().as_bytes());
        }
    }

    fn totals(&self, panel: &[usize], has_totals: bool, out: &mut dyn Listing) {
        let crossing = self.crossing;
        let mut title = "Total";
        for line in self.lines {
            let totals = panel.iter().map(|&column| crossing.column_totals[column]);
            let totals = totals.chain(has_totals.then_some(crossing.total));
            let texts: Option<Vec<String>> = totals
                .map(|total| line.total(total, crossing.total).map(|(_, text)| text))
                .collect();
            let Some(texts) = texts else {
                continue;
            };
            let numbers = texts
                .iter()
                .map(|number| format!(" {number:>width$}", width = self.cell - 1));
            let numbers: Vec<String> = numbers.collect();
            let text = format!("{title:<width$}{}", numbers.join(" "), width = self.title);
            title = "";
            out.line(text.trim_end().as_bytes());
        }
    }
}

/// Wraps text to lines of at most `width` characters; returns at least one line.
fn broken(text: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    match letters.is_empty() {
        true => vec![String::new()],
        false => letters.chunks(width).map(String::from_iter).collect(),
    }
}
