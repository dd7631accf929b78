//! Blocks as HTML elements. The macro escapes every string.

use maud::{Markup, html};

use super::{heat_map, plot, timeline};
use crate::figures;
use crate::model::{Align, Block, Code, Column, Facts, Note, Outcome, Plot, Severity, Table, Verdict};

/// The most rows of the figures of a plot, so that large pages still open.
const MOST_ROWS: usize = 300;

/// Returns the elements of blocks. A plot right after a verdict is its picture, beside it.
pub(super) fn all(blocks: &[Block]) -> Markup {
    match blocks {
        [] => html! {},
        [Block::Verdict(first), Block::Plot(picture), rest @ ..] => html! {
            div.first { (verdict(first)) (figure(picture, &plot::drawn_beside(picture))) }
            (all(rest))
        },
        [first, rest @ ..] => html! { (block(first)) (all(rest)) },
    }
}

/// Returns a block's element.
fn block(block: &Block) -> Markup {
    match block {
        Block::Verdict(content) => verdict(content),
        Block::Heading(content) => html! { h2 { (content) } },
        Block::Text(content) => paragraphs(content),
        Block::Facts(content) => facts(content),
        Block::Table(content) => table(content),
        Block::Plot(content) => figure(content, &plot::drawn(content)),
        Block::HeatMap(content) => heat_map::figure(content),
        Block::Timeline(content) => timeline::figure(content),
        Block::Code(content) => code(content),
        Block::Notes(content) => notes(content),
    }
}

fn verdict(verdict: &Verdict) -> Markup {
    let (class, word) = match verdict.outcome {
        Outcome::Pass => ("pass", "Pass"),
        Outcome::Fail => ("fail", "Fail"),
        Outcome::Unknown => ("unknown", "Unknown"),
        Outcome::Undecided => ("unknown", "Undecided"),
        Outcome::Advice => ("advice", "Advice"),
    };
    html! {
        section class={ "verdict " (class) } {
            p.headline { span.badge { (word) } " " (verdict.headline) }
            @for line in &verdict.lines { p { (line) } }
        }
    }
}

fn paragraphs(text: &str) -> Markup {
    html! {
        @for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
            p { (paragraph) }
        }
    }
}

fn facts(facts: &Facts) -> Markup {
    html! {
        dl { @for (key, value) in &facts.entries { dt { (key) } dd { (value) } } }
    }
}

pub(super) fn table(table: &Table) -> Markup {
    labelled(table, table.title.as_deref().unwrap_or("Table"))
}

/// Returns a table with a label for those who do not see what is around it.
fn labelled(table: &Table, label: &str) -> Markup {
    html! {
        // A table wider than the window can be scrolled with the keyboard too.
        div.scroll tabindex="0" role="region" aria-label=(label) {
            table {
                @if let Some(title) = &table.title { caption { (title) } }
                thead {
                    tr {
                        @for column in &table.columns {
                            th scope="col" class=[class(column)] {
                                (column.name)
                                @if let Some(unit) = &column.unit { " " span.unit { (unit) } }
                            }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr class=[row.highlighted.then_some("best")] {
                            @for (index, column) in table.columns.iter().enumerate() {
                                td class=[class(column)] { (row.cell(index)) }
                            }
                        }
                    }
                }
            }
        }
        @if let Some(caption) = &table.caption { p.caption { (caption) } }
    }
}

fn class(column: &Column) -> Option<&'static str> {
    (column.align == Align::Right).then_some("number")
}

fn figure(plot: &Plot, drawing: &Markup) -> Markup {
    html! {
        figure {
            figcaption { (plot.title) }
            (drawing)
            @if let Some(caption) = &plot.caption { p.caption { (caption) } }
            details {
                summary { "The figures of this plot" }
                (labelled(&figures::plot::part(plot, MOST_ROWS), &plot.title))
            }
        }
    }
}

fn code(code: &Code) -> Markup {
    html! {
        div.code {
            @if let Some(caption) = &code.caption { p.caption { (caption) } }
            pre { code { (code.text.trim_end()) } }
        }
    }
}

fn notes(notes: &[Note]) -> Markup {
    html! {
        ul.notes {
            @for note in notes {
                @match note.severity {
                    Severity::Info => li { (note.text) },
                    Severity::Warning => li.warning { strong { "Warning: " } (note.text) },
                }
            }
        }
    }
}
