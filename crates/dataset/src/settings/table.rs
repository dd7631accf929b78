//! All settings.

use feedrate_pageio::Discipline;

use super::definition::{Accepts, Definition, Field, SettingScope, SettingValue};
use crate::schema::LONGEST_TEXT;

/// A field with a number.
macro_rules! number {
    ($field:ident) => {
        Field {
            get: |requested| requested.$field.map(|number| SettingValue::Number(number.into())),
            set: |requested, value| requested.$field = number(value).and_then(|number| number.try_into().ok()),
        }
    };
}

/// A field that is on or off.
macro_rules! switch {
    ($field:ident) => {
        Field {
            get: |requested| requested.$field.map(SettingValue::Switch),
            set: |requested, value| requested.$field = switch(value),
        }
    };
}

/// A field with the index of a word.
macro_rules! word {
    ($field:ident) => {
        Field {
            get: |requested| requested.$field.map(SettingValue::Word),
            set: |requested, value| requested.$field = word(value),
        }
    };
}

const ALL: &[SettingScope] = &[SettingScope::System, SettingScope::Library, SettingScope::DataSet];

/// The greatest signed 32-bit number, which limits sizes and counts.
const MOST: u64 = i32::MAX as u64;

/// The words of a setting that is no switch, and so has no form with NO before its name.
const NO_OR_YES: &[&str] = &["NO", "YES"];

