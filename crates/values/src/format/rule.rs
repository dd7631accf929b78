//! The formats of the language: their names, their widths and decimals.

use super::catalogue::Settings;
use super::clock::ClockForm;
use super::date::{DateForm, Order, WeekRule};
use super::error::FormatError;
use super::iso::{IsoForm, Zone};
use super::numeric::NumberForm;
use super::text::TextForm;
use super::{Form, Format, MOST_WIDTH};
use crate::spec::Spec;

/// The definition of a format of the language.
pub(super) struct Rule {
    form: Form,
    /// The default width; `None` for the length of the character value.
    default: Option<u16>,
    least: u16,
    most: u16,
    decimals: Decimals,
}

/// The decimals that a spec may have.
#[derive(Clone, Copy)]
enum Decimals {
    /// None.
    None,
    /// Any, without effect.
    Ignored,
    /// At most this many, and fewer than the width.
    UpTo(u16),
    /// At most 30, and fewer than the width. The default is this many, as far as they fit.
    Own(u16),
}

impl Rule {
    /// Returns the rule of a name in upper case, including the `$` of character formats.
    pub(super) fn of(name: &str) -> Option<Self> {
        if name.starts_with('$') {
            return Self::of_text(name);
        }
        Self::of_number(name)
            .or_else(|| Self::of_clock(name))
            .or_else(|| Self::of_iso(name))
            .or_else(|| Self::of_date(name))
    }

    /// Returns its form.
    pub(super) fn form(&self) -> &Form {
        &self.form
    }

    fn new(form: Form, default: u16, least: u16, most: u16) -> Self {
        Self {
            form,
            default: Some(default),
            least,
            most,
            decimals: Decimals::None,
        }
    }

    fn of_text(name: &str) -> Option<Self> {
        let (form, default) = match name {
            "$" | "$CHAR" | "$F" => (TextForm::Plain, None),
            "$UPCASE" => (TextForm::Capitals, None),
            "$HEX" => (TextForm::Hexadecimal, Some(4)),
            _ => return None,
        };
        let form = Form::Text(form);
        Some(Self {
            form,
            default,
            least: 1,
            most: MOST_WIDTH,
            decimals: Decimals::None,
        })
    }

    fn of_number(name: &str) -> Option<Self> {
        use Decimals::{Ignored, None as NoDecimals, Own, UpTo};
        use NumberForm as F;
        let (form, default, least, most, decimals) = match name {
            "BEST" => (F::Best, 12, 1, 32, Ignored),
            "" | "F" => (F::Fixed, 12, 1, 32, UpTo(31)),
            "COMMA" => (F::Grouped { with_dollar: false }, 6, 1, 32, UpTo(31)),
            "DOLLAR" => (F::Grouped { with_dollar: true }, 6, 2, 32, UpTo(31)),
            "PERCENT" => (F::Percent, 6, 4, 32, UpTo(31)),
            "PERCENTN" => (F::PercentMinus, 6, 4, 32, UpTo(31)),
            "PVALUE" => (F::Probability, 6, 3, 32, Own(4)),
            "Z" => (F::Zeros, 1, 1, 32, UpTo(31)),
            "E" => (F::Scientific, 12, 7, 32, NoDecimals),
            "HEX" => (F::Hexadecimal, 8, 1, 16, NoDecimals),
            _ => return None,
        };
        let form = Form::Number(form);
        Some(Self {
            form,
            default: Some(default),
            least,
            most,
            decimals,
        })
    }

    fn of_clock(name: &str) -> Option<Self> {
        use ClockForm as F;
        let (form, default, least, most) = match name {
            "TIME" => (F::Time, 8, 2, 20),
            "TOD" => (F::TimeOfDay, 8, 2, 20),
            "TIMEAMPM" => (F::HalfDays, 11, 2, 20),
            "HHMM" => (F::HoursMinutes, 5, 2, 20),
            "HOUR" => (F::Hours, 2, 2, 20),
            "MMSS" => (F::MinutesSeconds, 5, 2, 20),
            "DATETIME" => (F::Datetime, 16, 7, 40),
            "DATEAMPM" => (F::DatetimeInHalfDays, 19, 7, 40),
            "MDYAMPM" => (F::MonthDayYearInHalfDays, 19, 8, 40),
            _ => return None,
        };
        let decimals = Decimals::UpTo(if most == 40 { 39 } else { 19 });
        Some(Self {
            form: Form::Clock(form),
            default: Some(default),
            least,
            most,
            decimals,
        })
    }

