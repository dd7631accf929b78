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

/// Jobs of a job file: clones of one, past the page cache.
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
        };
        Self::new(what, Work::Transfers(kind), kib, depth)
    }

    fn jobs(what: &str, kib: u64, jobs: Jobs) -> Self {
        let depth = if jobs.is_random() { 32 } else { 16 };
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

    /// Whether the page cache is to serve it.
    pub fn is_hot(&self) -> bool {
        self.work == Work::Transfers(Kind::HotRead)
    }

    /// Whether feedrate's processor time is to be at most fio's. The other cases print it and ask
    /// nothing of it.
    pub fn judges_cpu(&self) -> bool {
        matches!(
            self.work,
            Work::Transfers(Kind::DirectRead | Kind::DirectWrite)
        )
    }
}

/// Those of a job file: their names but for the block, their blocks in KiB.
const JOBS: [(&str, u64, Jobs); 12] = [
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
];

/// All cases, or those whose names contain a text. Hot reads come last: writes would send the file
/// out of the page cache again.
pub fn chosen(only: Option<&str>) -> Result<Vec<Case>, String> {
    let cases = |kind, sizes: [u64; 4]| sizes.map(|kib| Case::transfers(kind, kib));
    let mut all = Vec::new();
    all.extend(cases(Kind::DirectRead, [16, 64, 256, 1024]));
    all.extend(cases(Kind::DirectWrite, [16, 64, 256, 1024]));
    all.push(Case::transfers(Kind::RandomRead, 4));
    all.extend(JOBS.map(|(name, kib, jobs)| Case::jobs(name, kib, jobs)));
    all.extend(cases(Kind::HotRead, [4, 64, 256, 1024]));
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
