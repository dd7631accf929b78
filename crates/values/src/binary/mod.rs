//! Numbers as bytes that are no text: integers and floating-point numbers of several machines, packed and zoned
//! decimals.
//!
//! A form is both a format and an informat. Its decimals are a power of ten: a format multiplies by it, an informat
//! divides.

mod digits;
pub(crate) mod ebcdic;
mod floating;
mod integer;
mod packed;
pub(crate) mod stamp;
mod zoned;

#[cfg(test)]
mod tests;

use digits::MOST_BYTES;
use floating::Real;
use integer::Integer;
use packed::PackedDecimal;
use zoned::Zone;

/// A form of number in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryForm {
    Integer(Integer),
    Real(Real),
    Packed(PackedDecimal),
    Zoned(Zone),
    /// `PDJULGw.` and, with the century for the year, `PDJULIw.`: a date as packed decimal
    PackedDate {
        has_century: bool,
    },
}

/// The definition of a format or informat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BinaryRule {
    pub(crate) form: BinaryForm,
    /// The default width.
    pub(crate) default: u16,
    pub(crate) least: u16,
    pub(crate) most: u16,
    /// The most decimals.
    pub(crate) decimals: u16,
}

impl BinaryForm {
    /// Appends exactly `width` bytes, at most 32. A number that is too large is the largest one.
    pub(crate) fn write(self, number: f64, width: usize, decimals: u32, out: &mut Vec<u8>) {
        let scaled = if decimals == 0 {
            number
        } else {
            number * power_of_ten(decimals)
        };
        let mut bytes = [0; MOST_BYTES];
        let bytes = &mut bytes[..width.min(MOST_BYTES)];
        match self {
            Self::Integer(form) => form.write(scaled, bytes),
            Self::Real(form) => form.write(scaled, bytes),
            Self::Packed(form) => form.write(scaled, bytes),
            Self::Zoned(form) => form.write(scaled, bytes),
            Self::PackedDate { has_century } => stamp::write_date(number, has_century, bytes),
        }
        out.extend_from_slice(bytes);
    }

    /// Reads a number; `None` if the bytes are none.
    pub(crate) fn read(self, bytes: &[u8], decimals: u32) -> Option<f64> {
        if bytes.is_empty() {
            return None;
        }
        let number = match self {
            Self::Integer(form) => form.read(bytes)?,
            Self::Real(form) => form.read(bytes)?,
            Self::Packed(form) => form.read(bytes)?,
            Self::Zoned(form) => form.read(bytes)?,
            Self::PackedDate { has_century } => stamp::read_date(bytes, has_century)?,
        };
        let is_whole = decimals == 0 || number.is_nan();
        Some(if is_whole {
            number
        } else {
            number / power_of_ten(decimals)
        })
    }
}

fn power_of_ten(power: u32) -> f64 {
    10f64.powi(i32::try_from(power).unwrap_or(i32::MAX))
}

/// Returns the rule of a format by its name in upper case.
pub(crate) fn of_format(name: &str) -> Option<BinaryRule> {
    match name {
        // These are read only.
        "ZDB" | "ZDV" | "S370FZDB" => None,
        _ => of_informat(name),
    }
}

/// Returns the rule of an informat by its name in upper case.
pub(crate) fn of_informat(name: &str) -> Option<BinaryRule> {
    use BinaryForm as F;
    let (form, default, least, most, decimals) = match name {
        "IB" | "IBR" => (F::Integer(Integer::LITTLE), 4, 1, 8, 10),
        "PIB" | "PIBR" => (F::Integer(Integer::LITTLE.unsigned()), 1, 1, 8, 10),
        "S370FIB" => (F::Integer(Integer::BIG), 4, 1, 8, 10),
        "S370FIBU" => (F::Integer(Integer::BIG.absolute()), 4, 1, 8, 10),
        "S370FPIB" => (F::Integer(Integer::BIG.unsigned()), 4, 1, 8, 10),
        "RB" => (F::Real(Real::Native), 4, 2, 8, 10),
        "IEEE" => (F::Real(Real::Ieee), 8, 3, 8, 10),
        "FLOAT" => (F::Real(Real::Single), 4, 4, 4, 31),
        "VAXRB" => (F::Real(Real::Vax), 8, 2, 8, 31),
        "S370FRB" => (F::Real(Real::Ibm), 6, 2, 8, 10),
        "PD" => (F::Packed(PackedDecimal::Native), 1, 1, 16, 31),
        "PK" => (F::Packed(PackedDecimal::Unsigned), 1, 1, 16, 10),
        "S370FPD" => (F::Packed(PackedDecimal::Ibm), 1, 1, 16, 31),
        "S370FPDU" => (F::Packed(PackedDecimal::IbmUnsigned), 1, 1, 16, 31),
        "ZD" | "ZDV" => (F::Zoned(Zone::Ascii), 1, 1, 32, 31),
        "VMSZN" => (F::Zoned(Zone::AsciiSigned), 1, 1, 32, 31),
        "ZDB" => (F::Zoned(Zone::AsciiBlanks), 1, 1, 32, 31),
        "S370FZD" => (F::Zoned(Zone::Ebcdic), 8, 1, 32, 31),
        "S370FZDB" => (F::Zoned(Zone::EbcdicBlanks), 8, 1, 32, 31),
        "S370FZDL" => (F::Zoned(Zone::EbcdicLeading), 8, 1, 32, 31),
        "S370FZDS" => (F::Zoned(Zone::EbcdicSignFirst), 8, 2, 32, 31),
        "S370FZDT" => (F::Zoned(Zone::EbcdicSignLast), 8, 2, 32, 31),
        "S370FZDU" => (F::Zoned(Zone::EbcdicUnsigned), 8, 1, 32, 31),
        "PDJULG" => (F::PackedDate { has_century: false }, 4, 3, 16, 0),
        "PDJULI" => (F::PackedDate { has_century: true }, 4, 3, 16, 0),
        _ => return None,
    };
    Some(BinaryRule {
        form,
        default,
        least,
        most,
        decimals,
    })
}
