//! The options of a data set in the first argument of OPEN.

use feedrate_dataset::schema::{Variable, same_name};
use feedrate_dataset::settings::SettingScope;
use feedrate_dataset::{DataSetName, RequestedSettings, Schema};

/// The options of a data set.
pub(super) struct DataSetOptions {
    keep: Option<Vec<String>>,
    drop: Vec<String>,
    rename: Vec<(String, String)>,
    pub(super) settings: RequestedSettings,
}

impl DataSetOptions {
    /// Parses the text between the parentheses.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut options = Self {
            keep: None,
            drop: Vec::new(),
            rename: Vec::new(),
            settings: RequestedSettings::default(),
        };
        for (name, value) in assignments(text)? {
            options.set(&name, &value)?;
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let names = || value.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        match name {
            "KEEP" => self.keep = Some(names()),
            "DROP" => self.drop = names(),
            // OPEN ignores both, whatever their values.
            "FIRSTOBS" | "OBS" => {}
            "RENAME" => {
                let inner = value.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
                for (from, to) in assignments(inner.unwrap_or(value))? {
                    self.rename.push((from, to));
                }
            }
            "WHERE" => {
                return Err("OPEN takes no WHERE=; make a data set with it, or use PROC SQL".to_owned());
            }
            _ => {
                let set = self.settings.set(SettingScope::DataSet, name, Some(value));
                set.map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }

    /// Returns the variables that are left, with their new names.
    pub(super) fn variables(&self, schema: &Schema, data_set: &DataSetName) -> Result<Vec<Variable>, String> {
        let renamed = self.rename.iter().map(|(from, _)| from);
        let named = self.keep.iter().flatten().chain(&self.drop).chain(renamed);
        for name in named {
            if schema.find(name).is_none() {
                return Err(format!("{data_set} has no variable {name}"));
            }
        }
        let is_in = |names: &[String], name: &str| names.iter().any(|other| same_name(other, name));
        let kept = schema.variables().iter().filter(|variable| {
            self.keep.as_ref().is_none_or(|keep| is_in(keep, &variable.name)) && !is_in(&self.drop, &variable.name)
        });
        Ok(kept
            .map(|variable| {
                let mut variable = variable.clone();
                let new = self.rename.iter().find(|(from, _)| same_name(from, &variable.name));
                if let Some((_, to)) = new {
                    variable.name.clone_from(to);
                }
                variable
            })
            .collect())
    }
}

/// Splits `name=value name=(value value)` into names in capitals and their values. A value extends to the next name
/// before an equals sign outside of parentheses.
fn assignments(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut depth = 0_usize;
    let mut part = String::new();
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '=' if depth == 0 => {
                let (before, name) = match part.trim_end().rsplit_once(char::is_whitespace) {
                    Some((before, name)) => (before.trim().to_owned(), name.to_owned()),
                    None => (String::new(), part.trim().to_owned()),
                };
                match found.last_mut() {
                    Some((_, value)) => *value = before,
                    None if before.is_empty() => {}
                    None => return Err(format!("`{before}` is no option of a data set")),
                }
                found.push((name.to_ascii_uppercase(), String::new()));
                part.clear();
                continue;
            }
            _ => {}
        }
        part.push(c);
    }
    let rest = part.trim().to_owned();
    match found.last_mut() {
        Some((_, value)) => *value = rest,
        None if rest.is_empty() => {}
        None => return Err(format!("`{rest}` is no option of a data set")),
    }
    match found.iter().find(|(_, value)| value.is_empty()) {
        Some((name, _)) => Err(format!("{name}= has no value")),
        None => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_before_the_next_name() {
        let text = "keep=a b  obs=3 rename=(a=c b = d)";
        let found = assignments(text).unwrap();
        let shown: Vec<_> = found.iter().map(|(name, value)| format!("{name}:{value}")).collect();
        assert_eq!(shown, ["KEEP:a b", "OBS:3", "RENAME:(a=c b = d)"]);
        for wrong in ["x", "obs=", "1 obs=2", "="] {
            assert!(DataSetOptions::parse(wrong).is_err(), "{wrong}");
        }
    }
}
