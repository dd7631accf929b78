//! Runs a program step by step.
//!
//! | module | contents |
//! |---|---|
//! | [`Session`] | composes the modules below; runs one unit of a program after the other |
//! | `program_text` | the program while it is read |
//! | `step` | a step: lowered, run or only checked, and reported |
//! | `step_outputs` | the data sets that steps have made, or would have made |
//! | [`plan`] | what the steps of a program would do, without running them |
//! | `views`, `sql_invocation` | the views that a step reads; the state of a PROC SQL |
//! | `execution` | whether steps are run, only checked, or not reached |
//! | [`log`], `statement_log` | the log: source lines, messages, times and transfers; the same for a statement |
//! | `results` | the results of procedures: the listing, files of ODS, data sets |
//! | `asked` | the functions that ask the session, such as OPEN and FILENAME |
//! | `side` | DOSUBL: a session within this one |
//! | `libname`, `file_references` | LIBNAME and FILENAME |
//! | [`options`], `options_statement` | the system options; OPTIONS and PROC OPTIONS |
//! | `conversions` | formats, and the letters of MISSING |
//! | `initial_variables`, `conditions` | the macro variables before a program and after each step |
//! | [`record`] | the facts of the log as JSON |
//! | `remote` | other sessions, which run parts of the program |
//! | `cold` | inputs that are to be cold, and their lines in the log |
//! | [`Observer`] | receives the beginning and end of each step |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod asked;
mod clock;
mod cold;
mod conditions;
mod conversions;
mod ending;
mod execution;
mod file_references;
mod initial_variables;
mod libname;
pub mod log;
mod macro_store;
mod observer;
pub mod options;
mod options_statement;
mod output_error;
pub mod plan;
mod print_to;
mod program_text;
pub mod record;
mod remote;
mod results;
mod session;
mod side;
#[cfg(feature = "sql")]
mod sql_invocation;
mod statement_log;
mod step;
mod step_outputs;
mod system;
mod system_command;
mod views;

pub use cold::{cold_inputs_of_program, join_cold};
pub use ending::Ending;
pub use feedrate_dataset::library::try_work;
pub use feedrate_dataset::pages::{Reading, bytes_moved};
pub use initial_variables::{InitialVariableError, InitialVariables};
pub use observer::Observer;
pub use remote::{OwnCommand, StepsToClient, sweep_after, sweep_after_client};
pub use session::{Session, Setup};
