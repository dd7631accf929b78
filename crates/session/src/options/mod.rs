//! The system options of a session, for OPTIONS, the command line and PROC OPTIONS.
//!
//! The options are defined in [`feedrate_options`], and those about the I/O of data sets in
//! [`feedrate_dataset::settings::DEFINITIONS`].

mod getoption;
mod resources;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use feedrate_dataset::RequestedSettings;
use feedrate_dataset::settings::{self, Accepts, SettingError, SettingScope};
use feedrate_options::{
    CommandOptions, ConnectOptions, DateOptions, Definition, Effect, Form, HostOptions, LogOptions, MacroOptions,
    OptionGroup, OptionValue, ProgramOptions, StepOptions, definitions, find,
};
use feedrate_values::severity::without_number;

pub use getoption::GetOptionError;

/// The system options of a session, initially at their defaults.
#[derive(Clone, Debug, Default)]
pub struct SystemOptions {
    /// Options of the I/O of data sets.
    pub data_sets: RequestedSettings,
    /// Options of the log.
    pub log: LogOptions,
    /// Options of the macro language.
    pub macros: MacroOptions,
    /// The reading of dates.
    pub dates: DateOptions,
    /// Options of steps.
    pub steps: StepOptions,
    /// Options of other sessions.
    pub sessions: ConnectOptions,
    /// Options of sessions on other machines.
    pub hosts: HostOptions,
    /// The option about commands of the system.
    pub commands: CommandOptions,
    /// Options of the session itself.
    pub program: ProgramOptions,
    /// The values of options without effect that were set.
    without_effect: BTreeMap<&'static str, OptionValue>,
}

impl OptionError {
    /// Returns the message for places where it stands behind other words: without the number of SAS, in one line.
    pub fn text(&self) -> String {
        without_number(&self.to_string()).replace('\n', " ")
    }
}

/// The reason why an option is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has that name.
    #[error("13-12: Unrecognized SAS option name {word}.\nPROC OPTIONS lists them{}.", nearest(.word))]
    Unknown {
        /// The word in upper case.
        word: String,
    },
    /// The value is not allowed.
    #[error("14-12: Invalid option value {} for SAS option {name}.\nIt takes {}.", .value.to_uppercase(), .form.text())]
    Value {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
        /// The allowed values.
        form: Form,
    },
    /// It needs a value.
    #[error("{name} needs a value after an equals sign; it takes {}", .form.text())]
    NoValue {
        /// The option.
        name: &'static str,
        /// The allowed values.
        form: Form,
    },
    /// It is an option of the language that is not supported.
    #[error("the system option {name} is not supported ({})", .why.trim_end_matches('.'))]
    Refused {
        /// The option.
        name: &'static str,
        /// The reason.
        why: &'static str,
    },
    /// It is not for programs.
    #[error(
        "{name} is for the user alone, as in `feedrate run -o {}{}`: a program cannot choose what is started",
        .name.to_ascii_lowercase(),
        if *.form == Form::Switch { "" } else { "=…" }
    )]
    OfUser {
        /// The option.
        name: &'static str,
        /// The allowed values.
        form: Form,
    },
    /// An error about the I/O of data sets.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

