//! Statements and options as tables, from which the parser, the hints of errors and `docs/procedures.md` come.
//!
//! | room | what is in it |
//! |---|---|
//! | [`option`] | what an option takes, and where that goes |
//! | [`statement`] | the same of a statement |
//! | [`argument`] | what follows a name, while it is read |
//! | [`help`] | what entries are for that many tables have |
//! | [`description`] | what hints and documents show of a table |

pub(crate) mod argument;
pub(crate) mod description;
pub(crate) mod help;
pub(crate) mod option;
pub(crate) mod statement;

use option::OptionValue;
use statement::StatementValue;

/// An option or a statement.
pub(crate) struct Entry<V: 'static> {
    /// Its name, in capitals.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// What it takes, and where that goes.
    pub value: V,
    /// What it is for: a sentence.
    pub help: &'static str,
}

/// The options of a statement, which fill a `T`, in the order of their names.
pub(crate) type OptionTable<T> = &'static [Entry<OptionValue<T>>];

/// The statements of a procedure, which fill a `T`, in the order of their names.
pub(crate) type StatementTable<T> = &'static [Entry<StatementValue<T>>];

/// The statements of a procedure that has none.
pub(crate) const NONE: StatementTable<()> = &[];

impl<V> Entry<V> {
    fn is_named(&self, word: &str) -> bool {
        let mut names = self.aliases.iter().chain([&self.name]);
        names.any(|name| name.eq_ignore_ascii_case(word))
    }
}

/// Makes a table of options: `NAME | ALIAS => value, help;`. The variants of [`OptionValue`] need no path.
macro_rules! options {
    ($($entries:tt)*) => {{
        use crate::grammar::table::option::OptionValue::*;
        crate::grammar::table::entries!($($entries)*)
    }};
}
pub(crate) use options;

/// Makes a table of statements: `NAME | ALIAS => value, help;`. The variants of [`StatementValue`] need no path.
macro_rules! statements {
    ($($entries:tt)*) => {{
        use crate::grammar::table::statement::StatementValue::*;
        crate::grammar::table::entries!($($entries)*)
    }};
}
pub(crate) use statements;

macro_rules! entries {
    ($($name:ident $(| $alias:ident)* => $value:expr, $help:expr;)*) => {
        &[$(crate::grammar::table::Entry {
            name: stringify!($name),
            aliases: &[$(stringify!($alias)),*],
            value: $value,
            help: $help,
        },)*]
    };
}
pub(crate) use entries;
