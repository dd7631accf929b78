//! The records before the rows of a data set, and before the first data set of a file.
//!
//! TS-140 for version 5, and its sequel for versions 8 and 9.

use feedrate_values::calendar::Date;
use feedrate_values::{Kind, Spec};

use super::Version;
use super::record::RECORD;
use crate::schema::{Schema, Variable};

/// The release that files state.
const RELEASE: &str = "9.4";

/// The length of the description of a variable.
const DESCRIPTION: usize = 140;

/// The digits by which a data set says that.
const DESCRIPTIONS: &str = "000000000000000001600000000140";

/// The length of a label in the description of a variable.
pub(super) const LABEL: usize = 40;

/// The length of the name of a format in the description of a variable.
pub(super) const FORMAT: usize = 8;

/// The description of a data set, without its variables.
#[derive(Clone, Debug)]
pub(super) struct Facts<'a> {
    pub(super) version: Version,
    pub(super) name: &'a str,
    pub(super) label: &'a str,
    pub(super) data_set_type: &'a str,
    /// Seconds since 1960.
    pub(super) created: f64,
}

/// Returns the records at the beginning of a file.
pub(super) fn of_library(version: Version, created: f64) -> Vec<u8> {
    let mut records = Vec::new();
    let time = time(created);
    header(&mut records, version, "LIBRARY", "LIBV8", &"0".repeat(30));
    for text in ["SAS", "SAS", "SASLIB", RELEASE, "Linux"] {
        field(&mut records, text, 8);
    }
    field(&mut records, "", 24);
    field(&mut records, &time, 16);
    field(&mut records, &time, RECORD);
    records
}

/// Returns the records before the rows of a data set.
pub(super) fn of_member(facts: &Facts<'_>, schema: &Schema) -> Vec<u8> {
    let mut records = Vec::new();
    let (version, time) = (facts.version, time(facts.created));
    header(&mut records, version, "MEMBER", "MEMBV8", DESCRIPTIONS);
    header(&mut records, version, "DSCRPTR", "DSCPTV8", &"0".repeat(30));
    field(&mut records, "SAS", 8);
    let name = match version {
        Version::V5 => facts.name.to_ascii_uppercase(),
        Version::V8 => facts.name.to_owned(),
    };
    field(&mut records, &name, version.longest_name());
    for text in ["SASDATA", RELEASE, "Linux"] {
        field(&mut records, text, 8);
    }
    field(&mut records, "", 32 - version.longest_name());
    field(&mut records, &time, 16);
    field(&mut records, &time, 32);
    field(&mut records, facts.label, LABEL);
    field(&mut records, facts.data_set_type, 8);
    let variables = schema.variables();
    let count = format!("{:05}{:05}{:020}", 0, variables.len(), 0);
    header(&mut records, version, "NAMESTR", "NAMSTV8", &count);
    let mut position = 0;
    for (number, variable) in (1..).zip(variables) {
        description(&mut records, version, variable, number, position);
        position += variable.length;
    }
    pad(&mut records);
    if version == Version::V8 {
        long_texts(&mut records, variables);
    }
    header(&mut records, version, "OBS", "OBSV8", &"0".repeat(30));
    records
}

/// Fills the last record with blanks.
pub(super) fn pad(records: &mut Vec<u8>) {
    records.resize(records.len().next_multiple_of(RECORD), b' ');
}

/// Adds a header record with 30 digits.
fn header(records: &mut Vec<u8>, version: Version, v5: &str, v8: &str, digits: &str) {
    let name = match version {
        Version::V5 => v5,
        Version::V8 => v8,
    };
    let text = format!("HEADER RECORD*******{name:8}HEADER RECORD!!!!!!!{digits}");
    field(records, &text, RECORD);
}

