//! Renders a document as plain text, for terminals and pipes.
//!
//! No line is wider than the limit, none ends in spaces, and there are no escape sequences unless colour is enabled.
//! Only plots that consist of bars, and interval plots, are drawn, and heat maps are tables; other plots, and
//! timelines, are left to the HTML rendering.

mod bars;
mod code;
mod heat_map;
mod page;
mod table;
mod whiskers;

use crate::model::{Block, Document, Facts, Note, Outcome, Plot, Severity, Verdict};
use crate::{clean, sections};
use page::{Page, Tone, width_of};

/// The options of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextOptions {
    /// The width limit in columns of a terminal. Default: 80; less than 20 counts as 20.
    pub width: usize,
    /// True for bold and colours. Default: `false`.
    pub colour: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            width: 80,
            colour: false,
        }
    }
}

/// Renders a document as text.
pub fn render(document: &Document, options: &TextOptions) -> String {
    let document = clean::document(document);
    let mut page = Page::new(options.width.max(20), options.colour);
    if !document.title.is_empty() {
        title(&mut page, &document.title, document.subtitle.as_deref());
    }
    for block in sections::shown(&document.blocks, can_show) {
        page.gap();
        match block {
            Block::Verdict(content) => verdict(&mut page, content),
            Block::Heading(content) => heading(&mut page, content),
            Block::Text(content) => paragraphs(&mut page, content),
            Block::Facts(content) => facts(&mut page, content),
            Block::Table(content) => table::write(&mut page, content),
            Block::Plot(content) if bars::can_draw(content) => bars::write(&mut page, content),
            Block::Plot(content) => whiskers::write(&mut page, content),
            Block::HeatMap(content) => heat_map::write(&mut page, content),
            // Filtered out before.
            Block::Timeline(_) => {}
            Block::Code(content) => code::write(&mut page, content),
            Block::Notes(content) => notes(&mut page, content),
        }
    }
    page.finish()
}

/// Returns whether text can show a block.
fn can_show(block: &Block) -> bool {
    match block {
        Block::Plot(plot) => can_draw(plot),
        Block::Timeline(_) => false,
        _ => true,
    }
}

fn can_draw(plot: &Plot) -> bool {
    bars::can_draw(plot) || whiskers::can_draw(plot)
}

fn title(page: &mut Page, title: &str, subtitle: Option<&str>) {
    page.wrapped(title, Tone::Strong);
    page.line(&"=".repeat(width_of(title).min(page.width())), Tone::Plain);
    if let Some(subtitle) = subtitle {
        page.wrapped(subtitle, Tone::Faint);
    }
}

fn heading(page: &mut Page, heading: &str) {
    page.wrapped(heading, Tone::Strong);
    page.line(&"-".repeat(width_of(heading).min(page.width())), Tone::Plain);
    page.join();
}

fn verdict(page: &mut Page, verdict: &Verdict) {
    let (word, tone) = match verdict.outcome {
        Outcome::Pass => ("PASS", Tone::Good),
        Outcome::Fail => ("FAIL", Tone::Bad),
        Outcome::Unknown => ("UNKNOWN", Tone::Caution),
        Outcome::Undecided => ("UNDECIDED", Tone::Caution),
        Outcome::Advice => ("ADVICE", Tone::Strong),
    };
    let label = format!("{word}  ");
    page.labelled(&label, tone, &verdict.headline, Tone::Strong);
    let indent = " ".repeat(label.len());
    for line in &verdict.lines {
        page.labelled(&indent, Tone::Plain, line, Tone::Plain);
    }
}

fn paragraphs(page: &mut Page, text: &str) {
    for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        page.gap();
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        page.wrapped(&words.join(" "), Tone::Plain);
    }
}

fn facts(page: &mut Page, facts: &Facts) {
    let widest = facts.entries.iter().map(|(key, _)| width_of(key)).max().unwrap_or(0);
    let column = widest.min(page.width() / 3);
    for (key, value) in &facts.entries {
        if width_of(key) > column {
            page.wrapped(key, Tone::Faint);
            page.labelled(&" ".repeat(column + 2), Tone::Plain, value, Tone::Plain);
        } else {
            let label = format!("{key}{}", " ".repeat(column + 2 - width_of(key)));
            page.labelled(&label, Tone::Faint, value, Tone::Plain);
        }
    }
}

fn notes(page: &mut Page, notes: &[Note]) {
    for note in notes {
        let (label, tone) = match note.severity {
            Severity::Info => ("note: ", Tone::Faint),
            Severity::Warning => ("warning: ", Tone::Caution),
        };
        page.labelled(label, tone, &note.text, Tone::Plain);
    }
}

#[cfg(test)]
mod tests;
