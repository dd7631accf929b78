//! Sizes and numbers.

use super::{Refusal, Value, calculate};
use crate::kinds::SizeOf;

/// Returns a value; `None` for 0, by which options mean that nothing is given.
pub fn unless_zero<T: Default + PartialEq>(value: T) -> Option<T> {
    (value != T::default()).then_some(value)
}

impl Value<'_> {
    /// Parses a size or a number: fio allows units in all its numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or if it is not a number.
    pub fn bytes(&mut self) -> Result<u64, Refusal> {
        let text = self.raw()?;
        self.bytes_of(text)
    }

    /// The same for a part of the value.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a number.
    pub fn bytes_of(&mut self, text: &str) -> Result<u64, Refusal> {
        let fios = as_fio_reads(text, self.kb_base);
        if self.strict {
            let meant = as_meant(text, self.kb_base);
            return self.decide(text, fios, meant, not_a_number);
        }
        let text = without_lone_bracket(self, text);
        let meant = as_meant(text, self.kb_base).or_else(|| calculated(text, self.kb_base));
        self.decide(text, fios, meant, not_a_number)
    }

    /// The same, at least 1.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or if it is not a positive number.
    pub fn positive_bytes(&mut self) -> Result<u64, Refusal> {
        match self.bytes()? {
            0 => Err("it must be at least 1".to_owned()),
            bytes => Ok(bytes),
        }
    }

    /// Parses a 32-bit number that is not a size.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or if it is not such a number.
    pub fn integer(&mut self) -> Result<u32, Refusal> {
        let number = self.bytes()?;
        u32::try_from(number).map_err(|_| format!("it is at most {}", u32::MAX))
    }

    /// Parses a number between two, including both.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or if it is not such a number.
    pub fn integer_within(&mut self, least: u32, most: u32) -> Result<u32, Refusal> {
        match self.integer()? {
            number if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("it is between {least} and {most}")),
        }
    }

    /// Parses a percentage without its sign.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or if it is not between 0 and 100.
    pub fn percent(&mut self) -> Result<u8, Refusal> {
        let number = self.integer_within(0, 100)?;
        Ok(u8::try_from(number).unwrap_or(100))
    }

    /// Parses bytes, or a percentage with its sign, which fio limits to 100.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or if it is neither.
    pub fn size(&mut self) -> Result<SizeOf, Refusal> {
        let text = self.raw()?;
        self.size_of(text)
    }

    /// The same for a part of the value.
    ///
    /// # Errors
    ///
    /// Returns an error if it is neither.
    pub fn size_of(&mut self, text: &str) -> Result<SizeOf, Refusal> {
        let trimmed = text.trim();
        if let Some(number) = trimmed.strip_suffix('%') {
            let percent = self.decimal_of(number)?;
            let whole = percent.trunc();
            if percent == whole {
                return share(trimmed, percent);
            }
            if self.strict {
                self.trap(format!("to fio '{trimmed}' is {whole}%"));
                return share(trimmed, whole);
            }
            self.trap(format!("'{trimmed}' is taken with its decimals; to fio it is {whole}%"));
            return share(trimmed, percent);
        }
        if trimmed.ends_with(['z', 'Z']) && trimmed[..trimmed.len() - 1].parse::<u64>().is_ok() {
            return Err("sizes in zones need a zoned device, which is not supported".to_owned());
        }
        self.bytes_of(text).map(SizeOf::Bytes)
    }
}

/// Removes an unmatched closing parenthesis: fio ignores it, and its own tests contain one.
fn without_lone_bracket<'t>(value: &mut Value<'_>, text: &'t str) -> &'t str {
    let Some(number) = text.trim_end().strip_suffix(')') else {
        return text;
    };
    if number.contains(['(', ')']) {
        return text;
    }
    value.trap(format!("the ) behind '{}' is left out", number.trim()));
    number
}

fn share(text: &str, percent: f64) -> Result<SizeOf, Refusal> {
    match percent > 100.0 {
        true => Err(format!("'{text}' is more than all; give 0% to 100%")),
        false => Ok(SizeOf::Percent(percent)),
    }
}

