//! The program as a user has it: its arguments, output, exit codes, signals and documents.

mod check;
mod docs;
mod errors;
mod help;
mod json;
mod measure;
mod place;
mod processes;
mod sasiotest;
mod shell;
mod signals;
