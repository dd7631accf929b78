//! Prepares the files of a load: they exist, are long enough, and have content where they will be read.

use std::fs;
use std::io;
use std::path::Path;

use feedrate_pageio::mark::MARK;
use feedrate_pageio::{
    Access, Create, Direction, EngineChoice, EngineKind, Error as PagesError, Kind, Kinds, Method, Mode, OpenRequest,
    PageFile, Queue, QueueRequest, Shape, Transfer,
};

use super::check::longest_block;
use super::device;
use super::fill::Fill;
use super::name;
use super::spec::{Load, LoadFile, Reserve};
use super::walk::FilePart;
use crate::claim::{claim, put_mark};
use crate::error::{Error, Result};

/// The most bytes of a write that fills a file.
const FILLED_AT_ONCE: usize = 1 << 20;

/// The system's error for a missing file (`ENOENT`).
const NOT_THERE: i32 = 2;

/// Receives the bytes written so far, and returns whether to continue.
pub(super) type ContinueCheck<'a> = dyn FnMut(u64) -> bool + 'a;

/// Lays out the files of a load, and returns their used parts; `None` if it was stopped. Incomplete files are removed.
pub(super) fn lay_out(load: &Load, goes_on: &mut ContinueCheck<'_>) -> Result<Option<Vec<FilePart>>> {
    let mut parts = Vec::with_capacity(load.files.len());
    for file in &load.files {
        if !goes_on(0) {
            return Ok(None);
        }
        if let Some(opening) = load.opening {
            name::ready(load, opening, file)?;
        }
        let is_laid_out = match load.opening {
            Some(opening) => opening.needs_names() && !opening.of_folders,
            None => load.engine.kind.needs_files(),
        };
        let part = match is_laid_out {
            true => lay_out_one(load, file, goes_on)?,
            false => Some(imagined(load, file)?),
        };
        match part {
            Some(part) => parts.push(part),
            None => return Ok(None),
        }
    }
    Ok(Some(parts))
}

fn imagined(load: &Load, file: &LoadFile) -> Result<FilePart> {
    let bytes = file.bytes.ok_or_else(|| no_size(load, file))?;
    let file_bytes = file.file_bytes.unwrap_or(0).max(file.offset + bytes);
    Ok(FilePart::of(file, bytes, file_bytes))
}

fn lay_out_one(load: &Load, file: &LoadFile, goes_on: &mut ContinueCheck<'_>) -> Result<Option<FilePart>> {
    let kind = Kind::of(&file.path, Kinds::FilesAndDevices)?;
    if let Some(kind) = kind.filter(|kind| kind.is_device()) {
        return device::part(load, file, kind).map(Some);
    }
    let existing = fs::metadata(&file.path).ok().map(|metadata| metadata.len());
    let bytes = match (file.bytes, existing) {
        (Some(bytes), _) => bytes,
        (None, Some(size)) => size.saturating_sub(file.offset),
        (None, None) => return Err(no_size(load, file)),
    };
    let needed = (file.offset + bytes).max(file.file_bytes.unwrap_or(0));
    let part = |file_bytes: u64| FilePart::of(file, bytes, file_bytes);
    let writes = load.changes_files();
    if let Some(size) = existing
        && size >= needed
    {
        if writes && let Some(made) = claim(&file.path, load.overwrite_foreign)? {
            made.keep();
        }
        return Ok(Some(part(size)));
    }
    if existing.is_none() && (!load.layout.may_create || device::is_among_devices(&file.path)) {
        return Err(not_there(&file.path));
    }
    if let Some(size) = existing
        && !load.layout.may_grow
    {
        return Err(too_short(load, file, size, needed));
    }
    let made = claim(&file.path, load.overwrite_foreign)?;
    if !load.layout.create_on_open {
        let opened = PageFile::open(&file.path, request())?;
        let is_found_written = load.directions.reads()
            || load.directions.trims()
            || load.layout.overwrite
            || load.engine.kind.maps_files();
        // Existing content is not this load's to discard.
        let stays = existing.unwrap_or(0);
        let done = if is_found_written {
            fill(load, opened, stays, needed, goes_on)
        } else {
            find_space(load, &opened, needed).map(|()| true)
        };
        if !matches!(done, Ok(true)) && made.is_none() {
            // It gets its earlier size, so that it is not taken for laid out.
            let _ = PageFile::open(&file.path, request()).and_then(|file| file.set_size(stays));
        }
        if !done? {
            return Ok(None);
        }
    }
    if let Some(made) = made {
        made.keep();
    }
    Ok(Some(part(needed)))
}

fn request() -> OpenRequest {
    OpenRequest {
        mode: Mode::Write,
        create: Create::Keep,
        method: Method::Cached,
        access: Access::Sequential,
        lock: false,
        kinds: Kinds::Files,
    }
}

