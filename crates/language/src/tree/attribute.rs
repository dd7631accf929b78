//! Attributes of variables.

/// An item of ATTRIB.
#[derive(Clone, Debug)]
pub enum Attribute {
    /// LENGTH=.
    Length {
        /// True if `$` precedes it.
        text: bool,
        /// The length.
        length: u32,
    },
    /// LABEL=.
    Label(String),
    /// FORMAT=.
    Format(String),
    /// INFORMAT=.
    Informat(String),
}
