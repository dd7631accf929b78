//! The system options: what OPTIONS, the command line and PROC OPTIONS know.
//!
//! [`definitions`] is the one place that knows their names, values and meaning, and which have no effect; those about the I/O of
//! data sets are [`feedrate_dataset::settings::DEFINITIONS`].

mod definition;
mod form;
mod resources;
mod sessions;
mod without_effect;

use std::path::PathBuf;

use std::collections::BTreeMap;

use feedrate_dataset::Asked;
use feedrate_dataset::settings::{self, Accepts, Place, SettingError};
use feedrate_lower::Reaction;
use feedrate_steps::environment::Options;
use feedrate_values::informat::DateOrder;

use crate::log::transfers::IoTable;
use definition::written_text;

pub(crate) use definition::find;
pub use definition::{Definition, Effect, definitions};
pub use form::Form;
pub use sessions::SessionDefaults;

/// The system options of a session, at their defaults to begin with.
#[derive(Clone, Debug)]
pub struct SystemOptions {
    /// About the I/O of data sets.
    pub data_sets: Asked,
    /// `FULLSTIMER`: all of a step's clocks and counters, and not two lines.
    pub full_timer: bool,
    /// `STIMER`: what a step took is told at all.
    pub timer: bool,
    /// `SOURCE`: lines of the program are shown in the log.
    pub source: bool,
    /// `SOURCE2`: those of included files too.
    pub included_source: bool,
    /// `NOTES`.
    pub notes: bool,
    /// `IOTABLE=`: of which steps the log has a table of what they moved.
    pub io_table: IoTable,
    /// `MPRINT`: statements that macros make are shown.
    pub mprint: bool,
    /// `MLOGIC`: what macros do is told.
    pub mlogic: bool,
    /// `SYMBOLGEN`: what references stand for is told.
    pub symbolgen: bool,
    /// `FIRSTOBS=`, from 1.
    pub first_observation: u64,
    /// `OBS=`; `None` for all.
    pub last_observation: Option<u64>,
    /// `LINESIZE=`: columns of the listing.
    pub line_size: u32,
    /// `ERRORS=`: observations with data errors that are told whole.
    pub errors: u32,
    /// `MISSING=`: how `.` is shown.
    pub missing: char,
    /// `YEARCUTOFF=`: the first year of the hundred that two digits stand for.
    pub year_cutoff: u32,
    /// `DATESTYLE=`: the order of dates that may have several.
    pub date_order: DateOrder,
    /// `FMTERR`: a format that is not there is an error.
    pub format_errors: bool,
    /// `REPLACE`: data sets outside WORK may be replaced.
    pub replace: bool,
    /// `SYNTAXCHECK`: after an error, steps are checked and not run.
    pub syntax_check: bool,
    /// `USER=`: the library of names without one; empty for WORK.
    pub user: String,
    /// `CENTER`: titles stand in the middle.
    pub center: bool,
    /// `MACHINECODE`: DATA steps are compiled to machine code, and interpreted otherwise.
    pub machine_code: bool,
    /// After how many rows of a data set, with as many to come, its WHERE condition is compiled. No statement
    /// sets it.
    pub rows_worth_compiling: u64,
    /// `THREADS`: procedures may compute on several cores at once.
    pub threads: bool,
    /// `CPUCOUNT=`; `None` for the cores that this process may use.
    pub cpu_count: Option<u32>,
    /// `MEMSIZE=` in bytes; `None` for a share of what is available.
    pub memory_bytes: Option<u64>,
    /// `SORTSIZE=` in bytes; `None` for MEMSIZE.
    pub sort_bytes: Option<u64>,
    /// `UTILLOC=`; `None` for the folder within which that of WORK is.
    pub utility_folder: Option<PathBuf>,
    /// `ERRORABEND`: the program ends with the first error.
    pub error_abend: bool,
    /// `DLCREATEDIR`: LIBNAME makes a folder that is not there.
    pub create_folders: bool,
    /// What becomes of what may be a mistake.
    pub reactions: Reactions,
    /// `MINOPERATOR`: IN is an operator of macro expressions.
    pub minoperator: bool,
    /// `MINDELIMITER=`: what separates the items after it.
    pub mindelimiter: char,
    /// `MERROR`: calls of macros that are not there are warned of.
    pub merror: bool,
    /// `SERROR`: references to macro variables that are not there are warned of.
    pub serror: bool,
    /// `MAUTOSOURCE`: macros are looked for in files.
    pub mautosource: bool,
    /// `MAUTOLOCDISPLAY`: it is told which file they are from.
    pub mautolocdisplay: bool,
    /// `SASAUTOS=`: the folders of these files, as the program writes them.
    pub sasautos: String,
    /// About other sessions.
    pub sessions: SessionDefaults,
    /// The values of options that have no effect, where they were given one.
    pub without_effect: BTreeMap<&'static str, String>,
}

