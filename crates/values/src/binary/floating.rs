//! Floating-point numbers in bytes.

use crate::missing;

/// A form of floating-point number, truncated to as many bytes as it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Real {
    /// `RBw.d`: the double of this machine, the last byte of the most value
    Native,
    /// `IEEEw.d`: the first byte of the most value; of single precision in up to four bytes
    Ieee,
    /// `FLOATw.d`: of single precision, the last byte of the most value
    Single,
    /// `S370FRBw.d`: of an IBM mainframe
    Ibm,
    /// `VAXRBw.d`: the D_floating number of a VAX
    Vax,
}

/// The bits of a double without its sign and exponent.
const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;

impl Real {
    pub(super) fn write(self, number: f64, bytes: &mut [u8]) {
        let count = bytes.len();
        match self {
            Self::Native => bytes.copy_from_slice(&number.to_le_bytes()[8 - count..]),
            Self::Ieee if count <= 4 => bytes.copy_from_slice(&(number as f32).to_be_bytes()[..count]),
            Self::Ieee => bytes.copy_from_slice(&number.to_be_bytes()[..count]),
            Self::Single => bytes.copy_from_slice(&(number as f32).to_le_bytes()[..count]),
            Self::Ibm => bytes.copy_from_slice(&to_ibm(number).to_be_bytes()[..count]),
            Self::Vax => {
                let words = to_vax(number).to_be_bytes();
                // The bytes of each word are swapped.
                for (index, byte) in bytes.iter_mut().enumerate() {
                    *byte = words[index ^ 1];
                }
            }
        }
    }

    pub(super) fn read(self, bytes: &[u8]) -> Option<f64> {
        let bytes = bytes.get(..bytes.len().min(8))?;
        let mut whole = [0; 8];
        let number = match self {
            Self::Native => {
                whole[8 - bytes.len()..].copy_from_slice(bytes);
                f64::from_le_bytes(whole)
            }
            Self::Ieee if bytes.len() <= 4 => {
                whole[..bytes.len()].copy_from_slice(bytes);
                f64::from(f32::from_be_bytes([whole[0], whole[1], whole[2], whole[3]]))
            }
            Self::Ieee => {
                whole[..bytes.len()].copy_from_slice(bytes);
                f64::from_be_bytes(whole)
            }
            Self::Single => {
                let bytes = bytes.try_into().ok()?;
                f64::from(f32::from_le_bytes(bytes))
            }
            Self::Ibm => {
                whole[..bytes.len()].copy_from_slice(bytes);
                of_ibm(u64::from_be_bytes(whole))
            }
            Self::Vax => {
                for (index, byte) in bytes.iter().enumerate() {
                    whole[index ^ 1] = *byte;
                }
                of_vax(u64::from_be_bytes(whole))
            }
        };
        (!number.is_infinite()).then_some(number)
    }
}

/// Returns the bits of an IBM number: a sign, an exponent of 16 with a bias of 64, and a fraction of 56 bits. A missing
/// value is its letter before zeros.
fn to_ibm(number: f64) -> u64 {
    if let Some(letter) = missing::letter(number) {
        return u64::from(letter.map_or(b'.', |letter| letter as u8)) << 56;
    }
    let sign = u64::from(number < 0.0) << 63;
    let Some((digits, power)) = parts(number) else {
        return 0;
    };
    let shift = (power + 56).rem_euclid(4);
    let exponent = (power - shift + 56) / 4 + 64;
    match u64::try_from(exponent) {
        Ok(exponent @ 0..128) => sign | exponent << 56 | digits << shift,
        Ok(_) => sign | u64::MAX >> 1,
        Err(_) => 0,
    }
}

fn of_ibm(bits: u64) -> f64 {
    let fraction = bits & 0x00FF_FFFF_FFFF_FFFF;
    let first = (bits >> 56) as u8;
    if fraction == 0 {
        return match first {
            b'.' => missing::MISSING,
            b'A'..=b'Z' | b'_' => missing::special(first).unwrap_or(missing::MISSING),
            _ => 0.0,
        };
    }
    let exponent = 4 * (i32::from(first & 0x7F) - 64) - 56;
    let magnitude = fraction as f64 * 2_f64.powi(exponent);
    if first & 0x80 != 0 { -magnitude } else { magnitude }
}

/// Returns the bits of a D_floating number: a sign, an exponent of 2 with a bias of 128, and 55 bits of a fraction that
/// begins with a bit of its own. A missing value is 0.
fn to_vax(number: f64) -> u64 {
    let sign = u64::from(number < 0.0) << 63;
    let Some((digits, power)) = parts(number) else {
        return 0;
    };
    // The number is `0.1… * 2**exponent`, in 53 of 56 bits.
    match u64::try_from(power + 53 + 128) {
        Ok(0) | Err(_) => 0,
        Ok(exponent @ 1..256) => sign | exponent << 55 | digits << 3 & ((1 << 55) - 1),
        Ok(_) => sign | u64::MAX >> 1,
    }
}

fn of_vax(bits: u64) -> f64 {
    let exponent = (bits >> 55 & 0xFF) as i32;
    if exponent == 0 {
        return 0.0;
    }
    let fraction = bits & ((1 << 55) - 1) | 1 << 55;
    let magnitude = fraction as f64 * 2_f64.powi(exponent - 128 - 56);
    if bits >> 63 != 0 { -magnitude } else { magnitude }
}

/// Returns `digits` and `power` of a number, which is `digits * 2**power`; `None` for 0, for numbers that are very near
/// to it and for those that are not finite.
fn parts(number: f64) -> Option<(u64, i32)> {
    let bits = number.to_bits();
    let (exponent, fraction) = (bits >> FRACTION & 0x7FF, bits & ((1 << FRACTION) - 1));
    let is_normal = exponent != 0 && exponent != 0x7FF;
    is_normal.then_some((fraction | 1 << FRACTION, exponent as i32 - 1075))
}
