//! Where the queries are executed.

use std::fmt;

use serde::Serialize;

/// The number of executors; 0 for the process of the program itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Way(pub u32);

impl fmt::Display for Way {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => formatter.write_str("one process"),
            1 => formatter.write_str("1 executor"),
            executors => write!(formatter, "{executors} executors"),
        }
    }
}
