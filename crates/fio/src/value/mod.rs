//! Values of options: numbers, sizes, times and lists, by fio's rules or as intended.
//!
//! fio parses the beginning of a value and silently ignores the rest: in fio `1.5k` is one byte, ` 1m` with a blank is
//! one byte, `1MiB` is a million bytes, and `10min` is ten of the option's default unit. Here those are parsed as
//! intended, with a remark; with `strict` they are parsed as fio does, also with a remark.

mod arithmetic;
mod number;
mod time;

#[cfg(test)]
mod tests;

use std::fmt::Debug;

pub(crate) use arithmetic::calculate;
pub use number::unless_zero;
pub use time::Unit;

use crate::kinds::EachDirection;

/// The reason why a value is rejected: what is allowed instead, without the value itself.
pub type Refusal = String;

/// A value that an option parses.
#[derive(Debug)]
pub struct Value<'a> {
    text: Option<&'a str>,
    strict: bool,
    kb_base: u32,
    traps: Vec<String>,
}

impl<'a> Value<'a> {
    /// Creates a value with the settings of its parsing: as fio does, and the bytes of a `k`.
    pub fn new(text: Option<&'a str>, strict: bool, kb_base: u32) -> Self {
        Self {
            text,
            strict,
            kb_base,
            traps: Vec::new(),
        }
    }

    /// Returns what was parsed differently from fio, or with `strict` as fio does although it is probably not intended.
    pub fn into_traps(self) -> Vec<String> {
        self.traps
    }

    pub(crate) fn trap(&mut self, text: String) {
        if !self.traps.contains(&text) {
            self.traps.push(text);
        }
    }

    /// Returns the text, which is required; fio treats a blank after `=` as a part of it, as in a file's name.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or if it is empty.
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

    /// Returns the text of a number, in which blanks are harmless.
    fn raw(&self) -> Result<&'a str, Refusal> {
        match self.text {
            None => Err("a value is missing: write it after =".to_owned()),
            Some(text) if text.trim().is_empty() => Err("the value is empty; write one after =".to_owned()),
            Some(text) => Ok(text),
        }
    }

    /// Returns an optional text: `None` without `=`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is empty.
    pub fn optional_text(&mut self) -> Result<Option<&'a str>, Refusal> {
        match self.text {
            None => Ok(None),
            Some(_) => self.text().map(Some),
        }
    }

    /// Parses a flag: without a value, or 0 or 1.
    ///
    /// # Errors
    ///
    /// Returns an error for another value.
    pub fn flag(&mut self) -> Result<bool, Refusal> {
        match self.text {
            None => Ok(true),
            Some(_) => self.boolean(),
        }
    }

    /// Parses 0 or 1, which is required. As in fio, what follows the digit counts for nothing, as in `0/1`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or for another one.
    pub fn boolean(&mut self) -> Result<bool, Refusal> {
        let text = self.raw()?.trim();
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        let (digits, rest) = text.split_at(end);
        let is_on = match digits.parse::<u8>() {
            Ok(0) => false,
            Ok(1) => true,
            _ => return Err("it is 0 or 1".to_owned()),
        };
        if !rest.is_empty() {
            self.trap(format!("'{text}' is taken as {}, as fio takes it", u8::from(is_on)));
        }
        Ok(is_on)
    }

    /// Returns a value as intended, or with `strict` as fio reads it; if these differ, with a remark.
    fn decide<T: PartialEq + Debug>(
        &mut self,
        text: &str,
        fios: Option<T>,
        meant: Option<T>,
        refusal: fn(&str) -> Refusal,
    ) -> Result<T, Refusal> {
        let shown = text.trim();
        if self.strict {
            let fios = fios.ok_or_else(|| refusal(shown))?;
            if meant.as_ref() != Some(&fios) {
                self.trap(format!("to fio '{text}' is {fios:?}, which will not have been meant"));
            }
            return Ok(fios);
        }
        let meant = meant.ok_or_else(|| refusal(shown))?;
        match fios {
            Some(fios) if fios == meant => {}
            Some(fios) => self.trap(format!("'{shown}' is taken as {meant:?}; to fio it is {fios:?}")),
            None => self.trap(format!("'{shown}' is taken as {meant:?}; fio refuses it")),
        }
        Ok(meant)
    }

    /// Returns what a function parses.
    ///
    /// # Errors
    ///
    /// Returns the error of the function.
    pub fn parsed<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, Refusal>) -> Result<T, Refusal> {
        parse(self)
    }

    /// Parses one of several words.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or for another word.
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

    /// Parses a decimal number.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a finite number, or negative.
    pub fn decimal_of(&mut self, text: &str) -> Result<f64, Refusal> {
        let text = text.trim();
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
            _ => Err(format!("'{text}' is not a number; write one such as 99.9")),
        }
    }

    /// Parses decimal numbers that are separated by `:`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or if one of them is not a finite number, or negative.
    pub fn decimals(&mut self) -> Result<Vec<f64>, Refusal> {
        let text = self.raw()?;
        text.split(':').map(|part| self.decimal_of(part)).collect()
    }

    /// Parses one to three values, separated by commas, for reads, writes and trims. A missing one is `None`; the last
    /// given one also applies to those after it, unless a comma follows it (fio: `8k,32k,` leaves trims alone).
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or more than three, and the error of `read`.
    pub fn each<T: Clone>(
        &mut self,
        mut read: impl FnMut(&mut Self, &str) -> Result<T, Refusal>,
    ) -> Result<EachDirection<Option<T>>, Refusal> {
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
        Ok(EachDirection {
            read: next(),
            write: next(),
            trim: next(),
        })
    }
}
