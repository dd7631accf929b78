//! Names of files.

use std::path::PathBuf;

use super::JobClone;

/// Returns the files of a worker, in order.
///
/// With `filename`, all clones have the same files, in the first of the directories. Without it, each has its own
/// files, named by `filename_format`, and clones use the directories in turn.
pub(super) fn names(worker: &JobClone<'_>) -> Vec<PathBuf> {
    let options = worker.options();
    let is_named = !options.files.filename.is_empty();
    let directory = match options.files.directory.len() {
        0 => None,
        _ if is_named => options.files.directory.first(),
        several => options.files.directory.get(worker.clone as usize % several),
    };
    let names: Vec<String> = if is_named {
        options.files.filename.clone()
    } else {
        (0..options.files.nrfiles)
            .map(|number| generated(worker, number))
            .collect()
    };
    let path = |name: String| match directory {
        // As in fio, an absolute name is also relative to the directory.
        Some(directory) => directory.join(name.trim_start_matches('/')),
        None => PathBuf::from(name),
    };
    names.into_iter().map(path).collect()
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
