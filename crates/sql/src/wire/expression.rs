//! Expressions of the language, as they travel.

use feedrate_language::Position;
use feedrate_language::tree::{Binary, CallArgument, Expression, ExpressionKind, InItem, Unary};
use serde::{Deserialize, Serialize};

/// An expression. Numbers are their bits, so that missing values keep their letters.
#[derive(Serialize, Deserialize)]
pub(super) enum WireExpression {
    Number(u64),
    Text(Vec<u8>),
    Name(String),
    Call(String, Vec<WireExpression>),
    Conversion {
        name: String,
        value: Box<WireExpression>,
        question_marks: u8,
        spec: String,
    },
    Unary(u8, Box<WireExpression>),
    Binary {
        operator: u8,
        prefix: bool,
        left: Box<WireExpression>,
        right: Box<WireExpression>,
    },
    In {
        value: Box<WireExpression>,
        prefix: bool,
        among: Vec<WireItem>,
    },
    Between(Box<WireExpression>, Box<WireExpression>, Box<WireExpression>),
    Contains(Box<WireExpression>, Box<WireExpression>),
    Like {
        value: Box<WireExpression>,
        pattern: Box<WireExpression>,
        escape: Option<Box<WireExpression>>,
    },
    IsMissing(Box<WireExpression>),
}

/// An item in the list of `in`.
#[derive(Serialize, Deserialize)]
pub(super) enum WireItem {
    One(WireExpression),
    Range(u64, u64),
}

/// The operators, each known by its index.
const UNARY: [Unary; 3] = [Unary::Minus, Unary::Plus, Unary::Not];
const BINARY: [Binary; 16] = [
    Binary::Add,
    Binary::Subtract,
    Binary::Multiply,
    Binary::Divide,
    Binary::Power,
    Binary::Concatenate,
    Binary::Least,
    Binary::Greatest,
    Binary::Equal,
    Binary::NotEqual,
    Binary::Less,
    Binary::LessOrEqual,
    Binary::Greater,
    Binary::GreaterOrEqual,
    Binary::And,
    Binary::Or,
];

fn index<T: PartialEq>(of: &[T], operator: &T) -> u8 {
    let found = of.iter().position(|own| own == operator);
    found.unwrap_or_default() as u8
}

impl WireExpression {
    /// Returns the form of an expression; `None` if it has a part that does not travel.
    pub(super) fn of(expression: &Expression) -> Option<Self> {
        let boxed = |part: &Expression| Some(Box::new(Self::of(part)?));
        Some(match &expression.kind {
            ExpressionKind::Number(number) => Self::Number(number.to_bits()),
            ExpressionKind::Text(text) => Self::Text(text.clone()),
            ExpressionKind::Name(name) => Self::Name(name.clone()),
            ExpressionKind::Call { name, arguments } => {
                let arguments = arguments.iter().map(|argument| match argument {
                    CallArgument::One(one) => Self::of(one),
                    CallArgument::Of(..) | CallArgument::Omitted(_) => None,
                });
                Self::Call(name.clone(), arguments.collect::<Option<_>>()?)
            }
            ExpressionKind::Conversion {
                name,
                value,
                question_marks,
                spec,
            } => Self::Conversion {
                name: name.clone(),
                value: boxed(value)?,
                question_marks: *question_marks,
                spec: spec.clone(),
            },
            ExpressionKind::Unary(operator, operand) => Self::Unary(index(&UNARY, operator), boxed(operand)?),
            ExpressionKind::Binary {
                operator,
                prefix,
                left,
                right,
            } => Self::Binary {
                operator: index(&BINARY, operator),
                prefix: *prefix,
                left: boxed(left)?,
                right: boxed(right)?,
            },
            ExpressionKind::In { value, prefix, among } => {
                let among = among.iter().map(|item| match item {
                    InItem::One(one) => Self::of(one).map(WireItem::One),
                    InItem::Range(low, high) => Some(WireItem::Range(low.to_bits(), high.to_bits())),
                    InItem::Array(_) => None,
                });
                Self::In {
                    value: boxed(value)?,
                    prefix: *prefix,
                    among: among.collect::<Option<_>>()?,
                }
            }
            ExpressionKind::Between(value, low, high) => Self::Between(boxed(value)?, boxed(low)?, boxed(high)?),
            ExpressionKind::Contains(value, part) => Self::Contains(boxed(value)?, boxed(part)?),
            ExpressionKind::Like { value, pattern, escape } => Self::Like {
                value: boxed(value)?,
                pattern: boxed(pattern)?,
                escape: match escape {
                    Some(escape) => Some(boxed(escape)?),
                    None => None,
                },
            },
            ExpressionKind::IsMissing(value) => Self::IsMissing(boxed(value)?),
            ExpressionKind::Element { .. } | ExpressionKind::Object(_) | ExpressionKind::Sql(_) => return None,
        })
    }

    /// Returns the expression; `None` if an operator is unknown.
    pub(super) fn expression(self, at: Position) -> Option<Expression> {
        let boxed = |part: Box<Self>| Some(Box::new(part.expression(at)?));
        let kind = match self {
            Self::Number(bits) => ExpressionKind::Number(f64::from_bits(bits)),
            Self::Text(text) => ExpressionKind::Text(text),
            Self::Name(name) => ExpressionKind::Name(name),
            Self::Call(name, arguments) => {
                let arguments = arguments.into_iter();
                let arguments = arguments.map(|one| Some(CallArgument::One(one.expression(at)?)));
                ExpressionKind::Call {
                    name,
                    arguments: arguments.collect::<Option<_>>()?,
                }
            }
            Self::Conversion {
                name,
                value,
                question_marks,
                spec,
            } => ExpressionKind::Conversion {
                name,
                value: boxed(value)?,
                question_marks,
                spec,
            },
            Self::Unary(operator, operand) => {
                ExpressionKind::Unary(*UNARY.get(usize::from(operator))?, boxed(operand)?)
            }
            Self::Binary {
                operator,
                prefix,
                left,
                right,
            } => ExpressionKind::Binary {
                operator: *BINARY.get(usize::from(operator))?,
                prefix,
                left: boxed(left)?,
                right: boxed(right)?,
            },
            Self::In { value, prefix, among } => {
                let among = among.into_iter().map(|item| match item {
                    WireItem::One(one) => one.expression(at).map(InItem::One),
                    WireItem::Range(low, high) => Some(InItem::Range(f64::from_bits(low), f64::from_bits(high))),
                });
                ExpressionKind::In {
                    value: boxed(value)?,
                    prefix,
                    among: among.collect::<Option<_>>()?,
                }
            }
            Self::Between(value, low, high) => ExpressionKind::Between(boxed(value)?, boxed(low)?, boxed(high)?),
            Self::Contains(value, part) => ExpressionKind::Contains(boxed(value)?, boxed(part)?),
            Self::Like { value, pattern, escape } => ExpressionKind::Like {
                value: boxed(value)?,
                pattern: boxed(pattern)?,
                escape: match escape {
                    Some(escape) => Some(boxed(escape)?),
                    None => None,
                },
            },
            Self::IsMissing(value) => ExpressionKind::IsMissing(boxed(value)?),
        };
        Some(Expression { kind, at })
    }
}
