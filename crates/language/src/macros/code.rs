//! Macros as instructions.
//!
//! The body of a macro is a flat list with jumps, not a tree: running it can stop anywhere, which it
//! does whenever its text is a whole statement that the session must run first.

use std::ops::Range;
use std::sync::Arc;

use super::Name;
use crate::source::SourceId;

/// A part of the text that instructions are of, in bytes.
pub(crate) type TextRange = Range<usize>;

/// Instructions and the text that they are of.
#[derive(Debug)]
pub(crate) struct Code {
    /// The macro; none for a statement outside of macros.
    pub name: Option<Name>,
    /// The text that all parts are of.
    pub text: Arc<str>,
    /// The source that the text is all of, if it is not made.
    pub source: Option<SourceId>,
    /// What to do, in order. Running past the end ends the macro.
    pub instructions: Vec<Instruction>,
    /// Where `%goto` can go.
    pub labels: Vec<Label>,
    /// Whether `in` and `#` are operators in its expressions; the option of the session if not said.
    pub in_operator: Option<bool>,
    /// What separates the items after `in`, likewise.
    pub delimiter: Option<char>,
}

/// A place that `%goto` can go to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label {
    pub name: Name,
    /// The instruction.
    pub at: usize,
    /// How many counted loops are around it.
    pub loops: usize,
}

/// One instruction, with the place of the statement that it is of.
#[derive(Clone, Debug)]
pub(crate) struct Instruction {
    /// The byte at which the statement begins.
    pub at: usize,
    pub action: Action,
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Gives text out, in which references and calls still are.
    Text(TextRange),
    /// `%let`.
    Let { name: TextRange, value: TextRange },
    /// `%put`.
    Put(TextRange),
    /// `%syslput`, with the options after the slash.
    ToSession {
        name: TextRange,
        value: TextRange,
        options: Option<TextRange>,
    },
    /// `%sysrput`, with the whole statement up to its semicolon.
    ToParent {
        name: TextRange,
        value: TextRange,
        whole: TextRange,
    },
    /// `%global`, with the names.
    Global(TextRange),
    /// `%local`, with the names.
    Local(TextRange),
    /// `%symdel`, with the names.
    Delete(TextRange),
    /// `%include`, with the files.
    Include(TextRange),
    /// A statement that feedrate does not have, as messages spell it.
    Unsupported(String),
    /// `%abort`, with what follows.
    Abort(TextRange),
    /// `%return`.
    Return,
    /// `%goto`, with the label.
    Goto(TextRange),
    /// `%macro`.
    Define(Arc<Macro>),
    /// Goes on elsewhere.
    Jump(usize),
    /// Goes on elsewhere unless a condition holds.
    JumpUnless { condition: TextRange, to: usize },
    /// Begins a counted loop, or goes on after it if it has no turn.
    Count {
        variable: TextRange,
        from: TextRange,
        to: TextRange,
        by: Option<TextRange>,
        after: usize,
    },
    /// The next turn of the innermost counted loop, or what follows if it had its last.
    Turn { body: usize },
}

/// A macro.
#[derive(Debug)]
pub(crate) struct Macro {
    pub name: Name,
    /// The bytes of its definition.
    pub text: TextRange,
    /// What can be passed to it, in order.
    pub parameters: Vec<Parameter>,
    /// Whether parentheses behind its name are its arguments: it has a list of parameters, if an empty one.
    pub takes_list: bool,
    /// Whether it takes whatever it is given, as `SYSPBUFF`.
    pub buffered: bool,
    pub code: Arc<Code>,
}

/// A parameter of a macro.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub name: Name,
    /// The value if none is given, for a keyword parameter.
    pub default: Option<TextRange>,
}
