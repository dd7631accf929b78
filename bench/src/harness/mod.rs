//! The harness of all benches: their arguments, the folder in which they work, the order of their runs, what is made of
//! the figures, and the tables and the JSON that tell of them.
//!
//! A bench is a table of cases. A case says what feedrate does, what a peer does, how the results of both are checked,
//! and what is asked of the ratio.

pub mod arguments;
pub mod bench;
pub mod cases;
pub mod comparison;
pub mod conditions;
pub mod expected;
pub mod rounds;
pub mod run;
pub mod table;
