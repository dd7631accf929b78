//! The list of findings that are allowed, and the comparison with what is found.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::finding::Finding;
use crate::rules::Rule;

/// The exceptions of all rules: by rule and by place.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Exceptions(BTreeMap<String, BTreeMap<String, Exception>>);

/// A finding that is allowed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    /// The measure that is allowed: exactly what is found.
    measure: usize,
    /// The reason; a sentence.
    reason: String,
}

impl Exceptions {
    /// Reads a list in TOML: a table for each rule, an entry for each place.
    ///
    /// # Errors
    ///
    /// The line of the text that is wrong.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    fn get(&self, rule: &Rule, place: &str) -> Option<&Exception> {
        self.0.get(rule.name)?.get(place)
    }
}

/// Returns what is wrong, a line each: the findings of a rule that no exception allows, and the exceptions of it that
/// allow more than is found or have no reason.
pub fn judge(rule: &Rule, findings: &[Finding], exceptions: &Exceptions) -> Vec<String> {
    let mut wrong = Vec::new();
    for finding in findings {
        match exceptions.get(rule, &finding.place) {
            Some(exception) if exception.measure == finding.measure => {}
            Some(exception) if exception.measure > finding.measure => wrong.push(format!(
                "exceptions.toml: {}.\"{}\" allows {} {}; lower it to {}",
                rule.name, finding.place, exception.measure, rule.unit, finding.measure
            )),
            Some(exception) => {
                wrong.push(format!(
                    "{finding} ({} {} are allowed there)",
                    exception.measure, rule.unit
                ));
            }
            None => wrong.push(finding.to_string()),
        }
    }
    for (place, exception) in exceptions.0.get(rule.name).into_iter().flatten() {
        if !findings.iter().any(|finding| finding.place == *place) {
            wrong.push(format!(
                "exceptions.toml: {}.\"{place}\" is no longer needed; remove it",
                rule.name
            ));
        } else if exception.reason.trim().is_empty() {
            wrong.push(format!("exceptions.toml: {}.\"{place}\" needs a reason", rule.name));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Rule = Rule {
        name: "files",
        unit: "lines",
        find: |_| Vec::new(),
    };

    fn finding(place: &str, measure: usize) -> Finding {
        Finding {
            place: place.to_owned(),
            measure,
            message: format!("{place} is long"),
        }
    }

    #[test]
    fn exceptions_allow_exactly_what_they_state() {
        let exceptions = Exceptions::parse(
            "[files]\n\"a\" = { measure = 5, reason = \"a table\" }\n\"b\" = { measure = 5, reason = \"a table\" }\n\
             \"c\" = { measure = 5, reason = \"\" }\n\"d\" = { measure = 5, reason = \"a table\" }\n",
        )
        .unwrap();
        let found = [finding("a", 5), finding("b", 4), finding("c", 5), finding("e", 1)];
        assert_eq!(
            judge(&RULE, &found, &exceptions),
            [
                "exceptions.toml: files.\"b\" allows 5 lines; lower it to 4",
                "e is long",
                "exceptions.toml: files.\"c\" needs a reason",
                "exceptions.toml: files.\"d\" is no longer needed; remove it",
            ]
        );
        assert_eq!(
            judge(&RULE, &[finding("a", 6)], &exceptions)[0],
            "a is long (5 lines are allowed there)"
        );
    }

    #[test]
    fn unknown_keys_are_refused() {
        assert!(Exceptions::parse("[files]\n\"a\" = { lines = 5, reason = \"\" }\n").is_err());
    }
}
