//! The options of reading dates.

use feedrate_values::informat::DateOrder;

use crate::form::number;
use crate::group::options;
use crate::option_type::words;

words!(DateOrder {
    "MDY" => MonthDayYear,
    "DMY" => DayMonthYear,
    "YMD" => YearMonthDay,
    "LOCALE" => MonthDayYear,
});

options! {
    /// The options of reading dates.
    #[derive(Copy)]
    DateOptions {
        DATESTYLE => date_order: DateOrder = DateOrder::MonthDayYear,
            "The order of month, day and year in dates that ANYDTDTE, ANYDTDTM and ANYDTTME read. MDY by default, and \
             as LOCALE; MYD, YDM and DYM are not supported.";
        YEARCUTOFF => year_cutoff: u16 [number(1582, 19_900)] = 1926,
            "The first of the hundred years that a year of two digits stands for. 1926 by default.";
    }
}
