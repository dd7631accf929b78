//! The conditions of a result, and in what those of two results are unlike.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

/// The name of the condition that is the version of feedrate.
pub(crate) const VERSION: &str = "feedrate";

/// The name of the condition that is the machine.
pub(crate) const MACHINE: &str = "machine";

/// The name of the condition that is the kernel.
const KERNEL: &str = "kernel";

/// The conditions that some results do not state.
const NOT_ALWAYS_STATED: [&str; 4] = [VERSION, MACHINE, "volume", KERNEL];

/// The longest value that is shown, in characters.
const LONGEST: usize = 60;

/// The conditions of a result by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions(BTreeMap<String, String>);

/// A condition in which two results differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnlikeCondition {
    /// Its name.
    pub name: String,
    /// Its value in the first result.
    pub first: String,
    /// Its value in the second result.
    pub second: String,
}

impl UnlikeCondition {
    /// Returns it in words: `page cache: cold and as-left`.
    pub fn text(&self) -> String {
        format!("{}: {} and {}", self.name, short(&self.first), short(&self.second))
    }
}

fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

impl Conditions {
    /// Adds a condition.
    pub(crate) fn add(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.insert(name.into(), value.into());
    }

    /// Adds a condition, if its value is known.
    pub(crate) fn add_known(&mut self, name: &str, value: Option<impl Into<String>>) {
        if let Some(value) = value {
            self.add(name, value);
        }
    }

    /// Adds the machines and volumes of fingerprints.
    pub(crate) fn add_machines<'a>(&mut self, fingerprints: impl Iterator<Item = &'a Value> + Clone) {
        let machines = fingerprints.clone().map(|machine| &machine["machine_id"]);
        self.add_known(MACHINE, together(machines));
        let kernels = fingerprints.clone().map(|machine| &machine[KERNEL]);
        self.add_known(KERNEL, together(kernels));
        let volumes = fingerprints.flat_map(|machine| machine["volumes"].as_array().into_iter().flatten());
        self.add_known("volume", together(volumes.map(|volume| &volume["volume_id"])));
    }

    /// Adds all members of an object, but for some: `setting depth`, `setting streams 1 bytes`.
    pub(crate) fn add_members(&mut self, name: &str, value: &Value, without: &[&str]) {
        match value {
            Value::Object(members) => {
                for (key, value) in members {
                    if !without.contains(&key.as_str()) {
                        self.add_members(&format!("{name} {key}"), value, without);
                    }
                }
            }
            Value::Array(elements) => {
                for (number, element) in elements.iter().enumerate() {
                    self.add_members(&format!("{name} {}", number + 1), element, without);
                }
            }
            Value::Null => {}
            Value::String(text) => self.add(name, text.as_str()),
            other => self.add(name, other.to_string()),
        }
    }

    /// Returns the value of a condition.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns all of them.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns in what two results are unlike. Kernels are not among it, which [`Self::notes`] has.
    pub fn unlike(&self, other: &Self) -> Vec<UnlikeCondition> {
        let names = self
            .0
            .keys()
            .chain(other.0.keys().filter(|name| !self.0.contains_key(*name)));
        let differing = names.filter(|name| self.get(name) != other.get(name));
        let unlike = differing.filter_map(|name| {
            let values = (self.get(name), other.get(name));
            let is_stated = values.0.is_some() && values.1.is_some();
            let counts = name != KERNEL && (is_stated || !NOT_ALWAYS_STATED.contains(&name.as_str()));
            counts.then(|| UnlikeCondition {
                name: name.clone(),
                first: values.0.unwrap_or("none").to_owned(),
                second: values.1.unwrap_or("none").to_owned(),
            })
        });
        unlike.collect()
    }

    /// Returns what is to be known of two results besides: other kernels, and what is not stated.
    pub fn notes(&self, other: &Self) -> Vec<String> {
        let mut notes = Vec::new();
        if let (Some(first), Some(second)) = (self.get(KERNEL), other.get(KERNEL))
            && first != second
        {
            notes.push(format!("the kernels are {} and {}", short(first), short(second)));
        }
        let of_both = [self, other];
        let unknown: Vec<&str> = NOT_ALWAYS_STATED
            .into_iter()
            .filter(|name| *name != KERNEL && of_both.iter().any(|of| of.get(name).is_none()))
            .collect();
        if !unknown.is_empty() {
            notes.push(format!(
                "not stated in both results, and so not compared: {}",
                unknown.join(", ")
            ));
        }
        notes
    }

    /// Returns what makes results one course over time: all conditions but the version of feedrate and the kernel.
    pub(crate) fn of_course(&self) -> BTreeMap<String, String> {
        let mut conditions = self.0.clone();
        conditions.remove(VERSION);
        conditions.remove(KERNEL);
        conditions
    }
}

/// Returns the texts among values in their order, without repetitions; `None` if there are none.
fn together<'a>(values: impl Iterator<Item = &'a Value>) -> Option<String> {
    let mut texts: Vec<&str> = values.filter_map(Value::as_str).collect();
    texts.sort_unstable();
    texts.dedup();
    (!texts.is_empty()).then(|| texts.join(" and "))
}