fn not_a_number(text: &str) -> Refusal {
    format!("'{text}' is not a number; write one such as 64k or 10g")
}

/// Parses as fio does: digits, and a unit immediately after them; the rest is ignored.
fn as_fio_reads(text: &str, kb_base: u32) -> Option<u64> {
    let number = text.trim_start();
    let (digits, rest, radix) = digits(number);
    if digits.is_empty() {
        return None;
    }
    let number = u64::from_str_radix(digits, radix).unwrap_or(u64::MAX);
    // fio looks for the unit from the beginning of the text, so a blank there hides it, and so does the x of 0x10k.
    if text.starts_with(char::is_whitespace) || radix == 16 {
        return Some(number);
    }
    let unit: String = rest
        .chars()
        .take_while(char::is_ascii_alphabetic)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    number.checked_mul(factor_of_fio(&unit, kb_base)?)
}

fn digits(text: &str) -> (&str, &str, u32) {
    let (text, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(rest) => (rest, 16),
        None => (text, 10),
    };
    let end = text.find(|letter: char| !letter.is_digit(radix)).unwrap_or(text.len());
    (&text[..end], &text[end..], radix)
}

/// Returns the bytes of a unit in fio, which knows `kib` and the like only by their full names, and anything else by
/// its first letter; with 1024 bytes to a `k`, `kib` is the other one, of 1000.
fn factor_of_fio(unit: &str, kb_base: u32) -> Option<u64> {
    let power = match unit.chars().next() {
        Some('k') => 1,
        Some('m') => 2,
        Some('g') => 3,
        Some('t') => 4,
        Some('p') => 5,
        _ => return Some(1),
    };
    let other = unit.len() == 3 && unit.ends_with("ib");
    let base: u64 = if (kb_base == 1000) == other { 1024 } else { 1000 };
    base.checked_pow(power)
}

/// Parses as intended: decimals are valid, blanks are ignored, and `kib` and `ki` are 1024.
fn as_meant(text: &str, kb_base: u32) -> Option<u64> {
    let text = text.trim();
    if text.starts_with("0x") || text.starts_with("0X") {
        let (digits, rest, radix) = digits(text);
        let number = u64::from_str_radix(digits, radix).ok()?;
        return number.checked_mul(factor(rest.trim(), kb_base)?);
    }
    let end = text
        .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let factor = factor(unit.trim(), kb_base)?;
    match number.split_once('.') {
        None => number.parse::<u64>().ok()?.checked_mul(factor),
        Some((whole, decimals)) => {
            let decimals: &str = decimals.get(..decimals.len().min(9))?;
            if whole.is_empty() || decimals.is_empty() || decimals.contains('.') {
                return None;
            }
            let scale = 10_u128.pow(u32::try_from(decimals.len()).ok()?);
            let part: u128 = decimals.parse().ok()?;
            let part = u64::try_from(part * u128::from(factor) / scale).ok()?;
            let whole = whole.parse::<u64>().ok()?.checked_mul(factor)?;
            whole.checked_add(part)
        }
    }
}

fn factor(unit: &str, kb_base: u32) -> Option<u64> {
    let unit = unit.to_ascii_lowercase();
    let (letter, rest) = match unit.chars().next() {
        None => return Some(1),
        Some('b') if unit.len() == 1 => return Some(1),
        Some(letter) => (letter, unit.get(1..)?),
    };
    let base: u64 = match rest {
        "i" | "ib" => 1024,
        "" | "b" => u64::from(kb_base),
        _ => return None,
    };
    let power = match letter {
        'k' => 1,
        'm' => 2,
        'g' => 3,
        't' => 4,
        'p' => 5,
        _ => return None,
    };
    base.checked_pow(power)
}

/// Evaluates an expression in parentheses, as builds of fio with arithmetic do.
fn calculated(text: &str, kb_base: u32) -> Option<u64> {
    let text = text.trim();
    if !(text.starts_with('(') && text.ends_with(')')) {
        return None;
    }
    let number = calculate(text, &|number| as_meant(number, kb_base).map(|bytes| bytes as f64))?;
    (number >= 0.0 && number < u64::MAX as f64).then_some(number as u64)
}
