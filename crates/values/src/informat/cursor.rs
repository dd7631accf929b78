//! The position in a field from which dates and times are read.

/// The rest of a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the beginning of a field, without the blanks around it.
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self {
            rest: text.trim_ascii(),
        }
    }

    /// Returns whether nothing is left.
    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the next byte.
    pub(super) fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Consumes a byte if it is next. Returns whether it was.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        if is_next {
            self.rest = &self.rest[1..];
        }
        is_next
    }

    /// Consumes at most `most` digits, and returns their number and count; `None` if there are none.
    pub(super) fn digits(&mut self, most: usize) -> Option<(u32, usize)> {
        let count = self
            .rest
            .iter()
            .take(most.min(9))
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let (digits, rest) = self.rest.split_at(count);
        self.rest = rest;
        let number = digits
            .iter()
            .fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
        (count > 0).then_some((number, count))
    }

    /// Returns how many digits are next.
    pub(super) fn count_digits(&self) -> usize {
        self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }

    /// Consumes letters, if there are any.
    pub(super) fn word(&mut self) -> Option<&'a [u8]> {
        let count = self.rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (word, rest) = self.rest.split_at(count);
        self.rest = rest;
        (count > 0).then_some(word)
    }

    /// Consumes all bytes that are neither digits nor letters. Returns whether there were any.
    pub(super) fn separators(&mut self) -> bool {
        let is_separator = |byte: &&u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
        let count = self.rest.iter().take_while(is_separator).count();
        self.rest = &self.rest[count..];
        count > 0
    }

    /// Consumes blanks.
    pub(super) fn blanks(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }
}
