//! A worker as a load.

use std::time::Duration;

use feedrate_workload::load::{
    Advice, Contents, Depths, Directions, Ends, Flush, IoClass, IoPriority, LatencyTarget, Layout,
    Least, Limit, Load, LoadEngine, LoadFile, Logs, Manner, Pace, PerDirection, Repeats, Reserve,
    Steady, SteadyOf, Strides, SubmissionPoll, Think, Verify, VerifyMethod, WriteSync,
};

use super::order::{blocks, choice, directions, order};
use super::{Clone, Ground, Made, Settings, replay, size};
use crate::error::Result;
use crate::job::{self, AdviceHint, Each, Engine, ExitWhat, Fallocate, Options, Sync};

/// fio's own first number of random orders.
const RANDOM_SEED: u64 = 0x89;

pub(super) fn load(
    worker: &Clone<'_>,
    settings: &Settings,
    ground: &dyn Ground,
    made: &Made,
) -> Result<Load> {
    let options = worker.options();
    let extent = match options.read_iolog.is_empty() {
        true => size::extent(worker, settings, ground, made)?,
        false => size::Extent::none(),
    };
    let load = Load {
        group: worker.group,
        after: options.wait_for.clone(),
        choice: choice(&options.file_service_type),
        open_at_once: options.openfiles,
        directions: directions(options),
        order: order(options),
        blocks: PerDirection {
            read: blocks(options.bs.read, &options.bssplit.read),
            write: match options.rw.only_trims() {
                true => blocks(options.bs.trim, &options.bssplit.trim),
                false => blocks(options.bs.write, &options.bssplit.write),
            },
        },
        lengths_by_order: options.bs_is_seq_rand,
        strides: options.zones.map(|zones| Strides {
            range: zones.zonerange,
            size: zones.zonesize,
            skip: zones.zoneskip,
        }),
        alignment: options.blockalign.map(|align| match options.rw.reads() {
            true => align.read,
            false if options.rw.only_trims() => align.trim,
            false => align.write,
        }),
        limit: Limit {
            bytes: extent.limit,
            operations: options.number_ios,
            time: options.runtime,
            for_all_time: options.time_based,
            loops: (options.loops > 1).then_some(options.loops),
            until_full: options.fill_device,
        },
        ramp: options.ramp_time,
        start_after: start(worker),
        engine: engine(options),
        direct: options.direct,
        manner: Manner {
            no_wait: options.nowait,
            uncached: options.uncached,
        },
        advice: advice(options.fadvise_hint),
        write_sync: match options.sync {
            Sync::None => WriteSync::Nothing,
            Sync::Sync => WriteSync::All,
            Sync::Dsync => WriteSync::Data,
        },
        depth: depth(worker),
        flush: Flush {
            every: options.fsync,
            data_every: options.fdatasync,
            at_end: options.end_fsync,
            on_close: options.fsync_on_close,
        },
        pace: PerDirection {
            read: pace(options, options.rate.read, options.rate_iops.read),
            write: match options.rw.only_trims() {
                true => pace(options, options.rate.trim, options.rate_iops.trim),
                false => pace(options, options.rate.write, options.rate_iops.write),
            },
        },
        think: (!options.thinktime.is_zero()).then_some(Think {
            time: options.thinktime,
            spin: options.thinktime_spin.min(options.thinktime),
            blocks: options.thinktime_blocks,
            is_outside_rates: options.rate_ignore_thinktime,
        }),
        content: content(options, &extent.files),
        verify: verify(options),
        invalidate: options.invalidate,
        pre_read: options.pre_read,
        counts_from_due: options.offload,
        least: least(options),
        layout: layout(options),
        seed: seed(worker, settings),
        processors: processors(worker, ground)?,
        memory: options.numa_mem_policy.clone(),
        io_priority: io_priority(options),
        as_process: !options.thread,
        sample: options.bwavgtime,
        logs: Logs {
            bandwidth: options.write_bw_log.is_some(),
            operations: options.write_iops_log.is_some(),
            latency: options.write_lat_log.is_some(),
            movements: options.write_iolog.is_some(),
            histograms: options.write_hist_log.as_ref().and(options.log_hist_msec),
            average: options.log_avg_msec,
            greatest: options.log_max_value,
        },
        steady: steady(options),
        latency_target: options.latency_target.map(|target| LatencyTarget {
            target,
            window: options.latency_window,
            percentile: options.latency_percentile,
            goes_on: options.latency_run,
        }),
        flow: options.flow,
        flow_id: options.flow_id,
        goes_on_after: goes_on_after(options),
        ends: ends(options, options.exitall),
        fails: ends(options, options.exitall_on_error),
        overwrite_foreign: settings.overwrite_foreign,
        ..Load::new(worker.job.name.clone(), extent.files)
    };
    replay::replay(worker, settings, ground, only_verified(options, load, made))
}

