//! The state of a reader of records at a place of the text, which follows from all of the text before it.
//!
//! A range of a file leads from each state at its beginning to one at its end. That is found for all ranges at the same
//! time; then the states at their beginnings are known one after the other.

use memchr::memchr;

/// The state of a reader between two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// A record has just ended, or the file begins.
    Fresh,
    /// Line breaks have followed the end of a record.
    Skipping,
    /// A separator precedes.
    ValueStart,
    /// Within a value without quotation marks, or behind its closing one.
    InValue,
    Quoted,
    /// Behind a quotation mark that closes a value unless it is doubled.
    QuoteSeen,
}

const STATES: [State; 6] = [
    State::Fresh,
    State::Skipping,
    State::ValueStart,
    State::InValue,
    State::Quoted,
    State::QuoteSeen,
];

/// The states at the end of a text, by those at its beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transitions([State; STATES.len()]);

impl Transitions {
    /// Returns those of a text.
    pub fn of(text: &[u8], delimiter: u8) -> Self {
        Self(STATES.map(|state| state.after(text, delimiter)))
    }

    /// Returns those of a text behind the mark of the byte order, which belongs to the record that follows it.
    pub fn behind_mark(text: &[u8], delimiter: u8) -> Self {
        Self([State::Skipping.after(text, delimiter); STATES.len()])
    }

    /// Returns the state at the end.
    pub fn from(&self, start: State) -> State {
        self.0[start as usize]
    }
}

impl State {
    /// Returns the state behind another byte.
    pub fn step(self, byte: u8, delimiter: u8) -> Self {
        let is_break = matches!(byte, b'\r' | b'\n');
        match self {
            Self::Fresh | Self::Skipping if is_break => Self::Skipping,
            Self::Fresh | Self::Skipping | Self::ValueStart if byte == b'"' => Self::Quoted,
            Self::Quoted if byte == b'"' => Self::QuoteSeen,
            Self::QuoteSeen if byte == b'"' => Self::Quoted,
            Self::Quoted => Self::Quoted,
            _ if byte == delimiter => Self::ValueStart,
            _ if is_break => Self::Fresh,
            _ => Self::InValue,
        }
    }

    /// Returns the offset in a text at which the first record of it begins that is not the one before it; `None` if
    /// there is none. The line breaks before a record belong to it.
    pub fn first_record(self, text: &[u8], delimiter: u8) -> Option<usize> {
        let mut state = self;
        let mut bytes = text.iter();
        while state != Self::Fresh {
            state = state.step(*bytes.next()?, delimiter);
        }
        Some(text.len() - bytes.len())
    }

    /// Returns the state at the end of a text.
    fn after(self, text: &[u8], delimiter: u8) -> Self {
        let (mut state, mut at) = (self, 0);
        if state == Self::QuoteSeen {
            let Some(first) = text.first() else {
                return state;
            };
            at = usize::from(*first == b'"');
            state = if at == 1 { Self::Quoted } else { Self::InValue };
        }
        loop {
            if state == Self::Quoted {
                let Some(mark) = memchr(b'"', &text[at..]) else {
                    return state;
                };
                at += mark + 1;
                match text.get(at) {
                    None => return Self::QuoteSeen,
                    Some(b'"') => at += 1,
                    Some(_) => state = Self::InValue,
                }
                continue;
            }
            match opening_mark(state, text, at, delimiter) {
                Some(mark) => (state, at) = (Self::Quoted, mark + 1),
                None => return state.behind_plain(&text[at..], delimiter),
            }
        }
    }

    /// Returns the state behind a text in which no value has quotation marks around it.
    fn behind_plain(self, text: &[u8], delimiter: u8) -> Self {
        let breaks = text.iter().rev().take_while(|byte| matches!(byte, b'\r' | b'\n'));
        let breaks = breaks.count();
        let is_between = breaks == text.len() && matches!(self, Self::Fresh | Self::Skipping);
        match (text.last(), breaks) {
            (None, _) => self,
            (Some(byte), 0) if *byte == delimiter => Self::ValueStart,
            (_, 0) => Self::InValue,
            (_, 1) if !is_between => Self::Fresh,
            _ => Self::Skipping,
        }
    }
}

/// Returns the offset of the first quotation mark from `start` on that begins a value.
fn opening_mark(state: State, text: &[u8], start: usize, delimiter: u8) -> Option<usize> {
    let mut at = start;
    loop {
        let mark = at + memchr(b'"', &text[at..])?;
        let begins_value = match mark == start {
            true => state != State::InValue,
            false => text[mark - 1] == delimiter || matches!(text[mark - 1], b'\r' | b'\n'),
        };
        if begins_value {
            return Some(mark);
        }
        at = mark + 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn states_are_those_byte_by_byte(text in "([a,\"\r\n]|,\"|\"\"|\",|\n\n){0,40}") {
            let text = text.as_bytes();
            let transitions = Transitions::of(text, b',');
            for start in STATES {
                let end = text.iter().fold(start, |state, byte| state.step(*byte, b','));
                prop_assert_eq!(transitions.from(start), end, "{:?}", start);
                if let Some(first) = start.first_record(text, b',') {
                    let before = text[..first].iter().fold(start, |state, byte| state.step(*byte, b','));
                    prop_assert_eq!(before, State::Fresh);
                }
            }
        }
    }
}
