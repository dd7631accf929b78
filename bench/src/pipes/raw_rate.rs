//! What the device gives where nothing is computed: the limit that stands beside the job.

use std::fs;
use std::path::Path;

use feedrate_bench::child::Stop;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::file::TestFile;
use serde::Serialize;

/// A file as large as that of the claims, on which transfers alone are made.
#[derive(Debug)]
pub struct Raw {
    file: TestFile,
    stop: Stop,
}

/// Seconds of one pass over it in each direction, by direct transfers of 1M, 8 in flight.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Passes {
    /// Reading it.
    pub read_seconds: f64,
    /// Overwriting it in place, until it has reached the device.
    pub write_seconds: f64,
}

impl Raw {
    /// Makes the file in a folder of its own, of whole MiB.
    pub fn make(
        folder: &Path,
        bytes: u64,
        feedrate: &Feedrate,
        stop: &Stop,
    ) -> Result<Self, String> {
        fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make a folder for raw transfers: {error}"))?;
        let size = bytes.next_multiple_of(1 << 20);
        Ok(Self {
            file: TestFile::make(folder, size, feedrate, stop)?,
            stop: stop.clone(),
        })
    }

    /// Reads and overwrites it once.
    pub fn passes(&self, feedrate: &Feedrate) -> Result<Passes, String> {
        let write_seconds = self.pass(
            feedrate,
            &["--do", "write", "--target", "overwrite", "--durable"],
        )?;
        Ok(Passes {
            read_seconds: self.pass(feedrate, &["--do", "read"])?,
            write_seconds,
        })
    }

    fn pass(&self, feedrate: &Feedrate, options: &[&str]) -> Result<f64, String> {
        self.file.mark()?;
        let size = self.file.size().to_string();
        let all = [
            "--method", "direct", "--page", "1M", "--depth", "8", "--size", &size,
        ];
        let options: Vec<_> = options
            .iter()
            .chain(&all)
            .map(|&word| word.to_owned())
            .collect();
        let (output, errors) = (
            self.file.beside("feedrate.json"),
            self.file.beside("feedrate.errors"),
        );
        let (figures, _) =
            feedrate.measure(self.file.path(), &options, &output, &errors, &self.stop)?;
        Ok(figures.with_fastest_engine()?.seconds)
    }
}
