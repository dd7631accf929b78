//! Files that did not exist before a measurement. An incomplete measurement removes them, whichever of its repeats and
//! processes created them.

use std::fs::{self, File};
use std::path::PathBuf;

use feedrate_pageio::mark;
use feedrate_workload::Job;

/// The files that a job will create. They are removed when this is dropped, unless they are kept.
#[derive(Debug)]
pub(crate) struct NewFiles {
    files: Vec<PathBuf>,
}

impl NewFiles {
    /// Records the files of a job that do not exist yet.
    pub(crate) fn by(job: &Job) -> Self {
        let targets = job.streams.iter().filter_map(|stream| stream.work.target());
        Self {
            files: targets
                .filter(|target| fs::symlink_metadata(target).is_err())
                .map(PathBuf::from)
                .collect(),
        }
    }

    /// Keeps the files.
    pub(crate) fn keep(mut self) {
        self.files.clear();
    }
}

impl Drop for NewFiles {
    fn drop(&mut self) {
        for file in &self.files {
            // Another file of this name may have been put there meanwhile. Its type is checked first, because opening a
            // pipe would block.
            let is_ours = fs::symlink_metadata(file).is_ok_and(|metadata| metadata.is_file())
                && File::open(file).and_then(|file| mark::is_on(&file)).unwrap_or(false);
            if is_ours {
                let _ = fs::remove_file(file);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use feedrate_pageio::Method;
    use feedrate_workload::{RunAs, Stream, Work};

    use super::*;

    #[test]
    fn only_what_is_new_and_ours_goes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("old"), mark::MARK).expect("a file");
        let stream = |name: &str| {
            let work = Work::Write { file: path(name) };
            Stream::new(name, work, Method::Cached, 4096, 4096)
        };
        let job = Job {
            streams: ["old", "new", "theirs", "never"].map(stream).into(),
            run_as: RunAs::Threads,
            interval: Duration::from_millis(100),
        };
        let new_files = NewFiles::by(&job);
        fs::write(path("new"), mark::MARK).expect("a file");
        fs::write(path("theirs"), "years of work").expect("a file");
        drop(new_files);
        let exists = ["old", "new", "theirs"].map(|name| path(name).exists());
        assert_eq!(exists, [true, false, true]);
        let new_files = NewFiles::by(&job);
        fs::write(path("new"), mark::MARK).expect("a file");
        new_files.keep();
        assert!(path("new").exists());
    }
}
