//! Hash tables and iterators over them, which the expressions of a DATA step call.
//!
//! | module | contents |
//! |---|---|
//! | `table` | the memory of a hash table |
//! | `layout` | its variables, and copies between them and its memory |
//! | `hash_object` | a hash table of a step |
//! | `call` | the calls of methods, and their return codes |
//! | `definition` | new objects, and DEFINEKEY, DEFINEDATA and DEFINEDONE |
//! | `arguments` | the values that a call states instead of those of variables |
//! | `ahead`, `guess` | keys that are looked up before they are asked for |
//! | `items` | methods that look up, add and remove items |
//! | `lock` | items at which iterators are |
//! | `traversal` | lists of items with the same key, and iterators |
//! | `load` | DATASET: of a new hash table |
//! | `output` | data sets made of a hash table |

mod ahead;
mod arguments;
mod call;
mod definition;
mod guess;
mod hash_object;
mod items;
mod layout;
mod load;
mod lock;
mod output;
mod table;
mod traversal;

use crate::outcome::{DataSetMade, DataSetRead};
pub(crate) use ahead::Feed;
use hash_object::HashObject;

/// The objects of a step.
#[derive(Debug, Default)]
pub struct Objects<'s> {
    /// The objects by their numbers, less 1.
    instances: Vec<Instance<'s>>,
    /// The buffers for a key and for data.
    key: Vec<u8>,
    data: Vec<u8>,
    /// The data sets that were read, whose notes were logged.
    pub(crate) read: Vec<DataSetRead>,
    /// The data sets that were made, whose notes were logged.
    pub(crate) made: Vec<DataSetMade>,
    /// True if a method failed whose return code nothing looks at.
    pub(crate) has_failed: bool,
}

/// An object.
#[derive(Debug)]
enum Instance<'s> {
    /// One that was deleted.
    Deleted,
    Hash(Box<HashObject<'s>>),
    Iterator(TableIterator),
}

/// An iterator over a hash table.
#[derive(Clone, Copy, Debug)]
struct TableIterator {
    /// The number of the hash table, less 1.
    hash: usize,
    /// The item at which it is.
    at: Option<u32>,
}
