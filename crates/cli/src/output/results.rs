//! The destinations of a command's results: text to standard output, and other renderings to files.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_document::html::{self, HtmlOptions};
use feedrate_document::{Document, markdown};
use serde::Serialize;

use super::csv_folder::CsvFolder;
use super::destination::Destination;
use super::json_text::json_text;
use super::ours::MARKDOWN_START;
use super::standard::print;
use crate::arguments::Renderings;

/// Where the user wants results, in addition to the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places<'a> {
    /// The result as JSON.
    pub json: Option<&'a Path>,
    /// The report as HTML.
    pub html: Option<&'a Path>,
    /// The report as Markdown.
    pub markdown: Option<&'a Path>,
    /// The folder of the tables as CSV.
    pub csv: Option<&'a Path>,
    /// The metrics.
    pub metrics: Option<&'a Path>,
}

impl<'a> From<&'a Renderings> for Places<'a> {
    fn from(renderings: &'a Renderings) -> Self {
        Self {
            json: renderings.json.as_deref(),
            html: renderings.html.as_deref(),
            markdown: renderings.markdown.as_deref(),
            ..Self::default()
        }
    }
}

/// The destinations of a command's results in addition to the text.
#[derive(Debug)]
pub struct Results {
    json: Option<Destination>,
    html: Option<Destination>,
    markdown: Option<Destination>,
    csv: Option<CsvFolder>,
    metrics: Option<Destination>,
}

impl Results {
    /// Checks that JSON and HTML can be written to their destinations, before a long measurement.
    ///
    /// # Errors
    ///
    /// Returns a message if a destination cannot be written to, or would replace a file that is not an earlier result.
    pub fn to(json: Option<&Path>, html: Option<&Path>) -> Result<Self, String> {
        Self::to_places(&Places {
            json,
            html,
            ..Places::default()
        })
    }

    /// The same for all kinds of results.
    ///
    /// # Errors
    ///
    /// As [`to`](Self::to).
    pub fn to_places(places: &Places<'_>) -> Result<Self, String> {
        let of = |path: Option<&Path>| path.map(Destination::of).transpose();
        let results = Self {
            json: of(places.json)?,
            html: of(places.html)?,
            markdown: of(places.markdown)?,
            csv: places.csv.map(CsvFolder::of).transpose()?,
            metrics: of(places.metrics)?,
        };
        let named = results.named();
        for (index, (name, destination)) in named.iter().enumerate() {
            let same = named[..index].iter().find(|(_, other)| other == destination);
            if let Some((other, _)) = same {
                return Err(format!(
                    "{other} and {name} name the same place; give each a file of its own"
                ));
            }
        }
        for (_, destination) in named {
            destination.check()?;
        }
        Ok(results)
    }

    fn named(&self) -> Vec<(&'static str, &Destination)> {
        let csv = match &self.csv {
            Some(CsvFolder::Stdout) => Some(&Destination::Stdout),
            _ => None,
        };
        let all = [
            ("--json", self.json.as_ref()),
            ("--html", self.html.as_ref()),
            ("--markdown", self.markdown.as_ref()),
            ("--csv", csv),
            ("--metrics", self.metrics.as_ref()),
        ];
        let named = all.into_iter();
        named.filter_map(|(name, place)| Some((name, place?))).collect()
    }

    /// Writes the results. Standard output gets the text, unless one of the others is written there; a failure of one
    /// does not prevent the others. `stop` ends a wait for the reader of a pipe.
    ///
    /// # Errors
    ///
    /// Returns the messages about results that could not be written.
    pub fn deliver(&self, document: &Document, value: &impl Serialize, stop: &Arc<AtomicBool>) -> Result<(), String> {
        self.deliver_more(document, value, document, String::new, stop)
    }

    /// The same with the document whose tables are written as CSV, and with metrics, which are made if they are wanted.
    ///
    /// # Errors
    ///
    /// As [`deliver`](Self::deliver).
    pub fn deliver_more(
        &self,
        document: &Document,
        value: &impl Serialize,
        tables: &Document,
        metrics: impl FnOnce() -> String,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), String> {
        let mut outcomes = Vec::new();
        let uses_stdout = |(_, place): &(_, &Destination)| **place == Destination::Stdout;
        if !self.named().iter().any(uses_stdout) {
            outcomes.push(print(document, stop));
        }
        if let Some(to) = &self.json {
            outcomes.push(json_text(value).and_then(|text| to.write(&text, stop)));
        }
        if let Some(to) = &self.html {
            outcomes.push(to.write(&html::render(document, &HtmlOptions::default()), stop));
        }
        if let Some(to) = &self.markdown {
            outcomes.push(to.write(&markdown_text(document), stop));
        }
        if let Some(to) = &self.csv {
            outcomes.push(to.write(tables, stop));
        }
        if let Some(to) = &self.metrics {
            outcomes.push(to.write(&metrics(), stop));
        }
        joined(outcomes)
    }
}

/// Joins the messages about outputs that could not be written.
///
/// # Errors
///
/// Returns these messages, if there are some.
pub fn joined(outcomes: impl IntoIterator<Item = Result<(), String>>) -> Result<(), String> {
    let failures: Vec<String> = outcomes.into_iter().filter_map(Result::err).collect();
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.join("; ")),
    }
}

fn markdown_text(document: &Document) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("{MARKDOWN_START}{version} -->\n\n{}", markdown::render(document))
}
