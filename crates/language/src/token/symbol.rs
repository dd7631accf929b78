//! Operators and marks of punctuation.

/// A symbol, named by how it looks: what it means depends on where it stands. Spellings that always
/// mean the same, such as `^=`, `~=` and `¬=`, are one symbol.
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
    /// `;`, which ends a statement and is in none
    Semicolon,
    /// `$`
    Dollar,
    /// `@`
    At,
    /// `#`
    Hash,
    /// `?`
    Question,
    /// `%`, of a macro that there is not
    Percent,
    /// A character that the language has no use for
    Other,
}

impl Symbol {
    /// The symbol of one character.
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

    /// The symbol that this one and the character after it make together.
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

    /// Whether [`Symbol::with`] can give anything.
    pub fn may_grow(self) -> bool {
        matches!(
            self,
            Self::Star | Self::Bar | Self::Caret | Self::Less | Self::Equal | Self::Greater
        )
    }

    /// How it is spelled; empty for [`Symbol::Other`].
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
