//! Objects of the DATA step: hash tables, and iterators over them.

use super::{Expression, Name};

/// The class of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectClass {
    /// HASH.
    Hash,
    /// HITER, an iterator over a hash table.
    Iterator,
}

impl ObjectClass {
    /// Returns its name in programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hash => "HASH",
            Self::Iterator => "HITER",
        }
    }
}

/// A DECLARE statement.
#[derive(Clone, Debug)]
pub struct ObjectDeclaration {
    /// The class of the object.
    pub class: ObjectClass,
    /// Its name.
    pub name: Name,
    /// The arguments of its constructor; without parentheses no object is made.
    pub arguments: Option<Vec<ObjectArgument>>,
}

/// An expression about an object.
#[derive(Clone, Debug)]
pub enum ObjectExpression {
    /// `h.find(key: x)`.
    Call {
        /// The object.
        object: Name,
        /// The method.
        method: Name,
        /// The arguments.
        arguments: Vec<ObjectArgument>,
    },
    /// `h.num_items`.
    Attribute {
        /// The object.
        object: Name,
        /// The attribute.
        attribute: Name,
    },
    /// `_new_ hash(ordered: 'a')`.
    New {
        /// The class of the object.
        class: ObjectClass,
        /// The arguments of its constructor.
        arguments: Vec<ObjectArgument>,
    },
}

/// An argument of a method or a constructor.
#[derive(Clone, Debug)]
pub struct ObjectArgument {
    /// The tag before the colon, if there is one.
    pub tag: Option<Name>,
    /// The value.
    pub value: Expression,
}
