//! Where the rows of a mixed page begin, and whether the first values of a file can be what its variables say.
//!
//! SAS aligns rows to eight bytes, and what is before them then may be left over from other data. Files of
//! Stat/Transfer may not be aligned; they call themselves release 8.0000M0 or 9.0000M0 of the server `WIN`, where those
//! of SAS have `WIN_NT`, `XP_PRO` and the like. Of 150 files of public repositories that have such a page with pointers
//! that end at 4 modulo 8, of releases 9.0000M0 to 9.0401M4, one is not aligned. In each of them the values of the
//! first rows, read from one of the two places, are all possible, and from the other at least a quarter are not, so
//! they decide where they can.

use feedrate_values::Kind;
use feedrate_values::format::Moment;

use super::field::{NumberField, Order, TextField};
use super::header::Header;
use super::lost::Absurd;
use super::page::Page;
use crate::schema::{Schema, Variable};

/// The maximum number of rows that are looked at.
const ROWS: usize = 16;

/// The most bytes that are looked at.
const BYTES: usize = 64 << 10;

/// Other numbers are hardly values: those of shifted bytes are far from them.
const USUAL: std::ops::Range<f64> = 1e-30..1e30;

/// Numbers beyond that are no values of anything.
const POSSIBLE: std::ops::Range<f64> = 1e-290..1e290;

/// The days of the years 1582 to 19900.
const DATES: std::ops::RangeInclusive<f64> = -138_061.0..=6_589_335.0;

const SECONDS_A_DAY: f64 = 86_400.0;

/// The first bytes behind the pointers of the first page with rows together.
#[derive(Debug)]
pub(super) struct FirstRows {
    bytes: Vec<u8>,
    /// Their offset on the page.
    at: usize,
    /// The number of them that are padding if rows are aligned.
    padding: usize,
    /// True if the padding looks as such.
    is_padded: bool,
    rows: usize,
}

impl FirstRows {
    /// Returns those of a page, at most so many rows.
    pub(super) fn of(page: &Page<'_>, rows: usize) -> Self {
        let (at, aligned) = (page.start_of_rows(false), page.start_of_rows(true));
        let bytes = page.view.bytes.get(at..).unwrap_or(&[]);
        let padding = (aligned - at).min(bytes.len());
        let is_padded = [0, b' ']
            .iter()
            .any(|filler| bytes[..padding].iter().all(|byte| byte == filler));
        Self {
            bytes: bytes[..bytes.len().min(BYTES)].to_vec(),
            at,
            padding,
            is_padded,
            rows,
        }
    }

    /// Returns the offset of the first row on the page, whether rows are aligned, and a value that the row cannot have.
    pub(super) fn settle(&self, header: &Header, schema: &Schema, stored: u64) -> (usize, bool, Option<Absurd>) {
        let rows = usize::try_from(stored).unwrap_or(ROWS).min(self.rows);
        let values = |is_aligned| Values {
            bytes: &self.bytes[if is_aligned { self.padding } else { 0 }..],
            schema,
            order: header.order,
            rows: rows.min(ROWS),
        };
        let may_not_align =
            header.host == "WIN" && ["9.0000M0", "8.0000M0"].contains(&header.release.as_str()) && !self.is_padded;
        let mut is_aligned = !may_not_align;
        if self.padding > 0 && values(is_aligned).has_unusual() && !values(!is_aligned).has_unusual() {
            is_aligned = !is_aligned;
        }
        let start = self.at + if is_aligned { self.padding } else { 0 };
        (start, is_aligned, values(is_aligned).absurd(self.padding > 0))
    }
}

/// The values of the first rows of a file.
struct Values<'a> {
    bytes: &'a [u8],
    schema: &'a Schema,
    order: Order,
    rows: usize,
}

impl Values<'_> {
    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let length = (self.schema.row_length() as usize).max(1);
        self.bytes.chunks_exact(length).take(self.rows)
    }

    /// Returns whether there are values that are hardly ones.
    fn has_unusual(&self) -> bool {
        self.schema.variables().iter().any(|variable| {
            let (offset, length) = (variable.offset as usize, variable.length as usize);
            match variable.kind {
                Kind::Number => NumberField::new(offset, length, self.order).is_some_and(|field| {
                    let moment = moment_of(variable);
                    self.rows().any(|row| !is_possible(field.get(row), moment, USUAL))
                }),
                Kind::Text => {
                    let field = TextField::new(offset, length);
                    self.rows().any(|row| has_controls(field.get(row)))
                }
            }
        })
    }

    /// Returns the first number that none can be by the format of its variable, if at least two and a quarter of those
    /// that are not missing and not 0 are such. Numbers without dates are judged only where it was in doubt where rows
    /// begin.
    fn absurd(&self, is_in_doubt: bool) -> Option<Absurd> {
        let (mut first, mut wrong, mut all) = (None, 0, 0);
        for variable in self.schema.variables() {
            let (offset, length) = (variable.offset as usize, variable.length as usize);
            let field = match variable.kind {
                Kind::Number => NumberField::new(offset, length, self.order),
                Kind::Text => None,
            };
            let Some(field) = field else { continue };
            let moment = moment_of(variable);
            for (index, row) in self.rows().enumerate() {
                let number = field.get(row);
                all += u64::from(!number.is_nan() && number != 0.0);
                let is_judged = is_in_doubt || moment.is_some();
                if !is_judged || is_possible(number, moment, POSSIBLE) {
                    continue;
                }
                wrong += 1;
                first.get_or_insert_with(|| Absurd {
                    observation: index as u64 + 1,
                    variable: variable.name.clone(),
                    format: variable.format.as_ref().map(ToString::to_string),
                    value: number,
                });
            }
        }
        first.filter(|_| wrong >= 2 && wrong * 4 >= all)
    }
}

fn moment_of(variable: &Variable) -> Option<Moment> {
    variable.format.as_ref().and_then(Moment::of)
}

/// Returns whether a number can be a value of a variable. Missing values can.
fn is_possible(number: f64, moment: Option<Moment>, sizes: std::ops::Range<f64>) -> bool {
    if number.is_nan() || number == 0.0 {
        return true;
    }
    let is_sized = sizes.contains(&number.abs());
    is_sized
        && match moment {
            Some(Moment::Date) => DATES.contains(&number),
            Some(Moment::Datetime) => DATES.contains(&(number / SECONDS_A_DAY)),
            Some(Moment::Time) | None => true,
        }
}

/// Returns whether a text has control characters before the blanks and zeros that pad it.
fn has_controls(text: &[u8]) -> bool {
    let end = text.iter().rposition(|&byte| byte != b' ' && byte != 0);
    let text = &text[..end.map_or(0, |last| last + 1)];
    text.iter().any(|&byte| byte < b' ' && !b"\t\n\r".contains(&byte))
}