/// All settings.
pub const DEFINITIONS: &[Definition] = &[
    Definition {
        name: "BUFSIZE",
        accepts: Accepts::Number {
            least: 1024,
            most: MOST,
        },
        scopes: ALL,
        help: "Bytes of a page of data sets that are written. 0, the default, takes 64K, as SAS 9.4 \
               does, or the smallest multiple of 8K above that which holds a row. Any other is rounded \
               up to a multiple of 1K, and until it holds a row.",
        field: number!(bufsize),
    },
    Definition {
        name: "BUFNO",
        accepts: Accepts::Number { least: 1, most: MOST },
        scopes: ALL,
        help: "Page buffers of a data set, 1 by default. Past the page cache, a transfer moves that many \
               pages, at most 64M, and at most a quarter of MEMSIZE= or what other data sets leave of it; \
               through the cache, under DISCIPLINE=ASSAS, one page a call whatever it is.",
        field: number!(bufno),
    },
    Definition {
        name: "SGIO",
        accepts: Accepts::Switch,
        scopes: ALL,
        help: "Moves the pages of data sets past the page cache, BUFNO at a time, where header and pages \
               are multiples of 4K. Off by default.",
        field: switch!(sgio),
    },
    Definition {
        name: "ALIGNSASIOFILES",
        accepts: Accepts::Switch,
        scopes: &[SettingScope::System],
        help: "Gives data sets that are written a header as long as a page, so that their pages lie at \
               multiples of their size. On by default, as in newer files of the SAS System. Off, the \
               header has 8K whatever the page, as on UNIX.",
        field: Field {
            get: |requested| Some(SettingValue::Switch(requested.align_files.unwrap_or(true))),
            set: |requested, value| {
                requested.align_files = switch(value);
            },
        },
    },
    Definition {
        name: "ENABLEDIRECTIO",
        accepts: Accepts::Switch,
        scopes: &[SettingScope::Library],
        help: "Lets USEDIRECTIO= take effect in a library. Such a library matches no other one on the \
               same folder.",
        field: switch!(enable_direct_io),
    },
    Definition {
        name: "USEDIRECTIO",
        accepts: Accepts::Switch,
        scopes: &[SettingScope::Library, SettingScope::DataSet],
        help: "Moves pages past the page cache, as SGIO does, in a library with ENABLEDIRECTIO.",
        field: switch!(use_direct_io),
    },
    Definition {
        name: "DISCIPLINE",
        accepts: Accepts::Word(&["OVERLAPPED", "ASSAS"]),
        scopes: ALL,
        help: "Who waits for transfers, feedrate's own setting. OVERLAPPED, the default, keeps them in \
               flight while the step works; ASSAS makes one at a time, in the sizes of SAS, so that the \
               effect of BUFNO is the one that it has there.",
        field: Field {
            get: |requested| {
                let discipline = requested.discipline?;
                Some(SettingValue::Word(usize::from(discipline == Discipline::AsSas)))
            },
            set: |requested, value| {
                requested.discipline = word(value).map(|word| match word {
                    0 => Discipline::Overlapped,
                    _ => Discipline::AsSas,
                });
            },
        },
    },
    Definition {
        name: "FILELOCKWAIT",
        accepts: Accepts::Number { least: 1, most: 600 },
        scopes: &[SettingScope::System, SettingScope::Library],
        help: "Seconds that a step waits for a data set that another process changes or replaces. With 0, \
               the default, it fails at once: A lock is not available.",
        field: number!(file_lock_wait),
    },
    Definition {
        name: "IBUFSIZE",
        accepts: Accepts::Number {
            least: 1024,
            most: 32_767,
        },
        scopes: &[SettingScope::System, SettingScope::DataSet],
        help: "Bytes of a page of index files that are made. 0, the default, takes 8K. Any other is rounded up to a \
               multiple of 1K.",
        field: number!(ibufsize),
    },
    Definition {
        name: "IBUFNO",
        accepts: Accepts::Number { least: 1, most: 10_000 },
        scopes: &[SettingScope::System],
        help: "Page buffers of an index under DISCIPLINE=ASSAS, beyond those from its root to a leaf. Otherwise more \
               of its pages are kept.",
        field: number!(ibufno),
    },
    Definition {
        name: "DLDMGACTION",
        accepts: Accepts::Word(&["FAIL", "ABORT", "NOINDEX", "PROMPT", "REPAIR"]),
        scopes: &[SettingScope::System, SettingScope::DataSet],
        help: "What is done when a data set is opened whose update was interrupted. FAIL, the default, and all other \
               words end the step with an error; REPAIR completes the update first, as PROC DATASETS with REPAIR does.",
        field: word!(damage_action),
    },
    Definition {
        name: "CVPBYTES",
        accepts: Accepts::Number {
            least: 1,
            most: LONGEST_TEXT as u64,
        },
        scopes: &[SettingScope::Library],
        help: "Bytes by which text variables of a library are longer than in their files, so that they have \
               room in UTF-8. Counts before CVPMULTIPLIER=. Such a library is only read.",
        field: Field {
            get: |requested| Some(SettingValue::Number(requested.expansion?.bytes?.into())),
            set: |requested, value| {
                let bytes = number(value).and_then(|number| u32::try_from(number).ok());
                requested.expansion.get_or_insert_default().bytes = bytes;
            },
        },
    },
    Definition {
        name: "CVPMULTIPLIER",
        accepts: Accepts::Thousandths {
            least: 1000,
            most: 5000,
        },
        scopes: &[SettingScope::Library],
        help: "How many times as long text variables of a library are as in their files, so that they have \
               room in UTF-8: 1.5 with the engine CVP. Such a library is only read.",
        field: Field {
            get: |requested| {
                let expansion = requested.expansion.filter(|expansion| expansion.bytes.is_none())?;
                Some(SettingValue::Number(expansion.thousandths.into()))
            },
            set: |requested, value| {
                let thousandths = number(value).and_then(|number| u32::try_from(number).ok());
                if let Some(thousandths) = thousandths {
                    requested.expansion.get_or_insert_default().thousandths = thousandths;
                }
            },
        },
    },
    Definition {
        name: "CVPFORMATWIDTH",
        accepts: Accepts::Switch,
        scopes: &[SettingScope::Library],
        help: "Whether the formats of text variables get wider as well where CVPBYTES= or CVPMULTIPLIER= \
               makes these longer. On by default.",
        field: Field {
            get: |requested| {
                let expansion = requested.expansion.filter(|expansion| !expansion.expands_formats)?;
                Some(SettingValue::Switch(expansion.expands_formats))
            },
            set: |requested, value| {
                requested.expansion.get_or_insert_default().expands_formats = switch(value).unwrap_or(true);
            },
        },
    },
    Definition {
        name: "CVPENGINE",
        accepts: Accepts::Word(&["V9", "BASE"]),
        scopes: &[SettingScope::Library],
        help: "The engine beneath CVP: V9, also called BASE, is the only one.",
        field: Field {
            get: |_| None,
            set: |requested, _| {
                requested.expansion.get_or_insert_default();
            },
        },
    },
    Definition {
        name: "COMPRESS",
        accepts: Accepts::Word(&["NO", "OFF", "YES", "ON", "CHAR", "BINARY"]),
        scopes: ALL,
        help: "How the observations of data sets that are written are compressed, each by itself: CHAR, also \
               called YES and ON, by runs of equal bytes; BINARY by runs and repeated parts, which takes \
               longer. Not at all by default, and where observations have less than 24 bytes.",
        field: Field {
            get: |requested| Some(SettingValue::Word(requested.compress.unwrap_or(0))),
            set: |requested, value| requested.compress = word(value),
        },
    },
    Definition {
        name: "REUSE",
        accepts: Accepts::Word(NO_OR_YES),
        scopes: ALL,
        help: "Whether new observations of a compressed data set may take the space of deleted ones, so that \
               it is not POINTOBS=YES. NO by default.",
        field: Field {
            get: |requested| Some(SettingValue::Word(requested.reuse.unwrap_or(false).into())),
            set: |requested, value| requested.reuse = word(value).map(|word| word == 1),
        },
    },
    Definition {
        name: "POINTOBS",
        accepts: Accepts::Word(NO_OR_YES),
        scopes: &[SettingScope::Library, SettingScope::DataSet],
        help: "Whether a compressed data set ends with a directory of its pages, by which an observation is \
               found by its number, and several threads read parts of it. YES by default.",
        field: Field {
            get: |requested| requested.point_obs.map(|yes| SettingValue::Word(yes.into())),
            set: |requested, value| requested.point_obs = word(value).map(|word| word == 1),
        },
    },
];

