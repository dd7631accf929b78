//! The phases of a check, in order.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use feedrate_pageio::Discipline;
use feedrate_workload::{Control, RunAs};
use serde::Serialize;

use crate::bench::{Bench, Extent};
use crate::error::{Error, Result};
use crate::findings::{Findings, Measured};
use crate::options::{Effort, Options};
use crate::preflight::{Machine, Preflight};
use crate::result::{CheckResult, FolderResult, Header, Together};
use crate::scratch;
use crate::search::{self, Contest};
use crate::setting::Setting;
use crate::trial::{self, Order, Pattern, Trial};
use crate::verdict;

/// What a check is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Looking at machine and volume.
    Preflight,
    /// Writing the files that are to be read.
    Layout,
    /// Racing the settings.
    Search,
    /// Repeating the chosen settings.
    Confirmation,
    /// Reading and writing apart, at random, and from the cache.
    Details,
    /// More and fewer streams.
    Scaling,
    /// All folders at once.
    Together,
}

impl Phase {
    /// What a progress line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Preflight => "looking at the volume",
            Self::Layout => "writing test files",
            Self::Search => "searching for the best settings",
            Self::Confirmation => "repeating the best settings",
            Self::Details => "reading and writing apart",
            Self::Scaling => "more and fewer streams",
            Self::Together => "all folders together",
        }
    }
}

/// Who watches a check.
pub trait Observer: Sync {
    /// A phase begins for a folder. `left` is the time until all of the check is done, as far as that
    /// is known.
    fn begins(&self, folder: &Path, phase: Phase, left: Option<Duration>);
}

/// Rounds of the confirmation: the least for a 95 % interval of a median, and the most.
const LEAST_ROUNDS: usize = 6;

/// The page of random reads.
const RANDOM_PAGE: u64 = 8 << 10;

/// Transfers in flight of overlapped random reads.
const RANDOM_DEPTH: u32 = 32;

/// Checks folders, each alone and then all together.
///
/// When `control` is stopped it gives what it has by then, marked as incomplete; an error when that is
/// nothing.
pub fn check(options: &Options, control: &Control, observer: &dyn Observer) -> Result<CheckResult> {
    let machine = Machine::look();
    let cores = machine.cores_to_feed();
    let streams = options.streams.unwrap_or(cores);
    let mut folders = Vec::new();
    let mut benches = Vec::new();
    let started_at = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    for (index, folder) in options.folders.iter().enumerate() {
        let left = options.folders.len() - index;
        let mut session = Session {
            options,
            machine: &machine,
            control,
            observer,
            folder,
            streams,
            started: Instant::now(),
            left,
        };
        let (bench, result) = session.run()?;
        folders.push(result);
        benches.push(bench);
        if control.is_stopped() {
            break;
        }
    }
    let mut together = None;
    if folders.len() > 1 && folders.len() == options.folders.len() && !control.is_stopped() {
        observer.begins(&options.folders[0], Phase::Together, None);
        together = measure_together(options, &benches, &folders, streams, control)?;
    }
    if folders
        .iter()
        .all(|folder| folder.findings.confirmed.is_empty())
    {
        return Err(Error::Interrupted);
    }
    let preflights: Vec<_> = folders.iter().map(|folder| &folder.preflight).collect();
    let fingerprint = machine.fingerprint(&preflights);
    let verdicts: Vec<_> = folders
        .iter()
        .filter_map(|folder| folder.verdict.as_ref())
        .collect();
    let all = together.as_ref().map(|together| &together.measured);
    let verdict = verdict::of_all(options, cores, &verdicts, all);
    Ok(CheckResult {
        feedrate: Header::default(),
        started_at,
        complete: !control.is_stopped(),
        options: options.clone(),
        cores_to_feed: cores,
        streams,
        fingerprint,
        machine,
        folders,
        together,
        verdict,
    })
}

/// The check of one folder.
struct Session<'a> {
    options: &'a Options,
    machine: &'a Machine,
    control: &'a Control,
    observer: &'a dyn Observer,
    folder: &'a PathBuf,
    streams: usize,
    started: Instant,
    /// Folders still to be checked, this one included.
    left: usize,
}

