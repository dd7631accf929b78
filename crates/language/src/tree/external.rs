//! INFILE, INPUT, FILE and PUT as written.

use super::{Expression, Name, Target, VariableList};
use crate::source::Position;

/// An option of INFILE and FILE.
#[derive(Clone, Debug)]
pub struct InfileOption {
    /// Its name in upper case.
    pub name: String,
    /// The value after its `=`, without quotes: `dlm=','` is `,`; a hexadecimal string is its bytes.
    pub value: Option<Vec<u8>>,
    /// True if the value was quoted; an unquoted one may be the name of a variable.
    pub quoted: bool,
    /// Its position.
    pub at: Position,
}

/// An item of INPUT.
#[derive(Clone, Debug)]
pub enum InputPart {
    /// `@n` or `@(expression)`; `@'text'` and `@variable` of a character variable.
    At(Expression),
    /// `+n`.
    Plus(Expression),
    /// `/`.
    Slash,
    /// `#n`.
    Line(Expression),
    /// A variable with a style; `(a b c) (3.)` is expanded to one item for each variable.
    Read {
        /// The variable.
        target: Target,
        /// `$`.
        text: bool,
        /// The style.
        style: InputStyle,
        /// The number of `?` modifiers.
        question_marks: u8,
        /// Its position.
        at: Position,
    },
    /// A group that cannot be expanded without knowing the variables: `(a--c) (3.)`.
    Group(InputGroup),
    /// `@` at the end.
    Hold,
    /// `@@` at the end.
    HoldAcross,
}

/// The way in which INPUT reads a variable.
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
    /// `x=`, `x= informat.`.
    Named(Option<String>),
    /// `x $varying20. n`.
    Varying {
        /// The informat.
        informat: String,
        /// The variable with the number of columns.
        length: Name,
    },
    /// `x informat.`.
    Formatted(String),
    /// `x 1-8 .2`.
    Columns {
        /// The first column.
        from: u32,
        /// The last column.
        to: u32,
        /// The decimals.
        decimals: Option<u16>,
    },
}

/// An item of PUT.
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
        /// The value: a name or an element.
        value: Expression,
        /// `x=`.
        named: bool,
        /// The style.
        style: PutStyle,
    },
    /// A group that cannot be expanded without knowing the variables: `(_all_) (=)`.
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

/// The way in which PUT writes a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PutStyle {
    /// `x`, and `x : format.`.
    List(Option<String>),
    /// `x format.`.
    Formatted(String),
    /// `x format. -r`.
    Aligned(String, Alignment),
    /// `x $varying20. n`.
    Varying {
        /// The format.
        format: String,
        /// The variable with the number of columns.
        length: Name,
    },
    /// `x 1-8 .2`.
    Columns {
        /// The first column.
        from: u32,
        /// The last column.
        to: u32,
        /// The decimals.
        decimals: Option<u16>,
    },
}

/// The place of a value in the width of its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// `-l`.
    Left,
    /// `-c`.
    Center,
    /// `-r`.
    Right,
}

/// A group of INPUT.
#[derive(Clone, Debug)]
pub struct InputGroup {
    /// The variables as written.
    pub variables: Vec<VariableList>,
    /// The items, which are repeated.
    pub items: Vec<InputGroupItem>,
    /// Its position.
    pub at: Position,
}

/// An item of the second parentheses of a group of INPUT.
#[derive(Clone, Debug)]
pub enum InputGroupItem {
    /// A move of the pointer.
    Move(Box<InputPart>),
    /// A style, for one or several variables.
    Style {
        /// The number of variables.
        times: u64,
        /// `$`.
        text: bool,
        /// The style.
        style: InputStyle,
        /// The number of `?` modifiers.
        question_marks: u8,
    },
}

/// A group of PUT.
#[derive(Clone, Debug)]
pub struct PutGroup {
    /// The variables as written.
    pub variables: Vec<VariableList>,
    /// The items, which are repeated.
    pub items: Vec<PutGroupItem>,
    /// Its position.
    pub at: Position,
}

/// An item of the second parentheses of a group of PUT.
#[derive(Clone, Debug)]
pub enum PutGroupItem {
    /// A move of the pointer, or a string.
    Move(PutPart),
    /// A style, for one or several variables.
    Style {
        /// The number of variables.
        times: u64,
        /// `=`.
        named: bool,
        /// The style.
        style: PutStyle,
    },
}
