//! The definitions of the system options.

use feedrate_lower::Reaction;

use super::SystemOptions;
use super::form::{Form, Given};
use super::sessions;
use super::without_effect::WITHOUT_EFFECT;
use crate::log::transfers::IoTable;
use feedrate_values::informat::DateOrder;

/// A system option.
#[derive(Debug)]
pub struct Definition {
    /// Its name, in capitals.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// Which values it takes.
    pub form: Form,
    /// What it is for.
    pub help: &'static str,
    /// What it does here.
    pub effect: Effect,
}

/// What an option does here.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// What its help says.
    Obeyed(Obeyed),
    /// None: what it is about is so, or is not there.
    None {
        /// Its value at first.
        first: &'static str,
    },
    /// It would change what a program does, and is an error.
    Refused,
}

/// How an option that has an effect is set and shown.
#[derive(Clone, Copy, Debug)]
pub struct Obeyed {
    pub(super) set: fn(&mut SystemOptions, &Given),
    pub(super) show: fn(&SystemOptions) -> String,
}

/// The words of DATESTYLE.
const DATE_STYLES: &[&str] = &["MDY", "DMY", "YMD", "LOCALE"];

/// A definition of a switch over a field.
macro_rules! switch {
    ($name:literal, $($field:ident).+, $help:literal) => {
        Definition {
            name: $name,
            aliases: &[],
            form: Form::Switch,
            help: $help,
            effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Switch(on) = given {
                    options.$($field).+ = *on;
                }
            },
            show: |options| options.$($field).+.to_string(),
            }),
        }
    };
}

/// A definition of what becomes of something that may be a mistake.
macro_rules! reaction {
    ($name:literal, $($field:ident).+, $help:literal) => {
        Definition {
            name: $name,
            aliases: &[],
            form: Form::Word(REACTIONS),
            help: $help,
            effect: Effect::Obeyed(Obeyed {
                set: |options, given| {
                    if let Given::Name(name) = given {
                        options.$($field).+ = match name.as_str() {
                            "NOWARN" | "NOWARNING" => Reaction::Silence,
                            "ERROR" => Reaction::Error,
                            _ => Reaction::Warning,
                        };
                    }
                },
                show: |options| {
                    match options.$($field).+ {
                        Reaction::Silence => "NOWARN",
                        Reaction::Warning => "WARN",
                        Reaction::Error => "ERROR",
                    }
                    .to_owned()
                },
            }),
        }
    };
}

/// The words for what becomes of something.
const REACTIONS: &[&str] = &["NOWARN", "WARN", "ERROR", "NOWARNING", "WARNING"];

/// A definition of a size in memory, of which 0 and MAX stand for all that is to be had.
macro_rules! memory {
    ($name:literal, $field:ident, $help:literal) => {
        Definition {
            name: $name,
            aliases: &[],
            form: Form::Memory,
            help: $help,
            effect: Effect::Obeyed(Obeyed {
                set: |options, given| {
                    if let Given::Size(bytes) = given {
                        options.$field = *bytes;
                    }
                },
                show: |options| {
                    options
                        .$field
                        .map_or_else(|| "MAX".to_owned(), |bytes| bytes.to_string())
                },
            }),
        }
    };
}

