//! The names of settings in messages: those of the command line, or those of profiles.

use super::request::Test;

/// Names of settings.
#[derive(Debug)]
pub(super) struct Names {
    /// The text between a name and its value.
    pub(super) between: &'static str,
    pub(super) affinity_disabled: &'static str,
    pub(super) all_depth: &'static str,
    pub(super) all_threads: &'static str,
    pub(super) block: &'static str,
    pub(super) burst: &'static str,
    pub(super) completion_routines: &'static str,
    pub(super) create: &'static str,
    pub(super) depth: &'static str,
    pub(super) duration: &'static str,
    pub(super) end: &'static str,
    pub(super) from: &'static str,
    pub(super) how_to_create: &'static str,
    pub(super) interlocked: &'static str,
    /// The setting of a stride that threads share.
    pub(super) interlocked_stride: &'static str,
    pub(super) large_pages: &'static str,
    pub(super) priority: &'static str,
    pub(super) processors: &'static str,
    pub(super) random: &'static str,
    pub(super) rate: &'static str,
    pub(super) source: &'static str,
    pub(super) temporary: &'static str,
    pub(super) think: &'static str,
    pub(super) thread_stride: &'static str,
    pub(super) threads: &'static str,
}

impl Names {
    /// Returns those of a test.
    pub(super) fn of(test: &Test) -> &'static Self {
        match test.profile {
            None => &OPTIONS,
            Some(_) => &ELEMENTS,
        }
    }
}

/// Those of the command line.
pub(super) const OPTIONS: Names = Names {
    between: "",
    affinity_disabled: "-n",
    all_depth: "-O",
    all_threads: "-F",
    block: "-b",
    burst: "-i",
    completion_routines: "-x",
    create: "-c",
    depth: "-o",
    duration: "-d",
    end: "-f",
    from: "-B",
    how_to_create: "-c with a size, such as -c1G",
    interlocked: "-si",
    interlocked_stride: "-si",
    large_pages: "-l",
    priority: "-I",
    processors: "-a",
    random: "-r",
    rate: "-g",
    source: "-Z",
    temporary: "-ft",
    think: "-j",
    thread_stride: "-T",
    threads: "-t",
};

/// Those of profiles.
pub(super) const ELEMENTS: Names = Names {
    between: " ",
    affinity_disabled: "DisableAffinity",
    all_depth: "RequestCount of a time span",
    all_threads: "ThreadCount",
    block: "BlockSize",
    burst: "BurstSize",
    completion_routines: "CompletionRoutines",
    create: "FileSize",
    depth: "RequestCount of targets",
    duration: "Duration",
    end: "MaxFileSize",
    from: "BaseFileOffset",
    how_to_create: "FileSize to its target, such as 1073741824",
    interlocked: "InterlockedSequential",
    interlocked_stride: "StrideSize",
    large_pages: "UseLargePages",
    priority: "IOPriority",
    processors: "Affinity",
    random: "Random",
    rate: "Throughput",
    source: "SizeInBytes",
    temporary: "TemporaryFile",
    think: "ThinkTime",
    thread_stride: "ThreadStride",
    threads: "ThreadsPerFile",
};
