//! `${VAR}`, `$ncpus` and the like in values.

use std::fmt;

/// The values of variables.
pub struct VariableValues<'a> {
    /// Returns a variable of the environment.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    /// `$ncpus`
    pub processors: u64,
    /// `$pagesize`
    pub page_bytes: u64,
    /// `$mb_memory`
    pub memory_mib: u64,
}

impl fmt::Debug for VariableValues<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VariableValues")
            .field("processors", &self.processors)
            .field("page_bytes", &self.page_bytes)
            .field("memory_mib", &self.memory_mib)
            .finish_non_exhaustive()
    }
}

/// A value with its variables expanded.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ExpandedValue {
    /// The expanded value.
    pub text: String,
    /// Undefined variables, which expand to nothing.
    pub undefined: Vec<String>,
}

impl VariableValues<'_> {
    /// Expands variables in a value. If one of fio's own was among them and the result is an arithmetic expression, it
    /// is evaluated.
    pub(crate) fn expand(&self, text: &str) -> ExpandedValue {
        let mut undefined = Vec::new();
        let text = self.with_environment(text, &mut undefined);
        let with_keywords = [
            ("$pagesize", self.page_bytes),
            ("$mb_memory", self.memory_mib),
            ("$ncpus", self.processors),
        ]
        .iter()
        .fold(text.clone(), |text, (name, value)| {
            text.replace(name, &value.to_string())
        });
        let text = if with_keywords == text {
            text
        } else {
            computed(&with_keywords).unwrap_or(with_keywords)
        };
        ExpandedValue { text, undefined }
    }

    fn with_environment(&self, text: &str, undefined: &mut Vec<String>) -> String {
        let mut whole = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            let Some((name, after)) = after.split_once('}') else {
                break;
            };
            whole.push_str(before);
            match (self.variable)(name) {
                Some(value) => whole.push_str(&value),
                None => undefined.push(name.to_owned()),
            }
            rest = after;
        }
        whole.push_str(rest);
        whole
    }
}

fn computed(text: &str) -> Option<String> {
    let number = crate::value::calculate(text, &|number| number.parse().ok())?;
    (number.fract() == 0.0 && number.abs() < 9e15).then(|| format!("{number:.0}"))
}