/// The system options that have an effect, but those about the I/O of data sets.
pub(super) const DEFINITIONS: &[Definition] = &[
    switch!(
        "AUTOSIGNON",
        sessions.auto_sign_on,
        "RSUBMIT begins a session that is not there."
    ),
    switch!(
        "CENTER",
        center,
        "Titles stand in the middle of the line. On by default."
    ),
    sessions::ACCESS_METHOD,
    switch!(
        "CONNECTPERSIST",
        sessions.persist,
        "A session that RSUBMIT began goes on after its block. On by default."
    ),
    sessions::SESSION,
    switch!(
        "CONNECTWAIT",
        sessions.wait,
        "The statements after RSUBMIT wait for its block. On by default."
    ),
    Definition {
        name: "CPUCOUNT",
        aliases: &[],
        form: Form::Cores,
        help: "How many cores a procedure computes on with THREADS. ACTUAL by default: those that there are.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Cores(cores) = given {
                    options.cpu_count = *cores;
                }
            },
            show: |options| {
                options
                    .cpu_count
                    .map_or_else(|| "ACTUAL".to_owned(), |cores| cores.to_string())
            },
        }),
    },
    Definition {
        name: "DATESTYLE",
        aliases: &[],
        form: Form::Word(DATE_STYLES),
        help: "The order of month, day and year in dates that ANYDTDTE, ANYDTDTM and ANYDTTME read. MDY by default, and as LOCALE; MYD, YDM and DYM are not supported.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Name(word) = given {
                    options.date_order = match word.as_str() {
                        "DMY" => DateOrder::DayMonthYear,
                        "YMD" => DateOrder::YearMonthDay,
                        _ => DateOrder::MonthDayYear,
                    };
                }
            },
            show: |options| {
                match options.date_order {
                    DateOrder::MonthDayYear => "MDY",
                    DateOrder::DayMonthYear => "DMY",
                    DateOrder::YearMonthDay => "YMD",
                }
                .to_owned()
            },
        }),
    },
    reaction!(
        "DKRICOND",
        reactions.strangers_read,
        "What becomes of a name in DROP=, KEEP= or RENAME= of a data set that is read, which it has no variable of. ERROR by default."
    ),
    reaction!(
        "DKROCOND",
        reactions.strangers_made,
        "What becomes of such a name of a data set that is made, or in DROP, KEEP or RENAME. WARN by default."
    ),
    switch!(
        "DLCREATEDIR",
        create_folders,
        "LIBNAME makes the folder of a library that is not there, in one that is."
    ),
    switch!(
        "ERRORABEND",
        error_abend,
        "The program ends with the step or statement that has an error."
    ),
    Definition {
        name: "ERRORS",
        aliases: &[],
        form: Form::Number {
            least: 0,
            most: u32::MAX as u64,
        },
        help: "How many observations with errors in their data the log tells in full. 20 by default.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Number(number) = given {
                    options.errors = u32::try_from(*number).unwrap_or(u32::MAX);
                }
            },
            show: |options| options.errors.to_string(),
        }),
    },
    Definition {
        name: "FIRSTOBS",
        aliases: &[],
        form: Form::Number {
            least: 1,
            most: u64::MAX,
        },
        help: "The first observation of data sets, or line of files, that is read. 1 by default.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Number(number) = given {
                    options.first_observation = *number;
                }
            },
            show: |options| options.first_observation.to_string(),
        }),
    },
    switch!(
        "FMTERR",
        format_errors,
        "A format that cannot be found is an error; with NOFMTERR, BEST12. or $w. takes its place."
    ),
    switch!(
        "FULLSTIMER",
        full_timer,
        "The log tells all clocks and counters of a step."
    ),
    Definition {
        name: "IOTABLE",
        aliases: &[],
        form: Form::Word(IoTable::WORDS),
        help: "Of which steps the log has a table of the pages that they moved. AUTO by default: of those that moved 16 MB, took a second or used a pipe, where something is to be said of it, and with FULLSTIMER of all; ALL or NONE.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Name(word) = given {
                    options.io_table = IoTable::of_word(word);
                }
            },
            show: |options| options.io_table.word().to_owned(),
        }),
    },
    Definition {
        name: "LINESIZE",
        aliases: &["LS"],
        form: Form::Number {
            least: 64,
            most: 256,
        },
        help: "Columns of a line of the listing. 80 by default.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Number(number) = given {
                    options.line_size = u32::try_from(*number).unwrap_or(256);
                }
            },
            show: |options| options.line_size.to_string(),
        }),
    },
    switch!(
        "MACHINECODE",
        machine_code,
        "DATA steps are compiled to machine code. On by default; with NOMACHINECODE they are interpreted, with the same results."
    ),
    switch!(
        "MAUTOLOCDISPLAY",
        mautolocdisplay,
        "The log tells at each call of an autocall macro which file it is from."
    ),
    switch!(
        "MAUTOSOURCE",
        mautosource,
        "A macro that is not defined is compiled from its file in a folder of SASAUTOS. On by default."
    ),
    memory!(
        "MEMSIZE",
        memory_bytes,
        "Bytes that a step may hold in memory. MAX by default, or 0: half of what is available."
    ),
    reaction!(
        "MERGENOBY",
        reactions.merge_without_by,
        "What becomes of MERGE of several data sets without BY. NOWARN by default."
    ),
    switch!(
        "MERROR",
        merror,
        "The log warns of a call of a macro that is not there. On by default."
    ),
    Definition {
        name: "MINDELIMITER",
        aliases: &[],
        form: Form::Character,
        help: "What separates the items after IN in macro expressions. A blank by default.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Character(character) = given {
                    options.mindelimiter = *character;
                }
            },
            show: |options| format!("'{}'", options.mindelimiter),
        }),
    },
    switch!(
        "MINOPERATOR",
        minoperator,
        "IN and # are operators of macro expressions."
    ),
    Definition {
        name: "MISSING",
        aliases: &[],
        form: Form::Character,
        help: "The character that stands for a missing number. A period by default.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Character(character) = given {
                    options.missing = *character;
                }
            },
            show: |options| format!("'{}'", options.missing),
        }),
    },
    switch!("MLOGIC", mlogic, "The log tells what macros do."),
    switch!(
        "MPRINT",
        mprint,
        "The log shows the statements that macros make."
    ),
    switch!("NOTES", notes, "The log has notes. On by default."),
    Definition {
        name: "OBS",
        aliases: &[],
        form: Form::Number {
            least: 0,
            most: u64::MAX,
        },
        help: "The last observation of data sets, or line of files, that is read. MAX by default.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Number(number) = given {
                    options.last_observation = (*number < u64::MAX).then_some(*number);
                }
            },
            show: |options| {
                options
                    .last_observation
                    .map_or_else(|| "MAX".to_owned(), |last| last.to_string())
            },
        }),
    },
    switch!(
        "REPLACE",
        replace,
        "Data sets outside WORK may be replaced by new ones. On by default."
    ),
    Definition {
        name: "SASAUTOS",
        aliases: &[],
        form: Form::Text,
        help: "The folders of autocall macros, in parentheses if there are several: paths in quotes, and what FILENAME has named. A macro is in the file of its name in small letters, with .sas behind. None by default; SASAUTOS stands for none.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Text(text) = given {
                    options.sasautos.clone_from(text);
                }
            },
            show: |options| written_text(&options.sasautos),
        }),
    },
    sessions::COMMAND,
    switch!(
        "SERROR",
        serror,
        "The log warns of a reference to a macro variable that is not there. On by default."
    ),
    switch!(
        "SIGNONWAIT",
        sessions.sign_on_wait,
        "The statements after SIGNON wait until the session is there. On by default."
    ),
    memory!(
        "SORTSIZE",
        sort_bytes,
        "Bytes that PROC SORT may hold in memory. MAX by default, or 0: as many as MEMSIZE, which is the most."
    ),
    switch!(
        "SOURCE",
        source,
        "The log shows the lines of the program. On by default."
    ),
    switch!(
        "SOURCE2",
        included_source,
        "The log shows the lines of included files."
    ),
    switch!(
        "STIMER",
        timer,
        "The log tells how long a step took. On by default."
    ),
    switch!(
        "SYMBOLGEN",
        symbolgen,
        "The log tells what references to macro variables stand for."
    ),
    switch!(
        "SYNTAXCHECK",
        syntax_check,
        "After an error the steps that follow are checked and not run. On by default; with NOSYNTAXCHECK they run."
    ),
    switch!(
        "SYSRPUTSYNC",
        sessions.sync_macro_variables,
        "%SYSRPUT takes effect at once, and not when the session waits for the block."
    ),
    switch!(
        "THREADS",
        threads,
        "Procedures compute on several cores at once. On by default."
    ),
    Definition {
        name: "USER",
        aliases: &[],
        form: Form::Library,
        help: "The library of data sets that are named without one. Empty by default, which is WORK.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Name(name) = given {
                    options.user.clone_from(name);
                }
            },
            show: |options| options.user.clone(),
        }),
    },
    Definition {
        name: "UTILLOC",
        aliases: &[],
        form: Form::Folder,
        help: "The folder in which what does not fit into memory is laid down. WORK by default: where its folder is.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Folder(folder) = given {
                    options.utility_folder.clone_from(folder);
                }
            },
            show: |options| {
                let folder = options.utility_folder.as_ref();
                folder.map_or_else(
                    || "WORK".to_owned(),
                    |folder| format!("'{}'", folder.display()),
                )
            },
        }),
    },
    reaction!(
        "VARLENCHK",
        reactions.shorter_texts,
        "What becomes of a text that has less room in the step than in a data set that it is read from. WARN by default."
    ),
    Definition {
        name: "YEARCUTOFF",
        aliases: &[],
        form: Form::Number {
            least: 1582,
            most: 19900,
        },
        help: "The first of the hundred years that a year of two digits stands for. 1926 by default.",
        effect: Effect::Obeyed(Obeyed {
            set: |options, given| {
                if let Given::Number(number) = given {
                    options.year_cutoff = u32::try_from(*number).unwrap_or(1926);
                }
            },
            show: |options| options.year_cutoff.to_string(),
        }),
    },
];

