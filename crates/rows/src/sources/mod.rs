//! Data sets that are read, and how SET, MERGE, UPDATE and MODIFY combine them.
//!
//! | module | contents |
//! |---|---|
//! | [`cursor`] | a data set that is read, one observation ahead |
//! | `filter` | WHERE |
//! | `read` | SET, MERGE and UPDATE |
//! | `concatenate`, `interleave`, `one_to_one`, `matched`, `updated` | how sources are combined |
//! | `random`, `keyed`, `search_key` | how single observations are found |
//! | `group_position` | the position in the order of a SET or MERGE |
//! | `ahead` | keys of KEY= that are looked up before they are asked for |
//! | `overlay` | transactions over masters |
//! | `modify`, `modified`, `lookup`, `by_index` | MODIFY, the data set that it changes, and how it finds BY values |
//! | [`key`] | BY values as sort keys |
//! | `groups` | the BY groups |

mod ahead;
mod by_index;
mod concatenate;
mod current;
pub mod cursor;
pub(crate) mod filter;
mod group_position;
mod groups;
mod interleave;
pub mod key;
mod keyed;
mod lookup;
mod matched;
pub(crate) mod modified;
mod modify;
mod one_to_one;
mod overlay;
pub(crate) mod random;
pub(crate) mod read;
mod search_key;
mod updated;
