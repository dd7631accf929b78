//! The kinds of time that formats show.

use super::clock::ClockForm;
use super::local::LocalForm;
use super::{Form, rule_of};
use crate::spec::Spec;

/// The meaning of the numbers of a variable with a format for times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// Days since 1960.
    Date,
    /// Seconds since 1960.
    Datetime,
    /// Seconds since midnight.
    Time,
}

impl Moment {
    /// Returns what a format of the language shows; `None` for other formats, and for those of both times and
    /// datetimes.
    pub fn of(spec: &Spec) -> Option<Self> {
        match rule_of(&spec.name)?.form {
            Form::Date(_) => Some(Self::Date),
            Form::DateOfDatetime(_)
            | Form::Clock(ClockForm::Datetime | ClockForm::DatetimeInHalfDays | ClockForm::MonthDayYearInHalfDays) => {
                Some(Self::Datetime)
            }
            Form::Iso(form) if form.has_date => Some(Self::Datetime),
            Form::Iso(_) => Some(Self::Time),
            Form::Local(LocalForm::Datetime | LocalForm::DatetimeInHalfDays | LocalForm::DatetimeOfWeek) => {
                Some(Self::Datetime)
            }
            Form::Local(LocalForm::TimeOfDatetime) => Some(Self::Datetime),
            Form::Clock(ClockForm::TimeOfDay) => None,
            Form::Clock(_) => Some(Self::Time),
            _ => None,
        }
    }

    /// Returns the default format of such numbers.
    pub fn format(self) -> Spec {
        let (name, width) = match self {
            Self::Date => ("DATE", 9),
            Self::Datetime => ("DATETIME", 20),
            Self::Time => ("TIME", 8),
        };
        Spec {
            name: name.to_owned(),
            width: Some(width),
            decimals: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_tell_what_they_show() {
        let of = |spec: &str| Moment::of(&spec.parse().unwrap());
        for spec in ["DATE9.", "YYMMDD10.", "YYMMDDN8.", "MONYY7.", "WORDDATE.", "IS8601DA."] {
            assert_eq!(of(spec), Some(Moment::Date), "{spec}");
        }
        assert_eq!(of("DATETIME20."), Some(Moment::Datetime));
        for spec in ["DTDATE9.", "NLDATM.", "DATEAMPM.", "MDYAMPM.", "E8601DT.", "B8601DN."] {
            assert_eq!(of(spec), Some(Moment::Datetime), "{spec}");
        }
        assert_eq!(of("E8601TM."), Some(Moment::Time));
        assert_eq!(of("TIME8."), Some(Moment::Time));
        for spec in ["TOD8.", "BEST12.", "8.2", "$8.", "MINE."] {
            assert_eq!(of(spec), None, "{spec}");
        }
        for moment in [Moment::Date, Moment::Datetime, Moment::Time] {
            assert_eq!(Moment::of(&moment.format()), Some(moment));
        }
    }
}
