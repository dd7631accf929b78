//! Amounts of the currencies that became the euro: `EURFRxxxw.d` and `EURTOxxxw.d`.

use super::money::{Grouping, fixed, grouped};
use super::plain::Fit;

/// The units of a currency for a euro, by its code: fixed rates, and rates that change, as SAS has them without the
/// file of the reference `EURFRTBL`.
const RATES: [(&str, f64); 22] = [
    ("ATS", 13.7603),
    ("BEF", 40.3399),
    ("DEM", 1.95583),
    ("ESP", 166.386),
    ("FIM", 5.94573),
    ("FRF", 6.55957),
    ("GRD", 340.750),
    ("IEP", 0.787564),
    ("ITL", 1936.27),
    ("LUF", 40.3399),
    ("NLG", 2.20371),
    ("PTE", 200.482),
    ("SIT", 239.640),
    ("CHF", 1.60430),
    ("CZK", 34.8563),
    ("DKK", 7.49009),
    ("GBP", 0.700132),
    ("HUF", 260.325),
    ("NOK", 9.19770),
    ("PLZ", 4.2),
    ("ROL", 13.71),
    ("RUR", 19.7680),
];

/// The currencies of countries that write a point before decimals.
const ENGLISH: [&str; 2] = ["GBP", "IEP"];

/// A conversion between a currency and the euro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conversion {
    /// The place of the currency in [`RATES`].
    currency: usize,
    is_to_euro: bool,
}

/// Appends an amount of the other currency: euros as `EUROXw.d` or `EUROw.d` writes them, others as `w.d` does.
pub(super) fn write(conversion: Conversion, amount: f64, width: usize, places: usize, out: &mut Vec<u8>) -> Fit {
    let (code, rate) = RATES[conversion.currency];
    let grouping = match ENGLISH.contains(&code) {
        true => Grouping::ENGLISH,
        false => Grouping::EUROPEAN,
    };
    match conversion.is_to_euro {
        true => grouped(amount / rate, width, places, grouping.with_euro(), out),
        false => fixed(amount * rate, width, places, false, out),
    }
}

impl Conversion {
    /// Returns the conversion of a format by its name in upper case.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let (code, is_to_euro) = match name.strip_prefix("EURFR") {
            Some(code) => (code, true),
            None => (name.strip_prefix("EURTO")?, false),
        };
        let currency = RATES.iter().position(|(own, _)| *own == code)?;
        Some(Self { currency, is_to_euro })
    }
}
