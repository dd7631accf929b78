//! Results as one self-contained HTML file: ODS HTML.
//!
//! It needs no network, follows the reader's choice of light or dark, and is written incrementally: no more than a row
//! of a table is in memory.

mod escape;

use std::io::{self, Write};

use feedrate_dataset::WholeFile;
use feedrate_rows::environment::{Cell, TableOfResults};
use feedrate_values::Kind;

use super::file::Form;
use escape::HtmlText;

/// Forbids loading and sending anything.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// An HTML file.
#[derive(Debug)]
pub(super) struct Html {
    /// The title of the page.
    title: String,
    is_begun: bool,
}

impl Html {
    pub(super) fn new(title: String) -> Self {
        Self {
            title: title.replace(['\n', '\r'], " "),
            is_begun: false,
        }
    }

    /// Writes what precedes all results.
    fn begin(&mut self, out: &mut WholeFile) -> io::Result<()> {
        if std::mem::replace(&mut self.is_begun, true) {
            return Ok(());
        }
        let title = HtmlText(&self.title);
        write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"generator\" content=\"feedrate {}\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
            env!("CARGO_PKG_VERSION"),
            include_str!("style.css"),
        )
    }

    fn cells(&self, cells: &[Cell], scopes: [&str; 2], is_above: bool, out: &mut WholeFile) -> io::Result<()> {
        out.write_all(b"<tr>")?;
        for cell in cells {
            let is_head = is_above || cell.is_head;
            out.write_all(if is_head { b"<th" } else { b"<td" })?;
            if is_head {
                let is_wide = if is_above { cell.across } else { cell.down } > 1;
                write!(out, " scope=\"{}\"", scopes[usize::from(is_wide)])?;
            }
            if cell.across > 1 {
                write!(out, " colspan=\"{}\"", cell.across)?;
            }
            if cell.down > 1 {
                write!(out, " rowspan=\"{}\"", cell.down)?;
            }
            if cell.number.is_some() {
                out.write_all(b" class=\"n\"")?;
            }
            let tag = if is_head { "th" } else { "td" };
            write!(out, ">{}</{tag}>", HtmlText(&cell.text))?;
        }
        out.write_all(b"</tr>\n")
    }
}

impl Form for Html {
    fn titles(&mut self, titles: &[String], out: &mut WholeFile) -> io::Result<()> {
        self.begin(out)?;
        out.write_all(b"<section>\n")?;
        if !titles.is_empty() {
            out.write_all(b"<header>\n")?;
            for title in titles {
                writeln!(out, "<p>{}</p>", HtmlText(title))?;
            }
            out.write_all(b"</header>\n")?;
        }
        Ok(())
    }

    fn heading(&mut self, text: &str, out: &mut WholeFile) -> io::Result<()> {
        writeln!(out, "<h2>{}</h2>", HtmlText(text))
    }

    fn group(&mut self, text: &str, out: &mut WholeFile) -> io::Result<()> {
        writeln!(out, "<h3>{}</h3>", HtmlText(text))
    }

    fn note(&mut self, text: &str, out: &mut WholeFile) -> io::Result<()> {
        writeln!(out, "<p class=\"note\">{}</p>", HtmlText(text))
    }

    fn begin_table(&mut self, table: &TableOfResults, out: &mut WholeFile) -> io::Result<()> {
        let label = match table.title.as_str() {
            "" => &table.name,
            title => title,
        };
        // A wide table scrolls by itself, also with the keyboard.
        writeln!(
            out,
            "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n<table>",
            HtmlText(&label.replace('\n', " "))
        )?;
        if !table.title.is_empty() {
            writeln!(out, "<caption>{}</caption>", HtmlText(&table.title))?;
        }
        out.write_all(b"<thead>\n")?;
        let is_headed = table.columns.iter().any(|own| !own.heading.is_empty());
        if table.head.is_empty() && is_headed {
            let cells = table.columns.iter().map(|column| Cell {
                // Text in a numeric column is aligned like its numbers.
                number: (column.kind == Kind::Number).then_some(0.0),
                ..Cell::head(column.heading.as_str())
            });
            let cells: Vec<Cell> = cells.collect();
            self.cells(&cells, ["col", "colgroup"], true, out)?;
        }
        for cells in &table.head {
            self.cells(cells, ["col", "colgroup"], true, out)?;
        }
        out.write_all(b"</thead>\n<tbody>\n")
    }

    fn row(&mut self, cells: &[Cell], out: &mut WholeFile) -> io::Result<()> {
        self.cells(cells, ["row", "rowgroup"], false, out)
    }

    fn end_table(&mut self, out: &mut WholeFile) -> io::Result<()> {
        out.write_all(b"</tbody>\n</table>\n</div>\n")
    }

    fn end_step(&mut self, footnotes: &[String], out: &mut WholeFile) -> io::Result<()> {
        if !footnotes.is_empty() {
            out.write_all(b"<footer>\n")?;
            for line in footnotes {
                writeln!(out, "<p>{}</p>", HtmlText(line))?;
            }
            out.write_all(b"</footer>\n")?;
        }
        out.write_all(b"</section>\n")
    }

    fn end(&mut self, out: &mut WholeFile) -> io::Result<()> {
        self.begin(out)?;
        out.write_all(b"</main>\n</body>\n</html>\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_of_several_lines_has_no_element_in_it() {
        assert_eq!(Html::new("a\r\nb".to_owned()).title, "a  b");
    }
}