/// Reserves space for a file that will be written, and keeps its content.
fn find_space(load: &Load, file: &PageFile, bytes: u64) -> Result<()> {
    let reserve = if load.limit.until_full {
        // There is not enough space.
        Reserve::None
    } else {
        load.layout.reserve
    };
    match reserve {
        Reserve::None => {}
        Reserve::Native => file.reserve(bytes)?,
        Reserve::Keep => file.reserve_beyond_the_end(bytes)?,
        Reserve::Truncate => file.set_size(bytes)?,
    }
    put_mark(file, bytes)
}

/// Writes the missing end of a file, and flushes it. Returns false if it was stopped.
fn fill(load: &Load, file: PageFile, has: u64, bytes: u64, goes_on: &mut ContinueCheck<'_>) -> Result<bool> {
    if load.layout.reserve == Reserve::Native {
        // A file system without room fails now. The size follows the writes: if this process is killed, the next one
        // detects that the file is too short, and does not read space that was never written.
        file.reserve_beyond_the_end(bytes)?;
    }
    // The page cache keeps pages in folios as large as the writes, whose size affects later small writes.
    let at_once = if load.invalidate {
        FILLED_AT_ONCE
    } else {
        (longest_block(load).next_multiple_of(4096) as usize).min(FILLED_AT_ONCE)
    };
    // Small files need less generated content than a large one.
    let at_once = at_once
        .min(usize::try_from(bytes.next_multiple_of(4096)).unwrap_or(at_once))
        .max(4096);
    let request = QueueRequest {
        engine: EngineChoice::Only(EngineKind::SYNC),
        depth: 1,
        transfer_bytes: at_once,
        slots: 1,
        page_bytes: at_once,
        shape: Shape::Contiguous,
    };
    let mut queue = Queue::new(vec![file], request)?;
    let mut content = Fill::new(&load.content, load.seed);
    content.prime(queue.slot_mut(0));
    let mut done = Vec::with_capacity(1);
    // A file that ends within its mark gets the whole mark.
    let mut offset = if has < MARK.len() as u64 { 0 } else { has };
    while offset < bytes {
        let length = (bytes - offset).min(at_once as u64 - offset % at_once as u64);
        let buffer = &mut queue.slot_mut(0)[..length as usize];
        content.ready(0, buffer, (offset == 0).then_some(0));
        queue.submit(Transfer {
            direction: Direction::Write,
            file: 0,
            slot: 0,
            offset,
            bytes: length as usize,
        })?;
        done.clear();
        queue.wait(1, &mut done)?;
        if let Some(before) = content.take_marked(0) {
            queue.slot_mut(0)[..before.len()].copy_from_slice(&before);
        }
        offset += length;
        if !goes_on(length) {
            return Ok(false);
        }
    }
    if load.layout.flush {
        queue.flush(0, true)?;
    }
    Ok(true)
}

fn no_size(load: &Load, file: &LoadFile) -> Error {
    load.error(format!(
        "{} is not there, and how long it is to be is not said; give a size",
        file.path.display()
    ))
}

fn too_short(load: &Load, file: &LoadFile, size: u64, needed: u64) -> Error {
    load.error(format!(
        "{} has {size} bytes and is only looked at, up to {needed}; give the size that was written",
        file.path.display()
    ))
}

