//! Statements and options as tables, from which the parser, the hints of errors and `docs/procedures.md` come.
//!
//! | room | what is in it |
//! |---|---|
//! | [`option`] | what an option takes, and where that goes |
//! | [`statement`] | the same of a statement |
//! | [`argument`] | what follows a name, while it is read |
//! | [`help`] | what entries are for that many tables have |
//! | [`description`] | what hints and documents show of a table |

pub mod argument;
pub mod description;
pub mod help;
pub mod option;
pub mod statement;

use option::OptionValue;
use statement::StatementValue;

/// An option or a statement.
pub struct Entry<V: 'static> {
    /// Its name, in capitals.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// Its argument, and the place for that.
    pub value: V,
    /// Its purpose: a sentence.
    pub help: &'static str,
}

/// The options of a statement, which fill a `T`, in the order of their names.
pub type OptionTable<T> = &'static [Entry<OptionValue<T>>];

/// The statements of a procedure, which fill a `T`, in the order of their names.
pub type StatementTable<T> = &'static [Entry<StatementValue<T>>];

/// The statements of a procedure that has none.
pub const NONE: StatementTable<()> = &[];

impl<V> Entry<V> {
    fn is_named(&self, word: &str) -> bool {
        let mut names = self.aliases.iter().chain([&self.name]);
        names.any(|name| name.eq_ignore_ascii_case(word))
    }
}

/// Makes a table of options: `NAME | ALIAS => value, help;`. The variants of [`OptionValue`] need no path.
#[macro_export]
macro_rules! options {
    ($($entries:tt)*) => {{
        use $crate::grammar::table::option::OptionValue::*;
        $crate::entries!($($entries)*)
    }};
}
pub use crate::options;

/// Makes a table of statements: `NAME | ALIAS => value, help;`. The variants of [`StatementValue`] need no path.
#[macro_export]
macro_rules! statements {
    ($($entries:tt)*) => {{
        use $crate::grammar::table::statement::StatementValue::*;
        $crate::entries!($($entries)*)
    }};
}
pub use crate::statements;

/// Makes a table of entries, with the values that [`options`] and [`statements`] have.
#[doc(hidden)]
#[macro_export]
macro_rules! entries {
    ($($name:ident $(| $alias:ident)* => $value:expr, $help:expr;)*) => {
        &[$($crate::grammar::table::Entry {
            name: stringify!($name),
            aliases: &[$(stringify!($alias)),*],
            value: $value,
            help: $help,
        },)*]
    };
}
