//! Opening the files of a stream.

use feedrate_pageio::{Access, Create, Error as PagesError, Kinds, Method, Mode, OpenRequest, PageFile, Shape};

use crate::claim::{MadeFile, claim};
use crate::error::Result;
use crate::job::{Stream, Work};

/// Opens the files, and gives a guard for the one to be written if it did not exist. A stream may
/// remove only what it made itself: others may want to make the same file at the same moment.
pub(super) fn open_claimed(stream: &Stream) -> Result<(Vec<PageFile>, Option<MadeFile>)> {
    loop {
        let made = match stream.work.target() {
            Some(target) => claim(target, stream.overwrite_foreign)?,
            None => None,
        };
        let create = if made.is_some() { Create::New } else { Create::Keep };
        let error = match open_files(stream, create) {
            Ok(files) => return Ok((files, made)),
            Err(error) => error,
        };
        let other_was_faster = made.is_some() && error.is_already_there();
        if let Some(made) = made {
            // Nothing was made, or it is another's by now.
            made.keep();
        }
        if !other_was_faster {
            return Err(error);
        }
    }
}

fn open_files(stream: &Stream, create: Create) -> Result<Vec<PageFile>> {
    let request = |mode, create| OpenRequest {
        mode,
        create,
        method: stream.method,
        access: stream.access,
        lock: true,
        kinds: Kinds::Files,
    };
    let read = request(Mode::Read, Create::Existing);
    let write = request(Mode::Write, create);
    let both = request(Mode::ReadWrite, Create::Existing);
    Ok(match &stream.work {
        Work::Read { file } => vec![PageFile::open(file, read)?],
        Work::Write { file } => vec![PageFile::open(file, write)?],
        Work::ReadWriteBack { file } => vec![PageFile::open(file, both)?],
        Work::Mixed { source, .. } if stream.work.is_on_one_file() => {
            vec![PageFile::open(source, both)?]
        }
        Work::Mixed { source, target, .. } => {
            vec![PageFile::open(source, read)?, PageFile::open(target, write)?]
        }
    })
}

/// Says whether the files suit the stream: that transfers are aligned where they go past the cache, and
/// that what is to be read is there.
pub(super) fn check(files: &[PageFile], stream: &Stream) -> Result<()> {
    for file in files {
        file.check_alignment("a page", stream.geometry.page)?;
        file.check_alignment("the start of the range", stream.range.offset)?;
        if stream.access == Access::Sequential {
            file.check_alignment("a range", stream.range.bytes)?;
        }
    }
    if stream.work.source().is_some() {
        let source = &files[0];
        let (end, wanted) = (source.size()?, stream.range.offset + stream.range.bytes);
        // A file that has no size, as a file in `/proc`, is read until it ends.
        if (1..wanted).contains(&end) {
            let path = source.path().into();
            return Err(PagesError::ShortFile { path, end, wanted }.into());
        }
    }
    Ok(())
}

/// The shape of a stream's memory. One page that is copied needs no list of segments, whose import takes the kernel a
/// percent or two of its time.
pub(super) fn shape(stream: &Stream, transfer_bytes: u64) -> Shape {
    match stream.method {
        Method::Cached if transfer_bytes <= stream.geometry.page => Shape::Contiguous,
        _ => stream.shape,
    }
}
