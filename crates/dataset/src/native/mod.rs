//! `.sas7bdat` files: their rows are read and written in their pages.
//!
//! | module | contents |
//! |---|---|
//! | `description` | the description of a file, which stays open |
//! | [`extent`](Extent) | the size of a file and the pages of its rows |
//! | `positions` | where rows lie |
//! | `selected` | rows that an index has found |
//! | `source`, `pass` | reads rows |
//! | `sink` | writes a new file |
//! | `output` | the parts of a new file that do not depend on how its rows are stored |
//! | `page_size` | the page size of a new file |
//! | `planned` | files that would be written |

mod description;
mod extent;
mod output;
mod page_size;
mod pass;
mod planned;
mod positions;
mod selected;
mod sink;
mod source;

/// The name of the engine in output.
pub(crate) const ENGINE: &str = "V9";

pub(crate) use description::Description;
pub use extent::Extent;
pub(crate) use output::NativeOutput;
pub(crate) use page_size::page_size;
pub(crate) use planned::extent_of_new;
pub use selected::{RowNumbers, Selection};
pub(crate) use sink::NativeSink;
pub(crate) use source::NativeSource;
