//! Jobs together, and where they run.

use feedrate_workload::load::IoClass;

use super::definition::{Definition, ignored, refused, refused_unless, takes};
use super::{errors, lists};
use crate::job::{Each, ExitWhat};

/// The options of this subject.
pub(super) const OPTIONS: &[Definition] = &[
    // The name is taken by who reads the sections, since a further one on the command line begins a job.
    takes("name", "TEXT", "what the job is called; clones but the first are called by the section, and name in global names nothing", |_, value| {
        value.text().map(|_| ())
    })
    .text(),
    takes(
        "description",
        "TEXT",
        "what the job is for",
        |options, value| {
            options.description = value.optional_text()?.map(str::to_owned);
            Ok(())
        },
    )
    .text(),
    takes("numjobs", "N", "so many clones", |options, value| {
        options.numjobs = value.integer_within(1, 65_536)?;
        Ok(())
    }),
    takes(
        "thread",
        "",
        "threads instead of processes",
        |options, value| {
            options.thread = value.flag()?;
            Ok(())
        },
    ),
    ignored(
        "threads",
        "fio takes it and does nothing with it; the option is called thread",
    )
    .bare(),
    takes(
        "stonewall",
        "",
        "starts when all jobs above have ended",
        |options, value| {
            options.stonewall = value.flag()?;
            Ok(())
        },
    )
    .also(&["wait_for_previous"]),
    takes(
        "wait_for",
        "NAME",
        "starts when this job has ended",
        |options, value| {
            options.wait_for = Some(value.text()?.to_owned());
            Ok(())
        },
    )
    .text(),
    takes(
        "exitall",
        "",
        "others end when this job ends",
        |options, value| {
            options.exitall = value.flag()?;
            Ok(())
        },
    ),
    takes(
        "exit_what",
        "group|stonewall|all",
        "which others",
        |options, value| {
            options.exit_what = value.choice(&[
                ("group", ExitWhat::Group),
                ("stonewall", ExitWhat::Stonewall),
                ("all", ExitWhat::All),
            ])?;
            Ok(())
        },
    ),
    takes(
        "exitall_on_error",
        "",
        "others end when this job fails",
        |options, value| {
            options.exitall_on_error = value.flag()?;
            Ok(())
        },
    ),
    takes(
        "cpus_allowed",
        "LIST",
        "processors to run on, such as 0,2,4-7",
        |options, value| {
            options.cpus_allowed = Some(lists::numbers(value)?);
            Ok(())
        },
    ),
    takes(
        "cpumask",
        "N",
        "processors to run on, as bits of a number",
        |options, value| {
            let mask = value.bytes()?;
            let numbers: Vec<u32> = (0..64).filter(|bit| mask >> bit & 1 == 1).collect();
            if numbers.is_empty() {
                return Err(
                    "no bit is set; give a number such as 3 for processors 0 and 1".to_owned(),
                );
            }
            options.cpus_allowed = Some(numbers);
            Ok(())
        },
    ),
    takes(
        "cpus_allowed_policy",
        "shared|split",
        "whether clones share the processors or have one each",
        |options, value| {
            options.cpus_allowed_split = value.choice(&[("shared", false), ("split", true)])?;
            Ok(())
        },
    ),
    takes(
        "numa_cpu_nodes",
        "LIST|all",
        "NUMA nodes on whose processors it runs",
        |options, value| {
            options.numa_cpu_nodes = match value.text()? {
                "all" => None,
                _ => Some(lists::numbers(value)?),
            };
            Ok(())
        },
    ),
    takes(
        "numa_mem_policy",
        "default|local|prefer:N|bind:LIST|interleave:LIST",
        "NUMA nodes that buffers are on",
        |options, value| {
            options.numa_mem_policy = lists::memory_policy(value)?;
            Ok(())
        },
    ),
    ignored(
        "nice",
        "jobs run as feedrate was started; use the command nice",
    ),
    takes(
        "prio",
        "N",
        "priority of its requests, from 0, the first, to 7",
        |options, value| {
            options.prio = Some(value.integer_within(0, 7)? as u8);
            Ok(())
        },
    ),
    takes(
        "prioclass",
        "N",
        "class of that priority: 1 real time, 2 best effort, 3 idle",
        |options, value| {
            options.prioclass = Some(match value.integer_within(0, 3)? {
                0 => IoClass::None,
                1 => IoClass::RealTime,
                2 => IoClass::BestEffort,
                _ => IoClass::Idle,
            });
            Ok(())
        },
    ),
    refused_unless("uid", &[], "start feedrate as that user"),
    refused_unless("gid", &[], "start feedrate with that group"),
    refused("cgroup", "start feedrate within the control group"),
    ignored("cgroup_nodelete", "no control group is made"),
    refused("cgroup_weight", "start feedrate within the control group"),
    refused(
        "exec_prerun",
        "run the command before feedrate; a job file starts no programs here",
    ),
    refused(
        "exec_postrun",
        "run the command after feedrate; a job file starts no programs here",
    ),
    refused("ioscheduler", "set it in /sys/block before the run"),
    ignored("mem", "buffers are aligned memory of the process")
        .also(&["iomem"])
        .but(&[(&["cudamalloc"], "buffers are in main memory; leave it out")]),
    ignored("iomem_align", "buffers are aligned for direct I/O").also(&["mem_align"]),
    ignored("hugepage-size", "buffers are aligned memory of the process"),
    ignored("gpu_dev_id", "buffers are in main memory"),
    refused_unless("lockmem", &["0"], "leave it out"),
    ignored("clocksource", "times are of the monotonic clock"),
    ignored("gtod_cpu", "each job reads the clock itself"),
    takes(
        "ignore_error",
        "ERROR[:ERROR…][,…]",
        "errors of reads, and of writes, after which it goes on, such as ENOSPC",
        |options, value| {
            options.ignore_error = errors::lists(value.text()?)?;
            Ok(())
        },
    ),
    // Differences that verify finds end a job with verify_fatal alone.
    takes(
        "continue_on_error",
        "none|read|write|io|verify|all|0|1",
        "of which blocks it goes on after EIO and EILSEQ, or after what ignore_error names",
        |options, value| {
            let of = |read, write| {
                Some(Each {
                    read,
                    write,
                    trim: false,
                })
            };
            options.continue_on_error = value.choice(&[
                ("none", None),
                ("0", None),
                ("read", of(true, false)),
                ("write", of(false, true)),
                ("io", of(true, true)),
                ("verify", of(false, false)),
                ("all", of(true, true)),
                ("1", of(true, true)),
            ])?;
            Ok(())
        },
    ),
    ignored("error_dump", "an error is told in the result"),
];