fn number(setting_value: SettingValue) -> Option<u64> {
    match setting_value {
        SettingValue::Number(number) => Some(number),
        _ => None,
    }
}

fn switch(setting_value: SettingValue) -> Option<bool> {
    match setting_value {
        SettingValue::Switch(on) => Some(on),
        _ => None,
    }
}

fn word(setting_value: SettingValue) -> Option<usize> {
    match setting_value {
        SettingValue::Word(word) => Some(word),
        _ => None,
    }
}

/// Returns the setting of a word in either case, and whether the word turns it on: `NOSGIO` is SGIO, off.
pub fn find(word: &str) -> Option<(&'static Definition, bool)> {
    let named = |name: &str| {
        DEFINITIONS
            .iter()
            .find(|definition| definition.name.eq_ignore_ascii_case(name))
    };
    if let Some(definition) = named(word) {
        return Some((definition, true));
    }
    let (start, rest) = word.split_at_checked(2)?;
    let definition = start.eq_ignore_ascii_case("no").then(|| named(rest))??;
    (definition.accepts == Accepts::Switch).then_some((definition, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_find_their_setting_in_either_case() {
        let found = |word| find(word).map(|(definition, on)| (definition.name, on));
        assert_eq!(found("bufsize"), Some(("BUFSIZE", true)));
        assert_eq!(found("NoSgio"), Some(("SGIO", false)));
        assert_eq!(found("noalignsasiofiles"), Some(("ALIGNSASIOFILES", false)));
        // Only a switch can be turned off this way.
        assert_eq!(found("nobufno"), None);
        assert_eq!(found("no"), None);
        assert_eq!(found("ä"), None);
        assert_eq!(found(""), None);
    }

    #[test]
    fn names_are_in_capitals_and_each_is_there_once() {
        for (index, definition) in DEFINITIONS.iter().enumerate() {
            assert_eq!(definition.name, definition.name.to_ascii_uppercase());
            assert!(definition.help.ends_with('.'), "{}", definition.name);
            let again = DEFINITIONS[..index].iter().any(|other| other.name == definition.name);
            assert!(!again, "{}", definition.name);
        }
    }
}
