//! Plans a worker as a load.

use feedrate_workload::load::{
    Advice, Depths, Directions, FioSequence, Layout, Limit, Load, PerDirection, Reserve, WrittenMix,
};

use super::common::common;
use super::compute;
use super::contents::{content, verify};
use super::engine::{call_options, engine, flush, opening, write_sync};
use super::order::{choice, directions, lengths, of_first_direction, order, strides};
use super::pace::{latency_target, least, pace, think};
use super::priorities::priorities;
use super::sequence::sequence;
use super::verify_state::verify_state;
use super::{HostFacts, JobClone, PlannedFiles, Settings, replay, size};
use crate::error::Result;
use crate::job::{AdviceHint, Engine, Fallocate, Options};

/// Returns the load of a worker.
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
        choice: choice(&options.files.file_service_type),
        open_at_once: options.files.openfiles,
        directions: directions(options),
        order: order(options),
        sequence: Some(sequence(worker, settings.seed)),
        blocks: lengths(&options.blocks),
        lengths_by_order: options.blocks.bs_is_seq_rand,
        strides: strides(options),
        alignment: options
            .blocks
            .blockalign
            .map(|align| of_first_direction(options, align)),
        limit: Limit {
            bytes: extent.limit,
            operations: options.blocks.number_ios,
            time: options.blocks.runtime,
            for_all_time: options.blocks.time_based,
            loops: (options.blocks.loops > 1).then_some(options.blocks.loops),
            until_full: options.blocks.fill_device,
        },
        ramp_bytes: options.blocks.ramp_size,
        engine: engine(options),
        opening: opening(options),
        direct: options.engine.direct,
        call_options: call_options(options),
        locking: options.files.lockfile,
        advice: advice(options.files.fadvise_hint),
        write_sync: write_sync(options.engine.sync),
        depth: depth(worker),
        flush: flush(options),
        pace: pace(options),
        think: think(options),
        content: content(options, &extent.files),
        verify: verify(options),
        invalidate: options.files.invalidate,
        pre_read: options.files.pre_read,
        counts_from_due: options.engine.offload,
        least: least(options),
        layout: layout(options),
        priorities: priorities(options),
        latency_target: latency_target(options),
        flow: options.pace.flow,
        flow_id: options.pace.flow_id,
        goes_on_after: goes_on_after(options),
        overwrite_foreign: settings.overwrite_foreign,
        ..common(worker, settings, host_facts, extent.files)?
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
