//! What a client and a session say.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a session is told first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The version of feedrate at the other end, which must be the session's own.
    pub version: String,
    /// The session's name.
    pub name: String,
    /// The folder within which its WORK is made; absent for that of temporary files.
    pub work: Option<PathBuf>,
    /// The folder within which the client's WORK is. Where the client was killed, the session removes there
    /// what it left.
    pub client_work: PathBuf,
    /// System options, in their order: each a word and the value that it has.
    pub options: Vec<(String, Option<String>)>,
    /// The value of its macro variable SYSPARM.
    pub sysparm: String,
    /// How deeply it is nested: 1 for a session of a program, 2 for one that such a session has begun.
    pub depth: u32,
}

/// Statements for a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submit {
    /// The statements.
    pub text: String,
    /// What messages call their place, such as the path of the client's program.
    pub source: String,
    /// The line there in which they begin.
    pub first_line: u32,
}

/// A library of the client's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    /// What the session calls it.
    pub libref: String,
    /// Its engine.
    pub engine: String,
    /// Its folder, file or address.
    pub place: PathBuf,
    /// The options of its LIBNAME statement.
    pub options: Vec<(String, Option<String>)>,
    /// Whether it is for reading only.
    pub is_read_only: bool,
}

/// What a client asks of a session. It is done one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// To begin.
    Begin(Begin),
    /// To carry statements out.
    Submit(Submit),
    /// To set a macro variable.
    Set {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// To assign a library.
    Library(Library),
    /// To end, after all that was asked before.
    End,
    /// To stop at once what it does, and to end.
    Stop,
}

/// A step that begins in a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepBegins {
    /// `DATA`, or the name of the procedure.
    pub name: String,
    /// Its line in the session's log.
    pub line: u32,
}

/// Statements were carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmitOutcome {
    /// How many warnings they gave.
    pub warnings: u64,
    /// How many errors.
    pub errors: u64,
    /// The first of the errors.
    pub first_error: Option<String>,
    /// Why the session ends now, if it does: `by ENDSAS`, or `because` of something.
    pub ends: Option<String>,
}

/// What a session says, apart from its log and its listing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// It has begun.
    Ready,
    /// It cannot begin, for this reason.
    Refused(String),
    /// A step begins.
    StepBegins(StepBegins),
    /// The step has ended.
    StepEnded,
    /// The record of a step, as that of the client's own steps is.
    Step(Value),
    /// The steps of a session that this one had begun.
    Nested(Value),
    /// A macro variable of the client gets a value.
    Put {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// Statements were carried out, a macro variable set, or a library assigned.
    Done(SubmitOutcome),
    /// All was done that was asked, and the session ends.
    Ended,
}
