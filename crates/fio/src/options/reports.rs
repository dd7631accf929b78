//! Options of reports.

use std::time::Duration;

use super::entry::{Entry, ignored, refused_unless};
use crate::kinds::UnifiedReporting;
use crate::value::{Refusal, Value, unless_zero};

/// The most percentiles in fio.
const MOST_PERCENTILES: usize = 20;

/// The default percentiles.
const PERCENTILES: [f64; 17] = [
    1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.95, 99.99,
];

with_defaults! {
    /// The options of reports.
    pub struct ReportOptions {
        /// One report for each group.
        pub group_reporting: bool = false,
        /// Begins a new group.
        pub new_group: bool = false,
        /// The way to report reads and writes.
        pub unified_rw_reporting: UnifiedReporting = UnifiedReporting::None,
        /// The percentiles, in ascending order.
        pub percentile_list: Vec<f64> = PERCENTILES.to_vec(),
        /// Percentiles of the time from submission to completion.
        pub clat_percentiles: bool = true,
        /// Percentiles of the whole time of a block.
        pub lat_percentiles: bool = false,
        /// Percentiles of the time to submit.
        pub slat_percentiles: bool = false,
        /// The number of significant digits in `normal` output.
        pub significant_figures: u32 = 4,
        /// True if no latencies are measured (`gtod_reduce` sets all four).
        pub disable_lat: bool = false,
        /// True if no latencies of completion are.
        pub disable_clat: bool = false,
        /// True if no latencies of submission are.
        pub disable_slat: bool = false,
        /// True if bandwidth is not sampled.
        pub disable_bw_measurement: bool = false,
        /// The beginning of the bandwidth logs' names; empty if the option has no value, for the job's name.
        pub write_bw_log: Option<String> = None,
        /// That of the latency logs.
        pub write_lat_log: Option<String> = None,
        /// That of the log of operations.
        pub write_iops_log: Option<String> = None,
        /// That of the log of histograms.
        pub write_hist_log: Option<String> = None,
        /// The interval of those histograms; `None` for no log.
        pub log_hist_msec: Option<Duration> = None,
        /// The binary logarithm of the number of classes that are combined into one.
        pub log_hist_coarseness: u32 = 0,
        /// The interval over which log entries are means; `None` for an entry for each block.
        pub log_avg_msec: Option<Duration> = None,
        /// True if log entries are maxima over `log_avg_msec` instead.
        pub log_max_value: bool = false,
        /// True if log entries have offsets.
        pub log_offset: bool = false,
        /// True if log entries have priorities (always 0 here).
        pub log_prio: bool = false,
        /// True if times in logs are since 1970.
        pub log_unix_epoch: bool = false,
        /// True if logs are written in fio's compressed form.
        pub log_store_compressed: bool = false,
        /// True if names of logs contain the number of the clone.
        pub per_job_logs: bool = true,
        /// The interval of bandwidth samples.
        pub bwavgtime: Duration = Duration::from_millis(500),
        /// The interval of samples of operations a second.
        pub iopsavgtime: Duration = Duration::from_millis(500),
        /// True if device statistics are reported.
        pub disk_util: bool = true,
        /// 1024 or 1000.
        pub kb_base: u32 = 1024,
        /// 8 for bytes, 1 for bits, 0 for both.
        pub unit_base: u32 = 0,
    }
}

