//! Results with given figures, for tests.

use std::path::Path;
use std::time::Duration;

use feedrate_document::Header;
use feedrate_machine::volume::PathLocation;
use feedrate_machine::{Cores, Limits, Memory, System, Volume};
use feedrate_pageio::{Depth, Direction, Discipline, EngineKind, EngineReport};
use feedrate_session::log::Usage;
use feedrate_session::record::{DataSetRecord, FileRecord, StepRecord, StepTime};
use feedrate_workload::Figures;
use feedrate_workload::figures::CpuFigures;

use crate::findings::{Findings, SearchResult};
use crate::layout::Extent;
use crate::measurement::Measurement;
use crate::memory::FreeMemory;
use crate::options::Options;
use crate::preflight::{Machine, Preflight};
use crate::result::{AllFolders, CheckResult, FORMAT_VERSION, FolderResult};
use crate::scratch::SweepTotals;
use crate::search::TOLERANCE;
use crate::setting::Setting;
use crate::steps::{StandardSteps, UnderSetting};
use crate::trial::{Pattern, Trial};
use crate::verdict;

/// An extent of so many streams, and at most twice as many, in trials of a tenth of a second.
pub(crate) fn extent(streams: usize) -> Extent {
    Extent {
        streams,
        most_streams: 2 * streams,
        search: Duration::from_millis(100),
        confirmation: Duration::from_millis(160),
        memory_for_buffers: 1 << 30,
        free_memory: FreeMemory::Stays,
        file_bytes: None,
        hosts: 1,
        written_by: None,
    }
}

/// A machine with only the number of cores known.
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

/// A measurement with the given rates in 10^6 bytes a second, each using `cores_busy` cores.
pub(crate) fn measured(
    pattern: Pattern,
    setting: Setting,
    streams: usize,
    rates: &[f64],
    cores_busy: f64,
) -> Measurement {
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
                operations_per_second: rate * 1e6 / setting.page as f64,
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
            other_load: None,
        })
        .collect();
    Measurement::of(trials).expect("there are rates")
}

/// A folder with the mixed stream confirmed at the given settings, six repeats each around its rate, and scaled to one
/// stream and twice as many at the given proportions.
pub(crate) fn folder(
    machine: &Machine,
    options: &Options,
    confirmed: &[(Setting, f64, f64)],
    scaling: (f64, f64),
) -> FolderResult {
    let nowhere = System::at("/nonexistent");
    let streams = machine.cores_to_feed();
    let around = |rate: f64| [1.01, 0.98, 1.03, 0.97, 1.02, 0.99].map(|factor| factor * rate);
    let mixed = |setting, streams, rate: f64, busy| measured(Pattern::Mixed, setting, streams, &around(rate), busy);
    let mut folder = FolderResult {
        folder: "/data".into(),
        preflight: Preflight {
            volume: Volume::at(&nowhere, &PathLocation::named(Path::new("/data"))),
            devices: Vec::new(),
            hazards: Vec::new(),
            idle: None,
        },
        swept: SweepTotals::default(),
        direct_io: true,
        is_cold_known: true,
        search_file_bytes: 256 << 20,
        confirmation_file_bytes: 1 << 30,
        memory_brought_back: None,
        seconds: 120.0,
        findings: Findings::default(),
        verdict: None,
        advice: None,
    };
    for &(setting, rate, busy) in confirmed {
        folder.findings.confirmed.push(mixed(setting, streams, rate, busy));
        for (streams, factor) in [(1, scaling.0), (streams, 1.0), (2 * streams, scaling.1)] {
            folder
                .findings
                .scaling
                .push(mixed(setting, streams, rate * factor, busy));
        }
    }
    for discipline in [Discipline::AsSas, Discipline::Overlapped] {
        folder.findings.searched.push(SearchResult {
            discipline,
            choice: folder.findings.best_of(discipline).map(|best| best.setting),
            equal: Vec::new(),
            tolerance: TOLERANCE,
            possible: Vec::new(),
            doubts: Vec::new(),
            certainty: None,
            trials: 0,
            ranking: Vec::new(),
        });
    }
    folder.judge(options, machine);
    folder
}

