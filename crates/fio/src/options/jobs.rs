//! Options on clones, on the order of jobs, and on where they run.

use feedrate_workload::load::{IoClass, MemoryPolicy};

use super::entry::{Entry, ignored, refused, refused_unless};
use super::{errors, lists};
use crate::kinds::{EachDirection, ExitWhat};

with_defaults! {
    /// Clones, the order of jobs, and where they run.
    pub struct JobOptions {
        /// The number of clones.
        pub numjobs: u32 = 1,
        /// True if they are threads instead of processes.
        pub thread: bool = false,
        /// True if the job starts when all before it have ended.
        pub stonewall: bool = false,
        /// The job whose end it waits for.
        pub wait_for: Option<String> = None,
        /// True if its end ends all others.
        pub exitall: bool = false,
        /// Which others.
        pub exit_what: ExitWhat = ExitWhat::Group,
        /// True if its failure ends them.
        pub exitall_on_error: bool = false,
        /// The directions in which it continues after errors; `None` for none.
        pub continue_on_error: Option<EachDirection<bool>> = None,
        /// The numbers of further errors after which it continues.
        pub ignore_error: EachDirection<Vec<i32>> = EachDirection::default(),
        /// The processors, as a list.
        pub cpus_allowed: Option<Vec<u32>> = None,
        /// True if each clone has one of them to itself.
        pub cpus_allowed_split: bool = false,
        /// The NUMA nodes whose processors it runs on.
        pub numa_cpu_nodes: Option<Vec<u32>> = None,
        /// The NUMA nodes of its buffers.
        pub numa_mem_policy: MemoryPolicy = MemoryPolicy::Default,
        /// The level of I/O priority.
        pub prio: Option<u8> = None,
        /// The class of I/O priority.
        pub prioclass: Option<IoClass> = None,
        /// A description of the job.
        pub description: Option<String> = None,
    }
}

/// The options of this group.
pub(super) const OPTIONS: &[Entry<JobOptions>] = &[
    // The parser of sections handles the name, because another one on the command line begins a job.
    Entry::takes(
        "name",
        "TEXT",
        "what the job is called; clones but the first are called by the section, and name in global names nothing",
        |_: &mut JobOptions, value| value.text().map(|_| ()),
    )
    .text(),
    takes!(description, "TEXT", "what the job is for", |value| value
        .optional_text()
        .map(|to| to.map(str::to_owned)))
    .text(),
    takes!(numjobs, "N", "so many clones", |value| value.integer_within(1, 65_536)),
    flag!(thread, "threads instead of processes"),
    ignored(
        "threads",
        "fio takes it and does nothing with it; the option is called thread",
    )
    .bare(),
    flag!(stonewall, "starts when all jobs above have ended").also(&["wait_for_previous"]),
    takes!(wait_for, "NAME", "starts when this job has ended", |value| value
        .text()
        .map(|to| Some(to.to_owned())))
    .text(),
    flag!(exitall, "others end when this job ends"),
    takes!(exit_what, "group|stonewall|all", "which others", |value| value.choice(
        &[
            ("group", ExitWhat::Group),
            ("stonewall", ExitWhat::Stonewall),
            ("all", ExitWhat::All),
        ]
    )),
    flag!(exitall_on_error, "others end when this job fails"),
    takes!(cpus_allowed, "LIST", "processors to run on, such as 0,2,4-7", |value| {
        lists::numbers(value).map(Some)
    }),
    Entry::takes(
        "cpumask",
        "N",
        "processors to run on, as bits of a number",
        |options, value| {
            let mask = value.bytes()?;
            let numbers: Vec<u32> = (0..64).filter(|bit| mask >> bit & 1 == 1).collect();
            if numbers.is_empty() {
                return Err("no bit is set; give a number such as 3 for processors 0 and 1".to_owned());
            }
            options.cpus_allowed = Some(numbers);
            Ok(())
        },
    ),
    Entry::takes(
        "cpus_allowed_policy",
        "shared|split",
        "whether clones share the processors or have one each",
        |options, value| {
            options.cpus_allowed_split = value.choice(&[("shared", false), ("split", true)])?;
            Ok(())
        },
    ),
    takes!(
        numa_cpu_nodes,
        "LIST|all",
        "NUMA nodes on whose processors it runs",
        |value| match value.text()? {
            "all" => Ok(None),
            _ => lists::numbers(value).map(Some),
        }
    ),
    takes!(
        numa_mem_policy,
        "default|local|prefer:N|bind:LIST|interleave:LIST",
        "NUMA nodes that buffers are on",
        lists::memory_policy
    ),
    ignored("nice", "jobs run as feedrate was started; use the command nice"),
    takes!(
        prio,
        "N",
        "priority of its requests, from 0, the first, to 7",
        |value| value.integer_within(0, 7).map(|to| Some(to as u8))
    ),
    takes!(
        prioclass,
        "N",
        "class of that priority: 1 real time, 2 best effort, 3 idle",
        |value| value.integer_within(0, 3).map(|class| Some(match class {
            0 => IoClass::None,
            1 => IoClass::RealTime,
            2 => IoClass::BestEffort,
            _ => IoClass::Idle,
        }))
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
    takes!(
        ignore_error,
        "ERROR[:ERROR…][,…]",
        "errors of reads, and of writes, after which it goes on, such as ENOSPC",
        |value| value.text().and_then(errors::lists)
    ),
    // Only verify_fatal makes a job end at a difference that verify finds.
    Entry::takes(
        "continue_on_error",
        "none|read|write|io|verify|all|0|1",
        "of which blocks it goes on after EIO and EILSEQ, or after what ignore_error names",
        |options, value| {
            let of = |read, write| {
                Some(EachDirection {
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
    ignored("comm", "jobs are threads of one process, which keeps its name"),
    refused_unless(
        "priohint",
        &["0"],
        "requests have a class and a level, and no hint; leave it out",
    ),
    ignored("error_dump", "an error is told in the result"),
];