impl SystemOptions {
    /// Sets an option as [`Self::set`] does, for a program.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases, and for an option that only the user sets.
    pub fn set_by_program(&mut self, word: &str, value: Option<&str>) -> Result<Option<&'static str>, OptionError> {
        match find(&word.to_ascii_uppercase()) {
            Some((definition, _)) if definition.is_of_user => Err(OptionError::OfUser {
                name: definition.name,
                form: definition.form,
            }),
            _ => self.set(word, value),
        }
    }

    /// Sets an option for the user, by its word in a program, such as `FULLSTIMER` or `NONOTES`, ignoring case, and the
    /// value after its equals sign, if there is one. Returns the name of an option without effect that requests a
    /// behavior other than the one that is implemented.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such option, if it is not supported, or if its value is missing or not allowed.
    pub fn set(&mut self, word: &str, value: Option<&str>) -> Result<Option<&'static str>, OptionError> {
        let word = word.to_ascii_uppercase();
        if settings::find(&word).is_some() {
            self.data_sets.set(SettingScope::System, &word, value)?;
            return Ok(None);
        }
        let (definition, on) = find(&word).ok_or(OptionError::Unknown { word: word.clone() })?;
        let name = definition.name;
        let form = definition.form;
        if let Effect::Refused = definition.effect {
            let why = definition.help;
            return Err(OptionError::Refused { name, why });
        }
        let given = form.read(on, value.map(str::trim)).ok_or_else(|| match value {
            Some(value) => OptionError::Value {
                name,
                value: value.trim().to_owned(),
                form,
            },
            None => OptionError::NoValue { name, form },
        })?;
        if let Some(first) = definition.idle_value() {
            let is_other = !form.show(&given).eq_ignore_ascii_case(&form.show(&first));
            self.without_effect.insert(name, given);
            return Ok(is_other.then_some(name));
        }
        let mut groups = self.groups_mut().into_iter();
        let is_held = groups.any(|group| group.set(name, &given));
        debug_assert!(is_held, "{name} is of no group");
        Ok(None)
    }

    fn groups(&self) -> [&dyn OptionGroup; 8] {
        [
            &self.log,
            &self.macros,
            &self.dates,
            &self.steps,
            &self.sessions,
            &self.hosts,
            &self.commands,
            &self.program,
        ]
    }

    fn groups_mut(&mut self) -> [&mut dyn OptionGroup; 8] {
        [
            &mut self.log,
            &mut self.macros,
            &mut self.dates,
            &mut self.steps,
            &mut self.sessions,
            &mut self.hosts,
            &mut self.commands,
            &mut self.program,
        ]
    }

    /// Returns the value of an option by one of its words, as `getoption` does: for a switch, the word that sets it to
    /// its value.
    pub fn value(&self, word: &str) -> Option<String> {
        let shown = self.assignment(word)?;
        Some(match shown.split_once('=') {
            Some((_, value)) => unquoted(value),
            None => shown,
        })
    }

    /// Returns an option by one of its words, as a program would set it to its present value.
    pub fn assignment(&self, word: &str) -> Option<String> {
        let word = word.to_ascii_uppercase();
        let name = match settings::find(&word) {
            Some((definition, _)) => definition.name,
            None => find(&word)?.0.name,
        };
        let mut all = self.named().into_iter();
        all.find_map(|(own, shown, _)| (own == name).then_some(shown))
    }

    /// Returns the options for PROC OPTIONS: each with its value and its meaning, sorted by name.
    pub fn list(&self) -> Vec<(String, String)> {
        let named = self.named().into_iter();
        named.map(|(_, text, help)| (text, help)).collect()
    }

    /// Returns the same, each preceded by its name.
    pub fn named(&self) -> Vec<(&'static str, String, String)> {
        let own = definitions().filter_map(|definition| {
            let Definition { name, form, .. } = *definition;
            let (value, help) = match definition.idle_value() {
                Some(first) => {
                    let value = self.without_effect.get(name).cloned().unwrap_or(first);
                    (value, format!("No effect: {}", definition.help))
                }
                None => {
                    let value = self.groups().iter().find_map(|group| group.value(name))?;
                    (value, definition.help.to_owned())
                }
            };
            let value = form.show(&value);
            Some((name, form.assignment(name, &value), help))
        });
        let data_sets = settings::DEFINITIONS
            .iter()
            .filter(|definition| definition.scopes.contains(&SettingScope::System))
            .map(|definition| {
                let text = self.written(definition);
                (definition.name, text, definition.help.to_owned())
            });
        let mut list: Vec<_> = own.chain(data_sets).collect();
        list.sort_by_key(|&(name, ..)| name);
        list
    }

    /// Returns a setting of data sets as a program would write it.
    fn written(&self, definition: &settings::Definition) -> String {
        let name = definition.name;
        let said = self.data_sets.value(definition);
        match definition.accepts {
            Accepts::Switch if said.as_deref() == Some("YES") => name.to_owned(),
            Accepts::Switch => format!("NO{name}"),
            Accepts::Number { .. } | Accepts::Thousandths { .. } => {
                format!("{name}={}", said.as_deref().unwrap_or("0"))
            }
            Accepts::Word(words) => format!("{name}={}", said.as_deref().unwrap_or(words[0])),
        }
    }
}

/// Returns a similar name as ` (did you mean X?)`.
fn nearest(word: &str) -> String {
    let names = definitions()
        .map(|definition| definition.name)
        .chain(settings::DEFINITIONS.iter().map(|definition| definition.name));
    feedrate_language::nearest(word, names).map_or_else(String::new, |name| format!(" (is {name} meant?)"))
}

/// Returns a value without the quotes around it.
fn unquoted(text: &str) -> String {
    let inner = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
    inner.map_or_else(|| text.to_owned(), |inner| inner.replace("''", "'"))
}
