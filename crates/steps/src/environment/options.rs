//! The system options that steps heed.

/// System options, at their defaults to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// `ERRORS=`: for how many observations with data errors the log tells all details.
    pub errors: u32,
    /// `LINESIZE=`: how many bytes a line of the log or the listing holds.
    pub line_size: u32,
    /// Whether DATA steps are compiled to machine code; they are interpreted otherwise.
    pub machine_code: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            errors: 20,
            line_size: 132,
            machine_code: true,
        }
    }
}