/// What becomes of what may be a mistake.
#[derive(Clone, Copy, Debug)]
pub struct Reactions {
    /// `MERGENOBY=`.
    pub merge_without_by: Reaction,
    /// `VARLENCHK=`.
    pub shorter_texts: Reaction,
    /// `DKRICOND=`.
    pub strangers_read: Reaction,
    /// `DKROCOND=`.
    pub strangers_made: Reaction,
}

impl Default for Reactions {
    fn default() -> Self {
        let options = feedrate_lower::Options::default();
        Self {
            merge_without_by: options.merge_without_by,
            shorter_texts: options.shorter_texts,
            strangers_read: options.strangers_read,
            strangers_made: options.strangers_made,
        }
    }
}

impl Default for SystemOptions {
    fn default() -> Self {
        Self {
            data_sets: Asked::default(),
            full_timer: false,
            timer: true,
            source: true,
            included_source: false,
            notes: true,
            io_table: IoTable::Auto,
            mprint: false,
            mlogic: false,
            symbolgen: false,
            first_observation: 1,
            last_observation: None,
            line_size: 80,
            errors: 20,
            missing: '.',
            year_cutoff: 1926,
            date_order: DateOrder::MonthDayYear,
            format_errors: true,
            replace: true,
            syntax_check: true,
            user: String::new(),
            center: true,
            machine_code: true,
            rows_worth_compiling: Options::default().rows_worth_compiling,
            threads: true,
            cpu_count: None,
            memory_bytes: None,
            sort_bytes: None,
            utility_folder: None,
            error_abend: false,
            create_folders: false,
            reactions: Reactions::default(),
            minoperator: false,
            mindelimiter: ' ',
            merror: true,
            serror: true,
            mautosource: true,
            mautolocdisplay: false,
            sasautos: "SASAUTOS".to_owned(),
            sessions: SessionDefaults::default(),
            without_effect: BTreeMap::new(),
        }
    }
}

/// Why an option is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has that name.
    #[error("there is no system option {word}{}; PROC OPTIONS lists them", nearest(.word))]
    Unknown {
        /// The word in capitals.
        word: String,
    },
    /// It takes other values.
    #[error("{name} cannot be `{value}`; it takes {}", .form.text())]
    Value {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        form: Form,
    },
    /// It needs a value.
    #[error("{name} needs a value after an equals sign; it takes {}", .form.text())]
    NoValue {
        /// The option.
        name: &'static str,
        /// What it takes.
        form: Form,
    },
    /// It is one of the language that feedrate does not have.
    #[error("the system option {name} is not supported ({})", .why.trim_end_matches('.'))]
    Refused {
        /// The option.
        name: &'static str,
        /// What is so instead.
        why: &'static str,
    },
    /// About the I/O of data sets.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

