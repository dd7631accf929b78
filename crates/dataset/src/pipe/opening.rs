//! The first frame of a piped data set: the bytes with which a file of the data set would begin if it had no rows. And
//! the tail: the number of rows.

use crate::encoding::Encoding;
use crate::format::{Collector, Compression, FormatError, Header, Metadata, Order};

/// Why a first frame is not a data set.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unreadable {
    #[error("its description ends too early")]
    Short,
    #[error("it is {0}, which feedrate never sends")]
    Unlike(&'static str),
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// Parses the first frame. The metadata has no number of rows.
pub(super) fn parse(front: &[u8]) -> Result<Metadata, Unreadable> {
    let header = Header::parse(front)?;
    let (first, page_bytes) = (header.header_length as usize, header.page_size as usize);
    let mut collector = Collector::new(header, front.len() as u64)?;
    while let Some(number) = collector.wants() {
        let page = usize::try_from(number)
            .ok()
            .and_then(|number| number.checked_mul(page_bytes)?.checked_add(first))
            .and_then(|at| front.get(at..at.checked_add(page_bytes)?))
            .ok_or(Unreadable::Short)?;
        collector.take(page)?;
    }
    let mut metadata = collector.finish()?;
    let header = &metadata.header;
    let unlike = |what| Err(Unreadable::Unlike(what));
    if header.order != Order::Little || !header.wide || header.encoding != Encoding::UTF_8 {
        return unlike("of another byte order, word length or encoding");
    }
    if metadata.compression != Compression::None {
        return unlike("compressed");
    }
    if metadata.rows_stored != 0 {
        return unlike("one with rows in its description");
    }
    if metadata.schema.row_length() == 0 {
        return unlike("one whose rows have no bytes");
    }
    // Pages have their numbers of rows, which this would limit.
    metadata.rows_stored = u64::MAX;
    Ok(metadata)
}

/// Encodes the tail.
pub(super) fn tail(rows: u64) -> [u8; 8] {
    rows.to_le_bytes()
}

/// Decodes the number of rows in the tail.
pub(super) fn rows_of(tail: &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(tail.try_into().ok()?))
}
