//! Tests of the program as users run it: its arguments, output, exit codes, signals and documents.

mod check;
mod compare;
mod docs;
mod errors;
mod help;
mod history;
mod hosts;
mod json;
mod man;
mod measure;
mod output;
mod predict;
mod processes;
mod report;
mod results;
mod run;
mod sasiotest;
mod shell;
mod signals;
mod study;
mod system;
mod test_folder;
mod tune;
