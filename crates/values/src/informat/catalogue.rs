//! The informats of the language, and their resolution from specs.

use std::sync::Arc;

use super::date::DateForm;
use super::iso;
use super::numeric::{NumberForm, Separators};
use super::text::TextForm;
use super::user::{ReadyInformat, UserInformat};
use super::{Form, Informat, InformatError, InformatSettings};
use crate::Kind;
use crate::absence;
use crate::binary;
use crate::binary::stamp::Stamp;
use crate::calendar::WeekRule;
use crate::spec::Spec;

/// The widest field.
const MOST_WIDTH: u16 = 32_767;

/// The most decimals of any informat.
const MOST_DECIMALS: u16 = 31;

/// The greatest number of a first bit.
const MOST_FIRST_BIT: u16 = 63;

/// An informat and its widths: default (`None` for the length of the variable), least and most.
type Rule = (Form, Option<u16>, u16, u16);

/// The deepest nesting of results that name other informats.
const MOST_DEPTH: usize = 16;

/// Returns whether a name in upper case, with the `$` of character informats, is that of an informat of the language.
pub fn is_of_language(name: &str) -> bool {
    match name.strip_prefix('$') {
        Some(name) => text_rule(name).is_some(),
        None => rule(name).is_some(),
    }
}

pub(super) fn resolve_with(
    spec: &Spec,
    kind: Kind,
    length: usize,
    settings: InformatSettings,
    find: &dyn Fn(&str) -> Option<Arc<UserInformat>>,
    depth: usize,
) -> Result<Informat, InformatError> {
    let mut name = spec.name.clone();
    if kind == Kind::Text && !spec.is_text() {
        name.insert(0, '$');
    }
    let Some(user) = find(&name) else {
        let is_other_kind = name != spec.name && find(&spec.name).is_some();
        return match is_other_kind {
            true => Err(InformatError::ForNumbers(spec.to_string())),
            false => resolve(spec, kind, length, settings),
        };
    };
    if user.kind() != kind {
        return Err(InformatError::ForText(spec.to_string()));
    }
    if depth == MOST_DEPTH {
        return Err(InformatError::Circle(user.name.clone()));
    }
    let (least, most) = (user.least.unwrap_or(1), user.most.unwrap_or(MOST_WIDTH));
    let width = match spec.width {
        Some(width) if !(least..=most).contains(&width) => {
            let spec = spec.to_string();
            return Err(InformatError::Width { spec, least, most });
        }
        Some(width) => usize::from(width),
        None => user.default_width().max(least.into()).min(most.into()),
    };
    let nested = user.nested().map(|spec| {
        let nested = resolve_with(spec, kind, length, settings, find, depth + 1)?;
        Ok((spec.clone(), nested))
    });
    let nested = nested.collect::<Result<_, _>>()?;
    Ok(Informat {
        form: Form::User(Arc::new(ReadyInformat { informat: user, nested })),
        width,
        has_own_width: spec.width.is_some(),
        decimals: 0,
        settings,
    })
}

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
        return Err(not_found(spec, is_text));
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
        Form::BlanksAsZeros | Form::Ebcdic | Form::Binary(_) => MOST_DECIMALS,
        Form::Text(TextForm::Period { .. }) => 3,
        // The first bit.
        Form::Bits { .. } => MOST_FIRST_BIT,
        // The decimals of seconds are given by their point, so these are ignored.
        Form::HoursMinutesSeconds => 0,
        Form::Number(_) | Form::Time | Form::Stimer | Form::Datetime | Form::Iso(_) => MOST_DECIMALS,
        Form::MonthDayYearTime | Form::YearMonthDayTime => MOST_DECIMALS,
        Form::AnyDate | Form::AnyTime | Form::AnyDatetime => MOST_DECIMALS,
        Form::Date(_) | Form::Stamp(_) | Form::Text(_) | Form::User(_) => 0,
    };
    if decimals > most {
        return Err(InformatError::Decimals {
            spec: spec.to_string(),
            most,
        });
    }
    let (form, width) = match form {
        Form::Bits { .. } => {
            // A width is a number of bits, at most 64.
            let count = u16::try_from(width).unwrap_or(u16::MAX);
            let skipped = decimals;
            (
                Form::Bits { count, skipped },
                usize::from((count + skipped).div_ceil(8)),
            )
        }
        form => (form, width),
    };
    Ok(Informat {
        form,
        width,
        has_own_width: spec.width.is_some(),
        decimals,
        settings,
    })
}

/// Returns the reason why there is no informat of that name for a kind.
fn not_found(spec: &Spec, is_text: bool) -> InformatError {
    let mut name = spec.name.clone();
    if is_text && !spec.is_text() {
        name.insert(0, '$');
    }
    match absence::reason(&name) {
        _ if is_text && rule_exists(spec) => InformatError::ForNumbers(spec.to_string()),
        Some(reason) => InformatError::Absent(name, reason),
        None if name == "$VARYING" => InformatError::Varying(name),
        None => InformatError::Unknown(spec.name.clone()),
    }
}

/// Returns whether there is a numeric informat of that name.
fn rule_exists(spec: &Spec) -> bool {
    !spec.is_text() && rule(&spec.name).is_some()
}