    /// Times and datetimes by ISO 8601; `IS8601` is an older name of `E8601`.
    fn of_iso(name: &str) -> Option<Self> {
        let (is_extended, kind) = iso_kind(name)?;
        let separators = u16::from(is_extended);
        let (has_date, zone, default, least, most, decimals) = match kind {
            "DT" => (true, Zone::Unsaid, 19, 15 + 4 * separators, 26, 6),
            "DX" => (true, Zone::MadeLocal(0), 26, 20, 35, 0),
            "DZ" => (true, Zone::Universal, 26, 20, 35, 6),
            "LX" => (true, Zone::Local(0), 26, 20, 35, 0),
            "TM" => (false, Zone::Unsaid, 8, 6 + 2 * separators, 15, 6),
            "TX" => (false, Zone::MadeLocal(0), 14, 9, 20, 0),
            "TZ" => (false, Zone::Universal, 14, 9, 20, 6),
            "LZ" => (false, Zone::Local(0), 14, 9, 20, 0),
            _ => return None,
        };
        let form = Form::Iso(IsoForm {
            is_extended,
            has_date,
            zone,
        });
        Some(Self {
            decimals: Decimals::UpTo(decimals),
            ..Self::new(form, default, least, most)
        })
    }

    fn of_date(name: &str) -> Option<Self> {
        use DateForm as F;
        if let Some((is_extended, kind)) = iso_kind(name) {
            let least = if is_extended { 10 } else { 8 };
            let form = match kind {
                "DA" => Form::Date(F::Iso(is_extended)),
                "DN" => Form::DateOfDatetime(F::Iso(is_extended)),
                _ => return None,
            };
            return Some(Self::new(form, 10, least, 10));
        }
        let (form, default, least, most) = match name {
            "DATE" => (F::Date, 7, 5, 11),
            "MONYY" => (F::MonthYear, 5, 5, 7),
            "WORDDATE" => (F::Words, 18, 3, 32),
            "WORDDATX" => (F::WordsDayFirst, 18, 3, 32),
            "WEEKDATE" => (F::Week, 29, 3, 37),
            "WEEKDATX" => (F::WeekDayFirst, 29, 3, 37),
            "DOWNAME" => (F::WeekdayName, 9, 1, 32),
            "MONNAME" => (F::MonthName, 9, 1, 32),
            "WEEKDAY" => (F::Weekday, 1, 1, 32),
            "DAY" => (F::Day, 2, 2, 32),
            "MONTH" => (F::Month, 2, 1, 32),
            "YEAR" => (F::Year, 4, 2, 32),
            "QTR" => (F::Quarter, 1, 1, 32),
            "QTRR" => (F::RomanQuarter, 3, 3, 32),
            "JULIAN" => (F::Julian, 5, 5, 7),
            "JULDAY" => (F::DayOfYear, 3, 3, 32),
            "YYMON" => (F::YearMonthName, 7, 5, 32),
            "WEEKU" => (F::WeekOfYear(WeekRule::Sunday), 11, 3, 200),
            "WEEKV" => (F::WeekOfYear(WeekRule::Iso), 11, 3, 200),
            "WEEKW" => (F::WeekOfYear(WeekRule::Monday), 11, 3, 200),
            "MINGUO" => (F::Minguo, 8, 1, 10),
            "NENGO" => (F::Nengo, 10, 2, 10),
            "DTDATE" => return Some(Self::new(Form::DateOfDatetime(F::Date), 7, 5, 9)),
            "DTMONYY" => return Some(Self::new(Form::DateOfDatetime(F::MonthYear), 5, 5, 7)),
            "DTYEAR" => return Some(Self::new(Form::DateOfDatetime(F::Year), 4, 2, 4)),
            "DTYYQC" => {
                let form = Form::DateOfDatetime(F::YearQuarter(Some(b':')));
                return Some(Self::new(form, 4, 4, 6));
            }
            "DTWKDATX" => {
                return Some(Self::new(Form::DateOfDatetime(F::WeekDayFirst), 29, 3, 37));
            }
            _ => return Self::of_separated_date(name),
        };
        Some(Self::new(Form::Date(form), default, least, most))
    }

