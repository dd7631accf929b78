//! The targets of assignments and of INPUT.

use super::{Expression, Name};

/// The target of an assignment.
#[derive(Clone, Debug)]
pub enum Target {
    /// A variable.
    Variable(Name),
    /// An element of an array, in any kind of brackets or parentheses.
    Element {
        /// The array.
        array: Name,
        /// The index of each dimension.
        index: Vec<Expression>,
    },
    /// `substr(x, from, length) =`.
    Part {
        /// The target: a variable or an element.
        of: Box<Target>,
        /// The first byte.
        from: Expression,
        /// The number of bytes.
        length: Option<Expression>,
    },
}