fn text_rule(name: &str) -> Option<Rule> {
    if let Some((form, default, least, most)) = TextForm::of_representation(name) {
        return Some((Form::Text(form), Some(default), least, most));
    }
    let (form, default) = TextForm::of_name(name)?;
    Some((Form::Text(form), default, 1, MOST_WIDTH))
}

fn rule(name: &str) -> Option<Rule> {
    let number = number_rule(name).map(|(form, default, least, most)| (Form::Number(form), default, least, most));
    let (form, default, least, most) = number
        .or_else(|| date_rule(name))
        .or_else(|| binary_rule(name))
        .or_else(|| {
            let form = iso::of_name(name)?;
            let (default, least, most) = form.widths();
            Some((Form::Iso(form), default, least, most))
        })?;
    Some((form, Some(default), least, most))
}

/// An informat and its widths: default, least and most.
type RuleOf<T> = (T, u16, u16, u16);

fn number_rule(name: &str) -> Option<RuleOf<NumberForm>> {
    use NumberForm as F;
    let grouped = |is_european, has_euro| F::Grouped(Separators { is_european, has_euro });
    Some(match name {
        "" | "F" | "BEST" | "D" | "E" => (F::Standard, 12, 1, 32),
        "COMMA" | "DOLLAR" => (grouped(false, false), 1, 1, 32),
        "COMMAX" | "DOLLARX" => (grouped(true, false), 1, 1, 32),
        // In the locale of the United States.
        "NLNUM" | "NLNUMI" => (grouped(false, false), 6, 1, 32),
        "YEN" => (F::Yen, 1, 1, 32),
        "NLMNY" | "NLMNYI" => (F::Money, 9, 1, 32),
        "EURO" => (grouped(false, true), 6, 1, 32),
        "EUROX" => (grouped(true, true), 6, 1, 32),
        "NUMX" => (F::Comma, 12, 1, 32),
        "PERCENT" | "NLPCT" | "NLPCTI" => (F::Percent, 6, 1, 32),
        "HEX" => (F::Hexadecimal, 8, 1, 16),
        "BINARY" => (F::Binary, 8, 1, 64),
        "OCTAL" => (F::Octal, 3, 1, 24),
        "TRAILSGN" => (F::SignLast, 6, 1, 32),
        _ => return None,
    })
}

fn date_rule(name: &str) -> Option<RuleOf<Form>> {
    use DateForm as D;
    Some(match name {
        // The dates of the language of the program are in English.
        "DATE" | "EURDFDE" => (Form::Date(D::Date), 7, 7, 32),
        "MMDDYY" => (Form::Date(D::MonthDayYear), 6, 6, 32),
        "DDMMYY" => (Form::Date(D::DayMonthYear), 6, 6, 32),
        "YYMMDD" => (Form::Date(D::YearMonthDay), 6, 6, 32),
        "MONYY" | "EURDFMY" => (Form::Date(D::MonthYear), 5, 5, 32),
        "YYMMN" => (Form::Date(D::YearMonth), 4, 4, 6),
        "YYQ" => (Form::Date(D::YearQuarter), 4, 4, 32),
        "JULIAN" => (Form::Date(D::Julian), 5, 5, 32),
        "WEEKU" => (Form::Date(D::Week(WeekRule::Sunday)), 11, 3, 200),
        "WEEKV" => (Form::Date(D::Week(WeekRule::Iso)), 11, 3, 200),
        "WEEKW" => (Form::Date(D::Week(WeekRule::Monday)), 11, 3, 200),
        "NLDATE" => (Form::Date(D::Words), 20, 10, 200),
        "MINGUO" => (Form::Date(D::Minguo), 6, 6, 10),
        "NENGO" => (Form::Date(D::Nengo), 10, 7, 32),
        "TIME" => (Form::Time, 8, 5, 32),
        "NLTIME" => (Form::Time, 20, 10, 200),
        "NLTIMAP" => (Form::Time, 10, 4, 200),
        "HHMMSS" => (Form::HoursMinutesSeconds, 8, 1, 20),
        "STIMER" => (Form::Stimer, 10, 1, 32),
        "DATETIME" | "EURDFDT" => (Form::Datetime, 18, 13, 40),
        "NLDATM" => (Form::Datetime, 30, 10, 200),
        "MDYAMPM" => (Form::MonthDayYearTime, 19, 8, 40),
        "YMDDTTM" => (Form::YearMonthDayTime, 19, 13, 40),
        "ANYDTDTE" => (Form::AnyDate, 9, 5, 60),
        "ANYDTTME" => (Form::AnyTime, 8, 1, 60),
        "ANYDTDTM" => (Form::AnyDatetime, 19, 1, 60),
        _ => return None,
    })
}

/// Returns the rule of an informat to which every byte counts.
fn binary_rule(name: &str) -> Option<RuleOf<Form>> {
    if let Some((stamp, width)) = Stamp::of_name(name) {
        return Some((Form::Stamp(stamp), width, width, width));
    }
    Some(match name {
        "BZ" => (Form::BlanksAsZeros, 1, 1, 32),
        "S370FF" => (Form::Ebcdic, 12, 1, 32),
        "BITS" => (Form::Bits { count: 1, skipped: 0 }, 1, 1, 64),
        _ => {
            let rule = binary::of_informat(name)?;
            (Form::Binary(rule.form), rule.default, rule.least, rule.most)
        }
    })
}
