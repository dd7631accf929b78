//! PROC SQL: queries and changes of tables, on DataFusion.
//!
//! | room | what is in it |
//! |---|---|
//! | `statement` | the statements, bound and carried out |
//! | `options` | the options of the procedure |
//! | `bind` | from names to columns, and from what is written to plans |
//! | `function`, `aggregate` | functions of plans that do as the language does |
//! | `scan` | data sets, read page by page into columns |
//! | `memory`, `footprint`, `freed`, `spill` | the memory of plans, and what does not fit into it |
//! | `sort`, `remerge` | steps of plans that hold no more than that |
//! | `unnest` | queries within expressions made joins |
//! | `join_keys` | what joins compare |
//! | `run`, `in_turn`, `stopping` | carrying plans out |
//! | `output` | rows into data sets, the listing and macro variables |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod aggregate;
mod bind;
mod footprint;
mod freed;
mod function;
mod in_turn;
mod join_keys;
mod memory;
mod options;
mod output;
mod remerge;
mod run;
mod scan;
mod shared;
mod sort;
mod spill;
mod statement;
mod stopping;
mod threads;
mod typed;
mod unnest;
mod worker_limit;

pub use bind::dictionary_view;
pub use options::SqlOptions;
pub use statement::{Bound, Done, Setting, bind, bind_view};