/// With `verify_only`, what a job would write is read and checked, in the same places.
fn only_verified(options: &Options, load: Load, made: &Made) -> Load {
    if !options.verify_only || !options.rw.writes() {
        return load;
    }
    let mut load = Load {
        directions: Directions::Read,
        blocks: PerDirection::both(load.blocks.write.clone()),
        pace: PerDirection::both(load.pace.write),
        ..load
    };
    load.layout.may_create = false;
    // What an earlier job writes may not be there yet, and is not to be lost.
    load.layout.may_grow = load.files.iter().any(|file| made.contains_key(&file.path));
    load
}

/// Of two times, one between them, in each run the same.
fn start(worker: &Clone<'_>) -> Duration {
    let (from, to) = worker.options().startdelay;
    if from == to {
        return from;
    }
    let share = fastrand::Rng::with_seed(u64::from(worker.number)).f64();
    from + (to - from).mul_f64(share)
}

fn engine(options: &Options) -> LoadEngine {
    match options.ioengine {
        Engine::Sync | Engine::Psync => LoadEngine::Single,
        Engine::Vsync | Engine::Pvsync | Engine::Pvsync2 => LoadEngine::Vectored { segments: 1 },
        Engine::Libaio | Engine::Posixaio | Engine::IoUring => LoadEngine::Uring {
            fixed_buffers: options.fixedbufs,
            poll_submission: options.sqthread_poll.then_some(SubmissionPoll {
                processor: options.sqthread_poll_cpu,
            }),
        },
        Engine::Mmap => LoadEngine::Mapped,
        Engine::Null => LoadEngine::Null,
    }
}

fn advice(hint: AdviceHint) -> Advice {
    match hint {
        AdviceHint::None => Advice::None,
        AdviceHint::AsOrdered => Advice::AsOrdered,
        AdviceHint::Random => Advice::Random,
        AdviceHint::Sequential => Advice::Sequential,
    }
}

fn depth(worker: &Clone<'_>) -> Depths {
    let options = worker.options();
    if options.is_synchronous() {
        return Depths::of(1);
    }
    Depths {
        most: options.iodepth,
        low: options.iodepth_low,
        submit: options.iodepth_batch,
        complete_least: options.iodepth_batch_complete_min,
    }
}

fn pace(options: &Options, bytes: Option<u64>, operations: Option<u64>) -> Pace {
    Pace {
        bytes,
        operations,
        poisson: options.rate_poisson,
    }
}

fn least(options: &Options) -> Option<Least> {
    let of = |limits: &Each<Option<u64>>| PerDirection {
        read: limits.read.filter(|_| options.rw.reads()),
        write: limits.write.filter(|_| options.rw.writes()),
    };
    let least = Least {
        over: options.rate_cycle,
        bytes: of(&options.rate_min),
        operations: of(&options.rate_iops_min),
    };
    let none = PerDirection::default();
    (least.bytes != none || least.operations != none).then_some(least)
}

fn content(options: &Options, files: &[LoadFile]) -> Contents {
    if options.zero_buffers {
        Contents::Zeros
    } else if !options.buffer_pattern.is_empty() {
        Contents::Pattern(options.buffer_pattern.clone())
    } else if options.refill_buffers {
        Contents::Fresh {
            compressible_percent: options.buffer_compress_percentage.unwrap_or(0),
            chunk: options.buffer_compress_chunk,
            repeats: repeats(options, files),
        }
    } else if options.scramble_buffers {
        Contents::Scrambled
    } else {
        Contents::Same
    }
}

/// A working set is a share of the blocks that the job has.
fn repeats(options: &Options, files: &[LoadFile]) -> Option<Repeats> {
    let percent = options.dedupe_percentage;
    let bytes = files.iter().filter_map(|file| file.bytes).sum::<u64>();
    let blocks = bytes / options.bs.write.0.max(1);
    let share = u64::from(options.dedupe_working_set_percentage);
    (percent > 0).then_some(Repeats {
        percent,
        working_set: options
            .dedupe_working_set
            .then_some((blocks.saturating_mul(share) / 100).max(1)),
        is_shared: options.dedupe_global,
    })
}

fn verify(options: &Options) -> Option<Verify> {
    let method = match options.verify? {
        job::Verify::Meta => VerifyMethod::Header,
        job::Verify::Crc32 => VerifyMethod::Crc32,
        job::Verify::Crc32c => VerifyMethod::Crc32c,
        job::Verify::Xxhash => VerifyMethod::Xxhash,
        job::Verify::Md5 => VerifyMethod::Md5,
        job::Verify::Sha256 => VerifyMethod::Sha256,
        job::Verify::Sha512 => VerifyMethod::Sha512,
        job::Verify::Crc64 => VerifyMethod::Crc64,
        job::Verify::Crc16 => VerifyMethod::Crc16,
        job::Verify::Crc7 => VerifyMethod::Crc7,
        job::Verify::Sha1 => VerifyMethod::Sha1,
        job::Verify::Sha3Of224 => VerifyMethod::Sha3Of224,
        job::Verify::Sha3Of256 => VerifyMethod::Sha3Of256,
        job::Verify::Sha3Of384 => VerifyMethod::Sha3Of384,
        job::Verify::Sha3Of512 => VerifyMethod::Sha3Of512,
        job::Verify::Pattern => {
            let job::Pattern { bytes, offsets } = options.verify_pattern.clone();
            match offsets.is_empty() {
                true => VerifyMethod::Pattern(bytes),
                false => VerifyMethod::PatternWithOffsets {
                    pattern: bytes,
                    places: offsets,
                },
            }
        }
    };
    let backlog = options.verify_backlog;
    let batch = match options.verify_backlog_batch {
        0 => backlog,
        batch => batch,
    };
    Some(Verify {
        method,
        interval: (options.verify_interval > 0).then_some(options.verify_interval),
        read_back: options.do_verify,
        fatal: options.verify_fatal,
        dump: options.verify_dump,
        backlog: (backlog > 0).then_some((backlog, batch)),
    })
}

