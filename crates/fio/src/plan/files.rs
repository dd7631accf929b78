//! Names of files.

use std::path::{PathBuf, is_separator};

use super::JobClone;
use crate::options::FileOptions;

/// Returns the files of a worker, in order.
///
/// With `filename`, all clones have the same files, in the first of the directories. Without it, each has its own
/// files, named by `filename_format`, and clones use the directories in turn.
pub(super) fn names(worker: &JobClone<'_>) -> Vec<PathBuf> {
    let files = &worker.options().files;
    if !files.filename.is_empty() {
        return named(files);
    }
    let directory = match files.directory.len() {
        0 => None,
        several => files.directory.get(worker.clone as usize % several),
    };
    (0..files.nrfiles)
        .map(|number| within(directory, &generated(worker, number)))
        .collect()
}

/// Returns the files that `filename` names, in order.
pub(crate) fn named(files: &FileOptions) -> Vec<PathBuf> {
    let directory = files.directory.first();
    let names = files.filename.iter();
    names.map(|name| within(directory, name)).collect()
}

/// Returns the path of a name in a directory, if there is one. As in fio, an absolute name is also relative to it.
fn within(directory: Option<&PathBuf>, name: &str) -> PathBuf {
    match directory {
        Some(directory) => directory.join(name.trim_start_matches(is_separator)),
        None => PathBuf::from(name),
    }
}

fn generated(worker: &JobClone<'_>, number: u32) -> String {
    worker
        .options()
        .files
        .filename_format
        .replace("$jobname", &worker.job.section)
        // There are no network clients: the only machine is fio's own.
        .replace("$clientuid", "localhost")
        .replace("$jobnum", &worker.clone.to_string())
        .replace("$filenum", &number.to_string())
}
