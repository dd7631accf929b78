//! INFILE, INPUT, FILE and PUT as written.

use super::{Expression, InputGroup, PutGroup, Target};
use crate::source::Position;

/// An option of INFILE and FILE.
#[derive(Clone, Debug)]
pub struct InfileOption {
    /// Its name in capitals.
    pub name: String,
    /// What follows its `=`, without quotes: `dlm=','` gives `,`; a hex string its bytes.
    pub value: Option<Vec<u8>>,
    /// Whether it stood in quotes; what did not may be the name of a variable.
    pub quoted: bool,
    /// Where.
    pub at: Position,
}

/// A part of INPUT.
#[derive(Clone, Debug)]
pub enum InputPart {
    /// `@n` or `@(expression)`; `@'text'` and `@variable` of text.
    At(Expression),
    /// `+n`.
    Plus(Expression),
    /// `/`.
    Slash,
    /// `#n`.
    Line(Expression),
    /// A variable with a style; `(a b c) (3.)` is told out into one part a variable, in turn.
    Read {
        /// Into what.
        target: Target,
        /// `$`.
        text: bool,
        /// How.
        style: InputStyle,
        /// `?` and `??`: how many.
        question_marks: u8,
        /// Where.
        at: Position,
    },
    /// A group that cannot be told out without knowing the variables: `(a--c) (3.)`.
    Group(InputGroup),
    /// `@` at the end.
    Hold,
    /// `@@` at the end.
    HoldAcross,
}

/// How INPUT reads a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputStyle {
    /// `x`, `x : informat.`, `x & informat.`, `x ~ informat.`.
    List {
        /// The informat after `:`, `&` or `~`.
        informat: Option<String>,
        /// `&`.
        embedded_blanks: bool,
        /// `~`.
        keep_quotes: bool,
    },
    /// `x informat.`.
    Formatted(String),
    /// `x 1-8 .2`.
    Columns {
        /// The first.
        from: u32,
        /// The last.
        to: u32,
        /// Decimals.
        decimals: Option<u16>,
    },
}

/// A part of PUT.
#[derive(Clone, Debug)]
pub enum PutPart {
    /// `@n`.
    At(Expression),
    /// `+n`.
    Plus(Expression),
    /// `/`.
    Slash,
    /// `#n`.
    Line(Expression),
    /// `'text'`, and `3*'text'`.
    Literal(Vec<u8>, u32),
    /// A variable or an element.
    Write {
        /// What: a name or an element.
        value: Expression,
        /// `x=`.
        named: bool,
        /// How.
        style: PutStyle,
    },
    /// A group that cannot be told out without knowing the variables: `(_all_) (=)`.
    Group(PutGroup),
    /// `_all_`.
    All,
    /// `_infile_`.
    Infile,
    /// `@` at the end.
    Hold,
    /// `@@` at the end.
    HoldAcross,
}

/// How PUT writes a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PutStyle {
    /// `x`, and `x : format.`.
    List(Option<String>),
    /// `x format.`.
    Formatted(String),
    /// `x 1-8 .2`.
    Columns {
        /// The first.
        from: u32,
        /// The last.
        to: u32,
        /// Decimals.
        decimals: Option<u16>,
    },
}
