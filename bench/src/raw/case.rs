//! The table of cases, and the facts of each.

use serde::Serialize;

use super::jobs::{Jobs, Rate};
use super::transfers::{self, Shape, Transfers};

/// The work that both programs are asked for.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum Work {
    /// Transfers, in each program's own words.
    Transfers(Transfers),
    /// A job file, which both get.
    Jobs(Jobs),
}

/// A row of the table: the same work with blocks of several sizes.
struct Row(&'static str, &'static [u64], Work);

const fn transfers(name: &'static str, kib: &'static [u64], transfers: Transfers) -> Row {
    Row(name, kib, Work::Transfers(transfers))
}

const fn jobs(name: &'static str, kib: &'static [u64], jobs: Jobs) -> Row {
    Row(name, kib, Work::Jobs(jobs))
}

/// The cases. Hot reads come last: direct writes would send the file out of the page cache again.
const CASES: [Row; 20] = [
    transfers("direct read", &[16, 64, 256, 1024], transfers::DIRECT_READ),
    transfers("direct write", &[16, 64, 256, 1024], transfers::DIRECT_WRITE),
    transfers("random read", &[4], transfers::RANDOM_READ),
    jobs("mix", &[64], Jobs::of("rw").mix(70)),
    jobs("random mix", &[4], Jobs::of("randrw").mix(70)),
    jobs("random write", &[4], Jobs::of("randwrite")),
    jobs("2 jobs read", &[64], Jobs::of("read").times(2)),
    jobs("4 jobs read", &[64], Jobs::of("read").times(4)),
    jobs("2 jobs random", &[4], Jobs::of("randread").times(2)),
    jobs("4 jobs random", &[4], Jobs::of("randread").times(4)),
    jobs("4 jobs mix", &[64], Jobs::of("rw").mix(70).times(4)),
    jobs("rate read", &[64], Jobs::of("read").at(Rate::Bytes(50 << 20))),
    jobs("rate IOPS", &[4], Jobs::of("randread").at(Rate::Blocks(2000))),
    jobs("rate mix", &[16], Jobs::of("rw").mix(50).at(Rate::Bytes(16 << 20))),
    jobs(
        "rate 2 jobs",
        &[64],
        Jobs::of("write").times(2).at(Rate::Bytes(20 << 20)),
    ),
    jobs("cached job", &[128], Jobs::of("readwrite").mix(50).cached()),
    jobs("interleave", &[128], Jobs::of("readwrite").cached().once()),
    transfers("cached write", &[64, 128, 1024], transfers::CACHED_WRITE),
    transfers("cached mix", &[64, 128, 1024], transfers::CACHED_MIX),
    transfers("hot read", &[4, 64, 256, 1024], transfers::HOT_READ),
];

/// Bytes that cached writes dirty: more than a processor's cache holds, and a tenth of the memory (at which the kernel
/// begins to write back by default) of small machines.
const DIRTIED: u64 = 256 << 20;

/// Bytes of the published job that reads and writes a file as a step that interleaves data sets does (S. Hayes, SAS
/// Global Forum 2013, there 3335 MiB).
const INTERLEAVED: u64 = 1500 << 20;

/// One case.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// Its name in the table.
    pub name: String,
    /// The work.
    #[serde(rename = "kind")]
    pub work: Work,
    /// The shape of its transfers.
    #[serde(flatten)]
    pub shape: Shape,
}

/// Returns all cases, or those whose names contain a text.
pub fn chosen(only: Option<&str>) -> Result<Vec<Case>, String> {
    let cases = CASES
        .iter()
        .flat_map(|&Row(name, sizes, work)| sizes.iter().map(move |&kib| Case::new(name, kib, work)));
    let (chosen, others): (Vec<_>, Vec<_>) = cases.partition(|case| only.is_none_or(|text| case.name.contains(text)));
    if chosen.is_empty() {
        let names: Vec<_> = others.into_iter().map(|case| case.name).collect();
        return Err(format!("no case has that in its name; there are: {}", names.join(", ")));
    }
    Ok(chosen)
}

impl Case {
    fn new(name: &str, kib: u64, work: Work) -> Self {
        let size = match kib {
            ..1024 => format!("{kib}K"),
            _ => format!("{}M", kib / 1024),
        };
        Self {
            name: format!("{name} {size}"),
            shape: Shape {
                block: kib << 10,
                depth: match work {
                    Work::Transfers(transfers) => transfers.depth,
                    Work::Jobs(jobs) if jobs.cached => 1,
                    Work::Jobs(jobs) if jobs.is_random() => 32,
                    Work::Jobs(_) => 16,
                },
            },
            work,
        }
    }

    /// Returns true if it is reported in transfers a second, as random I/O is.
    pub fn counts_transfers(&self) -> bool {
        match self.work {
            Work::Transfers(transfers) => transfers.is_random,
            Work::Jobs(jobs) => jobs.is_random(),
        }
    }

    /// Returns true if it is held to a rate: then that rate is asked of both programs, and nothing else.
    pub fn has_rate(&self) -> bool {
        matches!(self.work, Work::Jobs(jobs) if jobs.rate.is_some())
    }

    /// Returns true if it goes through the page cache.
    pub fn is_cached(&self) -> bool {
        match self.work {
            Work::Transfers(transfers) => transfers.is_cached,
            Work::Jobs(jobs) => jobs.cached,
        }
    }

    /// Returns true if the page cache is to serve all that it reads.
    pub fn is_hot(&self) -> bool {
        self.is_cached() && !matches!(self.work, Work::Jobs(jobs) if jobs.once)
    }

    /// Returns true if it only reads.
    pub fn only_reads(&self) -> bool {
        match self.work {
            Work::Transfers(transfers) => transfers.only_reads,
            Work::Jobs(jobs) => jobs.rw.ends_with("read"),
        }
    }

    /// Returns the bytes of the file that it goes over: all of it, but where it dirties the page cache so few that the
    /// kernel does not begin to write them back by itself.
    pub fn bytes_of(&self, file: u64) -> u64 {
        match (self.is_cached() && !self.only_reads(), self.is_hot()) {
            (true, true) => file.min(DIRTIED),
            (true, false) => file.min(INTERLEAVED),
            (false, _) => file,
        }
    }

    /// Returns true if feedrate's processor time is to be at most fio's. The other cases print it and ask nothing of
    /// it.
    pub fn judges_cpu(&self) -> bool {
        match self.work {
            Work::Transfers(transfers) => transfers.judges_cpu,
            Work::Jobs(jobs) => jobs.cached,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_chosen_by_a_part_of_their_names() {
        assert_eq!(chosen(None).unwrap().len(), 33);
        let hot: Vec<_> = chosen(Some("hot")).unwrap();
        assert_eq!(hot.len(), 4);
        assert!(hot.iter().all(|case| case.is_hot() && case.only_reads()));
        assert!(chosen(Some("no such")).unwrap_err().contains("rate 2 jobs 64K"));
    }
}
