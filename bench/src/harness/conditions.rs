//! The machine beside a bench: figures made beside other work are not the program's alone.

use std::{fmt, fs};

use serde::Serialize;

/// The machine at a moment.
#[derive(Clone, Debug, Serialize)]
pub struct Conditions {
    /// The kernel's release.
    pub kernel: String,
    /// The processor.
    pub processor: String,
    /// Logical processors.
    pub processors: usize,
    /// The load average over a minute. These runs themselves add about 1 to it.
    pub load: f64,
}

impl Conditions {
    /// Looks now.
    pub fn now() -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let processor = read("/proc/cpuinfo")
            .lines()
            .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
            .map_or_else(|| "unknown".to_owned(), |(_, name)| name.trim().to_owned());
        Self {
            kernel: read("/proc/sys/kernel/osrelease").trim().to_owned(),
            processor,
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            load: read("/proc/loadavg")
                .split(' ')
                .next()
                .and_then(|load| load.parse().ok())
                .unwrap_or_default(),
        }
    }

    /// Returns a line on whether the machine was quiet from here to `after`.
    pub fn until(&self, after: &Self) -> String {
        format!("load {:.2} before and {:.2} after", self.load, after.load)
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kernel,
            processor,
            processors,
            load,
        } = self;
        write!(
            f,
            "{processor}, {processors} processors, Linux {kernel}, load {load:.2}"
        )
    }
}
