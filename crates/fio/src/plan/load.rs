//! Plans a worker as a load.

use feedrate_workload::load::{
    Advice, CallOptions, Depths, Directions, EndScope, FIO_SEED, FioSequence, Flush, LatencyTarget, Layout, Limit,
    Load, Logs, PerDirection, Reserve, Strides, ThinkPauses, WriteSync, WrittenMix,
};

use super::compute;
use super::contents::{content, verify};
use super::engine::{engine, opening};
use super::order::{choice, directions, lengths, order};
use super::pace::{least, pace, start, steady};
use super::priorities::priorities;
use super::processors::{io_priority, processors};
use super::sequence::sequence;
use super::verify_state::verify_state;
use super::{HostFacts, JobClone, PlannedFiles, Settings, replay, size};
use crate::error::Result;
use crate::job::{AdviceHint, Engine, ExitWhat, Fallocate, Options, Sync};

pub(super) fn load(
    worker: &JobClone<'_>,
    settings: &Settings,
    host_facts: &dyn HostFacts,
    made: &PlannedFiles,
) -> Result<Load> {
    let options = worker.options();
    if options.engine.ioengine == Engine::Cpuio {
        return compute::load(worker, settings, host_facts);
    }
    let extent = match options.replay.read_iolog.is_empty() {
        true => size::extent(worker, settings, host_facts, made)?,
        false => size::Extent::none(),
    };
    let load = Load {
        group: worker.group,
        after: options.jobs.wait_for.clone(),
        choice: choice(&options.files.file_service_type),
        open_at_once: options.files.openfiles,
        directions: directions(options),
        order: order(options),
        sequence: Some(sequence(worker, settings.seed)),
        blocks: lengths(&options.blocks),
        lengths_by_order: options.blocks.bs_is_seq_rand,
        strides: options.order.zones.map(|zones| Strides {
            range: zones.zonerange,
            size: zones.zonesize,
            skip: zones.zoneskip,
        }),
        alignment: options.blocks.blockalign.map(|align| match options.blocks.rw.reads() {
            true => align.read,
            false if options.blocks.rw.only_trims() => align.trim,
            false => align.write,
        }),
        limit: Limit {
            bytes: extent.limit,
            operations: options.blocks.number_ios,
            time: options.blocks.runtime,
            for_all_time: options.blocks.time_based,
            loops: (options.blocks.loops > 1).then_some(options.blocks.loops),
            until_full: options.blocks.fill_device,
        },
        ramp: options.blocks.ramp_time,
        ramp_bytes: options.blocks.ramp_size,
        start_after: start(worker),
        engine: engine(options),
        opening: opening(options),
        direct: options.engine.direct,
        call_options: CallOptions {
            no_wait: options.engine.nowait,
            uncached: options.engine.uncached,
            polled: options.engine.hipri && options.engine.ioengine == Engine::Pvsync2,
        },
        locking: options.files.lockfile,
        advice: advice(options.files.fadvise_hint),
        write_sync: match options.engine.sync {
            Sync::None => WriteSync::Nothing,
            Sync::Sync => WriteSync::All,
            Sync::Dsync => WriteSync::Data,
        },
        depth: depth(worker),
        flush: Flush {
            every: options.engine.fsync,
            data_every: options.engine.fdatasync,
            at_end: options.engine.end_fsync,
            volumes_at_end: options.engine.end_syncfs,
            on_close: options.engine.fsync_on_close,
        },
        pace: PerDirection {
            read: pace(options, options.pace.rate.read, options.pace.rate_iops.read),
            write: match options.blocks.rw.only_trims() {
                true => pace(options, options.pace.rate.trim, options.pace.rate_iops.trim),
                false => pace(options, options.pace.rate.write, options.pace.rate_iops.write),
            },
        },
        think: (!options.pace.thinktime.is_zero()).then_some(ThinkPauses {
            time: options.pace.thinktime,
            spin: options.pace.thinktime_spin.min(options.pace.thinktime),
            blocks: options.pace.thinktime_blocks,
            is_outside_rates: options.pace.rate_ignore_thinktime,
        }),
        content: content(options, &extent.files),
        verify: verify(options),
        invalidate: options.files.invalidate,
        pre_read: options.files.pre_read,
        counts_from_due: options.engine.offload,
        least: least(options),
        layout: layout(options),
        seed: seed(worker, settings),
        processors: processors(worker, host_facts)?,
        memory: options.jobs.numa_mem_policy.clone(),
        io_priority: io_priority(options),
        priorities: priorities(options),
        as_process: !options.jobs.thread,
        sample: options.reports.bwavgtime,
        logs: logs(options),
        steady: steady(options),
        latency_target: options.pace.latency_target.map(|target| LatencyTarget {
            target,
            window: options.pace.latency_window,
            percentile: options.pace.latency_percentile,
            goes_on: options.pace.latency_run,
        }),
        flow: options.pace.flow,
        flow_id: options.pace.flow_id,
        goes_on_after: goes_on_after(options),
        ends: ends(options, options.jobs.exitall),
        fails: ends(options, options.jobs.exitall_on_error),
        overwrite_foreign: settings.overwrite_foreign,
        ..Load::new(worker.job.name.clone(), extent.files)
    };
    let load = only_verified(options, load, made);
    let load = verify_state(worker, settings, host_facts, load)?;
    replay::replay(worker, settings, host_facts, load)
}

