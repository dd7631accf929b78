//! The file that a stream writes, as it is readied.

use feedrate_pageio::{Access, PageFile};

use crate::claim::put_mark;
use crate::error::Result;
use crate::job::{Stream, Target};

/// Readies the file before the clock starts, as the stream asks.
pub(super) fn prepare(file: &PageFile, stream: &Stream) -> Result<()> {
    match stream.target {
        Target::Overwrite => {}
        Target::Grow => file.set_size(0)?,
        Target::Reserve => {
            file.set_size(0)?;
            file.reserve(stream.range.offset + stream.range.bytes)?;
        }
    }
    let begins_in_front = stream.access == Access::Sequential && stream.range.offset == 0;
    let is_bare = match stream.target {
        Target::Overwrite | Target::Grow => !begins_in_front && file.size()? == 0,
        // It holds zeros until the first page is written, and nothing may come to that.
        Target::Reserve => true,
    };
    if is_bare {
        put_mark(file, stream.range.offset + stream.range.bytes)?;
    }
    Ok(())
}
