//! Checks requests of jobs that cannot be met.

use std::collections::HashSet;
use std::path::PathBuf;

use feedrate_workload::load::{self, Directions, FileLocking, Load};

use super::order::directions;
use super::{JobClone, Settings, priorities};
use crate::error::Result;
use crate::job::{EachDirection, Engine, RandomDistribution};
use crate::options::EngineOptions;
use crate::system::HAS_WINDOWSAIO;

/// Checks one worker; an error applies to all clones of its job.
pub(super) fn check(worker: &JobClone<'_>, settings: &Settings) -> Result<()> {
    let options = worker.options();
    let engine = options.engine.ioengine;
    if settings.readonly && engine.changes_what_it_reads() {
        let reason = format!(
            "ioengine={} changes files, and --readonly forbids it; leave one of them out",
            engine.name()
        );
        return worker.error("ioengine", reason);
    }
    if engine == Engine::Ftruncate && (options.blocks.rw.reads() || options.blocks.rw.trims()) {
        let reason = format!(
            "rw={} with ioengine=ftruncate, which cuts files where they would be written; give rw=write or randwrite",
            options.blocks.rw.name()
        );
        return worker.error("rw", reason);
    }
    if engine.is_of_names() {
        names(worker)?;
    }
    if settings.readonly && options.blocks.rw.writes() && !options.contents.verify_only {
        let reason = format!(
            "rw={} writes, and --readonly forbids it; leave one of them out",
            options.blocks.rw.name()
        );
        return worker.error("rw", reason);
    }
    together(worker)?;
    if options.contents.verify_only && options.blocks.rw.writes() {
        verify_only(worker)?;
    }
    if options.blocks.rw.trims() {
        trims(worker)?;
    }
    engine_flags(worker)?;
    priorities::check(worker)?;
    let even = options.order.random_distribution == RandomDistribution::Random;
    let repeats = options.blocks.rw.is_random() && (options.may_repeat() || !even);
    if options.engine.serialize_overlap
        && options.engine.iodepth > 1
        && !options.is_synchronous()
        && (repeats || options.blocks.rw_step < 0)
    {
        return worker.unsupported(
            "serialize_overlap",
            "serialize_overlap=1 with an order in which blocks come again",
            "leave out norandommap and random_distribution, or take iodepth=1",
        );
    }
    Ok(())
}

/// Checks options that do not go together.
fn together(worker: &JobClone<'_>) -> Result<()> {
    let options = worker.options();
    let keeps_several = options.engine.iodepth > 1 && !options.is_synchronous();
    let refused = [
        (
            options.replay.write_iolog.is_some() && options.jobs.numjobs > 1,
            ("write_iolog", "numjobs"),
            "what runs together cannot be one recording; give each a job and a recording of its own",
        ),
        (
            options.reports.log_store_compressed && options.reports.write_hist_log.is_some(),
            ("log_store_compressed", "write_hist_log"),
            "logs of histograms are text; leave one of them out",
        ),
        (
            options.files.lockfile != FileLocking::None && keeps_several,
            ("lockfile", "several blocks in flight"),
            "a job locks a file for one block at a time; take iodepth=1",
        ),
        (
            options.blocks.ramp_size > 0 && options.reports.group_reporting,
            ("ramp_size", "group_reporting"),
            "each job counts its own bytes here; give ramp_time=, or leave group_reporting out",
        ),
    ];
    match refused.into_iter().find(|(is_refused, ..)| *is_refused) {
        Some((_, (option, other), advice)) => worker.unsupported(option, format!("{option} with {other}"), advice),
        None => Ok(()),
    }
}

/// Checks that the engine takes the flags that are set.
fn engine_flags(worker: &JobClone<'_>) -> Result<()> {
    let options = worker.options();
    let engine = options.engine.ioengine;
    if HAS_WINDOWSAIO && let Some(name) = flag_of_linux(&options.engine) {
        return worker.error(name, format!("{name} is of Linux and not to be had here; leave it out"));
    }
    for (name, is_set) in [
        ("nowait", options.engine.nowait),
        ("uncached", options.engine.uncached),
        ("hipri", options.engine.hipri),
    ] {
        let takes_it = match engine {
            Engine::Pvsync2 | Engine::IoUring => true,
            Engine::Libaio => name == "nowait",
            _ => false,
        };
        if is_set && !takes_it {
            let reason = format!(
                "{name}=1 is nothing for ioengine={}; take ioengine=pvsync2 or io_uring",
                engine.name()
            );
            return worker.error(name, reason);
        }
    }
    let polls_ring = options.engine.hipri && engine == Engine::IoUring;
    if polls_ring && !options.engine.direct {
        let reason = "hipri=1 of io_uring polls past the page cache only; add direct=1";
        return worker.error("hipri", reason);
    }
    Ok(())
}