/// The options of this group.
pub(super) const OPTIONS: &[Entry<ReportOptions>] = &[
    flag!(group_reporting, "one report for a group of jobs"),
    flag!(new_group, "a group begins here"),
    takes!(
        unified_rw_reporting,
        "none|mixed|both",
        "whether reads and writes are reported together",
        |value| value.choice(&[
            ("none", UnifiedReporting::None),
            ("0", UnifiedReporting::None),
            ("mixed", UnifiedReporting::Mixed),
            ("1", UnifiedReporting::Mixed),
            ("both", UnifiedReporting::Both),
            ("2", UnifiedReporting::Both),
        ])
    ),
    Entry::takes(
        "percentile_list",
        "N:N…",
        "percentiles that are reported",
        |options, value| {
            let mut list = value.decimals()?;
            if list.len() > MOST_PERCENTILES || list.iter().any(|&percent| percent > 100.0) {
                return Err(format!("it is at most {MOST_PERCENTILES} numbers from 0 to 100"));
            }
            list.sort_by(f64::total_cmp);
            list.dedup();
            options.percentile_list = list;
            Ok(())
        },
    ),
    boolean!(
        clat_percentiles,
        "percentiles of the time from submission to completion"
    ),
    boolean!(lat_percentiles, "percentiles of the whole time"),
    boolean!(slat_percentiles, "percentiles of the time to submit"),
    takes!(
        significant_figures,
        "N",
        "digits of figures in normal output",
        |value| value.integer_within(1, 10)
    ),
    Entry::takes(
        "gtod_reduce",
        "0|1",
        "no latencies and no samples of bandwidth",
        |options, value| {
            let reduce = value.boolean()?;
            options.disable_lat = reduce;
            options.disable_clat = reduce;
            options.disable_slat = reduce;
            options.disable_bw_measurement = reduce;
            Ok(())
        },
    ),
    boolean!(disable_lat, "no latencies"),
    boolean!(disable_clat, "no latencies of completion"),
    boolean!(disable_slat, "no latencies of submission"),
    boolean!(disable_bw_measurement, "no samples of bandwidth").also(&["disable_bw"]),
    takes!(write_bw_log, "[NAME]", "a log of bandwidth", log_name).text(),
    takes!(write_lat_log, "[NAME]", "logs of latencies", log_name).text(),
    takes!(write_iops_log, "[NAME]", "a log of blocks a second", log_name).text(),
    takes!(
        log_avg_msec,
        "N",
        "log entries are means over so many milliseconds",
        |value| value.milliseconds().map(unless_zero)
    ),
    takes!(
        log_max_value,
        "0|1|avg|max",
        "log entries are the greatest instead",
        |value| value.choice(&[("0", false), ("1", true), ("avg", false), ("max", true)])
    )
    .but(&[(&["both"], "give avg or max")])
    .also(&["log_window_value"]),
    refused_unless(
        "log_issue_time",
        &["0"],
        "a latency log has the time of the end, and the latency before it",
    ),
    boolean!(log_offset, "log entries have offsets"),
    boolean!(log_prio, "log entries have priorities"),
    boolean!(log_unix_epoch, "times in logs are since 1970"),
    boolean!(per_job_logs, "names of logs have the number of the job"),
    takes!(
        bwavgtime,
        "N",
        "milliseconds of a sample of bandwidth",
        Value::positive_milliseconds
    ),
    takes!(
        iopsavgtime,
        "N",
        "milliseconds of a sample of blocks a second",
        Value::positive_milliseconds
    ),
    boolean!(disk_util, "whether device statistics are reported"),
    takes!(kb_base, "1024|1000", "bytes of a k in sizes of the job", |value| value
        .choice(&[("1024", 1024), ("1000", 1000)])),
    takes!(unit_base, "0|8|1", "figures in bytes (8) or bits (1)", |value| value
        .choice(&[("0", 0), ("8", 8), ("1", 1)])),
    ignored("log_entries", "logs grow as they need to"),
    ignored("log_compression", "logs are kept as they are"),
    ignored("log_compression_cpus", "logs are kept as they are"),
    boolean!(
        log_store_compressed,
        "logs are compressed, and called .log.fz; fio --inflate-log prints them"
    ),
    refused_unless("log_alternate_epoch", &["0"], "take log_unix_epoch=1"),
    ignored(
        "job_start_clock_id",
        "the time when a job began is that since the run did, under feedrate in JSON",
    ),
    ignored(
        "log_alternate_epoch_clock_id",
        "times in logs are since the start or since 1970",
    ),
    takes!(
        log_hist_msec,
        "N",
        "write_hist_log: a histogram every so many milliseconds",
        |value| value.milliseconds().map(unless_zero)
    ),
    takes!(
        log_hist_coarseness,
        "0-6",
        "write_hist_log: 2 to this power of its 1,856 classes are one",
        |value| value.integer_within(0, 6)
    ),
    takes!(
        write_hist_log,
        "[NAME]",
        "a log of histograms of latencies, with log_hist_msec",
        log_name
    )
    .text(),
    ignored("block_error_percentiles", "blocks that failed are told by their number"),
    refused_unless(
        "stats",
        &["1"],
        "every job is reported; leave the job out if it does not matter",
    ),
];

/// Parses the beginning of a log's name, which may be left out.
fn log_name(value: &mut Value<'_>) -> Result<Option<String>, Refusal> {
    Ok(Some(value.optional_text()?.unwrap_or_default().to_owned()))
}
