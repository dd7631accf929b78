//! The text of metrics: families of gauges with their descriptions.

use std::collections::HashSet;

use super::family::plain;

/// A metric.
#[derive(Clone, Copy, Debug)]
pub(super) struct Metric<'a> {
    /// The name, which ends with the unit.
    pub(super) name: &'a str,
    /// The unit.
    pub(super) unit: Option<&'a str>,
    /// Its description.
    pub(super) help: &'a str,
}

/// Labels in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels(Vec<(String, String)>);

impl Labels {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Adds a label. If its name, of which only letters, digits and underscores are kept, is taken, it gets a number.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        let name = plain(name);
        let is_taken = |name: &String| self.0.iter().any(|(other, _)| other == name);
        let mut free = name.clone();
        let mut number = 2;
        while is_taken(&free) {
            free = format!("{name}_{number}");
            number += 1;
        }
        self.0.push((free, value.to_owned()));
        self
    }

    fn text(&self) -> String {
        let labels = self
            .0
            .iter()
            .map(|(name, value)| format!("{name}=\"{}\"", escaped(value, true)));
        labels.collect::<Vec<_>>().join(",")
    }
}

/// Escapes a text as both formats understand it: backslashes and line feeds, and quotation marks in labels.
fn escaped(text: &str, is_label: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped += "\\\\",
            '\n' => escaped += "\\n",
            '"' if is_label => escaped += "\\\"",
            // In descriptions only one of the formats has them escaped.
            '"' => escaped.push('\''),
            // Readers of lines may take these as their ends.
            c if c.is_control() => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Metrics, each with its values together, in the order in which they are added first.
#[derive(Debug, Default)]
pub(super) struct Text {
    families: Vec<(String, String, Vec<String>)>,
    known: HashSet<String>,
}

impl Text {
    /// Adds a value. A metric has the same labels only once.
    pub(super) fn add(&mut self, metric: &Metric<'_>, labels: &Labels, value: f64) {
        let family = match self.families.iter().position(|(name, ..)| name == metric.name) {
            Some(place) => place,
            None => {
                self.families.push((metric.name.to_owned(), head(metric), Vec::new()));
                self.families.len() - 1
            }
        };
        let labelled = format!("{}{{{}}} ", metric.name, labels.text());
        let line = format!("{labelled}{}\n", number(value));
        if self.known.insert(labelled) {
            self.families[family].2.push(line);
        }
    }

    /// Returns the whole text.
    pub(super) fn finish(self) -> String {
        let mut text = String::new();
        for (_, head, lines) in self.families {
            text += &head;
            text.extend(lines);
        }
        text + "# EOF\n"
    }
}

fn head(metric: &Metric<'_>) -> String {
    let Metric { name, unit, help } = metric;
    let mut head = format!("# HELP {name} {}\n# TYPE {name} gauge\n", escaped(help, false));
    if let Some(unit) = unit {
        head += &format!("# UNIT {name} {unit}\n");
    }
    head
}

/// Returns a number as both formats read it.
fn number(value: f64) -> String {
    let size = value.abs();
    match size == 0.0 || (1e-5..1e15).contains(&size) {
        true => value.to_string(),
        false => format!("{value:e}"),
    }
}
