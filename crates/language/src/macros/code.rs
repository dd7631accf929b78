//! Macros as instructions.
//!
//! The body of a macro is a flat list with jumps rather than a tree, because execution can be suspended anywhere: it is
//! whenever the text so far is a whole statement that the session must run first.

use std::ops::Range;
use std::sync::Arc;

use super::Name;
use crate::source::SourceId;

/// A range of bytes of the text of instructions.
pub(crate) type TextRange = Range<usize>;

/// Instructions and their text.
#[derive(Debug)]
pub(crate) struct Code {
    /// The macro; `None` for a statement outside of macros.
    pub name: Option<Name>,
    /// The text that all ranges refer to.
    pub text: Arc<str>,
    /// The source that the text is, unless it was generated.
    pub source: Option<SourceId>,
    /// The instructions, in order. Running past the end ends the macro.
    pub instructions: Vec<Instruction>,
    /// The targets of `%goto`.
    pub labels: Vec<Label>,
    /// True if `in` and `#` are operators in its expressions; `None` for the session's option.
    pub in_operator: Option<bool>,
    /// The separator of the items after `in`; `None` for the session's option.
    pub delimiter: Option<char>,
}

/// A target of `%goto`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label {
    pub name: Name,
    /// The index of the instruction.
    pub at: usize,
    /// The number of counted loops around it.
    pub loops: usize,
}

/// An instruction, with the position of its statement.
#[derive(Clone, Debug)]
pub(crate) struct Instruction {
    /// The byte at which the statement begins.
    pub at: usize,
    pub action: Action,
}

/// The operation of an instruction.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Emits text, which can contain references and calls.
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
    /// `%sysmacdelete`, with the name and the option.
    DeleteMacro(TextRange),
    /// `%syscall`, with the routine and its arguments.
    CallRoutine(TextRange),
    /// `%sysexec`, with the command.
    SystemCommand(TextRange),
    /// `%include`, with the files.
    Include(TextRange),
    /// `%copy`, with the macro and the options.
    Copy(TextRange),
    /// `%sysmstoreclear`.
    ClearStored,
    /// An unsupported statement, as messages spell it.
    Unsupported(String),
    /// `%abort`, with its options.
    Abort(TextRange),
    /// `%return`.
    Return,
    /// `%goto`, with the label.
    Goto(TextRange),
    /// `%macro`.
    Define(Arc<Macro>),
    /// Continues at another instruction.
    Jump(usize),
    /// Continues at another instruction unless a condition holds.
    JumpUnless { condition: TextRange, to: usize },
    /// Begins a counted loop, or continues after it if it has no iteration.
    Count {
        variable: TextRange,
        from: TextRange,
        to: TextRange,
        by: Option<TextRange>,
        after: usize,
    },
    /// Begins the next iteration of the innermost counted loop, or ends the loop.
    Turn { body: usize },
}

/// A macro.
#[derive(Debug)]
pub(crate) struct Macro {
    pub name: Name,
    /// The range of its definition.
    pub text: TextRange,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
    /// True if parentheses after its name are its arguments: it has a list of parameters, even an empty one.
    pub takes_list: bool,
    /// True if it takes any arguments, as `SYSPBUFF`.
    pub buffered: bool,
    /// STORE: it is kept in a library.
    pub storage: Option<Storage>,
    pub code: Arc<Code>,
}

/// The storage of a macro in a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Storage {
    /// SOURCE: `%copy` may show its text.
    pub has_source: bool,
    /// DES=.
    pub description: String,
}

/// A parameter of a macro.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub name: Name,
    /// The default of a keyword parameter.
    pub default: Option<TextRange>,
}
