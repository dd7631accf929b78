//! Ross Data Compression (`COMPRESS=BINARY`).

mod compress;
mod decompress;

pub(crate) use compress::{EarlierGroups, compress, room};
pub(crate) use decompress::decompress;
