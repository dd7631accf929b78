//! The informats of the language, and their resolution from specs.

use super::date::DateForm;
use super::iso;
use super::numeric::NumberForm;
use super::{Form, Informat, InformatError, InformatSettings, TextForm};
use crate::Kind;
use crate::spec::Spec;

/// The widest field.
const MOST_WIDTH: u16 = 32_767;

/// The most decimals of any informat.
const MOST_DECIMALS: u16 = 31;

/// An informat and its widths: default (`None` for the length of the variable), least and most.
type Rule = (Form, Option<u16>, u16, u16);

pub(super) fn resolve(
    spec: &Spec,
    kind: Kind,
    length: usize,
    settings: InformatSettings,
) -> Result<Informat, InformatError> {
    let is_text = kind == Kind::Text;
    if spec.is_text() && !is_text {
        return Err(InformatError::ForText(spec.to_string()));
    }
    let rule = if is_text {
        text_rule(spec.name.trim_start_matches('$'))
    } else {
        rule(&spec.name)
    };
    let Some((form, default, least, most)) = rule else {
        return Err(if is_text && rule_exists(spec) {
            InformatError::ForNumbers(spec.to_string())
        } else {
            InformatError::Unknown(spec.to_string())
        });
    };
    let width = match (spec.width, default) {
        (Some(width), _) if !(least..=most).contains(&width) => {
            return Err(InformatError::Width {
                spec: spec.to_string(),
                least,
                most,
            });
        }
        (Some(width), _) | (None, Some(width)) => usize::from(width),
        (None, None) => length.clamp(1, usize::from(MOST_WIDTH)),
    };
    let decimals = spec.decimals.unwrap_or(0);
    let most = match form {
        // The decimals of seconds are given by their point, so these are ignored.
        Form::Number(_) | Form::Time | Form::Datetime | Form::Iso(_) => MOST_DECIMALS,
        Form::MonthDayYearTime | Form::YearMonthDayTime => MOST_DECIMALS,
        Form::AnyDate | Form::AnyTime | Form::AnyDatetime => MOST_DECIMALS,
        Form::Date(_) | Form::Text(_) => 0,
    };
    if decimals > most {
        return Err(InformatError::Decimals {
            spec: spec.to_string(),
            most,
        });
    }
    Ok(Informat {
        form,
        width,
        has_own_width: spec.width.is_some(),
        decimals,
        settings,
    })
}

/// Returns whether there is a numeric informat of that name.
fn rule_exists(spec: &Spec) -> bool {
    !spec.is_text() && rule(&spec.name).is_some()
}

fn text_rule(name: &str) -> Option<Rule> {
    let form = match name {
        "" | "F" => TextForm::Plain,
        "CHAR" => TextForm::Whole,
        "UPCASE" => TextForm::Capitals,
        _ => return None,
    };
    Some((Form::Text(form), None, 1, MOST_WIDTH))
}

fn rule(name: &str) -> Option<Rule> {
    let (form, default, least, most) = match name {
        "" | "F" | "BEST" | "D" | "E" => (Form::Number(NumberForm::Standard), 12, 1, 32),
        "COMMA" | "DOLLAR" => (Form::Number(NumberForm::Grouped), 1, 1, 32),
        // In the locale of the United States.
        "NLNUM" => (Form::Number(NumberForm::Grouped), 6, 1, 32),
        "PERCENT" => (Form::Number(NumberForm::Percent), 6, 1, 32),
        "HEX" => (Form::Number(NumberForm::Hexadecimal), 8, 1, 16),
        "DATE" => (Form::Date(DateForm::Date), 7, 7, 32),
        "MMDDYY" => (Form::Date(DateForm::MonthDayYear), 6, 6, 32),
        "DDMMYY" => (Form::Date(DateForm::DayMonthYear), 6, 6, 32),
        "YYMMDD" => (Form::Date(DateForm::YearMonthDay), 6, 6, 32),
        "MONYY" => (Form::Date(DateForm::MonthYear), 5, 5, 32),
        "YYMMN" => (Form::Date(DateForm::YearMonth), 4, 4, 6),
        "YYQ" => (Form::Date(DateForm::YearQuarter), 4, 4, 32),
        "JULIAN" => (Form::Date(DateForm::Julian), 5, 5, 32),
        "TIME" => (Form::Time, 8, 5, 32),
        "DATETIME" => (Form::Datetime, 18, 13, 40),
        "MDYAMPM" => (Form::MonthDayYearTime, 19, 8, 40),
        "YMDDTTM" => (Form::YearMonthDayTime, 19, 13, 40),
        "ANYDTDTE" => (Form::AnyDate, 9, 5, 60),
        "ANYDTTME" => (Form::AnyTime, 8, 1, 60),
        "ANYDTDTM" => (Form::AnyDatetime, 19, 1, 60),
        _ => {
            let form = iso::of_name(name)?;
            let (default, least, most) = form.widths();
            (Form::Iso(form), default, least, most)
        }
    };
    Some((form, Some(default), least, most))
}
