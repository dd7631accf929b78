//! Compressed rows: `COMPRESS=CHAR` and `COMPRESS=BINARY`.
//!
//! | module | contents |
//! |---|---|
//! | `rle`, `rdc` | the two methods, on the bytes of a row |
//! | [`method`](Compression) | their names |
//! | `runs` | equal bytes in a row |
//! | `packer` | compresses rows by either method |
//! | [`options`](CompressionOptions) | the compression that a new file gets |
//! | `pages` | pages of compressed rows |
//! | `sink` | writes a new file |
//! | `row_room` | the room for a decompressed row |
//! | `row_block` | rows that are compressed together |
//! | `appender` | appends rows |
//! | `random` | finds single rows |
//! | `update` | changes rows in their file |

pub(crate) mod appender;
mod method;
mod options;
mod packer;
pub(crate) mod pages;
pub(crate) mod random;
pub(crate) mod rdc;
pub(crate) mod rle;
mod row_block;
#[cfg(test)]
mod row_like;
mod row_room;
mod runs;
pub(crate) mod sink;
pub(crate) mod update;

pub use method::Compression;
pub(crate) use method::decompress;
pub use options::CompressionOptions;
