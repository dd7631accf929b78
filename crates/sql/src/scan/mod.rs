//! The leaves of plans: data sets that are read page by page into columns.
//!
//! | room | what is in it |
//! |---|---|
//! | `source` | a data set as a query names it, and as it is found when the query runs |
//! | `columns` | rows into columns |
//! | `reuse` | memory that is used for columns again |
//! | `leaf` | the part of a plan that reads, a range of rows a partition |
//! | `reading` | the threads that do |
//! | `first_steps` | what else these do, before others take what they made |
//! | `provider` | how DataFusion asks for it |

mod columns;
mod first_steps;
mod leaf;
mod provider;
mod reading;
mod reuse;
mod source;

pub(crate) use first_steps::FirstStepsOnReaders;
pub(crate) use provider::Provider;
pub(crate) use source::{SourceColumn, TableSource};
