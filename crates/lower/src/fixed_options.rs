//! Data set options of which only the values that always hold here are possible.

use feedrate_language::Diagnostic;
use feedrate_language::tree::{DataSetOption, OptionValue};

/// An option, its possible values in upper case, and why there are no others.
struct FixedOption {
    name: &'static str,
    values: &'static [&'static str],
    reason: &'static str,
}

const FIXED: &[FixedOption] = &[
    FixedOption {
        name: "ENCODING",
        values: &["UTF8", "UTF-8"],
        reason: "data sets are made in UTF-8, and those of other encodings are read as their files say",
    },
    FixedOption {
        name: "ENCRYPT",
        values: &["NO"],
        reason: "files of data sets are not encrypted here; encrypt the volume",
    },
    FixedOption {
        name: "GENMAX",
        values: &["0"],
        reason: "generations of data sets are not kept; copy a data set under another name before it is replaced",
    },
    FixedOption {
        name: "GENNUM",
        values: &["0"],
        reason: "generations of data sets are not kept; a data set is the one of its name",
    },
    FixedOption {
        name: "OUTREP",
        values: &["LINUX_X86_64", "NATIVE"],
        reason: "files are made as those of 64-bit Linux, which all current systems read",
    },
    FixedOption {
        name: "PWREQ",
        values: &["NO", "YES"],
        reason: "it asks for passwords, which data sets have none of here",
    },
    FixedOption {
        name: "REPEMPTY",
        values: &["YES"],
        reason: "an empty data set replaces one of its name; test the number of observations before the step",
    },
    FixedOption {
        name: "WHEREUP",
        values: &["NO"],
        reason: "observations are not checked against WHERE= when they are added or changed; test them with IF",
    },
];

/// Returns the refusal of an option whose value is not among the possible ones; `None` if the option is another one.
pub(super) fn check(option: &DataSetOption) -> Option<Result<(), Diagnostic>> {
    let fixed = FIXED.iter().find(|fixed| fixed.name == option.name)?;
    let word = match &option.value {
        OptionValue::Word(word) => word.to_uppercase(),
        _ => String::new(),
    };
    if fixed.values.contains(&word.as_str()) {
        return Some(Ok(()));
    }
    let message = format!("the data set option {}={word} is not supported", fixed.name);
    Some(Err(Diagnostic::error(option.at, message).with_hint(fixed.reason)))
}
