//! Combinations of options: defaults that depend on others, and incompatible options.

use std::time::Duration;

use crate::error::{Error, Result};
use crate::job::{Engine, Job, Remark, RemarkKind, SizeOf, Verify, Zones};

/// Sets defaults that depend on other options, and checks combinations.
pub(super) fn settle(job: &mut Job) -> Result<()> {
    split_bounds(job);
    queue(job);
    offload(job)?;
    zones(job)?;
    contents(job)?;
    pace(job)?;
    sizes(job)
}

fn error<T>(job: &Job, option: &str, reason: String) -> Result<T> {
    Err(Error::Job {
        location: job.location_of(option).clone(),
        job: job.name.clone(),
        reason,
    })
}

/// Sets the shortest and longest blocks of `bssplit`; a direction without one has those of the direction before.
fn split_bounds(job: &mut Job) {
    let options = &mut job.options;
    if options.blocks.bssplit.read.is_empty() {
        return;
    }
    if options.blocks.bssplit.write.is_empty() {
        options.blocks.bssplit.write = options.blocks.bssplit.read.clone();
    }
    if options.blocks.bssplit.trim.is_empty() {
        options.blocks.bssplit.trim = options.blocks.bssplit.write.clone();
    }
    let bounds = |split: &[(u64, f64)]| {
        let lengths = || split.iter().map(|&(length, _)| length);
        (lengths().min().unwrap_or(1), lengths().max().unwrap_or(1))
    };
    options.blocks.bs.read = bounds(&options.blocks.bssplit.read);
    options.blocks.bs.write = bounds(&options.blocks.bssplit.write);
    options.blocks.bs.trim = bounds(&options.blocks.bssplit.trim);
}

fn queue(job: &mut Job) {
    let low_is_given = job.given("iodepth_low").is_some();
    let options = &mut job.options;
    let depth = options.engine.iodepth;
    if !low_is_given || options.engine.iodepth_low == 0 || options.engine.iodepth_low > depth {
        options.engine.iodepth_low = depth;
    }
    if options.engine.iodepth_batch == 0 || options.engine.iodepth_batch > depth {
        options.engine.iodepth_batch = depth;
    }
    options.engine.iodepth_batch_complete_min = options.engine.iodepth_batch_complete_min.min(depth);
}

/// Checks offloading: in fio, offloading blocks to submitting threads keeps several in flight with any engine.
fn offload(job: &Job) -> Result<()> {
    let options = &job.options;
    if options.engine.offload && options.is_synchronous() && options.engine.iodepth > 1 {
        let reason = format!(
            "io_submit_mode=offload with iodepth={} needs an engine that keeps blocks in flight; take \
             ioengine=io_uring",
            options.engine.iodepth
        );
        return error(job, "io_submit_mode", reason);
    }
    Ok(())
}

fn zones(job: &mut Job) -> Result<()> {
    let options = &mut job.options;
    if options.order.zones.is_none() {
        return Ok(());
    }
    let bytes = options.order.zone_bytes;
    if bytes.zonesize == 0 {
        let reason = "zonemode=strided needs zonesize=, the bytes that are moved in each part";
        return error(job, "zonemode", reason.to_owned());
    }
    options.order.zones = Some(Zones {
        zonerange: if bytes.zonerange == 0 {
            bytes.zonesize
        } else {
            bytes.zonerange
        },
        ..bytes
    });
    Ok(())
}

fn contents(job: &mut Job) -> Result<()> {
    if job.options.contents.verify.is_none()
        && job.given("verify").is_none()
        && !job.options.contents.verify_pattern.bytes.is_empty()
    {
        job.options.contents.verify = Some(Verify::Pattern);
    }
    if job.options.contents.verify == Some(Verify::Pattern) && job.options.contents.verify_pattern.bytes.is_empty() {
        let reason = "verify=pattern needs verify_pattern=, such as 0xdeadbeef";
        return error(job, "verify", reason.to_owned());
    }
    let options = &job.options;
    let needs_new = options.contents.buffer_compress_percentage.is_some() || options.contents.dedupe_percentage > 0;
    if needs_new && job.given("refill_buffers").is_none() {
        job.options.contents.refill_buffers = true;
    }
    Ok(())
}

