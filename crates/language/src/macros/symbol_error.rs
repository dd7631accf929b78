//! The reasons why a macro variable was not set.

use super::{LONGEST_VALUE, Name};

/// The reason why a variable was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SymbolError {
    /// Only the session may set it.
    #[error("the macro variable {0} is set by the session and cannot be changed")]
    ReadOnly(Name),
    /// The value is too long.
    #[error(
        "the value of the macro variable {name} would have {length} bytes; at most {} are possible",
        LONGEST_VALUE
    )]
    TooLong {
        /// The variable.
        name: Name,
        /// The length in bytes.
        length: usize,
    },
    /// There is no room for more variables.
    #[error("{}", too_many(name.as_str(), *bytes))]
    TooMany {
        /// The variable for which there is no room.
        name: Name,
        /// The bytes that all variables may take.
        bytes: usize,
    },
}

/// The message for more macro variables than MEMSIZE= leaves room for.
fn too_many(name: &str, bytes: usize) -> String {
    format!(
        "with {name} the macro variables would take more than the {}K that MEMSIZE= leaves for them; raise MEMSIZE=, \
         or delete some with %SYMDEL",
        bytes.div_ceil(1 << 10)
    )
}
