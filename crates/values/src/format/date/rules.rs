//! The rules of the formats of dates, by their names.

use super::{DateForm, Order, YearPart};
use crate::calendar::WeekRule;
use crate::format::Form;
use crate::format::rule::Rule;
use crate::spec::iso_kind;

/// The form of a part of a year with the year, and a separator between them.
type FormOfPart = fn(YearPart, Option<u8>) -> DateForm;

const MONTH_YEAR: DateForm = DateForm::YearLast(YearPart::MonthName, None);

const WEEK_DAY_FIRST: DateForm = DateForm::Week { is_day_first: true };

/// Returns the rule of a format of dates by its name in upper case.
pub(in crate::format) fn rule(name: &str) -> Option<Rule> {
    use DateForm as F;
    if let Some((is_extended, kind)) = iso_kind(name) {
        let least = if is_extended { 10 } else { 8 };
        let form = match kind {
            "DA" => Form::Date(F::Iso(is_extended)),
            "DN" => Form::DateOfDatetime(F::Iso(is_extended)),
            _ => return None,
        };
        return Some(Rule::new(form, 10, least, 10));
    }
    let of_datetimes = match name {
        "DTDATE" => Some((F::Date, 7, 5, 9)),
        "DTMONYY" => Some((MONTH_YEAR, 5, 5, 7)),
        "DTYEAR" => Some((F::Year, 4, 2, 4)),
        "DTYYQC" => Some((F::YearFirst(YearPart::Quarter, Some(b':')), 4, 4, 6)),
        "DTWKDATX" => Some((WEEK_DAY_FIRST, 29, 3, 37)),
        "NLDATMMN" => Some((F::ShortenedMonthName, 10, 4, 200)),
        "NLDATMMD" => Some((F::MonthAndDay, 16, 12, 200)),
        "NLDATMYM" => Some((F::MonthAndYear, 16, 14, 200)),
        "NLDATMWN" => Some((F::ShortenedWeekdayName, 9, 4, 200)),
        "NLDATMDT" => Some((F::PaddedLocalDate, 20, 18, 200)),
        "NLDATMYR" => Some((F::LocalYear, 16, 2, 200)),
        _ => None,
    };
    if let Some((form, default, least, most)) = of_datetimes {
        return Some(Rule::new(Form::DateOfDatetime(form), default, least, most));
    }
    let (form, default, least, most) = match name {
        "DATE" => (F::Date, 7, 5, 11),
        "MONYY" => (MONTH_YEAR, 5, 5, 7),
        "WORDDATE" => (F::Words { is_day_first: false }, 18, 3, 32),
        "WORDDATX" => (F::Words { is_day_first: true }, 18, 3, 32),
        "WEEKDATE" => (F::Week { is_day_first: false }, 29, 3, 37),
        "WEEKDATX" => (WEEK_DAY_FIRST, 29, 3, 37),
        "DOWNAME" => (F::WeekdayName, 9, 1, 32),
        "MONNAME" => (F::MonthName, 9, 1, 32),
        "WEEKDAY" => (F::Weekday, 1, 1, 32),
        "DAY" => (F::Day, 2, 2, 32),
        "MONTH" => (F::Month, 2, 1, 32),
        "YEAR" => (F::Year, 4, 2, 32),
        "QTR" => (F::Quarter, 1, 1, 32),
        "QTRR" => (F::RomanQuarter, 3, 3, 32),
        "YYQZ" => (F::YearAndPaddedQuarter, 4, 4, 6),
        "JULIAN" => (F::YearFirst(YearPart::Day, None), 5, 5, 7),
        "JULDAY" => (F::DayOfYear, 3, 3, 32),
        "YYMON" => (F::YearFirst(YearPart::MonthName, None), 7, 5, 32),
        "WEEKU" => (F::WeekOfYear(WeekRule::Sunday), 11, 3, 200),
        "WEEKV" => (F::WeekOfYear(WeekRule::Iso), 11, 3, 200),
        "WEEKW" => (F::WeekOfYear(WeekRule::Monday), 11, 3, 200),
        "MINGUO" => (F::Minguo, 8, 1, 10),
        "NENGO" => (F::Nengo, 10, 2, 10),
        _ => return local_rule(name).or_else(|| separated_rule(name)),
    };
    Some(Rule::new(Form::Date(form), default, least, most))
}

