//! The expressions of a step. Each has one kind, and conversions between kinds are explicit.

use feedrate_values::function::Function;
use feedrate_values::{Kind, format, informat};

use super::{ArrayId, AttributeQuery, NumberSlot, ObjectCall, SiteId, TextSlot};

/// An expression with a numeric value.
///
/// A missing operand of [`Arithmetic`] makes the result `.` and is counted at the site; comparisons order missing
/// values before numbers; a condition is true when it is neither zero nor missing.
#[derive(Clone, Debug)]
pub enum Number {
    /// A constant.
    Constant(f64),
    /// A variable.
    Variable(NumberSlot),
    /// An element of a numeric array. An index out of bounds is an error that ends the step.
    Element {
        /// The array.
        array: ArrayId,
        /// An index for each dimension, rounded down.
        index: Vec<Number>,
        /// Its position in the program.
        site: SiteId,
    },
    /// `-x`; a missing operand gives `.` and is counted at the site.
    Negate(Box<Number>, SiteId),
    /// `not x`: 1 or 0.
    Not(Box<Number>),
    /// An operation of two numbers.
    Arithmetic(Arithmetic, Box<Number>, Box<Number>, SiteId),
    /// `x >< y` and `x <> y`: the lesser and the greater, with missing values in their order.
    Least(Box<Number>, Box<Number>),
    /// See [`Least`](Self::Least).
    Greatest(Box<Number>, Box<Number>),
    /// A comparison of numbers: 1 or 0.
    Compare(Comparison, Box<Number>, Box<Number>),
    /// A comparison of character values: 1 or 0.
    CompareText {
        /// The operator.
        comparison: Comparison,
        /// True if the longer value is first cut to the length of the shorter (`=:`).
        prefix: bool,
        /// The left side.
        left: Box<Text>,
        /// The right side.
        right: Box<Text>,
    },
    /// `and`, `or`: 1 or 0. The right side is evaluated only if needed.
    Logic(Logic, Box<Number>, Box<Number>),
    /// `x in (1, 3, 5:9)`: 1 or 0.
    In(Box<Number>, Vec<Membership>),
    /// `x in ('a', 'b')`: 1 or 0; trailing blanks do not count.
    InText {
        /// The value.
        value: Box<Text>,
        /// True if the longer value is cut to the shorter (`in:`).
        prefix: bool,
        /// The list.
        among: Vec<Vec<u8>>,
    },
    /// `x like 'a%b_'` of WHERE: 1 or 0. In the pattern `%` matches any bytes, `_` one character, and anything else
    /// itself; trailing blanks of both are ignored.
    Like {
        /// The value.
        value: Box<Text>,
        /// The pattern.
        pattern: Vec<u8>,
        /// The escape byte: the byte behind it matches itself. At the end of the pattern it matches itself, too.
        escape: Option<u8>,
    },
    /// The conversion of a character value by the informat `w.`; an invalid value gives `.`, a note with the site, and
    /// `_ERROR_`.
    FromText(Box<Text>, SiteId),
    /// `input(text, informat.)` of a numeric informat.
    Input {
        /// The character value.
        text: Box<Text>,
        /// The informat.
        informat: informat::Informat,
        /// `??` suppresses the note and `_ERROR_`, `?` the note.
        quiet: Quiet,
        /// Its position in the program.
        site: SiteId,
    },
    /// A function call.
    Call {
        /// The function.
        function: &'static Function,
        /// The arguments.
        arguments: Vec<Argument>,
        /// Its position in the program.
        site: SiteId,
    },
    /// `lagN(x)`: its argument of N calls ago at this site.
    Lag {
        /// The queue.
        queue: u32,
        /// The argument.
        value: Box<Number>,
    },
    /// `difN(x)`: `x - lagN(x)`.
    Dif {
        /// The queue.
        queue: u32,
        /// The argument.
        value: Box<Number>,
        /// Its position in the program.
        site: SiteId,
    },
    /// A call of a method of an object, which may change any variable.
    Object(Box<ObjectCall>),
}

/// The messages that an INPUT function or statement suppresses for invalid values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quiet {
    /// Nothing: a note and `_ERROR_`.
    #[default]
    No,
    /// `?`: no note, but `_ERROR_`.
    Note,
    /// `??`: neither.
    All,
}

/// An expression with a character value. The value of a variable includes its padding.
#[derive(Clone, Debug)]
pub enum Text {
    /// A constant.
    Constant(Vec<u8>),
    /// A variable.
    Variable(TextSlot),
    /// An element of a character array.
    Element {
        /// The array.
        array: ArrayId,
        /// An index for each dimension.
        index: Vec<Number>,
        /// Its position in the program.
        site: SiteId,
    },
    /// `a || b || …`.
    Concatenate(Vec<Text>),
    /// `a >< b` and `a <> b`.
    Least(Box<Text>, Box<Text>),
    /// See [`Least`](Self::Least).
    Greatest(Box<Text>, Box<Text>),
    /// The number in BEST12., right-aligned.
    FromNumber(Box<Number>),
    /// The number in a format as wide as the variable to which it is assigned. One that does not fit is noted.
    Fitted(Box<Number>, format::Format, SiteId),
    /// `put(value, format.)`.
    Put(Box<Argument>, format::Format),
    /// `input(text, $informat.)`.
    Input(Box<Text>, informat::Informat),
    /// A function call.
    Call {
        /// The function.
        function: &'static Function,
        /// The arguments.
        arguments: Vec<Argument>,
        /// Its position in the program.
        site: SiteId,
        /// The length in bytes to which the result is cut; one that must fit
        /// ([`must_fit`](Function::must_fit)) is blank instead.
        longest: u32,
    },
    /// `lagN(x)`.
    Lag {
        /// The queue.
        queue: u32,
        /// The argument.
        value: Box<Text>,
    },
    /// `vformatx(name)` and the like.
    Attribute(Box<AttributeQuery>),
}

/// An expression of either kind.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A number.
    Number(Number),
    /// A character value.
    Text(Text),
}

impl Argument {
    /// Returns the kind of its value.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Number(_) => Kind::Number,
            Self::Text(_) => Kind::Text,
        }
    }
}

/// Operators on two numbers.
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
    /// `**`; an undefined result gives `.`, a note, and `_ERROR_`.
    Power,
}

/// Comparison operators.
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
    /// Returns whether the comparison is true of two values in that order.
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

/// Logical operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    /// Both.
    And,
    /// Either.
    Or,
}

/// An entry of a list after `in`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Membership {
    /// A number.
    One(f64),
    /// All whole numbers in a range.
    Range(f64, f64),
}
