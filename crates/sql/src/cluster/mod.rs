//! Queries over libraries of a cluster, which are planned here and executed there.
//!
//! | module | contents |
//! |---|---|
//! | `interface` | the interface of a cluster |
//! | `query` | which queries are executed there, and their plans |
//! | `whole_sides` | joins that only one task can execute |
//! | `compacted` | rows between stages without the memory of others |
//! | `wire_table`, `shared_table`, `pages` | data sets that executors read by ranges of pages |

mod compacted;
mod interface;
mod pages;
mod query;
mod shared_table;
mod whole_sides;
mod wire_table;

pub use interface::{Cluster, Ready};
pub(crate) use pages::SharedPages;
pub(crate) use query::ClusterQuery;
pub(crate) use shared_table::SharedTable;
pub(crate) use wire_table::{WireColumn, WireTable};