/// Returns the rule of a format of a language or of a locale, which are English and the United States.
fn local_rule(name: &str) -> Option<Rule> {
    use DateForm as F;
    let (form, default, least, most) = match name {
        "YYWEEKU" => (F::YearAndWeek(WeekRule::Sunday), 7, 3, 8),
        "YYWEEKV" => (F::YearAndWeek(WeekRule::Iso), 7, 3, 8),
        "YYWEEKW" => (F::YearAndWeek(WeekRule::Monday), 7, 3, 8),
        "EURDFDD" => (F::Numbers(Order::DayMonthYear, Some(b'.')), 8, 2, 10),
        "EURDFDE" => (F::Date, 7, 5, 9),
        "EURDFDN" => (F::WeekdayFromMonday, 1, 1, 32),
        "EURDFDWN" => (F::WeekdayName, 9, 1, 32),
        "EURDFMN" => (F::MonthName, 9, 1, 32),
        "EURDFMY" => (MONTH_YEAR, 5, 5, 7),
        "EURDFWDX" => (F::Words { is_day_first: true }, 18, 3, 32),
        "EURDFWKX" => (WEEK_DAY_FIRST, 29, 3, 37),
        // Narrower dates have abbreviations that are not documented.
        "NLDATE" => (F::LocalDate, 20, 18, 200),
        "NLDATEW" => (F::LocalWeek, 20, 15, 200),
        "NLDATEMN" => (F::ShortenedMonthName, 10, 4, 200),
        "NLDATEMD" => (F::MonthAndDay, 16, 12, 200),
        "NLDATEYM" => (F::MonthAndYear, 16, 14, 200),
        "NLDATEWN" => (F::ShortenedWeekdayName, 10, 4, 200),
        "NLDATEYR" => (F::LocalYear, 16, 2, 200),
        _ => return None,
    };
    Some(Rule::new(Form::Date(form), default, least, most))
}

/// Returns the rule of a format whose name ends with the letter of a separator.
fn separated_rule(name: &str) -> Option<Rule> {
    use DateForm as F;
    let numbers = [
        ("MMDDYY", Order::MonthDayYear, b'/'),
        ("DDMMYY", Order::DayMonthYear, b'/'),
        ("YYMMDD", Order::YearMonthDay, b'-'),
    ];
    for (stem, order, own) in numbers {
        if let Some(separator) = separator(name, stem, own) {
            let most = if separator.is_some() { 10 } else { 8 };
            return Some(Rule::new(Form::Date(F::Numbers(order, separator)), 8, 2, most));
        }
    }
    // The longer names first: `YYQR` is not `YYQ` with a separator.
    let stems = [
        ("YYMM", F::YearFirst as FormOfPart, YearPart::Month, b'M', 5),
        ("MMYY", F::YearLast, YearPart::Month, b'M', 5),
        ("YYQR", F::YearFirst, YearPart::RomanQuarter, b'Q', 6),
        ("YYQ", F::YearFirst, YearPart::Quarter, b'Q', 4),
    ];
    stems.into_iter().find_map(|(stem, form, part, own, least)| {
        let separator = separator(name, stem, own).filter(|found| *found != Some(b' '))?;
        let least = least - u16::from(separator.is_none());
        Some(Rule::new(Form::Date(form(part, separator)), least + 2, least, 32))
    })
}

/// Returns the separator of a name that is a stem or a stem and a letter: the stem's own without a letter, and no
/// separator for `N`.
fn separator(name: &str, stem: &str, own: u8) -> Option<Option<u8>> {
    match name.strip_prefix(stem)? {
        "" => Some(Some(own)),
        "B" => Some(Some(b' ')),
        "C" => Some(Some(b':')),
        "D" => Some(Some(b'-')),
        "N" => Some(None),
        "P" => Some(Some(b'.')),
        "S" => Some(Some(b'/')),
        _ => None,
    }
}
