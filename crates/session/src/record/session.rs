//! The record of a session that a program started.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A session that a program started, a process of its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionRecord {
    /// Its number among the sessions of the program.
    #[serde(skip)]
    pub(crate) number: u32,
    /// Its name in upper case; a session that another session started has the other's name and a period before it.
    pub name: String,
    /// The number of its process.
    pub process: u32,
    /// How it ended: `clean`, `errors`, `died`, `killed` (by KILLTASK) or `interrupted`.
    pub ended: String,
    /// How many warnings its log has.
    pub warnings: u64,
    /// How many errors.
    pub errors: u64,
    /// Its steps in order, each with the keys of the program's own steps.
    pub steps: Vec<Value>,
}
