//! What follows `=`: numbers, sizes, times, lists, by fio's rules or as their writer meant them.
//!
//! fio reads as much of a value as it understands and passes over the rest in silence: to it `1.5k` is one byte,
//! ` 1m` with a blank is one byte, `1MiB` is a million bytes, and `10min` is ten of whatever the option counts in.
//! Here those are read as they were meant, and it is said; with `strict` they are read as fio reads them, and that is
//! said.

mod arithmetic;
mod number;
mod time;

#[cfg(test)]
mod tests;

use std::time::Duration;

pub(crate) use arithmetic::calculate;
pub use time::Unit;

use crate::job::{Each, SizeOf};

/// Why a value cannot be taken: what would do instead, without the value itself.
pub type Refusal = String;

/// A value while an option takes it.
#[derive(Debug)]
pub struct Value<'a> {
    text: Option<&'a str>,
    strict: bool,
    kb_base: u32,
    traps: Vec<String>,
}

impl<'a> Value<'a> {
    /// A value with what decides how it is read: as fio does, and how many bytes a `k` has.
    pub fn new(text: Option<&'a str>, strict: bool, kb_base: u32) -> Self {
        Self {
            text,
            strict,
            kb_base,
            traps: Vec::new(),
        }
    }

    /// What was read otherwise than fio does, or with `strict` as it does though it will not have been meant.
    pub fn into_traps(self) -> Vec<String> {
        self.traps
    }

    /// Whether it is to be read as fio reads it.
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    pub(crate) fn trap(&mut self, text: String) {
        if !self.traps.contains(&text) {
            self.traps.push(text);
        }
    }

    /// The text, which must be there; to fio a blank after `=` is a part of it, as in a file's name.
    pub fn text(&mut self) -> Result<&'a str, Refusal> {
        let text = self.text.ok_or("a value is missing: write it after =")?;
        let trimmed = text.trim_start();
        if trimmed.len() != text.len() {
            if self.strict {
                self.trap("fio takes the blank after = as a part of the value".to_owned());
                return Ok(text);
            }
            self.trap(format!(
                "'{trimmed}' is taken; the blank after = is to fio a part of the value"
            ));
        }
        if trimmed.is_empty() {
            return Err("the value is empty; write one after =".to_owned());
        }
        Ok(trimmed)
    }

    /// The text for a number: blanks do no harm to it by themselves.
    fn raw(&self) -> Result<&'a str, Refusal> {
        match self.text {
            None => Err("a value is missing: write it after =".to_owned()),
            Some(text) if text.trim().is_empty() => {
                Err("the value is empty; write one after =".to_owned())
            }
            Some(text) => Ok(text),
        }
    }

    /// An optional text: absent without `=`.
    pub fn optional_text(&mut self) -> Result<Option<&'a str>, Refusal> {
        match self.text {
            None => Ok(None),
            Some(_) => self.text().map(Some),
        }
    }

    /// A flag: bare, or with 0 or 1.
    pub fn flag(&mut self) -> Result<bool, Refusal> {
        match self.text {
            None => Ok(true),
            Some(_) => self.boolean(),
        }
    }

    /// 0 or 1, which must be there.
    pub fn boolean(&mut self) -> Result<bool, Refusal> {
        match self.raw()?.trim() {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err("it is 0 or 1".to_owned()),
        }
    }

    /// One of some words.
    pub fn choice<T: Clone>(&mut self, words: &[(&str, T)]) -> Result<T, Refusal> {
        let text = self.text()?;
        match words.iter().find(|(word, _)| *word == text) {
            Some((_, meant)) => Ok(meant.clone()),
            None => {
                let known: Vec<_> = words.iter().map(|&(word, _)| word).collect();
                Err(format!("it is one of {}", known.join(", ")))
            }
        }
    }

    /// A size or a number: fio gives units to all its numbers.
    pub fn bytes(&mut self) -> Result<u64, Refusal> {
        let text = self.raw()?;
        self.bytes_of(text)
    }

    /// The same, of a part of the value.
    pub fn bytes_of(&mut self, text: &str) -> Result<u64, Refusal> {
        number::bytes(self, text)
    }

    /// The same, at least 1.
    pub fn positive_bytes(&mut self) -> Result<u64, Refusal> {
        match self.bytes()? {
            0 => Err("it must be at least 1".to_owned()),
            bytes => Ok(bytes),
        }
    }

    /// A number that is no size, of 32 bits.
    pub fn integer(&mut self) -> Result<u32, Refusal> {
        let number = self.bytes()?;
        u32::try_from(number).map_err(|_| format!("it is at most {}", u32::MAX))
    }

    /// A number between two, both included.
    pub fn integer_within(&mut self, least: u32, most: u32) -> Result<u32, Refusal> {
        match self.integer()? {
            number if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("it is between {least} and {most}")),
        }
    }

    /// A percentage without its sign.
    pub fn percent(&mut self) -> Result<u8, Refusal> {
        let number = self.integer_within(0, 100)?;
        Ok(u8::try_from(number).unwrap_or(100))
    }

    /// Bytes, or a percentage with its sign, of which fio takes no more than 100.
    pub fn size(&mut self) -> Result<SizeOf, Refusal> {
        let text = self.raw()?;
        self.size_of(text)
    }

    /// The same, of a part of the value.
    pub fn size_of(&mut self, text: &str) -> Result<SizeOf, Refusal> {
        number::size(self, text)
    }

    /// A number with decimals.
    pub fn decimal_of(&mut self, text: &str) -> Result<f64, Refusal> {
        let text = text.trim();
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
            _ => Err(format!("'{text}' is not a number; write one such as 99.9")),
        }
    }

    /// Decimals with `:` between.
    pub fn decimals(&mut self) -> Result<Vec<f64>, Refusal> {
        let text = self.raw()?;
        text.split(':').map(|part| self.decimal_of(part)).collect()
    }

    /// A time; a bare number counts in `unit`.
    pub fn time(&mut self, unit: Unit) -> Result<Duration, Refusal> {
        let text = self.raw()?;
        self.time_of(text, unit)
    }

    /// The same, of a part of the value.
    pub fn time_of(&mut self, text: &str, unit: Unit) -> Result<Duration, Refusal> {
        time::time(self, text, unit)
    }

    /// A number of milliseconds that fio reads as a plain number: a unit of time is lost on it.
    pub fn milliseconds(&mut self) -> Result<Duration, Refusal> {
        let text = self.raw()?;
        time::milliseconds(self, text)
    }

    /// One to three values with commas between, for reads, writes and trims. A missing one is absent; the last given
    /// one also stands for those behind it, unless a comma follows it (fio: `8k,32k,` leaves trims alone).
    pub fn each<T: Clone>(
        &mut self,
        mut read: impl FnMut(&mut Self, &str) -> Result<T, Refusal>,
    ) -> Result<Each<Option<T>>, Refusal> {
        let text = self.raw()?;
        let parts: Vec<&str> = text.split(',').collect();
        if parts.len() > 3 {
            return Err("there are at most three values, for reads, writes and trims".to_owned());
        }
        let mut values = Vec::with_capacity(3);
        for part in &parts {
            values.push(if part.trim().is_empty() {
                None
            } else {
                Some(read(self, part)?)
            });
        }
        while values.len() < 3 {
            let last = values.last().cloned().flatten();
            values.push(last);
        }
        let mut values = values.into_iter();
        let mut next = || values.next().flatten();
        Ok(Each {
            read: next(),
            write: next(),
            trim: next(),
        })
    }
}
