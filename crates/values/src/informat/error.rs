//! Errors about informats.

/// The reason why an informat cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InformatError {
    /// There is no informat of that name.
    #[error("48-59: The informat {0} was not found or could not be loaded.")]
    Unknown(String),
    /// The documentation has it, and feedrate does not, for this reason.
    #[error("informat {0} is not supported: {1}")]
    Absent(String, &'static str),
    /// `$VARYING`, which has its length in a variable.
    #[error("{0} has a variable with the length behind it, and only INPUT takes it")]
    Varying(String),
    /// It reads character values, and the variable is numeric.
    #[error("informat {0} reads text, and the variable is for numbers")]
    ForText(String),
    /// It reads numbers, and the variable is a character variable.
    #[error("informat {0} reads numbers, and the variable is for text")]
    ForNumbers(String),
    /// Its width is not allowed.
    #[error("the width of informat {spec} cannot be; it is {least} to {most}")]
    Width {
        /// The informat with its width.
        spec: String,
        /// The least width.
        least: u16,
        /// The greatest width.
        most: u16,
    },
    /// Informats of PROC FORMAT whose results name each other.
    #[error("informat {0} uses itself through its results")]
    Circle(String),
    /// Its decimals are not allowed.
    #[error("informat {spec} has too many decimals; it takes at most {most}")]
    Decimals {
        /// The informat with its decimals.
        spec: String,
        /// The greatest number of decimals.
        most: u16,
    },
}
