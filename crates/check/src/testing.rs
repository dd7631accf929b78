//! Results with figures that a test chooses.

use std::path::Path;

use feedrate_machine::volume::Place;
use feedrate_machine::{Cores, Limits, Memory, System, Volume};
use feedrate_pageio::Discipline;
use feedrate_report::Header;
use feedrate_workload::Figures;
use feedrate_workload::figures::CpuFigures;

use crate::findings::{Findings, Measured, Searched};
use crate::options::Options;
use crate::preflight::{Machine, Preflight};
use crate::result::{CheckResult, FORMAT_VERSION, FolderResult};
use crate::scratch::Swept;
use crate::setting::Setting;
use crate::trial::{Pattern, Trial};
use crate::verdict;

/// A machine of which nothing is known but its number of cores.
pub(crate) fn machine(cores: usize) -> Machine {
    let nowhere = System::at("/nonexistent");
    Machine {
        cores: Cores {
            logical: cores,
            physical: cores,
            logical_available: cores,
            physical_available: cores,
            ..Cores::at(&nowhere)
        },
        memory: Memory::at(&nowhere),
        limits: Limits {
            remarks: Vec::new(),
            ..Limits::at(&nowhere)
        },
    }
}

/// Repeats with the given rates in 10^6 bytes a second, each using so many cores.
pub(crate) fn measured(
    pattern: Pattern,
    setting: Setting,
    streams: usize,
    rates: &[f64],
    cores_busy: f64,
) -> Measured {
    let trials = rates
        .iter()
        .map(|&rate| Trial {
            pattern,
            setting,
            streams,
            file_bytes: 1 << 30,
            figures: Figures {
                bytes: (rate * 1e6) as u64,
                seconds: 1.0,
                megabytes_per_second: rate,
                cache_share: Some(0.0),
                cpu: CpuFigures {
                    user_seconds: cores_busy,
                    seconds_per_gigabyte: cores_busy / rate * 1e3,
                    ..CpuFigures::default()
                },
                ..Figures::default()
            },
            device: None,
            others: None,
        })
        .collect();
    Measured::of(trials).expect("there are rates")
}

/// A folder with the mixed stream confirmed at the given settings, six repeats each around its rate,
/// and scaled to one stream and twice as many at the given proportions.
pub(crate) fn folder(
    machine: &Machine,
    options: &Options,
    confirmed: &[(Setting, f64, f64)],
    scaling: (f64, f64),
) -> FolderResult {
    let nowhere = System::at("/nonexistent");
    let streams = machine.cores_to_feed();
    let around = |rate: f64| [0.97, 0.98, 0.99, 1.01, 1.02, 1.03].map(|factor| factor * rate);
    let mixed = |setting, streams, rate: f64, busy| {
        measured(Pattern::Mixed, setting, streams, &around(rate), busy)
    };
    let mut folder = FolderResult {
        folder: "/data".into(),
        preflight: Preflight {
            volume: Volume::at(&nowhere, &Place::named(Path::new("/data"))),
            devices: Vec::new(),
            hazards: Vec::new(),
            idle: None,
        },
        swept: Swept::default(),
        direct_io: true,
        search_file_bytes: 256 << 20,
        confirmation_file_bytes: 1 << 30,
        seconds: 120.0,
        findings: Findings::default(),
        verdict: None,
        advice: None,
    };
    for &(setting, rate, busy) in confirmed {
        folder
            .findings
            .confirmed
            .push(mixed(setting, streams, rate, busy));
        for (streams, factor) in [(1, scaling.0), (streams, 1.0), (2 * streams, scaling.1)] {
            folder
                .findings
                .scaling
                .push(mixed(setting, streams, rate * factor, busy));
        }
    }
    for discipline in [Discipline::AsSas, Discipline::Overlapped] {
        folder.findings.searched.push(Searched {
            discipline,
            choice: folder.findings.best_of(discipline).map(|best| best.setting),
            trials: 0,
            ranking: Vec::new(),
        });
    }
    folder.judge(options, machine);
    folder
}

/// A whole result.
pub(crate) fn result(
    machine: Machine,
    options: Options,
    folders: Vec<FolderResult>,
) -> CheckResult {
    let cores = machine.cores_to_feed();
    let preflights: Vec<_> = folders.iter().map(|folder| &folder.preflight).collect();
    CheckResult {
        feedrate: Header {
            version: "0.0.0",
            ..Header::new("check", FORMAT_VERSION)
        },
        started_at: "2026-01-02T03:04:05Z".to_owned(),
        complete: true,
        error: None,
        cores_to_feed: cores,
        streams: cores,
        fingerprint: machine.fingerprint(&preflights),
        verdict: verdict::of_all(
            &options,
            cores,
            &folders
                .iter()
                .filter_map(|folder| folder.verdict.as_ref())
                .collect::<Vec<_>>(),
            None,
        ),
        options,
        machine,
        folders,
        together: None,
    }
}
