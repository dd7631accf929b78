//! The cases: what is moved, and what is asked of feedrate in each.

use serde::Serialize;

/// What is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Past the page cache, from front to back.
    DirectRead,
    /// The same, overwriting.
    DirectWrite,
    /// Past the page cache, at random.
    RandomRead,
    /// From the page cache, which holds the whole file.
    HotRead,
    /// Into the page cache, which holds all that is written, overwriting from front to back.
    CachedWrite,
    /// The same, half of it reads of the same part of the file.
    CachedMix,
}

impl Kind {
    /// Whether it goes through the page cache.
    pub const fn is_cached(self) -> bool {
        matches!(self, Self::HotRead | Self::CachedWrite | Self::CachedMix)
    }
}

/// What both programs are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Work {
    /// Transfers, in each program's own words.
    Transfers(Kind),
    /// What a job file says, which both get.
    Jobs(Jobs),
}

/// Jobs of a job file: clones of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Jobs {
    /// What is moved, in fio's words.
    pub rw: &'static str,
    /// Percent of blocks that are read, in a mix.
    pub reads_percent: Option<u32>,
    /// How many; sequential ones share the file, each in a part of its own.
    pub clones: u32,
    /// At which rate, if they are held to one.
    pub rate: Option<Rate>,
    /// Whether they go through the page cache.
    pub cached: bool,
    /// True if they go over their part of the file once, from a page cache without it, rather than for a time.
    pub once: bool,
}

/// A rate that each clone is held to in each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rate {
    /// Bytes a second.
    Bytes(u64),
    /// Blocks a second.
    Blocks(u64),
}

impl Jobs {
    const fn of(rw: &'static str) -> Self {
        Self {
            rw,
            reads_percent: None,
            clones: 1,
            rate: None,
            cached: false,
            once: false,
        }
    }

    const fn mix(self, reads_percent: u32) -> Self {
        Self {
            reads_percent: Some(reads_percent),
            ..self
        }
    }

    const fn times(self, clones: u32) -> Self {
        Self { clones, ..self }
    }

    const fn at(self, rate: Rate) -> Self {
        Self {
            rate: Some(rate),
            ..self
        }
    }

    const fn cached(self) -> Self {
        Self {
            cached: true,
            ..self
        }
    }

    const fn once(self) -> Self {
        Self { once: true, ..self }
    }

    /// Whether blocks are moved at random.
    pub fn is_random(&self) -> bool {
        self.rw.starts_with("rand")
    }
}

/// One case.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// What the table calls it.
    pub name: String,
    /// What is moved.
    #[serde(rename = "kind")]
    pub work: Work,
    /// Bytes of a transfer.
    pub block: u64,
    /// Transfers in flight.
    pub depth: u32,
}

impl Case {
    fn transfers(kind: Kind, kib: u64) -> Self {
        let (what, depth) = match kind {
            Kind::DirectRead => ("direct read", 16),
            Kind::DirectWrite => ("direct write", 16),
            Kind::RandomRead => ("random read", 32),
            Kind::HotRead => ("hot read", 1),
            Kind::CachedWrite => ("cached write", 1),
            Kind::CachedMix => ("cached mix", 1),
        };
        Self::new(what, Work::Transfers(kind), kib, depth)
    }

    fn jobs(what: &str, kib: u64, jobs: Jobs) -> Self {
        let depth = match jobs {
            Jobs { cached: true, .. } => 1,
            _ if jobs.is_random() => 32,
            _ => 16,
        };
        Self::new(what, Work::Jobs(jobs), kib, depth)
    }

    fn new(what: &str, work: Work, kib: u64, depth: u32) -> Self {
        let size = if kib < 1024 {
            format!("{kib}K")
        } else {
            format!("{}M", kib / 1024)
        };
        Self {
            name: format!("{what} {size}"),
            work,
            block: kib << 10,
            depth,
        }
    }

    /// Whether it is reported in transfers a second, as random I/O is.
    pub fn counts_transfers(&self) -> bool {
        match self.work {
            Work::Transfers(kind) => kind == Kind::RandomRead,
            Work::Jobs(jobs) => jobs.is_random(),
        }
    }

    /// Whether it is held to a rate: then that rate is asked of both programs, and nothing else.
    pub fn has_rate(&self) -> bool {
        matches!(self.work, Work::Jobs(jobs) if jobs.rate.is_some())
    }

