//! Tests of the program as users run it: its arguments, output, exit codes, signals and documents.
//!
//! Commands other than `run` are the same in builds with PROC SQL, and are tested in those without it.

#[cfg(not(feature = "sql"))]
mod check;
#[cfg(not(feature = "sql"))]
mod compare;
mod docs;
mod document_links;
mod errors;
mod help;
#[cfg(not(feature = "sql"))]
mod history;
#[cfg(not(feature = "sql"))]
mod hosts;
#[cfg(not(feature = "sql"))]
mod iotest;
mod json;
mod links;
mod man;
#[cfg(not(feature = "sql"))]
mod measure;
mod output;
#[cfg(not(feature = "sql"))]
mod predict;
#[cfg(not(feature = "sql"))]
mod processes;
#[cfg(not(feature = "sql"))]
mod report;
#[cfg(not(feature = "sql"))]
mod results;
mod run;
#[cfg(not(feature = "sql"))]
mod sasiotest;
#[cfg(not(feature = "sql"))]
mod shell;
#[cfg(not(feature = "sql"))]
mod signals;
#[cfg(not(feature = "sql"))]
mod study;
mod system;
mod test_folder;
mod texts;
#[cfg(not(feature = "sql"))]
mod tune;
