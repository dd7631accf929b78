//! The compiled patterns of a step.

use std::collections::HashMap;

use super::pattern::Pattern;
use crate::value::{Value, trim};

/// The most patterns of one step: each takes memory until the step ends.
const MOST_PATTERNS: usize = 100_000;

/// The most patterns that are given as texts in place of identifiers; beyond these they are compiled anew.
const MOST_GIVEN: usize = 256;

/// The most texts that are reported as not valid.
const MOST_REFUSED: usize = 20;

/// The patterns of a step.
#[derive(Debug, Default)]
pub(in crate::function) struct Patterns {
    parsed: Vec<Pattern>,
    ids: HashMap<Vec<u8>, usize>,
    given: Vec<Pattern>,
    places: HashMap<Vec<u8>, usize>,
    /// The text that was given last, and its place: mostly all rows have the same one.
    last: (Vec<u8>, usize),
    /// The texts that are not valid and were reported.
    refused: Vec<Vec<u8>>,
}

impl Patterns {
    /// Returns the identifier of a pattern, which is compiled unless it is known; `None` if it is not valid.
    pub(super) fn parse(&mut self, text: &[u8]) -> Option<usize> {
        let text = trim(text);
        if let Some(&id) = self.ids.get(text) {
            return Some(id);
        }
        if self.parsed.len() >= MOST_PATTERNS {
            return None;
        }
        self.parsed.push(Pattern::new(text)?);
        let id = self.parsed.len();
        self.ids.insert(text.to_vec(), id);
        Some(id)
    }

    /// Returns whether a text that is not valid is to be reported: each of the first ones once.
    pub(super) fn refuses_anew(&mut self, text: &[u8]) -> bool {
        let is_new = self.refused.len() < MOST_REFUSED && !self.refused.iter().any(|before| before == text);
        if is_new {
            self.refused.push(text.to_vec());
        }
        is_new
    }

    /// Returns the pattern of an identifier.
    pub(super) fn of_id(&mut self, id: f64) -> Option<&mut Pattern> {
        let is_known = (1.0..=self.parsed.len() as f64).contains(&id);
        is_known.then(|| &mut self.parsed[id as usize - 1])
    }

    /// Returns the pattern of an argument: an identifier, or a text.
    pub(super) fn given(&mut self, argument: Option<&Value<'_>>) -> Option<&mut Pattern> {
        let text = match argument? {
            Value::Number(id) => return self.of_id(*id),
            Value::Text(text) => trim(text),
        };
        if self.last.0 == text && !text.is_empty() {
            return self.given.get_mut(self.last.1);
        }
        if let Some(&place) = self.places.get(text) {
            self.last.0.clear();
            self.last.0.extend_from_slice(text);
            self.last.1 = place;
            return self.given.get_mut(place);
        }
        if self.given.len() >= MOST_GIVEN {
            self.given.clear();
            self.places.clear();
            self.last.0.clear();
        }
        self.given.push(Pattern::new(text)?);
        self.places.insert(text.to_vec(), self.given.len() - 1);
        self.given.last_mut()
    }
}
