//! What became of a session that a program began.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A session that a program began. It was a process of its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionRecord {
    /// Its place among the sessions of the program.
    #[serde(skip)]
    pub(crate) number: u32,
    /// Its name in capitals; that of one which a session has begun has the other's name and a period before it.
    pub name: String,
    /// The number of its process.
    pub process: u32,
    /// How it ended: `clean`, `errors`, `died`, `killed` (by KILLTASK) or `interrupted`.
    pub ended: String,
    /// How many warnings its log has.
    pub warnings: u64,
    /// How many errors.
    pub errors: u64,
    /// Its steps in their order, each as the program's own steps are told.
    pub steps: Vec<Value>,
}
