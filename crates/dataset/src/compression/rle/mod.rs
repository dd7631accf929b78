//! Run-length encoding (`COMPRESS=CHAR`).

mod compress;
mod decompress;

pub(crate) use compress::{compress, room};
pub(crate) use decompress::decompress;
