//! Expressions. Each is of one kind, and conversions between kinds are explicit.

use feedrate_values::function::Function;
use feedrate_values::{Kind, format, informat};

use super::{ArrayId, NumberSlot, SiteId, TextSlot};

/// What gives a number.
///
/// A missing operand of [`Arithmetic`] makes the result `.` and counts at the site; comparisons order
/// missing values before numbers; a condition is true when it is neither zero nor missing.
#[derive(Clone, Debug)]
pub enum Number {
    /// A constant.
    Constant(f64),
    /// A variable.
    Variable(NumberSlot),
    /// An element of an array of numbers. An index out of bounds is an error that ends the step.
    Element {
        /// The array.
        array: ArrayId,
        /// An index for each dimension, rounded down.
        index: Vec<Number>,
        /// Where.
        site: SiteId,
    },
    /// `-x`; a missing operand gives `.` and counts at the site.
    Negate(Box<Number>, SiteId),
    /// `not x`: 1 or 0.
    Not(Box<Number>),
    /// An operation of two numbers.
    Arithmetic(Arithmetic, Box<Number>, Box<Number>, SiteId),
    /// `x >< y` and `x <> y`: the lesser and the greater in the order of missing values.
    Least(Box<Number>, Box<Number>),
    /// See [`Least`](Self::Least).
    Greatest(Box<Number>, Box<Number>),
    /// A comparison of numbers: 1 or 0.
    Compare(Comparison, Box<Number>, Box<Number>),
    /// A comparison of texts: 1 or 0.
    CompareText {
        /// Which.
        comparison: Comparison,
        /// Whether the longer is cut to the length of the shorter first (`=:`).
        prefix: bool,
        /// The left side.
        left: Box<Text>,
        /// The right side.
        right: Box<Text>,
    },
    /// `and`, `or`: 1 or 0. Both sides are evaluated only as far as needed.
    Logic(Logic, Box<Number>, Box<Number>),
    /// `x in (1, 3, 5:9)`: 1 or 0.
    In(Box<Number>, Vec<Membership>),
    /// `x in ('a', 'b')`: 1 or 0; trailing blanks do not count.
    InText {
        /// What is looked for.
        value: Box<Text>,
        /// Whether the longer is cut to the shorter (`in:`).
        prefix: bool,
        /// Among what.
        among: Vec<Vec<u8>>,
    },
    /// `x like 'a%b_'` of WHERE: 1 or 0. In the pattern `%` stands for any bytes, `_` for one character,
    /// all else for itself; trailing blanks of either do not count.
    Like {
        /// What is looked at.
        value: Box<Text>,
        /// The pattern.
        pattern: Vec<u8>,
        /// The byte behind which a byte of the pattern stands for itself; at the end it does so too.
        escape: Option<u8>,
    },
    /// The text as a number in the informat `w.`; text that is none gives `.`, a note with the site,
    /// and `_ERROR_`.
    FromText(Box<Text>, SiteId),
    /// `input(text, informat.)` of a numeric informat.
    Input {
        /// What is read.
        text: Box<Text>,
        /// How.
        informat: informat::Informat,
        /// `??` says neither note nor `_ERROR_`, `?` no note.
        quiet: Quiet,
        /// Where.
        site: SiteId,
    },
    /// A function.
    Call {
        /// Which.
        function: &'static Function,
        /// With what.
        arguments: Vec<Argument>,
        /// Where.
        site: SiteId,
    },
    /// `lagN(x)`: what it was called with N calls ago at this place.
    Lag {
        /// Which queue.
        queue: u32,
        /// What goes in.
        value: Box<Number>,
    },
    /// `difN(x)`: `x - lagN(x)`.
    Dif {
        /// Which queue.
        queue: u32,
        /// What goes in.
        value: Box<Number>,
        /// Where.
        site: SiteId,
    },
}

/// How quiet an INPUT function or statement is about text that it cannot read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quiet {
    /// Note and `_ERROR_`.
    #[default]
    No,
    /// `?`: `_ERROR_` alone.
    Note,
    /// `??`: neither.
    All,
}

/// What gives a text. The bytes of a variable include its padding.
#[derive(Clone, Debug)]
pub enum Text {
    /// A constant.
    Constant(Vec<u8>),
    /// A variable.
    Variable(TextSlot),
    /// An element of an array of texts.
    Element {
        /// The array.
        array: ArrayId,
        /// An index for each dimension.
        index: Vec<Number>,
        /// Where.
        site: SiteId,
    },
    /// `a || b || …`.
    Concatenate(Vec<Text>),
    /// `a >< b` and `a <> b`.
    Least(Box<Text>, Box<Text>),
    /// See [`Least`](Self::Least).
    Greatest(Box<Text>, Box<Text>),
    /// The number in BEST12., right-aligned as it is.
    FromNumber(Box<Number>),
    /// `put(value, format.)`.
    Put(Box<Argument>, format::Format),
    /// `input(text, $informat.)`.
    Input(Box<Text>, informat::Informat),
    /// A function.
    Call {
        /// Which.
        function: &'static Function,
        /// With what.
        arguments: Vec<Argument>,
        /// Where.
        site: SiteId,
        /// To how many bytes the result is cut.
        longest: u32,
    },
    /// `lagN(x)`.
    Lag {
        /// Which queue.
        queue: u32,
        /// What goes in.
        value: Box<Text>,
    },
}

/// An expression of either kind.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A number.
    Number(Number),
    /// A text.
    Text(Text),
}

impl Argument {
    /// Which kind it gives.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Number(_) => Kind::Number,
            Self::Text(_) => Kind::Text,
        }
    }
}

/// Operations of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`; division by zero gives `.`, a note with the site, and `_ERROR_`.
    Divide,
    /// `**`; what has no real value gives `.`, a note, and `_ERROR_`.
    Power,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `^=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// Whether it holds of two values in that order.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
        }
    }
}

/// Connections of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    /// Both.
    And,
    /// Either.
    Or,
}

/// What a list after `in` names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Membership {
    /// One number.
    One(f64),
    /// Whole numbers from one to another.
    Range(f64, f64),
}
