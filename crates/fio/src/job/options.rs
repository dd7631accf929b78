//! The options of a job, by fio's names.

use std::path::PathBuf;
use std::time::Duration;

use feedrate_workload::load::{IoClass, MemoryPolicy};

use super::{
    AdviceHint, Each, Engine, ExitWhat, Fallocate, FileService, Pattern, RandomDistribution, Rw,
    SizeOf, SteadyState, Sync, UnifiedReporting, Verify, Zones,
};

/// What options of a job mean, defaults included.
///
/// Absent values are those that fio has no default for.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    // What is done.
    /// Directions and order.
    pub rw: Rw,
    /// With sequential order: bytes to jump after each block (`rw=read:-8k`). 0 jumps nowhere.
    pub rw_step: i64,
    /// With random order: so many blocks in a row (`rw=randread:8`), at least 1.
    pub rw_hold: u64,
    /// Shortest and longest block of each direction; equal unless `bsrange` or `bssplit` is given.
    pub bs: Each<(u64, u64)>,
    /// Whether lengths of reads are for blocks in order, and those of writes for blocks at random places.
    pub bs_is_seq_rand: bool,
    /// Blocks of each direction with their percentages; empty without `bssplit`.
    pub bssplit: Each<Vec<(u64, f64)>>,
    /// What offsets are multiples of in random order.
    pub blockalign: Option<Each<u64>>,
    /// Of 100 blocks of a mix, so many are reads.
    pub rwmixread: u8,
    /// Bytes of the whole job.
    pub size: Option<SizeOf>,
    /// Bytes to move, if not `size`.
    pub io_size: Option<SizeOf>,
    /// Bytes of each file: from, to.
    pub filesize: Option<(u64, u64)>,
    /// Whether writes go on until the volume is full.
    pub fill_device: bool,
    /// Where work begins in each file.
    pub offset: SizeOf,
    /// What is added to it for each clone.
    pub offset_increment: SizeOf,
    /// Blocks to move.
    pub number_ios: Option<u64>,
    /// Passes.
    pub loops: u64,
    /// The most time.
    pub runtime: Option<Duration>,
    /// Whether the work is begun again until `runtime` is over.
    pub time_based: bool,
    /// Time before anything is counted.
    pub ramp_time: Duration,
    /// Time before the job starts: from, to.
    pub startdelay: (Duration, Duration),

    // Order.
    /// Whether blocks may come again before all have come.
    pub norandommap: bool,
    /// `random_generator=lfsr`, which visits each place once without a map.
    pub random_lfsr: bool,
    /// Whether the same random numbers come in each run.
    pub randrepeat: bool,
    /// What random numbers follow from.
    pub randseed: Option<u64>,
    /// How likely each part of a file is.
    pub random_distribution: RandomDistribution,
    /// Of 100 blocks of a random job, so many are at random offsets.
    pub percentage_random: Each<u8>,
    /// `rw_sequencer=identical`: of the blocks in a row of `rw_hold`, all have the same offset.
    pub rw_identical: bool,
    /// `zonemode=strided`: work goes on in a part of each file for so long, and then in the next part.
    pub zones: Option<Zones>,
    /// Bytes of `zonesize`, `zonerange` and `zoneskip`, used with `zonemode=strided`.
    pub zone_bytes: Zones,

    // Files.
    /// Files by name; several.
    pub filename: Vec<String>,
    /// Folders; clones take them in turn.
    pub directory: Vec<PathBuf>,
    /// How files without a name are called.
    pub filename_format: String,
    /// So many files.
    pub nrfiles: u32,
    /// So many of them open at a time; absent: all.
    pub openfiles: Option<u32>,
    /// Which file is next.
    pub file_service_type: FileService,
    /// How space is reserved.
    pub fallocate: Fallocate,
    /// Whether a file to be written is laid out first.
    pub overwrite: bool,
    /// Whether files are made when they are opened.
    pub create_on_open: bool,
    /// Whether files may be made.
    pub allow_file_create: bool,
    /// Whether nothing else is done.
    pub create_only: bool,
    /// Whether what was laid out is flushed first.
    pub create_fsync: bool,
    /// Whether files go at the end.
    pub unlink: bool,
    /// Whether the files leave the page cache first.
    pub invalidate: bool,
    /// Whether they are read into it instead.
    pub pre_read: bool,
    /// Whether the system is told of the order, and of which.
    pub fadvise_hint: AdviceHint,

    // How blocks are moved.
    /// The engine.
    pub ioengine: Engine,
    /// Past the page cache.
    pub direct: bool,
    /// What a write waits for.
    pub sync: Sync,
    /// `fsync` after so many writes; 0 never.
    pub fsync: u32,
    /// `fdatasync` after so many writes; 0 never.
    pub fdatasync: u32,
    /// `fsync` at the end of what was written.
    pub end_fsync: bool,
    /// `fsync` when a file is closed.
    pub fsync_on_close: bool,
    /// Blocks in flight.
    pub iodepth: u32,
    /// Blocks submitted at once; 0: as many as there is room for.
    pub iodepth_batch: u32,
    /// Blocks waited for at least.
    pub iodepth_batch_complete_min: u32,
    /// From here the queue is filled again.
    pub iodepth_low: u32,
    /// Whether blocks that overlap wait for each other.
    pub serialize_overlap: bool,
    /// io_uring: registered buffers.
    pub fixedbufs: bool,
    /// Blocks that would have to wait fail.
    pub nowait: bool,
    /// Nothing stays in the page cache.
    pub uncached: bool,
    /// io_uring: a kernel thread submits.
    pub sqthread_poll: bool,
    /// Its processor.
    pub sqthread_poll_cpu: Option<u32>,
    /// `io_submit_mode=offload`: latencies count from when a block is due.
    pub offload: bool,

    // Pace.
    /// Bytes a second.
    pub rate: Each<Option<u64>>,
    /// Blocks a second.
    pub rate_iops: Each<Option<u64>>,
    /// Bytes a second at least.
    pub rate_min: Each<Option<u64>>,
    /// Blocks a second at least.
    pub rate_iops_min: Each<Option<u64>>,
    /// Over windows of this length.
    pub rate_cycle: Duration,
    /// Whether blocks arrive as in a Poisson process instead of evenly.
    pub rate_poisson: bool,
    /// A pause.
    pub thinktime: Duration,
    /// Of it, so much in computing.
    pub thinktime_spin: Duration,
    /// After so many blocks.
    pub thinktime_blocks: u64,
    /// Whether rates leave pauses out.
    pub rate_ignore_thinktime: bool,
    /// A weight against other jobs that have one.
    pub flow: Option<u32>,
    /// Which flow it is.
    pub flow_id: u64,

    // Content.
    /// New bytes for each block.
    pub refill_buffers: bool,
    /// Zeros.
    pub zero_buffers: bool,
    /// A little changed in each block.
    pub scramble_buffers: bool,
    /// These bytes over and over; empty without.
    pub buffer_pattern: Vec<u8>,
    /// So many percent of each chunk can be compressed away.
    pub buffer_compress_percentage: Option<u8>,
    /// Bytes of a chunk.
    pub buffer_compress_chunk: u64,

    // Verification.
    /// By what.
    pub verify: Option<Verify>,
    /// Whether a job that writes reads back.
    pub do_verify: bool,
    /// Whether it ends at the first that differs.
    pub verify_fatal: bool,
    /// Whether what differs is written to files.
    pub verify_dump: bool,
    /// Reads back after so many writes; 0 only at the end.
    pub verify_backlog: u64,
    /// So many at a time; 0: as many as `verify_backlog`.
    pub verify_backlog_batch: u64,
    /// A pattern; empty without.
    pub verify_pattern: Pattern,
    /// Whether nothing is written, and what an earlier run wrote is checked.
    pub verify_only: bool,
    /// Of 100 blocks so many are as others.
    pub dedupe_percentage: u8,
    /// Whether they are drawn from blocks that are made for that, not as the one before.
    pub dedupe_working_set: bool,
    /// How many of those there are, in percent of the job's blocks.
    pub dedupe_working_set_percentage: u8,
    /// Whether jobs share them.
    pub dedupe_global: bool,
    /// Bytes between headers; 0: a block.
    pub verify_interval: u64,

    // Jobs together.
    /// So many clones.
    pub numjobs: u32,
    /// Threads instead of processes.
    pub thread: bool,
    /// Starts when all before have ended.
    pub stonewall: bool,
    /// Starts when this one has ended.
    pub wait_for: Option<String>,
    /// All others end when it ends.
    pub exitall: bool,
    /// Which others.
    pub exit_what: ExitWhat,
    /// They end when it fails.
    pub exitall_on_error: bool,
    /// Of which blocks it goes on after errors; absent: none.
    pub continue_on_error: Option<Each<bool>>,
    /// Numbers of errors after which it goes on, too.
    pub ignore_error: Each<Vec<i32>>,
    /// Processors, as a list.
    pub cpus_allowed: Option<Vec<u32>>,
    /// Whether each clone has one of them for itself.
    pub cpus_allowed_split: bool,
    /// NUMA nodes whose processors it runs on.
    pub numa_cpu_nodes: Option<Vec<u32>>,
    /// NUMA nodes that buffers are on.
    pub numa_mem_policy: MemoryPolicy,
    /// Level of I/O priority.
    pub prio: Option<u8>,
    /// Class of I/O priority.
    pub prioclass: Option<IoClass>,

    // Reports.
    /// What the job is for.
    pub description: Option<String>,
    /// One report for a group.
    pub group_reporting: bool,
    /// A new group begins.
    pub new_group: bool,
    /// How reads and writes are reported.
    pub unified_rw_reporting: UnifiedReporting,
    /// Percentiles, rising.
    pub percentile_list: Vec<f64>,
    /// Percentiles of the time from submission to completion.
    pub clat_percentiles: bool,
    /// Percentiles of the whole time.
    pub lat_percentiles: bool,
    /// Percentiles of the time to submit.
    pub slat_percentiles: bool,
    /// Figures of `normal` output have so many digits.
    pub significant_figures: u32,
    /// No latencies at all (`gtod_reduce` sets all four).
    pub disable_lat: bool,
    /// None of completion.
    pub disable_clat: bool,
    /// None of submission.
    pub disable_slat: bool,
    /// No samples of bandwidth.
    pub disable_bw_measurement: bool,
    /// Beginning of the names of the bandwidth log; it is empty where the option has no value (the job's name then).
    pub write_bw_log: Option<String>,
    /// Of the latency logs.
    pub write_lat_log: Option<String>,
    /// Of the log of operations.
    pub write_iops_log: Option<String>,
    /// Of the log of histograms.
    pub write_hist_log: Option<String>,
    /// How long each of them is; absent: there is none.
    pub log_hist_msec: Option<Duration>,
    /// Of their classes, 2 to the power of this are one.
    pub log_hist_coarseness: u32,
    /// Where what the job does is kept.
    pub write_iolog: Option<PathBuf>,
    /// What was kept and is to be done; clones take several in turn.
    pub read_iolog: Vec<PathBuf>,
    /// Whether that is done without pauses.
    pub replay_no_stall: bool,
    /// With which file or device instead; empty: with those that it names.
    pub replay_redirect: String,
    /// What offsets are divided by; 0 by nothing.
    pub replay_scale: u64,
    /// What they are cut to multiples of; 0 to none.
    pub replay_align: u64,
    /// How fast, in percent.
    pub replay_time_scale: u32,
    /// Log entries are means over this; absent: one for each block.
    pub log_avg_msec: Option<Duration>,
    /// Log entries are the greatest of `log_avg_msec` instead.
    pub log_max_value: bool,
    /// Whether log entries have offsets.
    pub log_offset: bool,
    /// Whether log entries have priorities (always 0 here).
    pub log_prio: bool,
    /// Times in logs are since 1970.
    pub log_unix_epoch: bool,
    /// Whether names of logs have the number of the clone.
    pub per_job_logs: bool,
    /// Length of a sample of bandwidth.
    pub bwavgtime: Duration,
    /// Of operations a second.
    pub iopsavgtime: Duration,
    /// Whether device statistics are reported.
    pub disk_util: bool,
    /// 1024 or 1000.
    pub kb_base: u32,
    /// 8 for bytes, 1 for bits, 0 for both as is usual.
    pub unit_base: u32,

    // When it is enough.
    /// It ends when steady.
    pub steadystate: Option<SteadyState>,
    /// For so long; 0 does not look.
    pub steadystate_duration: Duration,
    /// After so long.
    pub steadystate_ramp_time: Duration,
    /// It looks for the depth that keeps this latency.
    pub latency_target: Option<Duration>,
    /// Over such windows.
    pub latency_window: Duration,
    /// In so many percent of blocks.
    pub latency_percentile: f64,
    /// Whether it goes on at the depth that was found.
    pub latency_run: bool,
}

impl Options {
    /// The shortest and the longest block of what changes files: of trims where there are only such, else of writes.
    pub fn changed_bs(&self) -> (u64, u64) {
        match self.rw.only_trims() {
            true => self.bs.trim,
            false => self.bs.write,
        }
    }

    /// Whether a job in random order may visit a block again before all have been visited.
    pub fn may_repeat(&self) -> bool {
        self.norandommap && !self.random_lfsr
    }

    /// Whether the job's engine takes one block at a time, whatever `iodepth` says.
    pub fn is_synchronous(&self) -> bool {
        !matches!(
            self.ioengine,
            Engine::Libaio | Engine::IoUring | Engine::Posixaio | Engine::Null
        )
    }
}
