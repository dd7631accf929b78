//! Settings as they are written in a program.

use feedrate_options::parse_number;

use super::definition::{Accepts, Definition, SettingScope, SettingValue};
use super::requested::RequestedSettings;
use super::table::find;

/// Why a setting is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is no setting of that name.
    #[error("there is no setting {word} here")]
    Unknown {
        /// The word.
        word: String,
    },
    /// It cannot be specified in this scope.
    #[error("{name} cannot be {}; it can be {}", .scope.name(), scopes_text(.name))]
    Scope {
        /// The setting.
        name: &'static str,
        /// The scope.
        scope: SettingScope,
    },
    /// It does not accept the value.
    #[error("{name} cannot be `{value}`; it takes {}", accepted_text(.name))]
    Value {
        /// The setting.
        name: &'static str,
        /// The value.
        value: String,
    },
    /// It needs a value.
    #[error("{name} needs a value after an equals sign; it takes {}", accepted_text(.name))]
    NoValue {
        /// The setting.
        name: &'static str,
    },
}

impl RequestedSettings {
    /// Sets a setting as written in a program: a word such as `BUFSIZE` or `NOSGIO` in either case, and the value after
    /// its equals sign, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such setting, if it does not belong in this scope, or if it does not accept the
    /// value.
    pub fn set(&mut self, scope: SettingScope, word: &str, value: Option<&str>) -> Result<(), SettingError> {
        let Some((definition, on)) = find(word) else {
            return Err(SettingError::Unknown {
                word: word.to_ascii_uppercase(),
            });
        };
        let name = definition.name;
        if !definition.scopes.contains(&scope) {
            return Err(SettingError::Scope { name, scope });
        }
        let setting_value = match value {
            Some(value) if on => setting_value(definition, value.trim()).ok_or(SettingError::Value {
                name,
                value: value.trim().to_owned(),
            })?,
            Some(value) => {
                return Err(SettingError::Value {
                    name,
                    value: format!("{}={}", word.to_ascii_uppercase(), value.trim()),
                });
            }
            None if definition.accepts == Accepts::Switch => SettingValue::Switch(on),
            None => return Err(SettingError::NoValue { name }),
        };
        (definition.field.set)(self, setting_value);
        Ok(())
    }

    /// Returns the requested value of a setting, as written after the equals sign.
    pub fn value(&self, definition: &Definition) -> Option<String> {
        let setting_value = (definition.field.get)(self)?;
        Some(match (setting_value, definition.accepts) {
            (SettingValue::Number(number), Accepts::Thousandths { .. }) => (number as f64 / 1000.0).to_string(),
            (SettingValue::Number(number), _) => number.to_string(),
            (SettingValue::Switch(true), _) => "YES".into(),
            (SettingValue::Switch(false), _) => "NO".into(),
            (SettingValue::Word(index), Accepts::Word(words)) => (*words.get(index)?).into(),
            (SettingValue::Word(_), _) => return None,
        })
    }
}

fn setting_value(definition: &Definition, value: &str) -> Option<SettingValue> {
    let is = |word: &str| value.eq_ignore_ascii_case(word);
    match definition.accepts {
        Accepts::Number { least, most } => {
            let number = if is("MIN") {
                0
            } else if is("MAX") {
                most
            } else {
                parse_number(value)?
            };
            (number == 0 || (least..=most).contains(&number)).then_some(SettingValue::Number(number))
        }
        Accepts::Thousandths { least, most } => {
            let thousandths = (value.parse::<f64>().ok()? * 1000.0).round();
            let is_within = (least as f64..=most as f64).contains(&thousandths);
            is_within.then_some(SettingValue::Number(thousandths as u64))
        }
        Accepts::Switch if is("YES") || is("ON") => Some(SettingValue::Switch(true)),
        Accepts::Switch if is("NO") || is("OFF") => Some(SettingValue::Switch(false)),
        Accepts::Switch => None,
        Accepts::Word(words) => words.iter().position(|word| is(word)).map(SettingValue::Word),
    }
}

fn scopes_text(name: &str) -> String {
    let places = find(name).map_or(&[][..], |(definition, _)| definition.scopes);
    places.iter().map(|scope| scope.name()).collect::<Vec<_>>().join(" or ")
}

fn accepted_text(name: &str) -> String {
    match find(name).map(|(definition, _)| definition.accepts) {
        Some(Accepts::Number { least, most }) => {
            format!("a number from {least} to {most}, with a unit such as K or none, or 0 for the default")
        }
        Some(Accepts::Thousandths { least, most }) => {
            format!("a number from {} to {}", least / 1000, most / 1000)
        }
        Some(Accepts::Word(words)) => words.join(", "),
        Some(Accepts::Switch) | None => {
            format!("YES or NO, and stands alone as {name} or NO{name}")
        }
    }
}

#[cfg(test)]
mod tests {
    use feedrate_pageio::Discipline;
    use insta::assert_snapshot;
    use proptest::prelude::*;

    use super::*;
    use crate::settings::DEFINITIONS;

    fn refusal(scope: SettingScope, word: &str, value: Option<&str>) -> String {
        let mut requested = RequestedSettings::default();
        let error = requested.set(scope, word, value).unwrap_err();
        assert_eq!(requested, RequestedSettings::default(), "{word}");
        error.to_string()
    }

