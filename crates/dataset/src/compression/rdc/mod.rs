//! Ross Data Compression (`COMPRESS=BINARY`).

mod compress;
mod decompress;

pub(crate) use compress::{Seen, compress, room};
pub(crate) use decompress::decompress;