/// Adds a text with the blanks that pad it. What does not fit is left out, with whole characters.
fn field(records: &mut Vec<u8>, text: &str, length: usize) {
    let end = (0..=length.min(text.len()))
        .rev()
        .find(|&end| text.is_char_boundary(end));
    let start = records.len();
    records.extend_from_slice(&text.as_bytes()[..end.unwrap_or(0)]);
    records.resize(start + length, b' ');
}

fn description(records: &mut Vec<u8>, version: Version, variable: &Variable, number: u16, position: u32) {
    let start = records.len();
    let mut short = |value: u16| records.extend(value.to_be_bytes());
    short(match variable.kind {
        Kind::Number => 1,
        Kind::Text => 2,
    });
    short(0);
    // Texts have at most 32767 bytes.
    short(variable.length as u16);
    short(number);
    let name = match version {
        Version::V5 => variable.name.to_ascii_uppercase(),
        Version::V8 => variable.name.clone(),
    };
    field(records, &name, 8);
    field(records, &variable.label, LABEL);
    for (spec, is_informat) in [(&variable.format, false), (&variable.informat, true)] {
        let none = Spec::default();
        let spec = spec.as_ref().unwrap_or(&none);
        field(records, &spec.name, FORMAT);
        records.extend(spec.width.unwrap_or(0).to_be_bytes());
        records.extend(spec.decimals.unwrap_or(0).to_be_bytes());
        if !is_informat {
            // Justified to the left, and two bytes without meaning.
            records.extend([0; 4]);
        }
    }
    records.extend(position.to_be_bytes());
    if version == Version::V8 {
        field(records, &name, 32);
        records.extend((variable.label.len() as u16).to_be_bytes());
        for spec in [&variable.format, &variable.informat] {
            records.extend((long_spec(spec).len() as u16).to_be_bytes());
        }
    }
    records.resize(start + DESCRIPTION, 0);
}

/// Returns a format or informat whose name does not fit the description of its variable, as a FORMAT statement has it;
/// empty for others.
fn long_spec(spec: &Option<Spec>) -> String {
    let long = spec.as_ref().filter(|spec| spec.name.len() > FORMAT);
    long.map(Spec::to_string).unwrap_or_default()
}

/// Adds the texts that do not fit descriptions of variables.
fn long_texts(records: &mut Vec<u8>, variables: &[Variable]) {
    let is_long = |variable: &Variable| {
        let specs = [&variable.format, &variable.informat];
        (
            variable.label.len() > LABEL,
            specs.into_iter().any(|spec| !long_spec(spec).is_empty()),
        )
    };
    let long: Vec<_> = (1_u16..)
        .zip(variables)
        .filter(|(_, variable)| is_long(variable) != (false, false))
        .collect();
    if long.is_empty() {
        return;
    }
    let with_formats = long.iter().any(|(_, variable)| is_long(variable).1);
    let name = if with_formats { "LABELV9" } else { "LABELV8" };
    let text = format!("HEADER RECORD*******{name:8}HEADER RECORD!!!!!!!{:<30}", long.len());
    field(records, &text, RECORD);
    for (number, variable) in long {
        let mut texts = vec![variable.name.clone(), variable.label.clone()];
        if with_formats {
            texts.extend([&variable.format, &variable.informat].map(long_spec));
        }
        records.extend(number.to_be_bytes());
        for text in &texts {
            records.extend((text.len() as u16).to_be_bytes());
        }
        for text in &texts {
            records.extend_from_slice(text.as_bytes());
        }
    }
    pad(records);
}

/// Returns a time such as `01JAN26:10:00:00`.
fn time(seconds: f64) -> String {
    const MONTHS: [&str; 12] = [
        "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ];
    let Some((date, within)) = Date::of_datetime(seconds) else {
        return "01JAN60:00:00:00".to_owned();
    };
    let (year, within) = (date.year().rem_euclid(100), within as u32);
    let (day, month) = (date.day(), MONTHS[date.month() as usize - 1]);
    format!(
        "{day:02}{month}{year:02}:{:02}:{:02}:{:02}",
        within / 3600,
        within / 60 % 60,
        within % 60
    )
}
