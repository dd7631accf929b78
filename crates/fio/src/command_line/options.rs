//! The options of the program, apart from those of jobs.

/// An option of the program.
#[derive(Clone, Copy, Debug)]
pub struct ProgramOption {
    /// Its name, without dashes.
    pub name: &'static str,
    /// The form of its value, if it has one.
    pub value: Option<&'static str>,
    /// True if its value is optional.
    pub value_is_optional: bool,
    /// Its purpose; empty if it is not shown.
    pub help: &'static str,
    /// Why it is not supported, and what to do.
    pub refused: Option<&'static str>,
}

const fn bare(name: &'static str, help: &'static str) -> ProgramOption {
    ProgramOption {
        name,
        value: None,
        value_is_optional: false,
        help,
        refused: None,
    }
}

const fn with(name: &'static str, value: &'static str, help: &'static str) -> ProgramOption {
    ProgramOption {
        value: Some(value),
        ..bare(name, help)
    }
}

const fn not_here(name: &'static str, advice: &'static str) -> ProgramOption {
    ProgramOption {
        value_is_optional: true,
        refused: Some(advice),
        ..with(name, "…", "")
    }
}

const fn optional(name: &'static str, value: &'static str, help: &'static str) -> ProgramOption {
    ProgramOption {
        value_is_optional: true,
        ..with(name, value, help)
    }
}

const ON_HOSTS: &str = "no server is needed: give the hosts with --hosts=HOST,HOST, which starts this program on each \
                        by ssh or by --launch";

/// All options of the program; those with an empty help have no effect, or are not supported.
pub const PROGRAM_OPTIONS: &[ProgramOption] = &[
    bare("help", "this page"),
    bare("h", ""),
    bare("?", ""),
    bare("version", "the version"),
    bare("v", ""),
    optional("cmdhelp", "NAME", "tell of an option of jobs, or of all"),
    optional("enghelp", "NAME", "list the engines"),
    with("section", "NAME", "only this section; may be given again"),
    bare("lint", "list the traps of the jobs with their lines; run nothing"),
    bare("explain", "tell in plain words what would be done; run nothing"),
    bare("parse-only", "only check the jobs; run nothing"),
    bare("showcmd", "print the jobs as command lines; run nothing"),
    bare("strict-fio", "read traps as fio reads them"),
    bare("warnings-fatal", "traps and warnings are errors"),
    with("max-size", "SIZE", "no job has or moves more bytes than this"),
    with("max-jobs", "N", "no more jobs than this, clones included"),
    bare("readonly", "jobs that write are errors"),
    bare("overwrite-foreign", "write to files that feedrate did not make, too"),
    with("require", "MB/s", "say whether each core gets this"),
    with("output", "FILE", "print to this file"),
    bare(
        "quiet",
        "nothing but errors on standard error: notes stand in the results; so it is where the program is called fio",
    ),
    with(
        "output-format",
        "LIST",
        "normal, terse, json, json+, with commas between",
    ),
    with(
        "client-name",
        "NAME",
        "begin generated names of files with this, as on several hosts",
    ),
    with(
        "aux-path",
        "FOLDER",
        "the folder of verify states, instead of the working folder",
    ),
    bare("minimal", "the same as --output-format=terse"),
    bare("append-terse", "terse lines behind normal output"),
    with("terse-version", "N", "3 is what there is"),
    with("status-interval", "TIME", "print results again and again"),
    with(
        "interval",
        "TIME",
        "print a line for each interval: rates, latencies, share of the page cache",
    ),
    with("inflate-log", "FILE", "print a log that log_store_compressed=1 wrote"),
    bare(
        "bandwidth-log",
        "log the bandwidth of all jobs together, in agg-read_bw.log and the like",
    ),
    with("eta", "WHEN", "live status line: always, never, auto"),
    with("eta-newline", "TIME", "it begins a new line after so long"),
    with("eta-interval", "TIME", "it is renewed after so long"),
    // The following do not change what is measured.
    with("debug", "…", ""),
    with("alloc-size", "…", ""),
    with("idle-prof", "…", ""),
    bare("latency-log", ""),
    bare("merge-blktrace-only", ""),
    not_here("cpuclock-test", "it tests fio's own clock"),
    not_here("crctest", "it tests fio's own checksums"),
    not_here("server", ON_HOSTS),
    not_here("client", ON_HOSTS),
    not_here("daemonize", ON_HOSTS),
    not_here("remote-config", ON_HOSTS),
    not_here("trigger-file", "run feedrate from a script that does it"),
    not_here("trigger-timeout", "run feedrate from a script that does it"),
    not_here("trigger", "run feedrate from a script that does it"),
    not_here("trigger-remote", "run feedrate from a script that does it"),
];