fn layout(options: &Options) -> Layout {
    Layout {
        reserve: match options.fallocate {
            // To reserve the whole volume would leave nothing to fill.
            _ if options.fill_device => Reserve::None,
            Fallocate::None => Reserve::None,
            Fallocate::Native | Fallocate::Posix => Reserve::Native,
            Fallocate::Keep => Reserve::Keep,
            Fallocate::Truncate => Reserve::Truncate,
        },
        overwrite: options.overwrite,
        create_on_open: options.create_on_open,
        may_create: options.allow_file_create,
        may_grow: true,
        unlink: options.unlink,
        flush: options.create_fsync,
        is_all: options.create_only,
    }
}

/// What ends with a job, where others do.
fn ends(options: &Options, others: bool) -> Ends {
    match options.exit_what {
        _ if !others => Ends::Itself,
        ExitWhat::Group => Ends::Group,
        ExitWhat::Stonewall => Ends::Batch,
        ExitWhat::All => Ends::All,
    }
}

/// Each worker has an order of its own, and with `randrepeat` the same in each run.
fn seed(worker: &Clone<'_>, settings: &Settings) -> u64 {
    let options = worker.options();
    let first = match options.randseed {
        Some(seed) => seed,
        None if options.randrepeat => RANDOM_SEED,
        None => settings.seed,
    };
    first
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(u64::from(worker.number))
}

fn processors(worker: &Clone<'_>, ground: &dyn Ground) -> Result<Option<Vec<u32>>> {
    let options = worker.options();
    let mut allowed = options.cpus_allowed.clone();
    if let Some(allowed) = &allowed
        && let Some(highest) = ground.highest_processor()
        && let Some(beyond) = allowed.iter().find(|&&processor| processor > highest)
    {
        let name = match worker.job.given("cpus_allowed") {
            Some(_) => "cpus_allowed",
            None => "cpumask",
        };
        let reason = format!(
            "{name}: there is no processor {beyond} on this machine, on which they are 0 to {highest}"
        );
        return worker.error(name, reason);
    }
    if let Some(nodes) = &options.numa_cpu_nodes {
        let mut of_nodes = Vec::new();
        for &node in nodes {
            match ground.processors(node) {
                Some(processors) => of_nodes.extend(processors),
                None => {
                    let reason = format!(
                        "numa_cpu_nodes: there is no node {node} on this machine; leave it out"
                    );
                    return worker.error("numa_cpu_nodes", reason);
                }
            }
        }
        if !of_nodes.is_empty() {
            allowed = Some(of_nodes);
        }
    }
    Ok(allowed.map(|allowed| {
        let own = allowed.get(worker.clone as usize % allowed.len().max(1));
        match own {
            Some(&own) if options.cpus_allowed_split => vec![own],
            _ => allowed,
        }
    }))
}

/// What fio calls errors that are not fatal: `EIO` and `EILSEQ`.
const NOT_FATAL: [i32; 2] = [5, 84];

/// After which errors it goes on.
fn goes_on_after(options: &Options) -> PerDirection<Vec<i32>> {
    let on = options.continue_on_error.unwrap_or_default();
    let of = |is_on: bool, named: &[i32]| match named {
        [] if is_on => NOT_FATAL.to_vec(),
        named => named.to_vec(),
    };
    PerDirection {
        read: of(on.read, &options.ignore_error.read),
        write: of(on.write, &options.ignore_error.write),
    }
}

/// To fio a level without a class is one of best effort.
fn io_priority(options: &Options) -> Option<IoPriority> {
    if options.prio.is_none() && options.prioclass.is_none() {
        return None;
    }
    Some(IoPriority {
        class: match options.prioclass {
            None | Some(IoClass::None) if options.prio.is_some() => IoClass::BestEffort,
            class => class.unwrap_or(IoClass::None),
        },
        level: options.prio.unwrap_or(0),
    })
}

fn steady(options: &Options) -> Option<Steady> {
    let state = options.steadystate?;
    // fio looks once a second, and cuts the time to seconds.
    (options.steadystate_duration.as_secs() > 0).then_some(Steady {
        of: match (state.iops, state.slope) {
            (true, false) => SteadyOf::Iops,
            (true, true) => SteadyOf::IopsSlope,
            (false, false) => SteadyOf::Bandwidth,
            (false, true) => SteadyOf::BandwidthSlope,
        },
        of_group: options.group_reporting,
        limit: state.limit,
        is_percent: state.is_percent,
        window: options.steadystate_duration,
        ramp: options.steadystate_ramp_time,
    })
}