/// The standard steps on data sets of 254 MB under a setting: for each its repeats in seconds, and the share of them in
/// which it waited. Raw streams read 2,000 and write 1,000 MB a second.
pub(crate) fn under(setting: Setting, steps: [(&[f64], f64); 4]) -> UnderSetting {
    let raw = |pattern, rate| measured(pattern, setting, 1, &[rate; 3], 0.1);
    // The data sets that are read and made.
    let moved = [(0, 1), (1, 1), (1, 0), (1, 1)];
    let mut repeats: [Vec<StepRecord>; 4] = Default::default();
    for (index, ((seconds, waited), (read, made))) in steps.into_iter().zip(moved).enumerate() {
        let record = |&seconds: &f64| step_record(setting, seconds, waited, read, made);
        repeats[index] = seconds.iter().map(record).collect();
    }
    UnderSetting::of(
        setting,
        Some(raw(Pattern::Read, 2000.0)),
        Some(raw(Pattern::Write, 1000.0)),
        &repeats,
    )
    .expect("there are repeats")
}

/// The figures of the standard steps under some settings.
pub(crate) fn standard_steps(settings: Vec<UnderSetting>) -> StandardSteps {
    StandardSteps {
        observations: 250_000,
        variables: 127,
        data_set_bytes: 254_000_000,
        sort_bytes: 572 << 20,
        settings,
    }
}

fn step_record(setting: Setting, seconds: f64, waited: f64, read: usize, made: usize) -> StepRecord {
    let data_sets = |number, direction| {
        let data_set = DataSetRecord {
            name: "CHECK.MADE".to_owned(),
            observations: 250_000,
            at_random: false,
            grows_with: None,
            where_executor: None,
            file: Some(file_record(setting, direction)),
        };
        vec![data_set; number]
    };
    StepRecord {
        name: "DATA".to_owned(),
        line: 2,
        ran: true,
        completed: true,
        time: StepTime {
            began_microseconds: 0,
            ended_microseconds: (seconds * 1e6) as u64,
        },
        usage: Usage {
            real_seconds: seconds,
            user_cpu_seconds: seconds * (1.0 - waited),
            system_cpu_seconds: 0.0,
            peak_memory_bytes: None,
            peak_own_memory_bytes: None,
            memory_bytes: None,
            page_faults: None,
            page_reclaims: None,
            voluntary_switches: 0,
            involuntary_switches: 0,
            storage_read_bytes: None,
            storage_write_bytes: None,
        },
        first_row_seconds: None,
        waited_seconds: seconds * waited,
        cache_share: (read > 0).then_some(0.0),
        executor: None,
        interpreted_because: None,
        read: data_sets(read, Direction::Read),
        made: data_sets(made, Direction::Write),
        updated: None,
        others: Vec::new(),
        files_read: Vec::new(),
        files_made: Vec::new(),
        utility: Vec::new(),
        sort: None,
        threads: None,
    }
}

/// The record of a data set with only its setting and its size known.
pub(crate) fn file_record(setting: Setting, direction: Direction) -> FileRecord {
    FileRecord {
        path: "/data/made.sas7bdat".to_owned(),
        direction,
        page_bytes: setting.page,
        pages: 0,
        transfers: 0,
        bytes: 254_000_000,
        method: setting.method().name(),
        buffers: None,
        discipline: setting.discipline,
        engine: EngineReport {
            kind: EngineKind::SYNC,
            depth: 1,
            refused: Vec::new(),
        },
        depth_reached: Depth::default(),
        seconds: 0.0,
        waited_seconds: 0.0,
        flush_seconds: None,
        megabytes_per_second: None,
        cache_share: None,
        resident_before_bytes: None,
        notes: Vec::new(),
        pipe: None,
        course: None,
    }
}

/// A complete result. Several folders together have the rate of the fastest.
pub(crate) fn result(machine: Machine, options: Options, folders: Vec<FolderResult>) -> CheckResult {
    let cores = machine.cores_to_feed();
    let preflights: Vec<_> = folders.iter().map(|folder| &folder.preflight).collect();
    let fastest = folders.iter().filter_map(|folder| folder.findings.best());
    let fastest = fastest.max_by(|a, b| a.rate().total_cmp(&b.rate()));
    let together = fastest.filter(|_| folders.len() > 1).map(|measured| AllFolders {
        settings: vec![measured.setting; folders.len()],
        measured: measured.clone(),
    });
    CheckResult {
        feedrate: Header {
            version: "0.0.0",
            ..Header::new("check", FORMAT_VERSION)
        },
        started_at: "2026-01-02T03:04:05Z".to_owned(),
        complete: true,
        ended_in: None,
        error: None,
        cores_to_feed: cores,
        streams: cores,
        fingerprint: machine.fingerprint(&preflights),
        verdict: verdict::of_all(
            &options,
            &machine,
            &folders.iter().map(FolderResult::as_judged).collect::<Vec<_>>(),
            together.as_ref().map(|together| &together.measured),
        ),
        options,
        machine,
        folders,
        together,
    }
}
