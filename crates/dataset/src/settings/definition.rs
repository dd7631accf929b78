//! The settings: their names, values and scopes, and what they are for.

use feedrate_pageio::Discipline;

use super::requested::RequestedSettings;
use crate::schema::LONGEST_TEXT;

/// Where a setting may be specified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingScope {
    /// In an OPTIONS statement or on the command line.
    System,
    /// In a LIBNAME statement.
    Library,
    /// In parentheses after the name of a data set.
    DataSet,
}

impl SettingScope {
    /// Returns what a message calls it, after "as".
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "a system option",
            Self::Library => "an option of LIBNAME",
            Self::DataSet => "a data set option",
        }
    }
}

/// The values that a setting accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepts {
    /// A whole number from `least` to `most`, or 0 for the default; also `MIN`, which is 0, and `MAX`.
    Number {
        /// The least value other than 0.
        least: u64,
        /// The greatest value.
        most: u64,
    },
    /// A number, possibly with decimals, within bounds in thousandths.
    Thousandths {
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
    },
    /// On or off: `NAME`, `NONAME`, `NAME=YES`, `NAME=NO`.
    Switch,
    /// One of these words, in capitals.
    Word(&'static [&'static str]),
}

/// A value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SettingValue {
    /// A number within its range, or 0.
    Number(u64),
    /// On or off.
    Switch(bool),
    /// The index of a word.
    Word(usize),
}

