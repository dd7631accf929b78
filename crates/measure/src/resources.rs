//! Checks that the machine has room for a job: memory for its buffers, space for its files, and a separate file for
//! each stream that writes.

use std::fs;
use std::path::{Path, PathBuf};

use feedrate_document::format;
use feedrate_machine::{Memory, Volume};
use feedrate_pageio::file_facts;
use feedrate_workload::{Job, Target};

/// Returns an error for what is missing, before any file is opened.
pub(crate) fn check(job: &Job) -> Result<(), String> {
    check_apart(job)?;
    check_memory(job)?;
    check_space(job)
}

/// The identity of a file under several names: its volume and number there, or for a new file its path.
#[derive(PartialEq)]
enum Identity {
    Exists(u64, u64),
    New(PathBuf),
}

impl Identity {
    fn of(path: &Path) -> Self {
        match file_facts::identity(path) {
            Ok((volume, number)) => Self::Exists(volume, number),
            Err(_) => Self::New(std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())),
        }
    }
}

/// Checks that a file that one stream writes is not used by another.
fn check_apart(job: &Job) -> Result<(), String> {
    let files: Vec<(usize, &Path, Identity, bool)> = job
        .streams
        .iter()
        .enumerate()
        .flat_map(|(index, stream)| {
            let source = stream.work.source().map(|path| (path, false));
            let target = stream.work.target().map(|path| (path, true));
            source
                .into_iter()
                .chain(target)
                .map(move |(path, written)| (index, path, Identity::of(path), written))
        })
        .collect();
    for (index, path, identity, written) in &files {
        let shared = files
            .iter()
            .any(|(other, _, theirs, _)| other != index && theirs == identity);
        if *written && shared {
            return Err(format!(
                "{} is given to two streams, and one of them writes it; give each stream a file of its own",
                path.display()
            ));
        }
    }
    Ok(())
}

/// Checks the memory: buffers are filled before the clock starts, so too many of them would make the kernel kill this
/// process or another.
fn check_memory(job: &Job) -> Result<(), String> {
    let Some(free) = Memory::host().available_bytes else {
        return Ok(());
    };
    let needed = job.streams.iter().fold(0_u64, |sum, stream| {
        let transfer = stream.geometry.transfer_bytes().min(stream.range.bytes);
        sum.saturating_add(transfer.saturating_mul(u64::from(stream.depth)))
    });
    if needed <= free {
        return Ok(());
    }
    Err(format!(
        "the buffers would take {}, and {} of memory are free; use a smaller --page, --pages or --depth, or \
         fewer files",
        format::amount(needed),
        format::amount(free)
    ))
}

/// The bytes that streams will write to one volume.
struct Need {
    volume: Volume,
    bytes: u64,
}

fn check_space(job: &Job) -> Result<(), String> {
    let mut needs: Vec<Need> = Vec::new();
    for stream in &job.streams {
        let Some(target) = stream.work.target() else {
            continue;
        };
        let Ok(volume) = Volume::of(folder_of(target)) else {
            // Opening it gives the error.
            continue;
        };
        // The present space of the file is reused.
        let space = file_facts::space(target).unwrap_or_default();
        let held = match stream.target {
            Target::Overwrite => fs::metadata(target).map_or(0, |metadata| metadata.len().min(space)),
            Target::Grow | Target::Reserve => space,
        };
        let bytes = stream.range.bytes.saturating_sub(held);
        match needs.iter_mut().find(|need| need.volume.device == volume.device) {
            Some(need) => need.bytes = need.bytes.saturating_add(bytes),
            None => needs.push(Need { volume, bytes }),
        }
    }
    for Need { volume, bytes } in needs {
        let Some(space) = volume.space else {
            continue;
        };
        if bytes > space.available_bytes {
            return Err(format!(
                "there is no space to write {} more at {}, which has {} left; free some or use a smaller --size",
                format::amount(bytes),
                volume.mount_point.unwrap_or(volume.path).display(),
                format::amount(space.available_bytes)
            ));
        }
    }
    Ok(())
}

/// Returns the folder of a file that exists or will be created.
pub(crate) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use feedrate_pageio::Method;
    use feedrate_workload::{RunAs, Stream, Work};

    use super::*;

    fn job(works: Vec<Work>) -> Job {
        let stream = |(index, work)| {
            let mut stream = Stream::new(format!("{index}"), work, Method::Cached, 4096, 8192);
            stream.target = Target::Grow;
            stream
        };
        Job {
            streams: works.into_iter().enumerate().map(stream).collect(),
            run_as: RunAs::Threads,
            interval: std::time::Duration::from_millis(100),
        }
    }

    fn write(path: &Path) -> Work {
        Work::Write { file: path.into() }
    }

    #[test]
    fn two_writers_of_one_file_are_refused_by_any_of_its_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        let link = folder.path().join("link");
        fs::write(&file, "x").expect("a file");
        fs::hard_link(&file, &link).expect("a link");
        let new = folder.path().join("new");
        assert!(check(&job(vec![write(&file), write(&link)])).is_err());
        assert!(check(&job(vec![write(&new), write(&new)])).is_err());
        assert!(check(&job(vec![write(&file), Work::Read { file: link }])).is_err());
        assert_eq!(check(&job(vec![write(&file), write(&new)])), Ok(()));
        let read = || Work::Read { file: file.clone() };
        assert_eq!(check(&job(vec![read(), read()])), Ok(()));
    }

    #[test]
    fn more_than_the_machine_has_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut large = job(vec![write(&folder.path().join("file"))]);
        large.streams[0].range.bytes = 1 << 60;
        let said = check(&large).expect_err("no volume has an exbibyte free");
        assert!(said.contains("no space"), "{said}");
        large.streams[0].geometry.page = 1 << 59;
        let said = check(&large).expect_err("nor so much memory");
        assert!(said.contains("of memory"), "{said}");
    }
}
