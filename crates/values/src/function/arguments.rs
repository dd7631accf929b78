//! The arguments and the results of functions: how many, of which kind and length.

/// The number and kinds of arguments.
#[derive(Clone, Copy, Debug)]
pub struct Arguments {
    /// The fewest.
    pub least: usize,
    /// The most; [`usize::MAX`] for no limit.
    pub most: usize,
    /// The kind at each position; the last one applies to all further positions.
    pub kinds: &'static [ArgumentKind],
    /// The first position, from 0, of those that may be left out while others follow.
    first_to_omit: usize,
}

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A number.
    Number,
    /// A character value.
    Text,
    /// Either.
    Any,
}

/// The kind of a function's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    /// A number.
    Number,
    /// A character value, and the length of a variable that is declared by being assigned the result.
    Text(TextLength),
}

/// The length in bytes of a variable that is declared by being assigned a function's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextLength {
    /// The same for all calls.
    Fixed(usize),
    /// That of the argument at this position, from 0.
    OfArgument(usize),
    /// That of the argument at this position, from 0, or the longest of all if it is a number.
    OfArgumentOrLongest(usize),
}

/// A single character value.
pub(super) const ONE_TEXT: Arguments = Arguments::exactly(&[ArgumentKind::Text]);

/// The length of the first argument.
pub(super) const AS_GIVEN: TextLength = TextLength::OfArgument(0);

/// The length of results that no argument bounds.
pub(super) const LENGTH: TextLength = TextLength::Fixed(200);

impl TextLength {
    /// Returns the length, at least 1, given those of the arguments, where a number has the length 0.
    pub fn of(self, arguments: &[usize]) -> usize {
        match self {
            Self::Fixed(length) => length,
            Self::OfArgument(position) => arguments.get(position).copied().unwrap_or(0).max(1),
            Self::OfArgumentOrLongest(position) => match arguments.get(position) {
                None | Some(0) => super::MOST_TEXT,
                Some(&length) => length,
            },
        }
    }
}

impl Arguments {
    /// Between `least` and `most` arguments, of one kind or of the given kinds in order.
    pub(super) const fn between(least: usize, most: usize, kinds: &'static [ArgumentKind]) -> Self {
        Self {
            least,
            most,
            kinds,
            first_to_omit: least,
        }
    }

    /// The same where arguments from this position on may be left out while others follow.
    pub(super) const fn omitting_from(self, position: usize) -> Self {
        Self {
            first_to_omit: position,
            ..self
        }
    }

    /// As many as there are kinds.
    pub(super) const fn exactly(kinds: &'static [ArgumentKind]) -> Self {
        Self::between(kinds.len(), kinds.len(), kinds)
    }

    /// At least this many.
    pub(super) const fn at_least(least: usize, kinds: &'static [ArgumentKind]) -> Self {
        Self::between(least, usize::MAX, kinds)
    }

    /// Returns whether the number of arguments of a call is allowed.
    pub fn allow(&self, count: usize) -> bool {
        (self.least..=self.most).contains(&count)
    }

    /// Returns whether the argument at a position, from 0, may be left out while others follow, as in
    /// `compress(x, , 'kd')`. Lists of any length have no such arguments.
    pub fn can_omit(&self, position: usize) -> bool {
        self.most != usize::MAX && position > 0 && position >= self.first_to_omit
    }

    /// Returns the kind of the argument at a position, from 0.
    pub fn kind(&self, position: usize) -> ArgumentKind {
        let known = self.kinds.get(position).or(self.kinds.last());
        known.copied().unwrap_or(ArgumentKind::Any)
    }
}
