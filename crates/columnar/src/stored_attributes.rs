//! Attributes of a data set that the columns of a file cannot express: labels, formats, lengths.

use feedrate_dataset::Schema;
use feedrate_dataset::schema::Variable;
use feedrate_dataset::writer::NewDataSet;
use feedrate_values::{Kind, Spec};
use serde::{Deserialize, Serialize};

/// The key of the attributes in the metadata of files.
pub const KEY: &str = "feedrate";

/// The stored attributes of a data set.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct StoredAttributes {
    /// Its label; empty if there is none.
    #[serde(default)]
    pub label: String,
    /// Its type; empty for an ordinary data set.
    #[serde(default)]
    pub data_set_type: String,
    variables: Vec<StoredVariable>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredVariable {
    name: String,
    length: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    format: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    informat: Option<String>,
}

impl StoredAttributes {
    /// Returns the attributes of a new data set.
    pub fn of(schema: &Schema, facts: &NewDataSet) -> Self {
        let variables = schema.variables().iter().map(|variable| StoredVariable {
            name: variable.name.clone(),
            length: variable.length,
            label: variable.label.clone(),
            format: variable.format.as_ref().map(Spec::to_string),
            informat: variable.informat.as_ref().map(Spec::to_string),
        });
        Self {
            label: facts.label.clone(),
            data_set_type: facts.data_set_type.clone(),
            variables: variables.collect(),
        }
    }

    /// Makes the columns of these names at least so long.
    pub fn lengthen<'a>(&mut self, longest: impl Iterator<Item = (&'a str, usize)>) {
        for (name, length) in longest {
            let mut variables = self.variables.iter_mut();
            if let Some(kept) = variables.find(|kept| kept.name == name) {
                // No value of a row is longer than that by much.
                kept.length = u32::try_from(length).map_or(u32::MAX, |it| it.max(kept.length));
            }
        }
    }

    /// Parses the stored form. Returns `None` if it is invalid.
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Returns the stored form.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("names and numbers are always text")
    }

    /// Sets the stored attributes of the column of that name on a variable. The length of a character variable is at
    /// least the stored one; that of a numeric variable is restored only if `is_own`, for a file that was not changed.
    pub fn restore(&self, column: &str, variable: &mut Variable, is_own: bool) {
        let mut variables = self.variables.iter();
        let Some(kept) = variables.find(|kept| kept.name == column) else {
            return;
        };
        if variable.label.is_empty() {
            variable.label = feedrate_dataset::file_format::label(kept.label.clone());
        }
        let spec = |text: &Option<String>| {
            let spec: Spec = text.as_ref()?.parse().ok()?;
            let fits = spec.is_text() == (variable.kind == Kind::Text) || !spec.is_text();
            fits.then_some(spec)
        };
        let (format, informat) = (spec(&kept.format), spec(&kept.informat));
        if format.is_some() {
            variable.format = format;
        }
        variable.informat = informat;
        match variable.kind {
            Kind::Text => variable.length = variable.length.max(kept.length.min(32_767)),
            Kind::Number if is_own && (3..=8).contains(&kept.length) => {
                variable.length = kept.length;
            }
            Kind::Number => {}
        }
    }

    /// Returns whether it has the length of every one of these columns.
    pub fn has_all<'a>(&self, mut columns: impl Iterator<Item = &'a str>) -> bool {
        columns.all(|column| self.variables.iter().any(|kept| kept.name == column))
    }
}
