//! Errors in a text before it is a syntax tree. Each message says what is wrong and what to do; the position says
//! where.

mod wording;

use feedrate_values::Abort;

use crate::macros::SymbolError;
use crate::source::{Position, TooLong};
pub use wording::Callee;
use wording::{hiding, malformed, misplaced, no_number};

/// The result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// An error and its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct Error {
    /// The position in the program; for text that a macro generated, that of the call.
    pub position: Position,
    /// The problem.
    pub problem: Problem,
}

impl Error {
    pub(crate) fn new(position: Position, problem: Problem) -> Self {
        Self { position, problem }
    }
}

/// The problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A quote that is not closed.
    #[error("the text that begins here with {quote} is never closed; add the closing {quote}")]
    UnclosedText {
        /// The quote.
        quote: char,
    },
    /// A string literal that is too long.
    #[error(
        "the text that begins here with {quote} is longer than 1 MiB; a closing {quote} is missing, here or before"
    )]
    EndlessText {
        /// The quote.
        quote: char,
    },
    /// A name or a number that is too long.
    #[error("the word that begins here is longer than 1 MiB; look at the macro that makes it")]
    EndlessWord,
    /// A statement that is too long.
    #[error("the statement that begins here has more than a million words; a `;` is missing")]
    EndlessStatement,
    /// A comment that is not closed.
    #[error("the comment that begins here is never closed; add `*/`")]
    UnclosedComment,
    /// The program ends within a statement.
    #[error("the program ends within this statement; add `;`")]
    UnfinishedStatement,
    /// Data lines in a macro.
    #[error(
        "the macro {name} holds data lines, which only the text of a file can; write them to a file and use INFILE"
    )]
    DataLinesInMacro {
        /// The macro, or the variable or call that generated the statement.
        name: String,
    },
    /// A block for another session without ENDRSUBMIT.
    #[error(
        "RSUBMIT has no ENDRSUBMIT after it; write `endrsubmit;` after what the session is to run{}",
        hiding(.open)
    )]
    UnfinishedBlock {
        /// The quote that is open at the end of the program, and the line that it is in.
        open: Option<(char, u32)>,
    },
    /// A macro variable that cannot be set in another session.
    #[error("{statement} cannot set {name}: {reason}")]
    OtherSession {
        /// The statement.
        statement: &'static str,
        /// The variable.
        name: String,
        /// The reason.
        reason: String,
    },
    /// A parenthesis that is not closed.
    #[error("the `(` of {what} is never closed; add `)`")]
    UnclosedGroup {
        /// The statement or function that it belongs to, such as `%eval`.
        what: String,
    },
    /// A macro function without its argument.
    #[error("{what} needs its argument in parentheses, as in `{what}(…)`")]
    NoGroup {
        /// The function.
        what: String,
    },
    /// A macro statement without its end.
    #[error("the statement {statement} is never closed; add `{missing}`")]
    UnclosedStatement {
        /// The statement, such as `%LET`.
        statement: String,
        /// The missing part, such as `;`.
        missing: &'static str,
    },
    /// A malformed macro statement.
    #[error("{}", malformed(.statement, .form))]
    Malformed {
        /// The statement.
        statement: String,
        /// Its correct form.
        form: &'static str,
    },
    /// A macro statement that is not allowed where it is.
    #[error("{}", misplaced(.statement, .reason))]
    Misplaced {
        /// The statement.
        statement: String,
        /// The reason.
        reason: &'static str,
    },
    /// A macro statement or function that is not supported.
    #[error("feedrate does not support {what}; {instead}")]
    Unsupported {
        /// The part of the language that is not supported.
        what: String,
        /// The remedy, as a clause.
        instead: &'static str,
    },
    /// An invalid name.
    #[error(
        "`{name}` cannot name a {what}; a name has at most 32 letters, digits and underscores, and begins with no digit"
    )]
    BadName {
        /// The text.
        name: String,
        /// The kind of thing that it should name.
        what: &'static str,
    },
    /// An invalid session name.
    #[error(
        "`{name}` cannot name a session; a name has at most {} letters, digits and underscores, and begins with no \
         digit",
        crate::tree::LONGEST_SESSION_NAME
    )]
    BadSessionName {
        /// The text.
        name: String,
    },
    /// A macro variable that was not set.
    #[error(transparent)]
    Symbol(#[from] SymbolError),
    /// An expansion that does not end.
    #[error("the text that macros make here is longer than 1 MiB; look for a loop without end")]
    EndlessExpansion,
    /// Calls or references nested too deeply.
    #[error("macros and references are nested more than {limit} deep here; {name} probably calls itself without end")]
    TooDeep {
        /// The limit.
        limit: usize,
        /// The innermost macro, or another description.
        name: String,
    },
    /// A `%goto` to an undefined label.
    #[error("there is no label %{label}: in the macro {name} that can be reached from here")]
    NoLabel {
        /// The label.
        label: String,
        /// The macro.
        name: String,
    },
    /// A keyword argument that the macro does not have.
    #[error(
        "The keyword parameter {keyword} was not defined with the macro.\nThe macro {name} has no such parameter; for \
         a value that holds `=`, write %str(…) around it."
    )]
    NoParameter {
        /// The macro.
        name: String,
        /// The keyword.
        keyword: String,
    },
    /// More positional arguments than parameters.
    #[error(
        "{}\nIt takes at most {most} and is given {given}; for a value that holds commas, write %str(…) around it.",
        called.has_too_many()
    )]
    TooManyArguments {
        /// The macro or function.
        called: Callee,
        /// The number that it takes at most.
        most: usize,
        /// The number that is given.
        given: usize,
    },
    /// Fewer arguments than a function needs.
    #[error("{}\nIt needs at least {least} and is given {given}.", called.has_too_few())]
    TooFewArguments {
        /// The function.
        called: Callee,
        /// The number that it needs.
        least: usize,
        /// The number that is given.
        given: usize,
    },
    /// An unsuitable argument of a function.
    #[error("the {which} argument of {name}, `{given}`, {reason}")]
    BadArgument {
        /// The function.
        name: String,
        /// Which argument, such as "second".
        which: &'static str,
        /// The argument.
        given: String,
        /// The problem.
        reason: String,
    },
    /// An operand that is not a number where one is needed.
    #[error(
        "A character operand was found in the %EVAL function or %IF condition where a numeric operand is required. The \
         condition was: {condition}\n{}", no_number(.operand)
    )]
    NotANumber {
        /// The operand; empty if it is missing.
        operand: String,
        /// The whole expression.
        condition: String,
    },
    /// Two operands without an operator between them.
    #[error("Required operator not found in expression: {0}")]
    NoOperator(String),
    /// A malformed expression.
    #[error("{what} in the expression: {condition}")]
    BadExpression {
        /// The problem.
        what: String,
        /// The whole expression.
        condition: String,
    },
    /// A file of `%include` that cannot be read.
    #[error("Cannot open %INCLUDE file {what}.\n{reason}")]
    Include {
        /// The file or the reference to it.
        what: String,
        /// The reason.
        reason: String,
    },
    /// A stored macro that cannot be stored or shown.
    #[error("{0}")]
    Stored(String),
    /// A text too long for positions.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// `%abort`.
    #[error("{}", .0.sentence("an %ABORT", ""))]
    Abort(Abort),
    /// A function of `%sysfunc` that is not there.
    #[error(
        "The {0} function referenced in the %SYSFUNC or %QSYSFUNC macro function is not found.\nCompute the value in a \
         DATA step and pass it on with CALL SYMPUTX."
    )]
    NoFunction(String),
    /// A `%global` of a name that a running macro has as a local variable.
    #[error("Attempt to %GLOBAL a name ({0}) which exists in a local environment.")]
    GlobalOfLocal(String),
    /// A problem of a macro that runs, and its consequence.
    #[error("{0}\n{1}")]
    Consequence(Box<Problem>, String),
    /// The session requested the end.
    #[error("the macro was interrupted")]
    Stopped,
}

impl Problem {
    /// Returns the problem with its consequence.
    pub(crate) fn with(self, consequence: String) -> Self {
        Self::Consequence(Box::new(self), consequence)
    }

    /// Returns whether it is about a function and its arguments as a whole.
    pub(crate) fn is_of_function(&self) -> bool {
        matches!(
            self,
            Self::TooManyArguments { .. }
                | Self::TooFewArguments { .. }
                | Self::BadArgument { .. }
                | Self::NotANumber { .. }
                | Self::NoOperator(_)
                | Self::NoFunction(_)
                | Self::BadExpression { .. }
                | Self::Unsupported { .. }
                | Self::Malformed { .. }
                | Self::BadName { .. }
        )
    }
}