impl Session<'_> {
    fn run(&mut self) -> Result<(Bench, FolderResult)> {
        self.begins(Phase::Preflight);
        let swept = scratch::sweep(self.folder);
        let preflight = Preflight::look(self.folder, self.machine, self.control)?;
        self.begins(Phase::Layout);
        let extent = Extent {
            streams: self.streams,
            most_streams: self.most_streams(),
            search: self.options.effort.trial(),
            confirmation: self.options.effort.confirmation(),
            file_bytes: self.options.file_bytes,
        };
        let bench = Bench::lay_out(self.folder, preflight, &extent, self.control)?;
        let mut result = FolderResult::new(self.folder, &bench, swept);
        // Each phase leaves what it has in the result, and stops early when asked to.
        self.search(&bench, &mut result.findings)?;
        self.confirm(&bench, &mut result.findings)?;
        self.details(&bench, &mut result.findings)?;
        self.scaling(&bench, &mut result.findings)?;
        result.seconds = self.started.elapsed().as_secs_f64();
        result.judge(self.options, self.machine);
        Ok((bench, result))
    }

    fn begins(&self, phase: Phase) {
        let left = self.options.effort.budget().map(|budget| {
            budget.saturating_sub(self.started.elapsed()) + budget * (self.left as u32 - 1)
        });
        self.observer.begins(self.folder, phase, left);
    }

    /// The moment by which a part of the folder's time is over; `None` when there is time without end.
    fn deadline(&self, part: f64) -> Option<Instant> {
        let budget = self.options.effort.budget()?;
        Some(self.started + budget.mul_f64(part))
    }

    fn most_streams(&self) -> usize {
        2 * self.streams
    }

    fn order(&self, bench: &Bench, pattern: Pattern, setting: Setting) -> Order {
        Order {
            pattern,
            setting,
            streams: self.streams,
            bytes: bench.sizes().search,
            time: self.options.effort.longest_trial(),
        }
    }

    fn measure(&self, bench: &Bench, order: &Order) -> Result<Trial> {
        let run_as = run_as(self.options);
        trial::measure(&[(bench, order.setting)], order, run_as, self.control)
    }

    fn disciplines(&self) -> Vec<Discipline> {
        match self.options.discipline {
            Some(discipline) => vec![discipline],
            None => vec![Discipline::AsSas, Discipline::Overlapped],
        }
    }

    fn search(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        self.begins(Phase::Search);
        let contest = Contest {
            effort: self.options.effort,
            disciplines: self.disciplines(),
            streams: self.streams,
            run_as: run_as(self.options),
            deadline: self.deadline(self.options.effort.parts().searched_by),
        };
        findings.searched = search::choose(bench, &contest, self.control)?;
        Ok(())
    }

    /// The chosen settings, and what SAS does by itself, in turn and again and again.
    fn confirm(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        if self.control.is_stopped() {
            return Ok(());
        }
        self.begins(Phase::Confirmation);
        let mut settings: Vec<Setting> = Vec::new();
        if self.options.discipline != Some(Discipline::Overlapped) {
            settings.push(Setting::SAS_DEFAULT);
        }
        settings.extend(
            findings
                .searched
                .iter()
                .filter_map(|searched| searched.choice),
        );
        settings.dedup();
        let deadline = self.deadline(self.options.effort.parts().confirmed_by);
        // Within a budget it is the deadline that ends it.
        let most_rounds = match self.options.effort {
            Effort::Quick | Effort::Normal => 30,
            Effort::Thorough => 15,
        };
        let orders: Vec<_> = settings
            .iter()
            .map(|&setting| Order {
                bytes: bench.sizes().confirmation,
                time: self.options.effort.confirmation() * 2,
                ..self.order(bench, Pattern::Mixed, setting)
            })
            .collect();
        findings.confirmed = self.in_turn(bench, &orders, most_rounds, deadline)?;
        Ok(())
    }

    /// Measures each of some orders once a round, in turn. There are at least as many rounds as an
    /// interval needs, whatever the deadline.
    fn in_turn(
        &self,
        bench: &Bench,
        orders: &[Order],
        most_rounds: usize,
        deadline: Option<Instant>,
    ) -> Result<Vec<Measured>> {
        let mut trials: Vec<Vec<Trial>> = vec![Vec::new(); orders.len()];
        'rounds: for round in 0..most_rounds {
            if round >= LEAST_ROUNDS && deadline.is_some_and(|deadline| Instant::now() >= deadline)
            {
                break;
            }
            for turn in 0..orders.len() {
                // Every other round runs backwards, so that no one always follows the same other.
                let index = if round % 2 == 0 {
                    turn
                } else {
                    orders.len() - 1 - turn
                };
                let trial = self.measure(bench, &orders[index])?;
                if self.control.is_stopped() {
                    break 'rounds;
                }
                trials[index].push(trial);
            }
        }
        Ok(trials.into_iter().filter_map(Measured::of).collect())
    }

    /// Reading and writing apart, random reads, and what the cache would have claimed.
    fn details(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        if self.control.is_stopped() {
            return Ok(());
        }
        self.begins(Phase::Details);
        let mut orders = Vec::new();
        for measured in &findings.confirmed {
            for pattern in [Pattern::Write, Pattern::Read] {
                orders.push(self.order(bench, pattern, measured.setting));
            }
        }
        let random = if bench.direct {
            [
                Setting::direct_as_sas(RANDOM_PAGE, 1),
                Setting::direct_overlapped(RANDOM_PAGE, 1, RANDOM_DEPTH),
            ]
        } else {
            [
                Setting::cached_as_sas(RANDOM_PAGE),
                Setting::cached_overlapped(RANDOM_PAGE, RANDOM_DEPTH),
            ]
        };
        for setting in random {
            if self.disciplines().contains(&setting.discipline) {
                orders.push(self.order(bench, Pattern::RandomRead, setting));
            }
        }
        orders.push(self.order(bench, Pattern::HotRead, Setting::SAS_DEFAULT));
        findings.details = self.a_few_times(
            bench,
            &orders,
            self.deadline(self.options.effort.parts().detailed_by),
        )?;
        Ok(())
    }

    /// The chosen settings with one stream, and with twice the usual number.
    fn scaling(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        if self.control.is_stopped() {
            return Ok(());
        }
        self.begins(Phase::Scaling);
        let mut numbers = vec![1, self.streams, self.most_streams()];
        numbers.dedup();
        let mut orders = Vec::new();
        for searched in &findings.searched {
            for &streams in &numbers {
                if let Some(setting) = searched.choice {
                    orders.push(Order {
                        streams,
                        ..self.order(bench, Pattern::Mixed, setting)
                    });
                }
            }
        }
        findings.scaling = self.a_few_times(bench, &orders, self.deadline(1.0))?;
        Ok(())
    }

    /// Measures each of some orders in turn: twice at least, and more often while there is time.
    fn a_few_times(
        &self,
        bench: &Bench,
        orders: &[Order],
        deadline: Option<Instant>,
    ) -> Result<Vec<Measured>> {
        let mut trials: Vec<Vec<Trial>> = vec![Vec::new(); orders.len()];
        'rounds: for round in 0..LEAST_ROUNDS {
            let started = Instant::now();
            for (order, trials) in orders.iter().zip(&mut trials) {
                let trial = self.measure(bench, order)?;
                if self.control.is_stopped() {
                    break 'rounds;
                }
                trials.push(trial);
            }
            let another = Instant::now() + started.elapsed();
            if round >= 1 && deadline.is_some_and(|deadline| another > deadline) {
                break;
            }
        }
        Ok(trials.into_iter().filter_map(Measured::of).collect())
    }
}

