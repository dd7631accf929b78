//! What a file keeps of a data set that its columns do not say: labels, formats, lengths.

use feedrate_dataset::Schema;
use feedrate_dataset::schema::Variable;
use feedrate_dataset::writer::NewDataSet;
use feedrate_values::{Kind, Spec};
use serde::{Deserialize, Serialize};

/// The key under which files keep it.
pub const KEY: &str = "feedrate";

/// What is kept of a data set.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct StoredAttributes {
    /// What it means; empty for nothing.
    #[serde(default)]
    pub label: String,
    /// Its type; empty for an ordinary one.
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
    /// What there is to keep of a new data set.
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

    /// As files have it. Of what is not understood there nothing is known.
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// As files have it.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("names and numbers are always text")
    }

    /// Gives a variable what is kept of the column of that name. A text is at least as long as it was; a
    /// number as long where `is_own`, in a file that nobody has changed.
    pub fn restore(&self, column: &str, variable: &mut Variable, is_own: bool) {
        let mut variables = self.variables.iter();
        let Some(kept) = variables.find(|kept| kept.name == column) else {
            return;
        };
        if variable.label.is_empty() {
            variable.label = feedrate_dataset::foreign::label(kept.label.clone());
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

    /// Whether it has the length of every one of these columns.
    pub fn has_all<'a>(&self, mut columns: impl Iterator<Item = &'a str>) -> bool {
        columns.all(|column| self.variables.iter().any(|kept| kept.name == column))
    }
}
