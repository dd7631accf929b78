//! The result of a check as JSON. `docs/check-json.md` describes it.

use std::path::{Path, PathBuf};

use feedrate_document::Header;
use feedrate_machine::Fingerprint;
use feedrate_pageio::cache::Residency;
use serde::Serialize;

use crate::advice::Advice;
use crate::bench::Bench;
use crate::findings::Findings;
use crate::guidance::{self, FolderFacts};
use crate::lossy;
use crate::measurement::Measurement;
use crate::memory::BroughtBack;
use crate::options::Options;
use crate::phase::Phase;
use crate::preflight::{Machine, Preflight};
use crate::scratch::SweepTotals;
use crate::setting::Setting;
use crate::verdict::{self, FolderVerdict, Verdict};

/// The version of this format. It is increased with every change that is not an addition.
pub(crate) const FORMAT_VERSION: u32 = 1;

/// The result of a check.
#[derive(Clone, Debug, Serialize)]
pub struct CheckResult {
    /// The type of the document.
    pub feedrate: Header,
    /// When it was begun, by RFC 3339.
    pub started_at: String,
    /// True if it ran to its end.
    pub complete: bool,
    /// The phase in which it ended early; absent if it is complete.
    pub ended_in: Option<Phase>,
    /// The error that ended it early, if there was one.
    pub error: Option<String>,
    /// The options.
    pub options: Options,
    /// Physical cores that the verdict counts.
    pub cores_to_feed: usize,
    /// Concurrent streams of a usual trial.
    pub streams: usize,
    /// The fingerprint of this machine and its volumes.
    pub fingerprint: Fingerprint,
    /// The machine.
    pub machine: Machine,
    /// Each folder alone.
    pub folders: Vec<FolderResult>,
    /// All folders at once; absent if there is one.
    pub together: Option<AllFolders>,
    /// The verdict on the requirement.
    pub verdict: Verdict,
}

/// The result for one folder.
#[derive(Clone, Debug, Serialize)]
pub struct FolderResult {
    /// The folder.
    #[serde(serialize_with = "lossy::path")]
    pub folder: PathBuf,
    /// The volume before anything was measured.
    pub preflight: Preflight,
    /// Remains of killed checks that were removed.
    pub swept: SweepTotals,
    /// True if the volume supports direct I/O.
    pub direct_io: bool,
    /// True if it is known that what was to be read cold was out of the page cache; false where the system does not
    /// tell what that holds.
    pub is_cold_known: bool,
    /// Bytes of each file in a trial of the search.
    pub search_file_bytes: u64,
    /// Bytes of each file in a trial of the confirmation.
    pub confirmation_file_bytes: u64,
    /// The memory that was brought back from the hypervisor; absent where it takes none.
    pub memory_brought_back: Option<BroughtBack>,
    /// Seconds that the folder took.
    pub seconds: f64,
    /// The figures.
    #[serde(flatten)]
    pub findings: Findings,
    /// The interpretation of the figures; absent if there are too few.
    pub verdict: Option<FolderVerdict>,
    /// The chosen settings as lines to copy.
    pub advice: Option<Advice>,
}

/// All folders at once.
#[derive(Clone, Debug, Serialize)]
pub struct AllFolders {
    /// The setting of each folder.
    pub settings: Vec<Setting>,
    /// The mixed stream, distributed over the folders.
    pub measured: Measurement,
}

impl FolderResult {
    pub(crate) fn new(folder: &Path, bench: &Bench, swept: SweepTotals) -> Self {
        Self {
            folder: folder.into(),
            preflight: bench.preflight.clone(),
            swept,
            direct_io: bench.direct,
            is_cold_known: Residency::is_told(),
            search_file_bytes: bench.sizes().search,
            confirmation_file_bytes: bench.sizes().confirmation,
            memory_brought_back: None,
            seconds: 0.0,
            findings: Findings::default(),
            verdict: None,
            advice: None,
        }
    }

    /// Returns the folder with its verdict.
    pub(crate) fn as_judged(&self) -> (&Path, Option<&FolderVerdict>) {
        (&self.folder, self.verdict.as_ref())
    }

    pub(crate) fn judge(&mut self, options: &Options, machine: &Machine) {
        self.findings.doubt_what_was_not_repeated();
        self.verdict = verdict::of_folder(options, machine, &self.findings);
        let guidance = guidance::of(&FolderFacts {
            memory: &machine.memory,
            brought_back: self.memory_brought_back,
            takes_direct: self.direct_io,
            findings: &self.findings,
            is_alone: options.folders.len() == 1,
        });
        let size = self.confirmation_file_bytes;
        self.advice = Advice::of(&self.folder, size, &self.findings, guidance);
    }
}