fn pace(job: &Job) -> Result<()> {
    let options = &job.options;
    let both = |rate: Option<u64>, iops: Option<u64>| rate.is_some() && iops.is_some();
    if both(options.pace.rate.read, options.pace.rate_iops.read)
        || both(options.pace.rate.write, options.pace.rate_iops.write)
    {
        let reason = "rate and rate_iops do not go together; keep one of them";
        return error(job, "rate_iops", reason.to_owned());
    }
    Ok(())
}

fn sizes(job: &mut Job) -> Result<()> {
    if job.options.blocks.time_based && job.options.blocks.runtime.is_none() {
        job.options.blocks.time_based = false;
    }
    let options = &job.options;
    let (least, _) = options.lengths();
    match options.blocks.size {
        Some(SizeOf::Bytes(size)) if size < least => {
            let reason = format!("size={size} is less than a block of {least} bytes; make it larger");
            error(job, "size", reason)
        }
        _ => Ok(()),
    }
}

/// Checks that `wait_for` names an earlier job.
pub(super) fn waits(jobs: &[Job]) -> Result<()> {
    for (index, job) in jobs.iter().enumerate() {
        let Some(waited) = &job.options.jobs.wait_for else {
            continue;
        };
        if !jobs[..index].iter().any(|other| other.name == *waited) {
            let below = jobs[index..].iter().any(|other| other.name == *waited);
            let reason = if below {
                format!("wait_for={waited}: that job is not above this one; move it up")
            } else {
                format!("wait_for={waited}: there is no job of that name above")
            };
            return error(job, "wait_for", reason);
        }
    }
    Ok(())
}

/// Returns the remarks about a job before it runs.
pub(super) fn remarks(job: &Job) -> Vec<Remark> {
    let options = &job.options;
    let mut remarks = Vec::new();
    let mut say = |kind, option: &'static str, text: String| {
        remarks.push(Remark {
            kind,
            location: job.location_of(option).clone(),
            option,
            text,
        });
    };
    if let Some(substitute) = options.engine.ioengine.substitute() {
        let name = options.engine.ioengine.name();
        let text = format!("ioengine={name} runs on {substitute}, with the same depth");
        say(RemarkKind::Substituted, "ioengine", text);
    }
    if matches!(options.engine.ioengine, Engine::Sync) {
        let text = "ioengine=sync runs with pread and pwrite, without a seek before each block";
        say(RemarkKind::Substituted, "ioengine", text.to_owned());
    }
    if job
        .given("time_based")
        .is_some_and(|given| given.value.as_deref() != Some("0"))
        && options.blocks.runtime.is_none()
    {
        let text = "time_based does nothing without runtime=: the job runs once";
        say(RemarkKind::Warning, "time_based", text.to_owned());
    }
    if let (Some(SizeOf::Bytes(size)), true) = (options.blocks.size, options.blocks.filesize.is_none()) {
        let least = if options.blocks.rw.reads() {
            options.blocks.bs.read.0
        } else {
            options.changed_bs().0
        };
        let rest = size % least;
        if rest != 0 && options.blocks.bssplit.read.is_empty() {
            let text =
                format!("size={size} is not a multiple of the block of {least}: the last {rest} bytes are left out");
            say(RemarkKind::Warning, "size", text);
        }
    }
    if options.pace.latency_target.is_some() && options.pace.latency_window == Duration::ZERO {
        let text = "latency_target without latency_window= looks at single blocks";
        say(RemarkKind::Warning, "latency_target", text.to_owned());
    }
    if options.pace.steadystate.is_some() && options.pace.steadystate_duration == Duration::ZERO {
        let text = "steadystate does nothing without steadystate_duration=";
        say(RemarkKind::Warning, "steadystate", text.to_owned());
    }
    remarks
}
