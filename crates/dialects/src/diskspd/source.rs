//! The buffers from which written blocks are taken.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

use feedrate_pageio::{Kind, Kinds};
use feedrate_workload::Error;

use super::request::{Test, TimeSpan};
use super::target::{Content, Target};
use crate::loads::LoadError;

/// Checks that the files that blocks are taken from can be opened.
pub(super) fn check(test: &Test) -> Result<(), LoadError> {
    for target in test.targets().filter(|target| target.write_percent > 0) {
        if let Content::Source { file: Some(file), .. } = &target.content {
            from_file(&file.path, 1)?;
        }
    }
    Ok(())
}

/// Creates or reads them, one for each target; `None` if blocks are generated otherwise, or none are written.
pub(super) fn of(span: &TimeSpan) -> Result<Vec<Option<Arc<[u8]>>>, LoadError> {
    let mut sources: Vec<Option<Arc<[u8]>>> = Vec::with_capacity(span.targets.len());
    for target in &span.targets {
        let earlier = span.targets.iter().zip(&sources);
        let same = |(other, _): &(&Target, _)| other.content == target.content && other.write_percent > 0;
        let source = match earlier.filter(same).map(|(_, source)| source.clone()).next() {
            Some(source) if target.write_percent > 0 => source,
            _ => one(span, target)?,
        };
        sources.push(source);
    }
    Ok(sources)
}

fn one(span: &TimeSpan, target: &Target) -> Result<Option<Arc<[u8]>>, LoadError> {
    let Content::Source { bytes, file } = &target.content else {
        return Ok(None);
    };
    if target.write_percent == 0 || span.random_writes {
        return Ok(None);
    }
    // The option limits the length to what fits in memory.
    let length = *bytes as usize;
    Ok(Some(match file {
        Some(file) => from_file(&file.path, length)?,
        None => {
            let mut random = vec![0; length];
            fastrand::Rng::with_seed(span.seed.into()).fill(&mut random);
            random.into()
        }
    }))
}

/// Reads the beginning of a file, repeated if it is shorter.
fn from_file(path: &Path, length: usize) -> Result<Arc<[u8]>, LoadError> {
    // Opening a pipe without a writer would block, and no signal would end that.
    Kind::of(path, Kinds::FilesAndDevices).map_err(Error::from)?;
    let mut read = Vec::new();
    File::open(path)
        .and_then(|file| file.take(length as u64).read_to_end(&mut read))
        .and_then(|count| match count {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        })
        .map_err(|source| LoadError::File {
            action: "read what is to be written from",
            path: path.to_owned(),
            source,
        })?;
    Ok(read.iter().copied().cycle().take(length).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_file_is_repeated_and_an_empty_one_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("source");
        std::fs::write(&path, "abc").unwrap();
        assert_eq!(from_file(&path, 7).unwrap()[..], *b"abcabca");
        assert_eq!(from_file(&path, 2).unwrap()[..], *b"ab");
        std::fs::write(&path, "").unwrap();
        let message = from_file(&path, 7).unwrap_err().to_string();
        assert!(message.starts_with("cannot read what is to be written from "));
    }

    /// Sockets and devices have such names on Linux alone.
    #[cfg(unix)]
    #[test]
    fn what_would_be_waited_for_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _bound = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for (path, what) in [
            (socket.as_path(), "is a socket"),
            (Path::new("/dev/tty"), "is a character device"),
        ] {
            let message = from_file(path, 7).unwrap_err().to_string();
            assert!(message.contains(what), "{message}");
        }
    }
}
