//! Reports.

use super::definition::{Definition, ignored, refused_unless, takes};
use crate::job::UnifiedReporting;
use crate::value::{Refusal, Value};

/// fio takes so many percentiles.
const MOST_PERCENTILES: usize = 20;

/// The options of this subject.
pub(super) const OPTIONS: &[Definition] = &[
    takes(
        "group_reporting",
        "",
        "one report for a group of jobs",
        |options, value| {
            options.group_reporting = value.flag()?;
            Ok(())
        },
    ),
    takes("new_group", "", "a group begins here", |options, value| {
        options.new_group = value.flag()?;
        Ok(())
    }),
    takes(
        "unified_rw_reporting",
        "none|mixed|both",
        "whether reads and writes are reported together",
        |options, value| {
            options.unified_rw_reporting = value.choice(&[
                ("none", UnifiedReporting::None),
                ("0", UnifiedReporting::None),
                ("mixed", UnifiedReporting::Mixed),
                ("1", UnifiedReporting::Mixed),
                ("both", UnifiedReporting::Both),
                ("2", UnifiedReporting::Both),
            ])?;
            Ok(())
        },
    ),
    takes(
        "percentile_list",
        "N:N…",
        "percentiles that are reported",
        |options, value| {
            let mut list = value.decimals()?;
            if list.len() > MOST_PERCENTILES || list.iter().any(|&percent| percent > 100.0) {
                return Err(format!(
                    "it is at most {MOST_PERCENTILES} numbers from 0 to 100"
                ));
            }
            list.sort_by(f64::total_cmp);
            list.dedup();
            options.percentile_list = list;
            Ok(())
        },
    ),
    takes(
        "clat_percentiles",
        "0|1",
        "percentiles of the time from submission to completion",
        |options, value| {
            options.clat_percentiles = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "lat_percentiles",
        "0|1",
        "percentiles of the whole time",
        |options, value| {
            options.lat_percentiles = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "slat_percentiles",
        "0|1",
        "percentiles of the time to submit",
        |options, value| {
            options.slat_percentiles = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "significant_figures",
        "N",
        "digits of figures in normal output",
        |options, value| {
            options.significant_figures = value.integer_within(1, 10)?;
            Ok(())
        },
    ),
    takes(
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
    takes("disable_lat", "0|1", "no latencies", |options, value| {
        options.disable_lat = value.boolean()?;
        Ok(())
    }),
    takes(
        "disable_clat",
        "0|1",
        "no latencies of completion",
        |options, value| {
            options.disable_clat = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "disable_slat",
        "0|1",
        "no latencies of submission",
        |options, value| {
            options.disable_slat = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "disable_bw_measurement",
        "0|1",
        "no samples of bandwidth",
        |options, value| {
            options.disable_bw_measurement = value.boolean()?;
            Ok(())
        },
    )
    .also(&["disable_bw"]),
    takes(
        "write_bw_log",
        "[NAME]",
        "a log of bandwidth",
        |options, value| {
            options.write_bw_log = Some(log(value)?);
            Ok(())
        },
    )
    .text(),
    takes(
        "write_lat_log",
        "[NAME]",
        "logs of latencies",
        |options, value| {
            options.write_lat_log = Some(log(value)?);
            Ok(())
        },
    )
    .text(),
    takes(
        "write_iops_log",
        "[NAME]",
        "a log of blocks a second",
        |options, value| {
            options.write_iops_log = Some(log(value)?);
            Ok(())
        },
    )
    .text(),
    takes(
        "log_avg_msec",
        "N",
        "log entries are means over so many milliseconds",
        |options, value| {
            let time = value.milliseconds()?;
            options.log_avg_msec = Some(time).filter(|time| !time.is_zero());
            Ok(())
        },
    ),
    takes(
        "log_max_value",
        "0|1",
        "log entries are the greatest instead",
        |options, value| {
            options.log_max_value = value.boolean()?;
            Ok(())
        },
    )
    .also(&["log_window_value"]),
    takes(
        "log_offset",
        "0|1",
        "log entries have offsets",
        |options, value| {
            options.log_offset = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "log_prio",
        "0|1",
        "log entries have priorities",
        |options, value| {
            options.log_prio = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "log_unix_epoch",
        "0|1",
        "times in logs are since 1970",
        |options, value| {
            options.log_unix_epoch = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "per_job_logs",
        "0|1",
        "names of logs have the number of the job",
        |options, value| {
            options.per_job_logs = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "bwavgtime",
        "N",
        "milliseconds of a sample of bandwidth",
        |options, value| {
            options.bwavgtime = at_least_a_millisecond(value)?;
            Ok(())
        },
    ),
    takes(
        "iopsavgtime",
        "N",
        "milliseconds of a sample of blocks a second",
        |options, value| {
            options.iopsavgtime = at_least_a_millisecond(value)?;
            Ok(())
        },
    ),
    takes(
        "disk_util",
        "0|1",
        "whether device statistics are reported",
        |options, value| {
            options.disk_util = value.boolean()?;
            Ok(())
        },
    ),
    takes(
        "kb_base",
        "1024|1000",
        "bytes of a k in sizes of the job",
        |options, value| {
            options.kb_base = value.choice(&[("1024", 1024), ("1000", 1000)])?;
            Ok(())
        },
    ),
    takes(
        "unit_base",
        "0|8|1",
        "figures in bytes (8) or bits (1)",
        |options, value| {
            options.unit_base = value.choice(&[("0", 0), ("8", 8), ("1", 1)])?;
            Ok(())
        },
    ),
    ignored("log_entries", "logs grow as they need to"),
    ignored("log_compression", "logs are kept as they are"),
    ignored("log_compression_cpus", "logs are kept as they are"),
    refused_unless(
        "log_store_compressed",
        &["0"],
        "compress the logs after the run",
    ),
    refused_unless("log_alternate_epoch", &["0"], "take log_unix_epoch=1"),
    ignored(
        "log_alternate_epoch_clock_id",
        "times in logs are since the start or since 1970",
    ),
    takes(
        "log_hist_msec",
        "N",
        "write_hist_log: a histogram every so many milliseconds",
        |options, value| {
            let time = value.milliseconds()?;
            options.log_hist_msec = Some(time).filter(|time| !time.is_zero());
            Ok(())
        },
    ),
    takes(
        "log_hist_coarseness",
        "0-6",
        "write_hist_log: 2 to this power of its 1,856 classes are one",
        |options, value| {
            options.log_hist_coarseness = value.integer_within(0, 6)?;
            Ok(())
        },
    ),
    takes(
        "write_hist_log",
        "[NAME]",
        "a log of histograms of latencies, with log_hist_msec",
        |options, value| {
            options.write_hist_log = Some(log(value)?);
            Ok(())
        },
    )
    .text(),
    ignored(
        "block_error_percentiles",
        "blocks that failed are told by their number",
    ),
    refused_unless(
        "stats",
        &["1"],
        "every job is reported; leave the job out if it does not matter",
    ),
];

fn log(value: &mut Value<'_>) -> Result<String, Refusal> {
    Ok(value.optional_text()?.unwrap_or_default().to_owned())
}

fn at_least_a_millisecond(value: &mut Value<'_>) -> Result<std::time::Duration, Refusal> {
    match value.milliseconds()? {
        time if time.is_zero() => Err("it is at least 1 millisecond".to_owned()),
        time => Ok(time),
    }
}