    #[test]
    fn values_are_taken() {
        let mut requested = RequestedSettings::default();
        requested.set(SettingScope::DataSet, "BufSize", Some("64K")).unwrap();
        requested.set(SettingScope::DataSet, "bufno", Some("MAX")).unwrap();
        requested.set(SettingScope::DataSet, "sgio", Some(" yes ")).unwrap();
        requested
            .set(SettingScope::DataSet, "discipline", Some("assas"))
            .unwrap();
        requested.set(SettingScope::DataSet, "compress", Some("no")).unwrap();
        assert_eq!(
            requested,
            RequestedSettings {
                bufsize: Some(65536),
                bufno: Some(i32::MAX as u32),
                sgio: Some(true),
                discipline: Some(Discipline::AsSas),
                compress: Some(0),
                ..RequestedSettings::default()
            }
        );
        let mut later = RequestedSettings::default();
        later.set(SettingScope::System, "nosgio", None).unwrap();
        later.set(SettingScope::System, "bufsize", Some("min")).unwrap();
        requested.merge(&later);
        assert_eq!(
            (requested.sgio, requested.bufsize, requested.bufno),
            (Some(false), Some(0), Some(i32::MAX as u32))
        );
    }

    /// Of two requests the later one counts, and what it does not name stays.
    #[test]
    fn every_setting_is_merged() {
        for definition in DEFINITIONS {
            let value = match definition.accepts {
                Accepts::Number { least, .. } => least.to_string(),
                Accepts::Thousandths { .. } => "1.25".into(),
                Accepts::Switch => "YES".into(),
                Accepts::Word(words) => words[words.len() - 1].into(),
            };
            let mut asked = RequestedSettings::default();
            asked.set(definition.scopes[0], definition.name, Some(&value)).unwrap();
            assert_ne!(asked, RequestedSettings::default(), "{}", definition.name);
            let mut merged = RequestedSettings::default();
            merged.merge(&asked);
            assert_eq!(merged, asked, "{}", definition.name);
            merged.merge(&RequestedSettings::default());
            assert_eq!(merged, asked, "{}", definition.name);
        }
    }

    #[test]
    fn refusals_say_what_to_do() {
        let scope = SettingScope::DataSet;
        assert_snapshot!(refusal(scope, "bufsize", Some("512")), @"BUFSIZE cannot be `512`; it takes a number from \
            1024 to 2147483647, with a unit such as K or none, or 0 for the default");
        assert_snapshot!(refusal(scope, "bufno", None), @"BUFNO needs a value after an equals sign; it takes a number \
            from 1 to 2147483647, with a unit such as K or none, or 0 for the default");
        assert_snapshot!(refusal(scope, "sgio", Some("perhaps")), @"SGIO cannot be `perhaps`; it takes YES or NO, and \
            stands alone as SGIO or NOSGIO");
        assert_snapshot!(refusal(scope, "nosgio", Some("yes")), @"SGIO cannot be `NOSGIO=yes`; it takes YES or NO, and \
            stands alone as SGIO or NOSGIO");
        assert_snapshot!(refusal(scope, "enabledirectio", None), @"ENABLEDIRECTIO cannot be a data set option; it can \
            be an option of LIBNAME");
        assert_snapshot!(refusal(scope, "compress", Some("lz4")), @"COMPRESS cannot be `lz4`; it takes NO, OFF, YES, \
            ON, CHAR, BINARY");
        assert_snapshot!(refusal(scope, "noalignsasiofiles", None), @"ALIGNSASIOFILES cannot be a data set option; it \
            can be a system option");
        assert_snapshot!(refusal(scope, "discipline", Some("none")), @"DISCIPLINE cannot be `none`; it takes \
            OVERLAPPED, ASSAS");
        assert_snapshot!(refusal(SettingScope::Library, "cvpmultiplier", Some("9")), @"CVPMULTIPLIER cannot be `9`; it \
            takes a number from 1 to 5");
        assert_snapshot!(refusal(scope, "bufsiz", Some("1")), @"there is no setting BUFSIZ here");
    }

    #[test]
    fn requested_values_round_trip() {
        for (word, value) in [
            ("BUFSIZE", "65536"),
            ("BUFNO", "7"),
            ("SGIO", "NO"),
            ("USEDIRECTIO", "YES"),
            ("ENABLEDIRECTIO", "YES"),
            ("DISCIPLINE", "ASSAS"),
            ("DISCIPLINE", "OVERLAPPED"),
            ("CVPBYTES", "3"),
            ("CVPMULTIPLIER", "2.5"),
            ("COMPRESS", "CHAR"),
            ("REUSE", "YES"),
            ("POINTOBS", "NO"),
        ] {
            let mut requested = RequestedSettings::default();
            requested.set(SettingScope::Library, word, Some(value)).unwrap();
            for (definition, _) in DEFINITIONS.iter().filter_map(|it| find(it.name)) {
                let wanted = match definition.name == word {
                    true => Some(value.to_owned()),
                    false => RequestedSettings::default().value(definition),
                };
                assert_eq!(requested.value(definition), wanted, "{word}");
            }
        }
    }

    #[test]
    fn defaults_that_are_on_are_reported() {
        let value = |word| RequestedSettings::default().value(find(word).unwrap().0);
        assert_eq!(value("ALIGNSASIOFILES").as_deref(), Some("YES"));
        assert_eq!(value("COMPRESS").as_deref(), Some("NO"));
        assert_eq!(value("BUFNO"), None);
    }

    proptest! {
        #[test]
        fn no_text_panics(word in "(no)?[a-z]{0,4}|bufsize|sgio|.{0,3}", value in proptest::option::of(".{0,8}")) {
            let _ = RequestedSettings::default().set(SettingScope::System, &word, value.as_deref());
        }
    }
}