/// Returns a flag that is set of those that only calls of Linux have.
fn flag_of_linux(options: &EngineOptions) -> Option<&'static str> {
    let flags = [
        ("nowait", options.nowait),
        ("uncached", options.uncached),
        ("hipri", options.hipri),
        ("fixedbufs", options.fixedbufs),
        ("sqthread_poll", options.sqthread_poll),
    ];
    flags.into_iter().find_map(|(name, is_set)| is_set.then_some(name))
}

/// Checks that no other job or clone of the same batch records to the same file.
pub(super) fn check_recordings(worker: &JobClone<'_>, recordings: &mut HashSet<PathBuf>) -> Result<()> {
    match &worker.options().replay.write_iolog {
        Some(path) if !recordings.insert(path.clone()) => worker.unsupported(
            "write_iolog",
            format!("write_iolog={} in jobs that run together", path.display()),
            "name a recording for each",
        ),
        _ => Ok(()),
    }
}

/// Checks the options of a job that makes calls about names, of which blocks take no time.
fn names(worker: &JobClone<'_>) -> Result<()> {
    let options = worker.options();
    let (reports, replay) = (&options.reports, &options.replay);
    let beside = [
        ("write_bw_log", reports.write_bw_log.is_some()),
        ("write_iops_log", reports.write_iops_log.is_some()),
        ("write_lat_log", reports.write_lat_log.is_some()),
        ("write_hist_log", reports.write_hist_log.is_some()),
        ("latency_target", options.pace.latency_target.is_some()),
        ("read_iolog", !replay.read_iolog.is_empty()),
    ];
    match beside.into_iter().find(|(_, is_set)| *is_set) {
        Some((name, _)) => {
            let what = format!("{name} with ioengine={}", options.engine.ioengine.name());
            worker.unsupported(name, what, "leave it out: blocks move nothing there")
        }
        None => Ok(()),
    }
}

/// Checks that the blocks are known that an earlier run of a job wrote, which this one only verifies.
fn verify_only(worker: &JobClone<'_>) -> Result<()> {
    const OPTION: &str = "verify_only";
    let options = worker.options();
    let (rw, pace) = (&options.blocks.rw, &options.pace);
    if options.contents.verify.is_none() {
        return worker.error(OPTION, "verify_only needs verify=, how it is checked");
    }
    if rw.trims() || options.blocks.bs_is_seq_rand && rw.reads() {
        let reason = format!(
            "verify_only with rw={}: which blocks were written is not known; give rw=write, randwrite, rw or randrw, \
             and leave bs_is_seq_rand out",
            rw.name()
        );
        return worker.error(OPTION, reason);
    }
    let is_mix = matches!(
        directions(options),
        Directions::Mixed { read_percent } if (1..100).contains(&read_percent)
    );
    let rates = [pace.rate, pace.rate_iops];
    let has_rate = rates.iter().any(|rate| rate.read.or(rate.write).is_some());
    if is_mix && has_rate {
        let reason = format!(
            "verify_only with rw={} and a rate: the writes of a mix with a rate come in an order that depends on time; \
             leave rate and rate_iops out of both runs, or give rw=write or randwrite",
            rw.name()
        );
        return worker.error(OPTION, reason);
    }
    Ok(())
}

/// Checks the options of a job that trims.
fn trims(worker: &JobClone<'_>) -> Result<()> {
    let options = worker.options();
    let (is_set, none) = (
        |each: &EachDirection<Option<u64>>| *each != EachDirection::default(),
        "leave it out",
    );
    let beside = [
        ("verify", options.contents.verify.is_some(), none),
        ("bs_is_seq_rand", options.blocks.bs_is_seq_rand, none),
        ("latency_target", options.pace.latency_target.is_some(), none),
        ("rate_min", is_set(&options.pace.rate_min), none),
        ("rate_iops_min", is_set(&options.pace.rate_iops_min), none),
        (
            "bs",
            !options.blocks.rw.has_lengths_of_trims()
                && (options.blocks.bs.trim != options.blocks.bs.write
                    || options.blocks.bssplit.trim != options.blocks.bssplit.write),
            "what is trimmed is then written, so give both one length",
        ),
    ];
    match beside.into_iter().find(|(_, is_set, _)| *is_set) {
        Some((name, _, advice)) => {
            let what = format!("{name} with rw={}", options.blocks.rw.name());
            worker.unsupported(name, what, advice)
        }
        None => Ok(()),
    }
}

/// Checks a load, and returns its error with the location of the relevant option.
pub(super) fn check_load(worker: &JobClone<'_>, load: &Load) -> Result<()> {
    let Some(problem) = load::problem(load) else {
        return Ok(());
    };
    let unverified = Load {
        verify: None,
        ..load.clone()
    };
    if load.verify.is_none() || load::problem(&unverified).is_some() {
        return worker.error("", problem);
    }
    let option = match worker.job.given("verify_interval") {
        Some(_) => "verify_interval",
        None => "verify",
    };
    worker.error(option, format!("{option}: {problem}"))
}