impl SystemOptions {
    /// Takes an option as it stands in a program: a word such as `FULLSTIMER` or `NONOTES` in either
    /// case, and the value after its equals sign, if there is one. Returns the name of one that has no effect and
    /// asks for something else than what is so.
    pub fn set(
        &mut self,
        word: &str,
        value: Option<&str>,
    ) -> Result<Option<&'static str>, OptionError> {
        let word = word.to_ascii_uppercase();
        if let Some((definition, _)) = settings::find(&word) {
            self.data_sets.set(Place::System, &word, value)?;
            let is_idle = definition.name == "COMPRESS" && self.data_sets.asks_to_compress();
            return Ok(is_idle.then_some(definition.name));
        }
        let (definition, on) =
            definition::find(&word).ok_or(OptionError::Unknown { word: word.clone() })?;
        let name = definition.name;
        let form = definition.form;
        if let Effect::Refused = definition.effect {
            let why = definition.help;
            return Err(OptionError::Refused { name, why });
        }
        let given = form
            .given(on, value.map(str::trim))
            .ok_or_else(|| match value {
                Some(value) => OptionError::Value {
                    name,
                    value: value.trim().to_owned(),
                    form,
                },
                None => OptionError::NoValue { name, form },
            })?;
        Ok(match definition.effect {
            Effect::Obeyed(obeyed) => {
                (obeyed.set)(self, &given);
                None
            }
            Effect::None { first } => {
                let text = given.text();
                let is_other = !text.eq_ignore_ascii_case(first);
                self.without_effect.insert(name, text);
                is_other.then_some(name)
            }
            Effect::Refused => None,
        })
    }

    /// The value of an option by a word for it, as `getoption` gives it: of a switch the word that sets it so.
    pub fn value(&self, word: &str) -> Option<String> {
        let shown = self.assignment(word)?;
        Some(match shown.split_once('=') {
            Some((_, value)) => unquoted(value),
            None => shown,
        })
    }

    /// An option by a word for it, as a program would set it to what it is.
    pub fn assignment(&self, word: &str) -> Option<String> {
        let word = word.to_ascii_uppercase();
        let name = match settings::find(&word) {
            Some((definition, _)) => definition.name,
            None => definition::find(&word)?.0.name,
        };
        let mut all = self.named().into_iter();
        all.find_map(|(own, shown, _)| (own == name).then_some(shown))
    }

    /// The options as PROC OPTIONS shows them: each with its value and what it is for, in the order of
    /// their names.
    pub fn list(&self) -> Vec<(String, String)> {
        let named = self.named().into_iter();
        named.map(|(_, text, help)| (text, help)).collect()
    }

    /// The same, each with its name before it.
    pub fn named(&self) -> Vec<(&'static str, String, String)> {
        let own = definitions().filter_map(|definition| {
            let value = match definition.effect {
                Effect::Obeyed(obeyed) => (obeyed.show)(self),
                Effect::None { first } => {
                    let given = self.without_effect.get(definition.name);
                    let value = given.map_or(first, String::as_str);
                    match definition.form {
                        Form::Text => written_text(value),
                        _ => value.to_owned(),
                    }
                }
                Effect::Refused => return None,
            };
            let text = definition.form.written(definition.name, &value);
            let help = match definition.effect {
                Effect::None { .. } => format!("No effect: {}", definition.help),
                _ => definition.help.to_owned(),
            };
            Some((definition.name, text, help))
        });
        let data_sets = settings::DEFINITIONS
            .iter()
            .filter(|definition| definition.places.contains(&Place::System))
            .map(|definition| {
                let text = self.written(definition);
                (definition.name, text, definition.help.to_owned())
            });
        let mut list: Vec<_> = own.chain(data_sets).collect();
        list.sort_by_key(|&(name, ..)| name);
        list
    }

    /// A setting of data sets as a program would write it.
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

/// A name that may have been meant, as ` (did you mean X?)`.
fn nearest(word: &str) -> String {
    let names = definitions().map(|definition| definition.name).chain(
        settings::DEFINITIONS
            .iter()
            .map(|definition| definition.name),
    );
    feedrate_language::nearest(word, names)
        .map_or_else(String::new, |name| format!(" (is {name} meant?)"))
}

