//! The operators between two operands, and their precedence.

use crate::parse::cursor::Cursor;
use crate::token::{Symbol, TokenKind};
use crate::tree::Binary;

/// The precedence of an operator, from loose to tight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Group {
    /// VII
    Or,
    /// VI
    And,
    /// NOT in WHERE
    Not,
    /// V
    Compare,
    /// IV
    Concatenate,
    /// III
    Add,
    /// II
    Multiply,
    /// I
    Power,
}

impl Group {
    /// Returns the loosest group that the right side of an operator may contain. In group I the right side takes
    /// further operators of the same group, in the others the left side does.
    pub(super) fn of_right_side(self) -> Self {
        match self {
            Self::Or => Self::And,
            Self::And => Self::Not,
            Self::Not => Self::Compare,
            Self::Compare => Self::Concatenate,
            Self::Concatenate => Self::Add,
            Self::Add => Self::Multiply,
            Self::Multiply | Self::Power => Self::Power,
        }
    }
}

/// An operator after an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Infix {
    /// An operator between two operands.
    Binary(Binary),
    /// `in`, `not in`.
    In { negated: bool },
    /// `between … and …`.
    Between { negated: bool },
    /// `contains`, `?`.
    Contains { negated: bool },
    /// `like`.
    Like { negated: bool },
    /// `is missing`, `is null`.
    Is,
    /// `=*`
    SoundsLike,
}

impl Infix {
    pub(super) fn group(self) -> Group {
        match self {
            Self::Binary(operator) => operator.group(),
            _ => Group::Compare,
        }
    }
}

impl Binary {
    /// Returns whether it is a comparison.
    pub(super) fn is_comparison(self) -> bool {
        self.group() == Group::Compare
    }

    fn group(self) -> Group {
        match self {
            Self::Or => Group::Or,
            Self::And => Group::And,
            Self::Equal | Self::NotEqual | Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => {
                Group::Compare
            }
            Self::Concatenate => Group::Concatenate,
            Self::Add | Self::Subtract => Group::Add,
            Self::Multiply | Self::Divide => Group::Multiply,
            Self::Power | Self::Least | Self::Greatest => Group::Power,
        }
    }
}

impl Cursor<'_> {
    /// Returns whether the next word of a WHERE introduces a condition, rather than being an operand of one.
    pub(in crate::parse) fn introduces_condition(&self) -> bool {
        let mut rest = self.clone();
        rest.in_where = true;
        rest.skip(1);
        !rest.at_end() && rest.infix().is_none()
    }

    /// Returns the operator that is next, and its number of tokens.
    pub(super) fn infix(&self) -> Option<(Infix, usize)> {
        if let Some(symbol) = self.parted() {
            return Some((Infix::Binary(self.binary(symbol)?), 2));
        }
        match self.kind(0)? {
            TokenKind::Symbol(Symbol::Caret) => self.negated_word(1),
            TokenKind::Symbol(Symbol::Question) if self.in_where => Some((Infix::Contains { negated: false }, 1)),
            TokenKind::Symbol(Symbol::Equal) if self.in_where && self.is(1, Symbol::Star) => {
                Some((Infix::SoundsLike, 2))
            }
            TokenKind::Symbol(symbol) => Some((Infix::Binary(self.binary(symbol)?), 1)),
            TokenKind::Name => {
                let word = self.token(0)?.text.to_ascii_lowercase();
                match word.as_str() {
                    "not" => self.negated_word(1),
                    "notin" => Some((Infix::In { negated: true }, 1)),
                    "is" if self.in_where => Some((Infix::Is, 1)),
                    _ if self.in_sql && self.truncated().is_some() => Some((Infix::Binary(self.truncated()?), 1)),
                    word => match binary_word(word) {
                        Some(operator) => Some((Infix::Binary(operator), 1)),
                        None => self.restricting_word(0, false).map(|infix| (infix, 1)),
                    },
                }
            }
            _ => None,
        }
    }

    /// Returns the operator whose two characters are next, separated by blanks: `^ =`, `< =`, `| |`.
    fn parted(&self) -> Option<Symbol> {
        match (self.kind(0)?, self.kind(1)?) {
            (TokenKind::Symbol(first), TokenKind::Symbol(second)) => {
                let mut characters = second.spelling().chars();
                let whole = first.with(characters.next()?)?;
                // `* *` is not a power: a product may follow the star for all columns.
                (characters.next().is_none() && first != Symbol::Star).then_some(whole)
            }
            _ => None,
        }
    }

    fn binary(&self, symbol: Symbol) -> Option<Binary> {
        Some(match symbol {
            Symbol::Plus => Binary::Add,
            Symbol::Minus => Binary::Subtract,
            Symbol::Star => Binary::Multiply,
            Symbol::Slash => Binary::Divide,
            Symbol::StarStar => Binary::Power,
            Symbol::BarBar => Binary::Concatenate,
            Symbol::GreaterLess => Binary::Least,
            Symbol::LessGreater if self.in_where => Binary::NotEqual,
            Symbol::LessGreater => Binary::Greatest,
            Symbol::Equal => Binary::Equal,
            Symbol::NotEqual => Binary::NotEqual,
            Symbol::Less => Binary::Less,
            Symbol::LessEqual => Binary::LessOrEqual,
            Symbol::Greater => Binary::Greater,
            Symbol::GreaterEqual => Binary::GreaterOrEqual,
            Symbol::Ampersand => Binary::And,
            Symbol::Bar => Binary::Or,
            _ => return None,
        })
    }

    /// Returns the operator after NOT that NOT belongs to: `not in`, `^in`, `not like`.
    fn negated_word(&self, ahead: usize) -> Option<(Infix, usize)> {
        if self.in_where && self.is(ahead, Symbol::Question) {
            return Some((Infix::Contains { negated: true }, ahead + 1));
        }
        self.restricting_word(ahead, true).map(|infix| (infix, ahead + 1))
    }

    fn restricting_word(&self, ahead: usize, negated: bool) -> Option<Infix> {
        if self.is_word(ahead, "in") {
            return Some(Infix::In { negated });
        }
        if !self.in_where {
            return None;
        }
        if self.is_word(ahead, "between") {
            Some(Infix::Between { negated })
        } else if self.is_word(ahead, "contains") {
            Some(Infix::Contains { negated })
        } else if self.is_word(ahead, "like") {
            Some(Infix::Like { negated })
        } else {
            None
        }
    }
}

fn binary_word(word: &str) -> Option<Binary> {
    Some(match word {
        "eq" => Binary::Equal,
        "ne" => Binary::NotEqual,
        "lt" => Binary::Less,
        "le" => Binary::LessOrEqual,
        "gt" => Binary::Greater,
        "ge" => Binary::GreaterOrEqual,
        "and" => Binary::And,
        "or" => Binary::Or,
        "min" => Binary::Least,
        "max" => Binary::Greatest,
        _ => return None,
    })
}
