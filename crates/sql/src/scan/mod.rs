//! The leaves of plans: data sets that are read page by page into columns.
//!
//! | room | what is in it |
//! |---|---|
//! | `source` | a data set as a query names it, and as it is found when the query runs |
//! | `columns` | rows into columns |
//! | `reuse` | memory that is used for columns again |
//! | `leaf` | the part of a plan that reads, a range of rows a partition |
//! | `provider` | how DataFusion asks for it |

mod columns;
mod leaf;
mod provider;
mod reuse;
mod source;

pub(crate) use provider::Provider;
pub(crate) use source::{SourceColumn, TableSource};
