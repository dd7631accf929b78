//! Expressions.

use super::{ObjectExpression, SqlExpression, VariableList};
use crate::source::Position;

/// An expression.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Its kind.
    pub kind: ExpressionKind,
    /// The position of its operator or its first token.
    pub at: Position,
}

/// The kind of an expression.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A number, a date literal, or a missing value such as `.` and `.A`.
    Number(f64),
    /// A character constant, without its quotes.
    Text(Vec<u8>),
    /// A variable; `first.x` and `last.x` too.
    Name(String),
    /// `f(…)`: a function, or an element of an array.
    Call {
        /// The name as written.
        name: String,
        /// The arguments.
        arguments: Vec<CallArgument>,
    },
    /// `a{i, j}` and `a[i, j]`: certainly an element of an array.
    Element {
        /// The array.
        array: String,
        /// The index of each dimension.
        index: Vec<Expression>,
    },
    /// `put(x, date9.)` and `input(t, 8.)`: a function whose second argument is a format.
    Conversion {
        /// `put` or `input`.
        name: String,
        /// The value to convert.
        value: Box<Expression>,
        /// The number of `?` modifiers before the informat.
        question_marks: u8,
        /// The format or informat as written, with its dot.
        spec: String,
    },
    /// A prefix operator.
    Unary(Unary, Box<Expression>),
    /// An operator between two operands.
    Binary {
        /// The operator.
        operator: Binary,
        /// True if a colon follows it (`=:`).
        prefix: bool,
        /// The left side.
        left: Box<Expression>,
        /// The right side.
        right: Box<Expression>,
    },
    /// `x in (…)`; `x not in (…)` is [`Unary::Not`] of it.
    In {
        /// The value.
        value: Box<Expression>,
        /// True if a colon follows `in`.
        prefix: bool,
        /// The list.
        among: Vec<InItem>,
    },
    /// `x between a and b`, in WHERE only.
    Between(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `x contains 'text'` and `x ? 'text'`, in WHERE only.
    Contains(Box<Expression>, Box<Expression>),
    /// `x like 'pat%'`, in WHERE only.
    Like {
        /// The value.
        value: Box<Expression>,
        /// The pattern.
        pattern: Box<Expression>,
        /// `escape 'c'`.
        escape: Option<Box<Expression>>,
    },
    /// `x is missing` and `x is null`, in WHERE only.
    IsMissing(Box<Expression>),
    /// A call of a method, an attribute or a new object.
    Object(Box<ObjectExpression>),
    /// An expression of PROC SQL.
    Sql(Box<SqlExpression>),
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub enum CallArgument {
    /// One expression.
    One(Expression),
    /// `of x1-x9 y`, `of a{*}`, `of _numeric_`.
    Of(Vec<VariableList>, Position),
    /// One that is left out between commas: `compress(x, , 'kd')`.
    Omitted(Position),
}

/// An item in the list of `in`.
#[derive(Clone, Debug)]
pub enum InItem {
    /// A constant.
    One(Expression),
    /// `1:9`.
    Range(f64, f64),
    /// All elements of an array, by its name.
    Array(String),
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-x`
    Minus,
    /// `+x`
    Plus,
    /// `not x`, `^x`
    Not,
}

/// Operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `**`
    Power,
    /// `||`
    Concatenate,
    /// `><`, `min`
    Least,
    /// `<>`, `max`: the greater. In WHERE and PROC SQL, `<>` is [`Binary::NotEqual`].
    Greatest,
    /// `=`, `eq`
    Equal,
    /// `^=`, `~=`, `ne`
    NotEqual,
    /// `<`, `lt`
    Less,
    /// `<=`, `le`
    LessOrEqual,
    /// `>`, `gt`
    Greater,
    /// `>=`, `ge`
    GreaterOrEqual,
    /// `&`, `and`
    And,
    /// `|`, `or`
    Or,
}