/// A setting.
#[derive(Debug)]
pub struct Definition {
    /// Its name, in capitals.
    pub name: &'static str,
    /// The values that it accepts.
    pub accepts: Accepts,
    /// Where it may be specified.
    pub scopes: &'static [SettingScope],
    /// Its purpose, in a sentence or two.
    pub help: &'static str,
    /// Returns the requested value, if any.
    pub(super) get: fn(&RequestedSettings) -> Option<SettingValue>,
    /// Sets the requested value.
    pub(super) set: fn(&mut RequestedSettings, SettingValue),
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
        get: |requested| requested.bufsize.map(SettingValue::Number),
        set: |requested, setting_value| {
            requested.bufsize = number(setting_value);
        },
    },
    Definition {
        name: "BUFNO",
        accepts: Accepts::Number { least: 1, most: MOST },
        scopes: ALL,
        help: "Page buffers of a data set, 1 by default. Past the page cache, a transfer moves that many \
               pages, at most 64M, and at most a quarter of MEMSIZE= or what other data sets leave of it; \
               through the cache, under DISCIPLINE=ASSAS, one page a call whatever it is.",
        get: |requested| requested.bufno.map(|number| SettingValue::Number(number.into())),
        set: |requested, setting_value| {
            requested.bufno = number(setting_value).and_then(|number| u32::try_from(number).ok());
        },
    },
    Definition {
        name: "SGIO",
        accepts: Accepts::Switch,
        scopes: ALL,
        help: "Moves the pages of data sets past the page cache, BUFNO at a time, where header and pages \
               are multiples of 4K. Off by default.",
        get: |requested| requested.sgio.map(SettingValue::Switch),
        set: |requested, setting_value| {
            requested.sgio = switch(setting_value);
        },
    },
    Definition {
        name: "ALIGNSASIOFILES",
        accepts: Accepts::Switch,
        scopes: &[SettingScope::System],
        help: "Gives data sets that are written a header as long as a page, so that their pages lie at \
               multiples of their size. On by default, as in newer files of the SAS System. Off, the \
               header has 8K whatever the page, as on UNIX.",
        get: |requested| Some(SettingValue::Switch(requested.align_files.unwrap_or(true))),
        set: |requested, setting_value| {
            requested.align_files = switch(setting_value);
        },
    },
    Definition {
        name: "ENABLEDIRECTIO",
        accepts: Accepts::Switch,
        scopes: &[SettingScope::Library],
        help: "Lets USEDIRECTIO= take effect in a library. Such a library matches no other one on the \
               same folder.",
        get: |requested| requested.enable_direct_io.map(SettingValue::Switch),
        set: |requested, setting_value| {
            requested.enable_direct_io = switch(setting_value);
        },
    },
    Definition {
        name: "USEDIRECTIO",
        accepts: Accepts::Switch,
        scopes: &[SettingScope::Library, SettingScope::DataSet],
        help: "Moves pages past the page cache, as SGIO does, in a library with ENABLEDIRECTIO.",
        get: |requested| requested.use_direct_io.map(SettingValue::Switch),
        set: |requested, setting_value| {
            requested.use_direct_io = switch(setting_value);
        },
    },
    Definition {
        name: "DISCIPLINE",
        accepts: Accepts::Word(&["OVERLAPPED", "ASSAS"]),
        scopes: ALL,
        help: "Who waits for transfers, feedrate's own setting. OVERLAPPED, the default, keeps them in \
               flight while the step works; ASSAS makes one at a time, in the sizes of SAS, so that the \
               effect of BUFNO is the one that it has there.",
        get: |requested| {
            let discipline = requested.discipline?;
            Some(SettingValue::Word(usize::from(discipline == Discipline::AsSas)))
        },
        set: |requested, setting_value| {
            requested.discipline = match setting_value {
                SettingValue::Word(0) => Some(Discipline::Overlapped),
                SettingValue::Word(_) => Some(Discipline::AsSas),
                _ => None,
            };
        },
    },
    Definition {
        name: "FILELOCKWAIT",
        accepts: Accepts::Number { least: 1, most: 600 },
        scopes: &[SettingScope::System, SettingScope::Library],
        help: "Seconds that a step waits for a data set that another process changes or replaces. With 0, \
               the default, it fails at once: A lock is not available.",
        get: |requested| requested.file_lock_wait.map(SettingValue::Number),
        set: |requested, setting_value| {
            requested.file_lock_wait = number(setting_value);
        },
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
        get: |requested| requested.ibufsize.map(|bytes| SettingValue::Number(bytes.into())),
        set: |requested, setting_value| {
            requested.ibufsize = number(setting_value).and_then(|bytes| u32::try_from(bytes).ok());
        },
    },
    Definition {
        name: "IBUFNO",
        accepts: Accepts::Number { least: 1, most: 10_000 },
        scopes: &[SettingScope::System],
        help: "Page buffers of an index under DISCIPLINE=ASSAS, beyond those from its root to a leaf. Otherwise more \
               of its pages are kept.",
        get: |requested| requested.ibufno.map(|buffers| SettingValue::Number(buffers.into())),
        set: |requested, setting_value| {
            requested.ibufno = number(setting_value).and_then(|buffers| u32::try_from(buffers).ok());
        },
    },
    Definition {
        name: "DLDMGACTION",
        accepts: Accepts::Word(&["FAIL", "ABORT", "NOINDEX", "PROMPT", "REPAIR"]),
        scopes: &[SettingScope::System, SettingScope::DataSet],
        help: "What is done when a data set is opened whose update was interrupted. FAIL, the default, and all other \
               words end the step with an error; REPAIR completes the update first, as PROC DATASETS with REPAIR does.",
        get: |requested| requested.damage_action.map(SettingValue::Word),
        set: |requested, setting_value| {
            if let SettingValue::Word(word) = setting_value {
                requested.damage_action = Some(word);
            }
        },
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
        get: |requested| {
            let bytes = requested.widening?.bytes?;
            Some(SettingValue::Number(bytes.into()))
        },
        set: |requested, setting_value| {
            let bytes = number(setting_value).and_then(|number| u32::try_from(number).ok());
            requested.widening.get_or_insert_default().bytes = bytes;
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
        get: |requested| {
            let widening = requested.widening.filter(|widening| widening.bytes.is_none())?;
            Some(SettingValue::Number(widening.thousandths.into()))
        },
        set: |requested, setting_value| {
            let thousandths = number(setting_value).and_then(|number| u32::try_from(number).ok());
            if let Some(thousandths) = thousandths {
                requested.widening.get_or_insert_default().thousandths = thousandths;
            }
        },
    },
    Definition {
        name: "CVPFORMATWIDTH",
        accepts: Accepts::Switch,
        scopes: &[SettingScope::Library],
        help: "Whether the formats of text variables get wider as well where CVPBYTES= or CVPMULTIPLIER= \
               makes these longer. On by default.",
        get: |requested| {
            let widening = requested.widening.filter(|widening| !widening.widens_formats)?;
            Some(SettingValue::Switch(widening.widens_formats))
        },
        set: |requested, setting_value| {
            requested.widening.get_or_insert_default().widens_formats = switch(setting_value).unwrap_or(true);
        },
    },
    Definition {
        name: "CVPENGINE",
        accepts: Accepts::Word(&["V9", "BASE"]),
        scopes: &[SettingScope::Library],
        help: "The engine beneath CVP: V9, also called BASE, is the only one.",
        get: |_| None,
        set: |requested, _| {
            requested.widening.get_or_insert_default();
        },
    },
    Definition {
        name: "COMPRESS",
        accepts: Accepts::Word(&["NO", "OFF", "YES", "ON", "CHAR", "BINARY"]),
        scopes: ALL,
        help: "How the observations of data sets that are written are compressed, each by itself: CHAR, also \
               called YES and ON, by runs of equal bytes; BINARY by runs and repeated parts, which takes \
               longer. Not at all by default, and where observations have less than 24 bytes.",
        get: |requested| Some(SettingValue::Word(requested.compress.unwrap_or(0))),
        set: |requested, setting_value| {
            if let SettingValue::Word(word) = setting_value {
                requested.compress = Some(word);
            }
        },
    },
    Definition {
        name: "REUSE",
        accepts: Accepts::Word(NO_OR_YES),
        scopes: ALL,
        help: "Whether new observations of a compressed data set may take the space of deleted ones, so that \
               it is not POINTOBS=YES. NO by default.",
        get: |requested| {
            let reuse = requested.reuse.unwrap_or(false);
            Some(SettingValue::Word(reuse.into()))
        },
        set: |requested, setting_value| {
            requested.reuse = yes(setting_value);
        },
    },
    Definition {
        name: "POINTOBS",
        accepts: Accepts::Word(NO_OR_YES),
        scopes: &[SettingScope::Library, SettingScope::DataSet],
        help: "Whether a compressed data set ends with a directory of its pages, by which an observation is \
               found by its number, and several threads read parts of it. YES by default.",
        get: |requested| {
            let point_obs = requested.point_obs?;
            Some(SettingValue::Word(point_obs.into()))
        },
        set: |requested, setting_value| {
            requested.point_obs = yes(setting_value);
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

fn yes(setting_value: SettingValue) -> Option<bool> {
    match setting_value {
        SettingValue::Word(word) => Some(word == 1),
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