    /// True if it goes through the page cache.
    pub fn is_cached(&self) -> bool {
        match self.work {
            Work::Transfers(kind) => kind.is_cached(),
            Work::Jobs(jobs) => jobs.cached,
        }
    }

    /// True if the page cache is to serve all that it reads.
    pub fn is_hot(&self) -> bool {
        self.is_cached() && !matches!(self.work, Work::Jobs(jobs) if jobs.once)
    }

    /// Whether it only reads.
    pub fn only_reads(&self) -> bool {
        match self.work {
            Work::Transfers(kind) => {
                matches!(kind, Kind::DirectRead | Kind::RandomRead | Kind::HotRead)
            }
            Work::Jobs(jobs) => jobs.rw.ends_with("read"),
        }
    }

    /// Bytes of the file that it goes over: all of it, but where it dirties the page cache so few that the kernel does
    /// not begin to write them back by itself.
    pub fn bytes_of(&self, file: u64) -> u64 {
        if self.is_cached() && !self.only_reads() {
            file.min(if self.is_hot() { DIRTIED } else { INTERLEAVED })
        } else {
            file
        }
    }

    /// Whether feedrate's processor time is to be at most fio's. The other cases print it and ask
    /// nothing of it.
    pub fn judges_cpu(&self) -> bool {
        match self.work {
            Work::Transfers(kind) => !matches!(kind, Kind::RandomRead | Kind::HotRead),
            Work::Jobs(jobs) => jobs.cached,
        }
    }
}

/// Bytes that cached writes dirty: more than a processor's cache holds, and a tenth of the memory (at which the kernel
/// begins to write back by default) of small machines.
const DIRTIED: u64 = 256 << 20;

/// Bytes of the published job that reads and writes a file as a step that interleaves data sets does (S. Hayes, SAS
/// Global Forum 2013, there 3335 MiB).
const INTERLEAVED: u64 = 1500 << 20;

/// Those of a job file: their names but for the block, their blocks in KiB.
const JOBS: [(&str, u64, Jobs); 14] = [
    ("mix", 64, Jobs::of("rw").mix(70)),
    ("random mix", 4, Jobs::of("randrw").mix(70)),
    ("random write", 4, Jobs::of("randwrite")),
    ("2 jobs read", 64, Jobs::of("read").times(2)),
    ("4 jobs read", 64, Jobs::of("read").times(4)),
    ("2 jobs random", 4, Jobs::of("randread").times(2)),
    ("4 jobs random", 4, Jobs::of("randread").times(4)),
    ("4 jobs mix", 64, Jobs::of("rw").mix(70).times(4)),
    ("rate read", 64, Jobs::of("read").at(Rate::Bytes(50 << 20))),
    ("rate IOPS", 4, Jobs::of("randread").at(Rate::Blocks(2000))),
    (
        "rate mix",
        16,
        Jobs::of("rw").mix(50).at(Rate::Bytes(16 << 20)),
    ),
    (
        "rate 2 jobs",
        64,
        Jobs::of("write").times(2).at(Rate::Bytes(20 << 20)),
    ),
    ("cached job", 128, Jobs::of("readwrite").mix(50).cached()),
    ("interleave", 128, Jobs::of("readwrite").cached().once()),
];

/// All cases, or those whose names contain a text. Hot reads come last: direct writes would send the file
/// out of the page cache again.
pub fn chosen(only: Option<&str>) -> Result<Vec<Case>, String> {
    let cases = |kind, sizes: &[u64]| -> Vec<_> {
        sizes
            .iter()
            .map(|&kib| Case::transfers(kind, kib))
            .collect()
    };
    let mut all = Vec::new();
    all.extend(cases(Kind::DirectRead, &[16, 64, 256, 1024]));
    all.extend(cases(Kind::DirectWrite, &[16, 64, 256, 1024]));
    all.push(Case::transfers(Kind::RandomRead, 4));
    all.extend(JOBS.map(|(name, kib, jobs)| Case::jobs(name, kib, jobs)));
    all.extend(cases(Kind::CachedWrite, &[64, 128, 1024]));
    all.extend(cases(Kind::CachedMix, &[64, 128, 1024]));
    all.extend(cases(Kind::HotRead, &[4, 64, 256, 1024]));
    let names: Vec<_> = all.iter().map(|case| case.name.clone()).collect();
    if let Some(text) = only {
        all.retain(|case| case.name.contains(text));
    }
    if all.is_empty() {
        return Err(format!(
            "no case has that in its name; there are: {}",
            names.join(", ")
        ));
    }
    Ok(all)
}