/// With `verify_only`, the blocks that a job would write are read and verified instead.
fn only_verified(options: &Options, load: Load, made: &PlannedFiles) -> Load {
    if !options.contents.verify_only || !options.blocks.rw.writes() {
        return load;
    }
    let written_of = match load.directions {
        Directions::Mixed { read_percent } => Some(WrittenMix {
            read_percent,
            reads: load.blocks.read.clone(),
        }),
        _ => None,
    };
    let is_mix = written_of.is_some();
    // Of a mix, the writes are drawn beside its reads. Other blocks are drawn as the reads that they are.
    let sequence = load.sequence.map(|sequence| match is_mix {
        true => FioSequence {
            written_of,
            passes_flushes: true,
            ..sequence
        },
        false => FioSequence {
            alignment: PerDirection::both(sequence.alignment.write),
            random_percent: PerDirection::both(sequence.random_percent.write),
            passes_flushes: true,
            ..sequence
        },
    });
    let least = load.blocks.read.least().min(load.blocks.write.least());
    let mut load = Load {
        directions: Directions::Read,
        blocks: PerDirection::both(load.blocks.write.clone()),
        pace: PerDirection::both(load.pace.write),
        sequence,
        ..load
    };
    if let Some(verify) = load.verify.as_mut().filter(|_| is_mix) {
        // That of the job that wrote.
        verify.interval.get_or_insert(least);
    }
    load.layout.may_create = false;
    // The output of an earlier job may not exist yet, and must not be lost.
    load.layout.may_grow = load.files.iter().any(|file| made.contains_key(&file.path));
    load
}

/// Returns the series that are recorded.
pub(super) fn logs(options: &Options) -> Logs {
    let reports = &options.reports;
    Logs {
        bandwidth: reports.write_bw_log.is_some(),
        operations: reports.write_iops_log.is_some(),
        latency: reports.write_lat_log.is_some(),
        movements: options.replay.write_iolog.is_some(),
        histograms: reports.write_hist_log.as_ref().and(reports.log_hist_msec),
        average: reports.log_avg_msec,
        greatest: reports.log_max_value,
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

fn depth(worker: &JobClone<'_>) -> Depths {
    let options = worker.options();
    if options.is_synchronous() {
        return Depths::of(1);
    }
    Depths {
        most: options.engine.iodepth,
        low: options.engine.iodepth_low,
        submit: options.engine.iodepth_batch,
        complete_least: options.engine.iodepth_batch_complete_min,
    }
}

fn layout(options: &Options) -> Layout {
    Layout {
        reserve: match options.files.fallocate {
            // Reserving the whole volume would leave nothing to fill.
            _ if options.blocks.fill_device => Reserve::None,
            Fallocate::None => Reserve::None,
            Fallocate::Native | Fallocate::Posix => Reserve::Native,
            Fallocate::Keep => Reserve::Keep,
            Fallocate::Truncate => Reserve::Truncate,
        },
        overwrite: options.files.overwrite,
        create_on_open: options.files.create_on_open,
        may_create: options.files.allow_file_create,
        may_grow: true,
        unlink: options.files.unlink,
        flush: options.files.create_fsync,
        is_all: options.files.create_only,
    }
}

/// Returns which loads end with a job.
pub(super) fn ends(options: &Options, others: bool) -> EndScope {
    match options.jobs.exit_what {
        _ if !others => EndScope::Itself,
        ExitWhat::Group => EndScope::Group,
        ExitWhat::Stonewall => EndScope::Batch,
        ExitWhat::All => EndScope::All,
    }
}

/// Returns the seed: different for each worker, and with `randrepeat` the same in each run.
pub(super) fn seed(worker: &JobClone<'_>, settings: &Settings) -> u64 {
    let options = worker.options();
    let first = match options.order.randseed {
        Some(seed) => seed,
        None if options.order.randrepeat || options.order.allrandrepeat => FIO_SEED,
        None => settings.seed,
    };
    first
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(u64::from(worker.number))
}

/// The errors that fio calls not fatal: `EIO` and `EILSEQ`.
const NOT_FATAL: [i32; 2] = [5, 84];

/// Returns the errors after which it continues.
fn goes_on_after(options: &Options) -> PerDirection<Vec<i32>> {
    let on = options.jobs.continue_on_error.unwrap_or_default();
    let of = |is_on: bool, named: &[i32]| match named {
        [] if is_on => NOT_FATAL.to_vec(),
        named => named.to_vec(),
    };
    PerDirection {
        read: of(on.read, &options.jobs.ignore_error.read),
        write: of(on.write, &options.jobs.ignore_error.write),
    }
}