fn run_as(options: &Options) -> RunAs {
    if options.processes {
        RunAs::Processes
    } else {
        RunAs::Threads
    }
}

/// One stream a core over all folders at once, each folder with the setting that was best for it alone.
fn measure_together(
    options: &Options,
    benches: &[Bench],
    folders: &[FolderResult],
    streams: usize,
    control: &Control,
) -> Result<Option<Together>> {
    let chosen: Option<Vec<_>> = benches
        .iter()
        .zip(folders)
        .map(|(bench, folder)| Some((bench, folder.findings.best()?.setting)))
        .collect();
    let Some(chosen) = chosen else {
        return Ok(None);
    };
    let bytes = benches
        .iter()
        .map(|bench| bench.sizes().search)
        .min()
        .unwrap_or_default();
    let order = Order {
        pattern: Pattern::Mixed,
        setting: chosen[0].1,
        // Every folder has at least one stream.
        streams: streams.max(chosen.len()),
        bytes,
        time: options.effort.trial() * 4,
    };
    let mut trials = Vec::new();
    for _ in 0..LEAST_ROUNDS {
        let trial = trial::measure(&chosen, &order, run_as(options), control)?;
        if control.is_stopped() {
            break;
        }
        trials.push(trial);
    }
    Ok(Measured::of(trials).map(|measured| Together {
        settings: chosen.iter().map(|(_, setting)| *setting).collect(),
        measured,
    }))
}
