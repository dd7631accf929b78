//! The messages between a client and a session.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The first message to a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The version of the client, which must be that of the session.
    pub version: String,
    /// The session's name.
    pub name: String,
    /// The folder in which its WORK is created; `None` for that of temporary files.
    pub work: Option<PathBuf>,
    /// The folder in which the client's WORK is. If the client was killed, the session removes what it left there.
    pub client_work: PathBuf,
    /// System options in order: each a word and its value.
    pub options: Vec<(String, Option<String>)>,
    /// The value of its macro variable SYSPARM.
    pub sysparm: String,
    /// Its nesting depth: 1 for a session of a program, 2 for one that such a session starts.
    pub depth: u32,
    /// Its role.
    pub role: Role,
    /// True if the records of its steps have what was moved over time.
    pub records_courses: bool,
    /// The way that it makes the inputs of the program cold, together with the other processes; `None` if it does not.
    pub cold: Option<ColdInputs>,
    /// The key with which pipes of the program's sessions prove each other between hosts and are encrypted; `None` for
    /// a job, which is a program of its own.
    pub pipe_key: Option<HiddenText>,
}

/// A text that is sent and never shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HiddenText(pub String);

impl fmt::Debug for HiddenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HiddenText(not shown)")
    }
}

/// The role of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It executes statements and steps as they are requested.
    Session,
    /// It runs one whole program. Its requests are [`Request::Program`] and [`Request::Run`].
    Job,
    /// It runs commands of this program. Its requests are [`Request::Command`], [`Request::Line`] and
    /// [`Request::Clocks`].
    Commands,
}

/// A command of this program that a session runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandLine {
    /// Its arguments, without the name of the program. [`file_argument`] stands for the path of a file.
    pub arguments: Vec<String>,
    /// True if its runs start together with those on other hosts.
    pub starts_together: bool,
    /// Files for it: each its name, and its content. The command finds them while it runs.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Returns what stands for the path of the file of this number, from 0, in the arguments of a [`CommandLine`].
pub fn file_argument(number: usize) -> String {
    format!("{{file:{number}}}")
}

/// The times that the clocks of a machine show at one moment, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// The monotonic clock, which all processes of the machine share.
    pub monotonic: u64,
    /// The time since the machine started, which has the times of steps.
    pub since_boot: u64,
    /// The time since 1970-01-01 00:00 UTC.
    pub real: u64,
}

/// The register by which a session makes the inputs of a program cold before their first use by any of its processes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColdInputs {
    /// The path of the register of those that were made so.
    pub register: PathBuf,
    /// The number of the program among those that use the register.
    pub program: u32,
}

/// The program of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Its name in messages.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The macro variables that have values before it begins, in order.
    pub variables: Vec<(String, String)>,
    /// True if it is to report, while it runs, what it has moved.
    pub reports_moved: bool,
}

/// Statements for a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submit {
    /// The statements.
    pub text: String,
    /// The name of their source in messages, such as the path of the client's program.
    pub source: String,
    /// The line in the source in which they begin.
    pub first_line: u32,
}

/// A library of the client's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    /// Its name in the session.
    pub libref: String,
    /// Its engine.
    pub engine: String,
    /// Its folder, file or address.
    pub place: PathBuf,
    /// The options of its LIBNAME statement.
    pub options: Vec<(String, Option<String>)>,
    /// True if it is read-only.
    pub is_read_only: bool,
}

/// A request of a client. Requests are handled in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Begins the session.
    Begin(Begin),
    /// Executes statements.
    Submit(Submit),
    /// Sets a macro variable.
    Set {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// Assigns a library.
    Library(Library),
    /// Loads the program of a job, which then reports that it is ready.
    Program(Program),
    /// Runs the program of a job, which then ends.
    Run,
    /// Starts a command.
    Command(CommandLine),
    /// A line for the command that runs.
    Line(String),
    /// Requests what the clocks show.
    Clocks,
    /// A sign of life.
    StillHere,
    /// Ends the session after all previous requests.
    End,
    /// Ends the session immediately.
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

/// The outcome of statements.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmitOutcome {
    /// The number of warnings.
    pub warnings: u64,
    /// The number of errors.
    pub errors: u64,
    /// The first error.
    pub first_error: Option<String>,
    /// Why the session ends now, if it does: `by ENDSAS`, or `because` of something.
    pub ends: Option<String>,
}

/// A reply of a session, apart from its log and its listing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The name of its machine, if its client is on another.
    Machine(String),
    /// It has begun.
    Ready,
    /// It cannot begin, for this reason.
    Refused(String),
    /// A step begins.
    StepBegins(StepBegins),
    /// The step has ended.
    StepEnded,
    /// The record of a step, in the form of that of the client's own steps.
    Step(Value),
    /// The steps of a session that this one has started.
    Nested(Value),
    /// The record of the program of a job, without its steps.
    Record(Value),
    /// The bytes of data sets that a job has moved so far.
    Moved(u64),
    /// Sets a macro variable of the client.
    Put {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// The request to execute statements, set a macro variable or assign a library was completed.
    Done(SubmitOutcome),
    /// A line of the command that runs.
    Line(String),
    /// The times that the clocks show.
    Clocks(Clocks),
    /// The command has ended with this code; by a signal, with 128 and its number.
    Exited(i32),
    /// A sign of life.
    StillHere,
    /// All requests were completed, and the session ends.
    Ended,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_text_is_sent_and_not_shown() {
        let text = HiddenText("sesame".to_owned());
        assert!(!format!("{text:?}").contains("sesame"));
        let sent = serde_json::to_string(&text).unwrap();
        assert_eq!(sent, "\"sesame\"");
        assert_eq!(serde_json::from_str::<HiddenText>(&sent).unwrap(), text);
    }
}