/// All system options but those about the I/O of data sets.
pub fn definitions() -> impl Iterator<Item = &'static Definition> {
    DEFINITIONS.iter().chain(WITHOUT_EFFECT)
}

/// The option of a word in capitals, and whether the word turns it on.
pub(crate) fn find(word: &str) -> Option<(&'static Definition, bool)> {
    let named = |name: &str| {
        definitions()
            .find(|definition| definition.name == name || definition.aliases.contains(&name))
    };
    if let Some(definition) = named(word) {
        return Some((definition, true));
    }
    let definition = named(word.strip_prefix("NO")?)?;
    (definition.form == Form::Switch).then_some((definition, false))
}

/// A text as an option is shown with it: in quotes, unless it is one word or stands in parentheses.
pub(super) fn written_text(text: &str) -> String {
    let is_word = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    match is_word || text.starts_with('(') {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_capitals_in_order_and_each_is_there_once() {
        for list in [DEFINITIONS, WITHOUT_EFFECT] {
            for pair in list.windows(2) {
                assert!(
                    pair[0].name < pair[1].name,
                    "{} {}",
                    pair[0].name,
                    pair[1].name
                );
            }
        }
        let mut names: Vec<_> = definitions()
            .flat_map(|definition| {
                [definition.name]
                    .into_iter()
                    .chain(definition.aliases.iter().copied())
            })
            .collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert!(pair[0] < pair[1], "{} is there twice", pair[0]);
        }
        for definition in definitions() {
            assert_eq!(definition.name, definition.name.to_ascii_uppercase());
            assert!(definition.help.ends_with('.'), "{}", definition.name);
            assert!(feedrate_dataset::settings::find(definition.name).is_none());
        }
    }

    #[test]
    fn what_an_option_without_effect_is_at_first_is_a_value_that_it_takes() {
        for definition in WITHOUT_EFFECT {
            let Effect::None { first } = definition.effect else {
                continue;
            };
            let given = match definition.form {
                Form::Switch => definition.form.given(first == "true", None),
                form => form.given(true, Some(first)),
            };
            assert!(given.is_some(), "{} {first}", definition.name);
        }
    }
}
