//! The tokens of macro expressions: operands and operators.

use crate::macros::mask::{is_masked, plain};
use crate::macros::name::is_name_character;
use crate::macros::nest;

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Power,
    Not,
    Times,
    Divide,
    Plus,
    Minus,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    GreaterEqual,
    Greater,
    In,
    And,
    Or,
}

impl Operator {
    /// Returns the precedence among operators of two operands; a greater one binds tighter.
    pub fn level(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Less
            | Self::LessEqual
            | Self::Equal
            | Self::NotEqual
            | Self::GreaterEqual
            | Self::Greater
            | Self::In => 3,
            Self::Plus | Self::Minus => 4,
            Self::Times | Self::Divide => 5,
            // Prefix, or tighter than all others with two operands.
            Self::Not | Self::Power => 6,
        }
    }
}

/// A token of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExpressionToken {
    /// Text between operators, without masking and without blanks around it.
    Operand(String),
    Operator(Operator),
    Open,
    Close,
}

/// Splits an expression into tokens.
pub(super) fn tokens(text: &str, with_in: bool) -> Vec<ExpressionToken> {
    let mut tokens = Vec::new();
    // The beginning of the current operand.
    let mut start = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if matches!(c, '\'' | '"') {
            at += 1 + rest[1..].find(c).map_or(0, |length| length + 1);
            continue;
        }
        if is_name_character(c) {
            let length = rest.find(|c| !is_name_character(c)).unwrap_or(rest.len());
            // Letters next to masked ones are part of a longer word.
            let touches = text[..at].chars().next_back().is_some_and(is_masked)
                || rest[length..].chars().next().is_some_and(is_masked);
            if let Some(operator) = mnemonic(&rest[..length], with_in).filter(|_| !touches) {
                operand(&mut tokens, &text[start..at]);
                tokens.push(ExpressionToken::Operator(operator));
                start = at + length;
            }
            at += length;
            at += signed_exponent(&text[start..at], &text[at..]);
            continue;
        }
        match symbol(rest, with_in) {
            Some((part, length)) => {
                operand(&mut tokens, &text[start..at]);
                tokens.push(part);
                at += length;
                start = at;
            }
            None => at += c.len_utf8(),
        }
    }
    operand(&mut tokens, &text[start..]);
    tokens
}

fn operand(tokens: &mut Vec<ExpressionToken>, text: &str) {
    let text = nest::trim(text);
    if !text.is_empty() {
        tokens.push(ExpressionToken::Operand(text.chars().map(plain).collect()));
    }
}

/// Returns the length of the `+5` in `1.5e+5`, given what is before it.
fn signed_exponent(before: &str, after: &str) -> usize {
    let Some(mantissa) = nest::trim(before).strip_suffix(['e', 'E']) else {
        return 0;
    };
    let is_mantissa = mantissa.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && mantissa.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let Some(digits) = after.strip_prefix(['+', '-']).filter(|_| is_mantissa) else {
        return 0;
    };
    match digits.bytes().take_while(u8::is_ascii_digit).count() {
        0 => 0,
        count => count + 1,
    }
}

fn mnemonic(word: &str, with_in: bool) -> Option<Operator> {
    if word.len() > 3 {
        return None;
    }
    Some(match word.to_ascii_lowercase().as_str() {
        "and" => Operator::And,
        "or" => Operator::Or,
        "not" => Operator::Not,
        "eq" => Operator::Equal,
        "ne" => Operator::NotEqual,
        "lt" => Operator::Less,
        "le" => Operator::LessEqual,
        "gt" => Operator::Greater,
        "ge" => Operator::GreaterEqual,
        "in" if with_in => Operator::In,
        _ => return None,
    })
}

/// Returns the symbol at the beginning of a text, and its length in bytes.
fn symbol(text: &str, with_in: bool) -> Option<(ExpressionToken, usize)> {
    let spellings = [
        ("**", Operator::Power),
        ("<=", Operator::LessEqual),
        (">=", Operator::GreaterEqual),
        ("=<", Operator::LessEqual),
        ("=>", Operator::GreaterEqual),
        ("^=", Operator::NotEqual),
        ("~=", Operator::NotEqual),
        ("¬=", Operator::NotEqual),
        ("*", Operator::Times),
        ("/", Operator::Divide),
        ("+", Operator::Plus),
        ("-", Operator::Minus),
        ("<", Operator::Less),
        (">", Operator::Greater),
        ("=", Operator::Equal),
        ("^", Operator::Not),
        ("~", Operator::Not),
        ("¬", Operator::Not),
        ("&", Operator::And),
        ("|", Operator::Or),
        ("!", Operator::Or),
    ];
    let found = spellings.iter().find(|(spelling, _)| text.starts_with(spelling));
    if let Some(&(spelling, operator)) = found {
        return Some((ExpressionToken::Operator(operator), spelling.len()));
    }
    match text.as_bytes().first() {
        Some(b'#') if with_in => Some((ExpressionToken::Operator(Operator::In), 1)),
        Some(b'(') => Some((ExpressionToken::Open, 1)),
        Some(b')') => Some((ExpressionToken::Close, 1)),
        _ => None,
    }
}
