//! Sanitizes text: names of files and devices may contain escape sequences that control a terminal, or marks that
//! reorder a line.

use crate::format::Quantity;
use crate::model::{
    Axis, Bar, Block, Cell, Code, Column, Document, Factor, Facts, HeatMap, Link, Mark, Note, Plot, Reference, Row,
    Scale, Series, Table, Timeline, Verdict,
};

/// Returns the document without control characters in any of its strings.
pub(crate) fn document(document: &Document) -> Document {
    Document {
        title: line(&document.title),
        subtitle: document.subtitle.as_deref().map(line),
        blocks: document.blocks.iter().map(block).collect(),
    }
}

/// Sanitizes a single line: control characters are made visible, and characters that break or space lines become
/// spaces.
pub fn line(text: &str) -> String {
    text.chars()
        .map(|c| if is_break(c) { ' ' } else { visible(c) })
        .collect()
}

/// Sanitizes several lines: like [`line()`], but line feeds stay and tabs become four spaces.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace('\t', "    ")
        .chars()
        .map(|c| if c == '\n' { c } else { visible(c) })
        .collect()
}

fn is_break(c: char) -> bool {
    matches!(
        c,
        '\t' | '\n' | '\r' | '\u{0b}' | '\u{0c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Returns the picture of a control character, U+FFFD for one without a picture, and every other character as it is.
fn visible(c: char) -> char {
    match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' => '\u{fffd}',
        _ => c,
    }
}

fn block(block: &Block) -> Block {
    match block {
        Block::Verdict(verdict) => Block::Verdict(Verdict {
            outcome: verdict.outcome,
            headline: line(&verdict.headline),
            lines: verdict.lines.iter().map(|text| line(text)).collect(),
        }),
        Block::Heading(heading) => Block::Heading(line(heading)),
        Block::Text(text) => Block::Text(lines(text)),
        Block::Facts(facts) => Block::Facts(Facts {
            entries: facts
                .entries
                .iter()
                .map(|(key, value)| (line(key), line(value)))
                .collect(),
        }),
        Block::Table(content) => Block::Table(table(content)),
        Block::Plot(content) => Block::Plot(plot(content)),
        Block::HeatMap(content) => Block::HeatMap(heat_map(content)),
        Block::Timeline(content) => Block::Timeline(timeline(content)),
        Block::Code(code) => Block::Code(Code {
            caption: code.caption.as_deref().map(line),
            language: code.language,
            text: lines(&code.text),
        }),
        Block::Notes(notes) => Block::Notes(
            notes
                .iter()
                .map(|note| Note {
                    severity: note.severity,
                    text: line(&note.text),
                })
                .collect(),
        ),
    }
}

/// Returns the table without control characters in any of its strings.
pub(crate) fn table(table: &Table) -> Table {
    Table {
        title: table.title.as_deref().map(line),
        caption: table.caption.as_deref().map(line),
        columns: table
            .columns
            .iter()
            .map(|column| Column {
                name: line(&column.name),
                unit: column.unit.as_deref().map(line),
                align: column.align,
            })
            .collect(),
        rows: table
            .rows
            .iter()
            .map(|row| Row {
                cells: row.cells.iter().map(|cell| line(cell)).collect(),
                highlighted: row.highlighted,
            })
            .collect(),
    }
}

fn plot(plot: &Plot) -> Plot {
    Plot {
        title: line(&plot.title),
        caption: plot.caption.as_deref().map(line),
        x: axis(&plot.x),
        y: axis(&plot.y),
        series: plot
            .series
            .iter()
            .map(|series| Series {
                name: line(&series.name),
                ..series.clone()
            })
            .collect(),
        references: plot
            .references
            .iter()
            .map(|reference| Reference {
                label: line(&reference.label),
                value: reference.value,
            })
            .collect(),
    }
}

fn heat_map(map: &HeatMap) -> HeatMap {
    let cells = map.cells.iter().map(|cell| Cell {
        note: cell.note.as_deref().map(line),
        ..*cell
    });
    HeatMap {
        title: line(&map.title),
        caption: map.caption.as_deref().map(line),
        columns: factor(&map.columns),
        rows: factor(&map.rows),
        value: axis(&map.value),
        cells: cells.collect(),
        mark: map.mark.as_ref().map(|mark| Mark {
            label: line(&mark.label),
            ..*mark
        }),
    }
}

fn factor(factor: &Factor) -> Factor {
    Factor {
        label: line(&factor.label),
        levels: factor.levels.iter().map(|level| line(level)).collect(),
    }
}

fn timeline(timeline: &Timeline) -> Timeline {
    let all = |texts: &[String]| texts.iter().map(|text| line(text)).collect();
    let bars = timeline.bars.iter().map(|bar| Bar {
        label: line(&bar.label),
        details: line(&bar.details),
        ..bar.clone()
    });
    let links = timeline.links.iter().map(|link| Link {
        lines: all(&link.lines),
        details: line(&link.details),
        ..link.clone()
    });
    Timeline {
        title: line(&timeline.title),
        caption: timeline.caption.as_deref().map(line),
        axis: line(&timeline.axis),
        until: timeline.until,
        parts: all(&timeline.parts),
        lanes: all(&timeline.lanes),
        bars: bars.collect(),
        links: links.collect(),
    }
}

fn axis(axis: &Axis) -> Axis {
    Axis {
        label: line(&axis.label),
        quantity: match &axis.quantity {
            Quantity::Unit(unit) => Quantity::Unit(line(unit)),
            other => other.clone(),
        },
        scale: match &axis.scale {
            Scale::Category(names) => Scale::Category(names.iter().map(|name| line(name)).collect()),
            other => other.clone(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(line("\u{1b}[31mred\u{7}\u{7f}"), "\u{241b}[31mred\u{2407}\u{2421}");
        assert_eq!(
            line("c1 \u{9b}31m, bidi \u{202e}gpj"),
            "c1 \u{fffd}31m, bidi \u{fffd}gpj"
        );
        assert_eq!(line("two\nlines\tand\u{2028}more"), "two lines and more");
        assert_eq!(line("größe 容量 ½"), "größe 容量 ½");
    }

    #[test]
    fn lines_keep_their_ends() {
        assert_eq!(lines("a\r\nb\tc\rd"), "a\nb    c\u{240d}d");
    }
}
