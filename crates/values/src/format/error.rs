//! Errors about formats.

/// The reason why a format cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// There is no format of that name.
    #[error("48-59: The format {0} was not found or could not be loaded.")]
    Unknown(String),
    /// It is for character values, and the value is a number.
    #[error("format {0} is for text, and the value is a number")]
    ForText(String),
    /// It is for numbers, and the value is a character value.
    #[error("format {0} is for numbers, and the value is text")]
    ForNumbers(String),
    /// Its width is not allowed.
    #[error("the width of format {spec} cannot be; it is {least} to {most}")]
    Width {
        /// The format with its width.
        spec: String,
        /// The least width.
        least: u16,
        /// The greatest width.
        most: u16,
    },
    /// Its decimals are not allowed.
    #[error("format {spec} has too many decimals; it takes at most {most}")]
    Decimals {
        /// The format with its decimals.
        spec: String,
        /// The greatest number of decimals.
        most: u16,
    },
    /// Formats of PROC FORMAT whose labels name each other.
    #[error("format {0} uses itself through its labels")]
    Circle(String),
}

/// The reason why a format cannot be defined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DefineError {
    /// Its name is invalid.
    #[error(
        "`{0}` is no name for a format; it has letters, digits and underscores, begins with no digit and ends with none"
    )]
    Name(String),
    /// Its name is that of a format of the language.
    #[error("{0} is a format of the language; choose another name")]
    Taken(String),
    /// Its name and its values are of different kinds.
    #[error("the values of format {0} do not go with its name; only a name with `$` is for text")]
    Kind(String),
    /// A range ends before it begins.
    #[error("a range of format {0} ends before it begins")]
    Backwards(String),
    /// Two ranges have values in common.
    #[error("two ranges of format {0} have values in common; a value can have one label")]
    Overlap(String),
}
