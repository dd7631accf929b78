//! SASIOTEST's arguments, rules and output, on real files.

mod arguments;
mod explain;
mod faults;
mod files;
mod layouts;
mod support;
