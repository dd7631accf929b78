//! Names of files.

use std::path::PathBuf;

use super::JobClone;

/// The files of a worker, in their order.
///
/// With `filename`, all clones have the same ones, in the first of the directories. Without, each has files of its own
/// by `filename_format`, and clones take the directories in turn.
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
        // As fio does it: an absolute name, too, is put below the directory.
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
        // There are no clients over a network: fio's own machine is the only one.
        .replace("$clientuid", "localhost")
        .replace("$jobnum", &worker.clone.to_string())
        .replace("$filenum", &number.to_string())
}
