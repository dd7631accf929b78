//! Data set options except those about variables: the selection of observations, and page I/O.

use feedrate_dataset::settings::{DEFINITIONS, RequestedSettings, SettingError, SettingScope, parse_number};
use feedrate_language::parse::WITHOUT_EFFECT;
use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::tree::{DataSetOption, OptionValue};
use feedrate_language::{Diagnostic, Position};
use feedrate_program::IndexUse;

use super::fixed_options;
use super::lowering::StepLowering;

/// The options of an input data set except those about variables.
#[derive(Debug, Default)]
pub(super) struct SourceOptions {
    pub settings: RequestedSettings,
    pub first: Option<u64>,
    /// The last observation; `Some(None)` for `OBS=MAX`.
    pub last: Option<Option<u64>>,
    /// The variable of `in=`.
    pub contributes: Option<(String, Position)>,
    pub index_use: IndexUse,
}

/// The options of an output data set except those about variables and indexes.
#[derive(Debug, Default)]
pub(super) struct TargetOptions {
    pub settings: RequestedSettings,
    pub label: String,
    /// TYPE=; empty for an ordinary data set.
    pub data_set_type: String,
    pub keep_existing: bool,
}

/// The maximum length of the type of a data set.
const LONGEST_TYPE: usize = 8;

/// Returns a type as files have it: DATA is that of an ordinary data set.
fn data_set_type(word: &str) -> String {
    match word.to_ascii_uppercase() {
        ordinary if ordinary == "DATA" => String::new(),
        other => other,
    }
}

impl StepLowering<'_> {
    /// Lowers the options of an input data set except those about variables.
    pub fn source_options(&mut self, options: &[DataSetOption]) -> SourceOptions {
        let mut source = SourceOptions::default();
        for option in options {
            let at = option.at;
            match (option.name.as_str(), &option.value) {
                ("KEEP" | "DROP" | "RENAME" | "WHERE" | "LABEL" | "SORTEDBY" | "TYPE", _) => {}
                ("ENCODING", _) => self.error(
                    at,
                    "ENCODING= is for data sets that are made; a file says how it is read",
                ),
                ("IN", OptionValue::Word(name)) => source.contributes = Some((name.clone(), at)),
                ("FIRSTOBS", OptionValue::Word(word)) => {
                    let first = self.observation("FIRSTOBS", word, at);
                    source.first = first.map(|first| first.unwrap_or(u64::MAX));
                    if source.first == Some(0) {
                        self.error(at, "FIRSTOBS= counts observations from 1");
                    }
                }
                ("OBS", OptionValue::Word(word)) => source.last = self.observation("OBS", word, at),
                ("IDXWHERE" | "IDXNAME", OptionValue::Word(word)) => {
                    self.index_use(&option.name, word, at, &mut source.index_use);
                }
                ("REPLACE" | "INDEX", _) => {
                    let name = &option.name;
                    let message = format!("{name}= is for data sets that are made, and this one is read");
                    self.error(at, message);
                }
                _ => self.setting(option, &mut source.settings),
            }
        }
        source
    }

    /// Lowers IDXWHERE= and IDXNAME=, which exclude each other.
    fn index_use(&mut self, option: &str, word: &str, at: Position, used: &mut IndexUse) {
        let wanted = match option {
            "IDXNAME" => IndexUse::Named(word.to_owned()),
            _ if word.eq_ignore_ascii_case("yes") => IndexUse::Always,
            _ if word.eq_ignore_ascii_case("no") => IndexUse::Never,
            _ => {
                self.error(at, format!("IDXWHERE= takes YES or NO, not {word}"));
                return;
            }
        };
        match (&*used, &wanted) {
            (IndexUse::Named(_), IndexUse::Always | IndexUse::Never)
            | (IndexUse::Always | IndexUse::Never, IndexUse::Named(_)) => {
                self.error(at, "IDXWHERE= and IDXNAME= exclude each other");
            }
            _ => *used = wanted,
        }
    }

    /// Lowers the options of an output data set except those about variables and indexes.
    pub fn target_options(&mut self, options: &[DataSetOption]) -> TargetOptions {
        let mut target = TargetOptions::default();
        for option in options {
            match (option.name.as_str(), &option.value) {
                ("KEEP" | "DROP" | "RENAME" | "WHERE" | "INDEX" | "SORTEDBY", _) => {}
                // A blank label is none.
                ("LABEL", OptionValue::Word(label)) => target.label = label.trim_end().to_owned(),
                ("TYPE", OptionValue::Word(word)) => match word.len() {
                    1..=LONGEST_TYPE if word.is_ascii() => target.data_set_type = data_set_type(word),
                    _ => self.error(
                        option.at,
                        format!("TYPE= takes a word of {LONGEST_TYPE} letters at most"),
                    ),
                },
                ("REPLACE", OptionValue::Word(word)) => {
                    target.keep_existing = word.eq_ignore_ascii_case("no");
                    if !target.keep_existing && !word.eq_ignore_ascii_case("yes") {
                        self.error(option.at, format!("REPLACE= takes YES or NO, not {word}"));
                    }
                }
                ("IN" | "FIRSTOBS" | "OBS" | "IDXWHERE" | "IDXNAME", _) => {
                    let name = &option.name;
                    let message = format!("{name}= is for data sets that are read, and this one is made");
                    self.error(option.at, message);
                }
                _ => self.setting(option, &mut target.settings),
            }
        }
        target
    }

    fn setting(&mut self, option: &DataSetOption, settings: &mut RequestedSettings) {
        let OptionValue::Word(word) = &option.value else {
            self.error(option.at, format!("{}= takes no list", option.name));
            return;
        };
        if WITHOUT_EFFECT.contains(&option.name.as_str()) {
            let message = format!("The data set option {}= has no effect here.", option.name);
            self.note(option.at, message);
            return;
        }
        match fixed_options::check(option) {
            None => {}
            Some(Ok(())) => return,
            Some(Err(refusal)) => {
                self.diagnostics.push(refusal);
                return;
            }
        }
        match settings.set(SettingScope::DataSet, &option.name, Some(word)) {
            Ok(()) => {}
            Err(SettingError::Unknown { .. }) => {
                let about_io = DEFINITIONS
                    .iter()
                    .filter(|definition| definition.scopes.contains(&SettingScope::DataSet))
                    .map(|definition| definition.name);
                let message = format!("Invalid option name {}.", option.name.to_ascii_uppercase());
                let error = Diagnostic::error(option.at, message).numbered("22-7");
                self.diagnostics.push(match did_you_mean(&option.name, about_io) {
                    Some(hint) => error.with_hint(hint),
                    None => error,
                });
            }
            Err(error) => self.error(option.at, error.to_string()),
        }
    }

    /// Parses the number of an observation; `Some(None)` for MAX.
    fn observation(&mut self, name: &str, word: &str, at: Position) -> Option<Option<u64>> {
        if word.eq_ignore_ascii_case("max") {
            return Some(None);
        }
        let number = if word.eq_ignore_ascii_case("min") {
            Some(0)
        } else {
            parse_number(word)
        };
        if number.is_none() {
            self.error(
                at,
                format!("{name}= takes the number of an observation or MAX, not {word}"),
            );
        }
        number.map(Some)
    }
}
