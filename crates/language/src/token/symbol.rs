//! Operators and punctuation.

/// A symbol, named by its spelling, because its meaning depends on the context. Spellings that always mean the same,
/// such as `^=`, `~=` and `¬=`, are one symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `**`
    StarStar,
    /// `/`
    Slash,
    /// `|`, `!` or `¦`
    Bar,
    /// `||`, `!!` or `¦¦`
    BarBar,
    /// `&`
    Ampersand,
    /// `^`, `~` or `¬`
    Caret,
    /// `=`
    Equal,
    /// `^=`, `~=` or `¬=`
    NotEqual,
    /// `<`
    Less,
    /// `<=` or `=<`
    LessEqual,
    /// `>`
    Greater,
    /// `>=` or `=>`
    GreaterEqual,
    /// `<>`: the greater of two, or "not equal" in a WHERE expression
    LessGreater,
    /// `><`: the less of two
    GreaterLess,
    /// `(`
    LeftParen,
    /// `)`
    RightParen,
    /// `[`
    LeftBracket,
    /// `]`
    RightBracket,
    /// `{`
    LeftBrace,
    /// `}`
    RightBrace,
    /// `,`
    Comma,
    /// `.`
    Dot,
    /// `:`
    Colon,
    /// `;`, which ends a statement
    Semicolon,
    /// `$`
    Dollar,
    /// `@`
    At,
    /// `#`
    Hash,
    /// `?`
    Question,
    /// `%` that calls no known macro
    Percent,
    /// A character that is not used in the language
    Other,
}

impl Symbol {
    /// Returns the symbol of a character.
    pub fn of(character: char) -> Self {
        match character {
            '+' => Self::Plus,
            '-' => Self::Minus,
            '*' => Self::Star,
            '/' => Self::Slash,
            '|' | '!' | '¦' => Self::Bar,
            '&' => Self::Ampersand,
            '^' | '~' | '¬' => Self::Caret,
            '=' => Self::Equal,
            '<' => Self::Less,
            '>' => Self::Greater,
            '(' => Self::LeftParen,
            ')' => Self::RightParen,
            '[' => Self::LeftBracket,
            ']' => Self::RightBracket,
            '{' => Self::LeftBrace,
            '}' => Self::RightBrace,
            ',' => Self::Comma,
            '.' => Self::Dot,
            ':' => Self::Colon,
            ';' => Self::Semicolon,
            '$' => Self::Dollar,
            '@' => Self::At,
            '#' => Self::Hash,
            '?' => Self::Question,
            '%' => Self::Percent,
            _ => Self::Other,
        }
    }

    /// Returns the symbol that this one and the next character form.
    pub fn with(self, next: char) -> Option<Self> {
        Some(match (self, Self::of(next)) {
            (Self::Star, Self::Star) => Self::StarStar,
            (Self::Bar, Self::Bar) => Self::BarBar,
            (Self::Caret, Self::Equal) => Self::NotEqual,
            (Self::Less, Self::Equal) | (Self::Equal, Self::Less) => Self::LessEqual,
            (Self::Greater, Self::Equal) | (Self::Equal, Self::Greater) => Self::GreaterEqual,
            (Self::Less, Self::Greater) => Self::LessGreater,
            (Self::Greater, Self::Less) => Self::GreaterLess,
            _ => return None,
        })
    }

    /// Returns whether [`Symbol::with`] can return a symbol.
    pub fn may_grow(self) -> bool {
        matches!(
            self,
            Self::Star | Self::Bar | Self::Caret | Self::Less | Self::Equal | Self::Greater
        )
    }

    /// Returns its spelling; empty for [`Symbol::Other`].
    pub fn spelling(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Star => "*",
            Self::StarStar => "**",
            Self::Slash => "/",
            Self::Bar => "|",
            Self::BarBar => "||",
            Self::Ampersand => "&",
            Self::Caret => "^",
            Self::Equal => "=",
            Self::NotEqual => "^=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::LessGreater => "<>",
            Self::GreaterLess => "><",
            Self::LeftParen => "(",
            Self::RightParen => ")",
            Self::LeftBracket => "[",
            Self::RightBracket => "]",
            Self::LeftBrace => "{",
            Self::RightBrace => "}",
            Self::Comma => ",",
            Self::Dot => ".",
            Self::Colon => ":",
            Self::Semicolon => ";",
            Self::Dollar => "$",
            Self::At => "@",
            Self::Hash => "#",
            Self::Question => "?",
            Self::Percent => "%",
            Self::Other => "",
        }
    }
}
