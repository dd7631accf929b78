//! The time in programs: by the local clock, in seconds since 1960.

use feedrate_values::function::Clock;
use jiff::Zoned;
use jiff::civil::{DateTime, date};

/// The epoch of the seconds.
const BEGINNING: DateTime = date(1960, 1, 1).at(0, 0, 0, 0);

/// The clock of the machine in its time zone.
#[derive(Clone, Copy, Debug)]
pub struct LocalClock;

impl Clock for LocalClock {
    fn datetime(&self) -> f64 {
        Zoned::now().datetime().duration_since(BEGINNING).as_secs_f64()
    }
}

/// Returns how many seconds the local clock is ahead of universal time.
pub fn utc_offset() -> i32 {
    Zoned::now().offset().seconds()
}

/// Returns the present time in the form of FULLSTIMER: `09/21/2012 05:44:25 PM`.
pub fn timestamp() -> String {
    Zoned::now().strftime("%m/%d/%Y %I:%M:%S %p").to_string()
}