fn not_there(path: &Path) -> Error {
    PagesError::Open {
        path: path.into(),
        source: io::Error::from_raw_os_error(NOT_THERE),
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::spec::{Contents, Directions};

    fn load(path: &Path, directions: Directions) -> Load {
        let mut load = Load::new("l", vec![LoadFile::new(path, 3 << 20)]);
        load.directions = directions;
        load
    }

    fn laid_out(load: &Load) -> Result<Option<Vec<FilePart>>> {
        lay_out(load, &mut |_| true)
    }

    #[test]
    fn what_will_be_read_is_written_and_carries_the_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let mut load = load(&path, Directions::Read);
        load.files[0].offset = 4096;
        load.content = Contents::Pattern(b"xy".to_vec());
        let parts = laid_out(&load).unwrap().unwrap();
        assert_eq!((parts[0].bytes, parts[0].file_bytes), (3 << 20, (3 << 20) + 4096));
        let found = fs::read(&path).unwrap();
        assert_eq!(found.len(), (3 << 20) + 4096);
        assert!(found.starts_with(MARK));
        assert!(found[MARK.len()..].chunks(2).all(|pair| pair == b"xy"));
    }

    #[test]
    fn what_will_be_written_has_its_size_or_not_as_asked() {
        let folder = tempfile::tempdir().unwrap();
        for (reserve, size) in [
            (Reserve::Native, 3 << 20),
            (Reserve::Truncate, 3 << 20),
            (Reserve::Keep, MARK.len() as u64),
            (Reserve::None, MARK.len() as u64),
        ] {
            let path = folder.path().join(format!("{reserve:?}"));
            let mut load = load(&path, Directions::Write);
            load.layout.reserve = reserve;
            laid_out(&load).unwrap().unwrap();
            assert_eq!(fs::metadata(&path).unwrap().len(), size, "{reserve:?}");
            assert!(fs::read(&path).unwrap().starts_with(MARK));
        }
    }

    #[test]
    fn what_others_made_is_read_but_never_written_nor_made_longer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("theirs");
        fs::write(&path, vec![1; 4 << 20]).unwrap();
        laid_out(&load(&path, Directions::Read)).unwrap().unwrap();
        let refused = laid_out(&load(&path, Directions::Write));
        assert!(matches!(refused, Err(Error::NotOurs { .. })));
        fs::write(&path, [1; 100]).unwrap();
        let refused = laid_out(&load(&path, Directions::Read));
        assert!(matches!(refused, Err(Error::NotOurs { .. })));
        assert_eq!(fs::read(&path).unwrap(), [1; 100]);
    }

    #[test]
    fn a_layout_that_is_stopped_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let parts = lay_out(&load(&path, Directions::Read), &mut |_| false).unwrap();
        assert!(parts.is_none() && !path.exists());
    }

    #[test]
    fn a_layout_that_is_stopped_does_not_pass_for_done() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let mut short = load(&path, Directions::Read);
        short.files[0].bytes = Some(1 << 20);
        laid_out(&short).unwrap().unwrap();
        let long = load(&path, Directions::Read);
        let mut size_meanwhile = 0;
        let parts = lay_out(&long, &mut |bytes| {
            size_meanwhile = fs::metadata(&path).unwrap().len();
            bytes == 0
        });
        assert!(parts.unwrap().is_none());
        // If the process is killed then, no more than the written part remains.
        assert_eq!(size_meanwhile, 2 << 20);
        assert_eq!(fs::metadata(&path).unwrap().len(), 1 << 20);
        laid_out(&long).unwrap().unwrap();
        assert_eq!(fs::metadata(&path).unwrap().len(), 3 << 20);
    }

    #[test]
    fn what_is_there_stays_when_a_file_becomes_longer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        for directions in [
            Directions::Read,
            Directions::Write,
            Directions::Mixed { read_percent: 50 },
            Directions::Trim,
        ] {
            let mut short = load(&path, Directions::Read);
            short.files[0].bytes = Some((1 << 20) + 100);
            laid_out(&short).unwrap().unwrap();
            let before = fs::read(&path).unwrap();
            let mut long = load(&path, directions);
            long.content = Contents::Pattern(b"z".to_vec());
            laid_out(&long).unwrap().unwrap();
            let after = fs::read(&path).unwrap();
            assert_eq!(after.len(), 3 << 20);
            assert!(after.starts_with(&before), "{directions:?}");
            if directions.reads() {
                assert!(after[before.len()..].iter().all(|&byte| byte == b'z'));
            }
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_file_that_there_is_no_room_for_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        laid_out(&load(&path, Directions::Read)).unwrap().unwrap();
        let before = fs::read(&path).unwrap();
        for directions in [Directions::Read, Directions::Write, Directions::Trim] {
            let mut large = load(&path, directions);
            // No file system has that much room.
            large.files[0].bytes = Some(1 << 62);
            assert!(laid_out(&large).is_err());
            assert!(fs::read(&path).unwrap() == before, "{directions:?}");
        }
    }

    #[test]
    fn a_file_that_may_not_grow_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let mut load = load(&path, Directions::Read);
        laid_out(&load).unwrap().unwrap();
        let before = fs::read(&path).unwrap();
        load.layout.may_grow = false;
        laid_out(&load).unwrap().unwrap();
        load.files[0].bytes = Some(4 << 20);
        let refused = laid_out(&load).unwrap_err().to_string();
        assert!(refused.contains("has 3145728 bytes"), "{refused}");
        assert!(fs::read(&path).unwrap() == before);
    }

    #[test]
    fn one_that_ends_within_its_mark_gets_it_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let mut load = load(&path, Directions::Read);
        load.files[0].bytes = Some(10);
        laid_out(&load).unwrap().unwrap();
        load.files[0].bytes = Some(4096);
        laid_out(&load).unwrap().unwrap();
        assert!(fs::read(&path).unwrap().starts_with(MARK));
    }

    #[test]
    fn a_file_that_may_not_be_made_must_be_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        let mut load = load(&path, Directions::Write);
        load.layout.may_create = false;
        assert!(laid_out(&load).unwrap_err().to_string().contains("no such file"));
        load.layout.may_create = true;
        load.files[0].bytes = None;
        assert!(laid_out(&load).unwrap_err().to_string().contains("give a size"));
    }
}
