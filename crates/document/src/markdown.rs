//! Renders a document as Markdown, as GitHub defines it (GFM), for issues, wikis and repositories.
//!
//! Plots and heat maps are the tables of their figures, and timelines are left to the HTML rendering. Strings of the
//! document are escaped: none of them becomes markup, an address or an element of HTML. (GitHub itself links names of
//! users and numbers of issues, however they are written.)

mod escape;
mod table;

use crate::figures;
use crate::model::{Block, Code, Document, Facts, Language, Note, Outcome, Plot, Severity, Verdict};
use crate::{clean, sections};
use escape::escaped;

/// Renders a document as Markdown.
pub fn render(document: &Document) -> String {
    let document = clean::document(document);
    let mut parts = Vec::new();
    if !document.title.trim().is_empty() {
        parts.push(format!("# {}", escaped(&document.title)));
    }
    parts.extend(document.subtitle.as_deref().map(escaped));
    let can_show = |block: &Block| !matches!(block, Block::Timeline(_));
    for block in sections::shown(&document.blocks, can_show) {
        parts.push(match block {
            Block::Verdict(content) => verdict(content),
            Block::Heading(content) => format!("## {}", escaped(content)),
            Block::Text(content) => paragraphs(content),
            Block::Facts(content) => facts(content),
            Block::Table(content) => table::markdown(content),
            Block::Plot(content) => plot(content),
            Block::HeatMap(content) => table::markdown(&figures::heat_map::table(content)),
            // Filtered out before.
            Block::Timeline(_) => String::new(),
            Block::Code(content) => code(content),
            Block::Notes(content) => notes(content),
        });
    }
    parts.retain(|part| !part.trim().is_empty());
    let mut text = parts.join("\n\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn verdict(verdict: &Verdict) -> String {
    let word = match verdict.outcome {
        Outcome::Pass => "PASS",
        Outcome::Fail => "FAIL",
        Outcome::Unknown => "UNKNOWN",
        Outcome::Undecided => "UNDECIDED",
        Outcome::Advice => "ADVICE",
    };
    let mut text = format!("**{word}** {}", escaped(&verdict.headline));
    if !verdict.lines.is_empty() {
        text.push('\n');
    }
    for line in &verdict.lines {
        text.push_str(&format!("\n- {}", escaped(line)));
    }
    text
}

fn paragraphs(text: &str) -> String {
    let paragraphs: Vec<String> = text.split("\n\n").map(escaped).collect();
    paragraphs.join("\n\n")
}

fn facts(facts: &Facts) -> String {
    let entries = facts.entries.iter();
    let lines: Vec<String> = entries
        .map(|(key, value)| format!("- {}: {}", escaped(key), escaped(value)))
        .collect();
    lines.join("\n")
}

/// Returns the figures of a plot, with its title and its explanation.
fn plot(plot: &Plot) -> String {
    let mut figures = figures::plot::table(plot);
    figures.title = Some(plot.title.clone());
    let captions: Vec<String> = figures.caption.into_iter().chain(plot.caption.clone()).collect();
    figures.caption = (!captions.is_empty()).then(|| captions.join(". "));
    table::markdown(&figures)
}

/// Returns code between fences that are longer than any that it contains.
fn code(code: &Code) -> String {
    let text = code.text.trim_end();
    let longest = text.split(|c: char| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    let language = match code.language {
        Language::Plain => "",
        Language::Shell => "sh",
    };
    let caption = code.caption.iter().filter(|caption| !caption.trim().is_empty());
    let caption: String = caption.map(|caption| format!("{}:\n\n", escaped(caption))).collect();
    format!("{caption}{fence}{language}\n{text}\n{fence}")
}

fn notes(notes: &[Note]) -> String {
    let lines: Vec<String> = notes
        .iter()
        .map(|note| match note.severity {
            Severity::Info => format!("- {}", escaped(&note.text)),
            Severity::Warning => format!("- **Warning:** {}", escaped(&note.text)),
        })
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests;
