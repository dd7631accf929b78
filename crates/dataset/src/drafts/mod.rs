//! Files that are written under a temporary name until they are complete.
//!
//! | module | contents |
//! |---|---|
//! | `draft` | such a file |
//! | `name` | its name |
//! | `exchange` | one that was put in place in a way that can be undone |
//! | `sweep` | removes those that killed processes have left |
//! | `rename` | gives a file a name that no other has |

mod draft;
mod exchange;
mod name;
mod rename;
mod sweep;

pub(crate) use draft::{Draft, check_may_replace, flush_names};
pub(crate) use exchange::Exchange;
pub(crate) use name::{number_of, path_of};
pub(crate) use rename::rename;
pub(crate) use sweep::{is_draft_name, sweep};
