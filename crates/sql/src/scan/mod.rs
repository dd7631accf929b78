//! The leaves of plans: data sets that are read page by page into columns.
//!
//! | module | contents |
//! |---|---|
//! | `source` | a data set that a query names, and the open data set once the query runs |
//! | `limit` | conditions of the query by which rows can be looked up in an index |
//! | `columns` | rows into columns |
//! | `column_batches` | values that a file has column by column |
//! | `condition` | a condition that is evaluated where rows are read |
//! | `reuse` | memory that is used for columns again |
//! | `leaf` | the operator that reads, a range of rows for each partition |
//! | `reading` | the threads that read |
//! | `first_steps` | operators that run on these threads |
//! | `provider` | the interface to DataFusion |

mod column_batches;
mod columns;
mod condition;
mod first_steps;
mod leaf;
mod limit;
mod provider;
mod reading;
mod reuse;
mod source;

pub(crate) use columns::{ScanColumn, SourceColumn, row_order};
pub(crate) use first_steps::first_steps_on_readers;
pub(crate) use provider::Provider;
pub(crate) use reading::{HELD, Reading, on_own_thread};
pub(crate) use source::{TableSource, Use};
