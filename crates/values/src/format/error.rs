//! Errors about formats.

/// The reason why a format cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// There is no format of that name.
    #[error("48-59: The format {0} was not found or could not be loaded.")]
    Unknown(String),
    /// The documentation has it, and feedrate does not, for this reason.
    #[error("format {0} is not supported: {1}")]
    Absent(String, &'static str),
    /// `$VARYING`, which has its length in a variable.
    #[error("{0} has a variable with the length behind it, and only PUT takes it")]
    Varying(String),
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

/// The reason why a format or informat cannot be defined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DefineError {
    /// Its name is invalid.
    #[error(
        "`{name}` is no name for {} {noun}; it has letters, digits and underscores, begins with no digit and ends with \
         none",
        article(.noun)
    )]
    Name {
        /// The word for it.
        noun: &'static str,
        /// The name.
        name: String,
    },
    /// Its name is that of one of the language.
    #[error("{name} is {} {noun} of the language; choose another name", article(.noun))]
    Taken {
        /// The word for it.
        noun: &'static str,
        /// The name.
        name: String,
    },
    /// Its name and its values are of different kinds.
    #[error("the values of format {0} do not go with its name; only a name with `$` is for text")]
    Kind(String),
    /// A range ends before it begins.
    #[error("Start is greater than end: {range}, in {noun} {name}")]
    Backwards {
        /// The word for it.
        noun: &'static str,
        /// The name.
        name: String,
        /// The range.
        range: String,
    },
    /// Two ranges have values in common.
    #[error("These two ranges overlap: {first} and {second}, in {noun} {name}")]
    Overlap {
        /// The word for it.
        noun: &'static str,
        /// The name.
        name: String,
        /// The lower range.
        first: String,
        /// The other range.
        second: String,
    },
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with('i') { "an" } else { "a" }
}
