//! The rate of the device where nothing is computed: the limit that stands beside the job.

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::peers::file::TestFile;
use serde::Serialize;

/// A file as large as that of the claims, on which transfers alone are made.
#[derive(Debug)]
pub struct Raw(TestFile);

/// Seconds of one pass over it in each direction, by direct transfers of 1M, 8 in flight.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Passes {
    /// Reading it.
    pub read_seconds: f64,
    /// Overwriting it in place, until it has reached the device.
    pub write_seconds: f64,
}

impl Raw {
    /// Makes the file, of whole MiB.
    pub fn make(bytes: u64, feedrate: &Feedrate, bench: &Bench) -> Result<Self, String> {
        let size = bytes.next_multiple_of(1 << 20);
        TestFile::make(&bench.subfolder("raw")?, size, feedrate, bench).map(Self)
    }

    /// Overwrites and reads it once.
    pub fn passes(&self, feedrate: &Feedrate, bench: &Bench) -> Result<Passes, String> {
        let pass = |what: &str| {
            self.0.mark()?;
            let size = self.0.size();
            let options = format!("--do {what} --method direct --page 1M --depth 8 --size {size}");
            let (figures, _) = feedrate.measure(self.0.path(), &options, &[], bench)?;
            Ok::<_, String>(figures.with_fastest_engine()?.seconds)
        };
        let write_seconds = pass("write --target overwrite --durable")?;
        Ok(Passes {
            read_seconds: pass("read")?,
            write_seconds,
        })
    }
}
