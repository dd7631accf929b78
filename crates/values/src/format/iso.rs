//! Formats of times and datetimes by ISO 8601, in its extended notation (`E8601DT`) and its basic one (`B8601DT`).
//! Those of dates are in `date`.

use super::Form;
use super::clock::{date_and_time, room, time_of_day, within_day};
use super::date::{self, DateForm};
use super::rule::{Decimals, Rule};
use crate::calendar::SECONDS_A_DAY;
use crate::number::digits;
use crate::number::fixed_point::FixedPoint;
use crate::spec::iso_kind;

/// A form of time or datetime by ISO 8601.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IsoForm {
    /// True if elements are separated.
    pub(super) is_extended: bool,
    /// True if a date precedes the time.
    pub(super) has_date: bool,
    pub(super) zone: Zone,
}

/// The time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zone {
    /// None is written.
    Unsaid,
    /// The value is universal time.
    Universal,
    /// The value is a local time, which is ahead of universal time by this number of seconds.
    Local(i32),
    /// The value is universal time and is converted to local time, which is ahead by this number of seconds.
    MadeLocal(i32),
}

impl IsoForm {
    /// Returns the same form with local time ahead of universal time by `offset` seconds.
    pub(super) fn at(mut self, offset: i32) -> Self {
        if let Zone::Local(ahead) | Zone::MadeLocal(ahead) = &mut self.zone {
            *ahead = offset;
        }
        self
    }
}

/// Appends a finite number of seconds without leading blanks; `None` if it does not fit.
pub(super) fn write(form: IsoForm, mut seconds: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Option<()> {
    let is_time_of_day = (0.0..=SECONDS_A_DAY).contains(&seconds);
    if !form.has_date && !is_time_of_day {
        return None;
    }
    if form.zone == Zone::Unsaid && form.is_extended && !form.has_date {
        return time_of_day(seconds, width, places, out);
    }
    if let Zone::MadeLocal(offset) = form.zone {
        seconds += f64::from(offset);
    }
    let start = out.len();
    let separators = usize::from(form.is_extended);
    let bare = if form.has_date {
        15 + 4 * separators
    } else {
        6 + 2 * separators
    };
    let zone = 5 + separators;
    let (places, ending) = match form.zone {
        // The basic notation has no point before the decimals.
        Zone::Unsaid => (room(width, bare + separators, places), Ending::None),
        Zone::Universal if width < bare + zone => (0, Ending::Letter),
        Zone::Local(_) if !form.has_date && width < bare + zone => (0, Ending::Letter),
        Zone::Universal => (room(width, bare + zone + separators, places), Ending::Offset(0)),
        Zone::Local(offset) | Zone::MadeLocal(offset) => {
            (room(width, bare + zone + separators, places), Ending::Offset(offset))
        }
    };
    let time = if form.has_date {
        let (date, time) = date_and_time(seconds, places)?;
        if !date::write(DateForm::Iso(form.is_extended), date, width, out) {
            return None;
        }
        out.push(b'T');
        time
    } else {
        within_day(seconds, places)?
    };
    write_time(form.is_extended, time, places, out);
    ending.write(form.is_extended, out);
    (out.len() - start <= width).then_some(())
}

fn write_time(is_extended: bool, time: FixedPoint, places: usize, out: &mut Vec<u8>) {
    digits::push(time.whole() / 3600, 2, out);
    for part in [time.whole() / 60 % 60, time.whole() % 60] {
        if is_extended {
            out.push(b':');
        }
        digits::push(part, 2, out);
    }
    if places > 0 {
        let point = out.len();
        time.write_places(places, out);
        if !is_extended {
            out.remove(point);
        }
    }
}

/// The text after a time.
enum Ending {
    None,
    /// `Z`
    Letter,
    /// The offset from universal time in seconds.
    Offset(i32),
}

impl Ending {
    fn write(self, is_extended: bool, out: &mut Vec<u8>) {
        match self {
            Self::None => {}
            Self::Letter => out.push(b'Z'),
            Self::Offset(offset) => {
                let minutes = u64::from(offset.unsigned_abs() / 60);
                out.push(if offset < 0 { b'-' } else { b'+' });
                digits::push(minutes / 60, 2, out);
                if is_extended {
                    out.push(b':');
                }
                digits::push(minutes % 60, 2, out);
            }
        }
    }
}

/// Times and datetimes by ISO 8601; `IS8601` is an older name of `E8601`.
pub(super) fn rule(name: &str) -> Option<Rule> {
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
    Some(Rule {
        decimals: Decimals::UpTo(decimals),
        ..Rule::new(form, default, least, most)
    })
}