/// A value without the quotes around it.
fn unquoted(text: &str) -> String {
    let inner = text
        .strip_prefix('\'')
        .and_then(|text| text.strip_suffix('\''));
    inner.map_or_else(|| text.to_owned(), |inner| inner.replace("''", "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_listed_by_their_names_and_not_by_what_switches_them_off() {
        let list = SystemOptions::default().list();
        let place = |text: &str| list.iter().position(|(it, _)| it == text).unwrap();
        assert!(place("NOMPRINT") < place("NOTES"));
        assert!(place("NOTES") < place("OBS=MAX"));
        assert!(place("OBS=MAX") < place("NOSGIO"));
    }

    #[test]
    fn options_without_effect_are_taken_and_kept() {
        let mut options = SystemOptions::default();
        for (word, value, told) in [
            // What is so needs no note.
            ("nodate", None, None),
            ("NONUMBER", None, None),
            ("validvarname", Some("any"), None),
            ("compress", Some("no"), None),
            ("number", None, Some("NUMBER")),
            ("ps", Some("60"), Some("PAGESIZE")),
            ("pagesize", Some("max"), None),
            ("formdlim", Some("-"), Some("FORMDLIM")),
            ("fmtsearch", Some("(lib work)"), Some("FMTSEARCH")),
            ("noxwait", None, Some("XWAIT")),
            ("compress", Some("char"), Some("COMPRESS")),
        ] {
            assert_eq!(options.set(word, value), Ok(told), "{word}");
        }
        for (word, value) in [
            ("number", "NUMBER"),
            ("date", "NODATE"),
            ("PS", "32767"),
            ("formdlim", "-"),
            ("fmtsearch", "(lib work)"),
            ("compress", "CHAR"),
            ("mergenoby", "NOWARN"),
            ("center", "CENTER"),
            ("ls", "80"),
            ("msglevel", "N"),
        ] {
            assert_eq!(options.value(word).as_deref(), Some(value), "{word}");
        }
        assert_eq!(options.value("nonesuch"), None);
        assert!(options.set("nodate", Some("1")).is_err());
        assert!(options.set("orientation", Some("round")).is_err());
        let said = options.set("invaliddata", Some("X")).unwrap_err();
        assert_eq!(
            said.to_string(),
            "the system option INVALIDDATA is not supported (A number that cannot be read is `.` always)"
        );
    }

    #[test]
    fn options_are_set_and_shown() {
        let mut options = SystemOptions::default();
        options.set("fullstimer", None).unwrap();
        options.set("nonotes", None).unwrap();
        options.set("obs", Some("100")).unwrap();
        options.set("bufsize", Some("64k")).unwrap();
        options.set("sgio", None).unwrap();
        options.set("ls", Some("132")).unwrap();
        assert!(options.full_timer && !options.notes);
        assert_eq!(
            (options.last_observation, options.line_size),
            (Some(100), 132)
        );
        assert_eq!(options.data_sets.bufsize, Some(65536));
        let list: Vec<_> = options.list().into_iter().map(|(text, _)| text).collect();
        for text in [
            "FULLSTIMER",
            "NONOTES",
            "OBS=100",
            "BUFSIZE=65536",
            "SGIO",
            "LINESIZE=132",
        ] {
            assert!(list.iter().any(|there| there == text), "{text} in {list:?}");
        }
        options.set("obs", Some("max")).unwrap();
        assert_eq!(options.last_observation, None);
    }

    #[test]
    fn what_is_wrong_is_said_with_what_would_do() {
        let mut options = SystemOptions::default();
        let said = |outcome: Result<_, OptionError>| outcome.unwrap_err().to_string();
        insta::assert_snapshot!(
            [
                said(options.set("obs", Some("many"))),
                said(options.set("obs", None)),
                said(options.set("fulstimer", None)),
                said(options.set("missing", Some("ab"))),
                said(options.set("notes", Some("7"))),
                said(options.set("bufsize", Some("3x"))),
            ]
            .join("\n")
        );
    }
}
