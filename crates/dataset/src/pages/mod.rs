//! Transfers of the pages of data sets, and the account of each file.
//!
//! All transfers go through a [`Queue`](feedrate_pageio::Queue). A [`PageReader`] and a [`PageWriter`] hand out pages
//! in the buffers of their transfers, so that rows are read and written in place; a [`RangeReader`] reads single
//! ranges, and a [`Changer`] replaces them. Files of other formats have no pages: a [`StreamReader`] and a
//! [`StreamWriter`] read and write them from front to back.

mod account;
mod cache_share;
mod changes;
mod identity;
mod in_use;
mod journal;
mod mapped;
mod moved;
mod opening;
mod plan;
mod pool;
mod pool_changes;
mod pool_plan;
mod ranges;
mod reader;
mod stream_reader;
mod stream_writer;
mod unit_map;
mod writer;

pub use account::{Amount, Carriage, CompressionEffect, FileAccount};
pub use cache_share::StorageReads;
pub use changes::Changer;
pub use identity::Identity;
pub(crate) use in_use::{AloneInFile, Wait, or_in_use, share};
pub(crate) use journal::{is_journal, replay};
pub use moved::{Reading, bytes_moved};
pub(crate) use moved::{count as count_moved, count_begun};
pub(crate) use opening::{Sizes, open_to_change, planned_method};
pub use plan::Transfers;
pub(crate) use pool::Pool;
#[cfg(test)]
pub(crate) use pool::fail_point;
pub(crate) use pool_plan::{PoolPlan, UnitForm};
pub use ranges::RangeReader;
pub use reader::PageReader;
pub use stream_reader::StreamReader;
pub use stream_writer::StreamWriter;
pub use writer::{NewPages, PageWriter, WrittenFile};

#[cfg(test)]
mod tests;