    /// Formats whose name ends with the letter of a separator.
    fn of_separated_date(name: &str) -> Option<Self> {
        use DateForm as F;
        let numbers = [
            ("MMDDYY", Order::MonthDayYear, b'/'),
            ("DDMMYY", Order::DayMonthYear, b'/'),
            ("YYMMDD", Order::YearMonthDay, b'-'),
        ];
        for (stem, order, own) in numbers {
            if let Some(separator) = separator(name, stem, own) {
                let most = if separator.is_some() { 10 } else { 8 };
                return Some(Self::new(
                    Form::Date(F::Numbers(order, separator)),
                    8,
                    2,
                    most,
                ));
            }
        }
        // The longer names first: `YYQR` is not `YYQ` with a separator.
        type WithSeparator = fn(Option<u8>) -> DateForm;
        let stems: [(_, WithSeparator, _, _); 4] = [
            ("YYMM", F::YearMonth, b'M', 5),
            ("MMYY", F::MonthThenYear, b'M', 5),
            ("YYQR", F::YearRomanQuarter, b'Q', 6),
            ("YYQ", F::YearQuarter, b'Q', 4),
        ];
        stems.into_iter().find_map(|(stem, form, own, least)| {
            let separator = separator(name, stem, own).filter(|found| *found != Some(b' '))?;
            let saved = u16::from(separator.is_none());
            Some(Self::new(
                Form::Date(form(separator)),
                least + 2 - saved,
                least - saved,
                32,
            ))
        })
    }

    /// Creates the format of a spec, if its width and decimals are allowed.
    pub(super) fn format(
        self,
        spec: &Spec,
        length: usize,
        settings: Settings,
    ) -> Result<Format, FormatError> {
        let width = match (spec.width, self.default) {
            (Some(width), _) if !(self.least..=self.most).contains(&width) => {
                let (spec, least, most) = (spec.to_string(), self.least, self.most);
                return Err(FormatError::Width { spec, least, most });
            }
            (Some(width), _) | (None, Some(width)) => usize::from(width),
            (None, None) => length.clamp(1, usize::from(MOST_WIDTH)),
        };
        let room = u16::try_from(width).unwrap_or(MOST_WIDTH).saturating_sub(1);
        let decimals = match (spec.decimals, self.decimals) {
            (None | Some(0), Decimals::Own(own)) => own.min(room.saturating_sub(1)),
            (given, _) => given.unwrap_or(0),
        };
        let most = match self.decimals {
            Decimals::None => 0,
            Decimals::Ignored => decimals,
            Decimals::UpTo(most) => most.min(room),
            Decimals::Own(_) => room.min(30),
        };
        if decimals > most {
            return Err(FormatError::Decimals {
                spec: spec.to_string(),
                most,
            });
        }
        let places = match self.decimals {
            Decimals::UpTo(_) | Decimals::Own(_) => usize::from(decimals),
            Decimals::None | Decimals::Ignored => 0,
        };
        let form = match self.form {
            Form::Iso(form) => Form::Iso(form.at(settings.utc_offset)),
            form => form,
        };
        Ok(Format {
            width,
            places,
            missing: settings.missing,
            form,
        })
    }
}

/// Returns whether a name of ISO 8601 is that of the extended notation, and the letters after it.
fn iso_kind(name: &str) -> Option<(bool, &str)> {
    let of = |stem, is_extended| Some((is_extended, name.strip_prefix(stem)?));
    of("E8601", true)
        .or_else(|| of("IS8601", true))
        .or_else(|| of("B8601", false))
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
