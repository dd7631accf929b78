//! In which order blocks are visited.

use super::definition::{Definition, ignored, refused, refused_unless, takes};
use super::lists;
use crate::job::Zones;

const ZONED: &str = "zoned devices are not supported; zonemode=strided and none are";

/// The options of this subject.
pub(super) const OPTIONS: &[Definition] = &[
    takes(
        "norandommap",
        "",
        "blocks may come again before all have come",
        |options, value| {
            options.norandommap = value.flag()?;
            Ok(())
        },
    ),
    takes(
        "randrepeat",
        "0|1",
        "the same random order in each run (1)",
        |options, value| {
            options.randrepeat = value.boolean()?;
            Ok(())
        },
    )
    .also(&["allrandrepeat"]),
    takes(
        "randseed",
        "N",
        "what the random order follows from",
        |options, value| {
            options.randseed = Some(value.bytes()?);
            Ok(())
        },
    ),
    takes(
        "random_distribution",
        "random|zipf:N|pareto:N|normal:N|zoned:…|zoned_abs:…",
        "how likely each part of a file is",
        |options, value| {
            options.random_distribution = lists::distribution(value)?;
            Ok(())
        },
    )
    .but(&[(&["zoned64"], "give the zones as zoned:50/5:30/15:20/80")]),
    takes(
        "percentage_random",
        "PERCENT[,…]",
        "of the blocks of a random job, so many are at random offsets",
        |options, value| {
            let each = value.each(|value, part| match value.bytes_of(part)? {
                percent @ 0..=100 => Ok(percent as u8),
                _ => Err("it is between 0 and 100".to_owned()),
            })?;
            let old = options.percentage_random;
            options.percentage_random.read = each.read.unwrap_or(old.read);
            options.percentage_random.write = each.write.unwrap_or(old.write);
            options.percentage_random.trim = each.trim.unwrap_or(old.trim);
            Ok(())
        },
    ),
    takes(
        "rw_sequencer",
        "sequential|identical",
        "of blocks in a row (rw=randread:8), whether offsets follow each other or stay",
        |options, value| {
            options.rw_identical = value.choice(&[("sequential", false), ("identical", true)])?;
            Ok(())
        },
    ),
    refused(
        "percentage_sequential",
        "fio took it out; percentage_random= is what is left of 100",
    ),
    ignored(
        "softrandommap",
        "it is for maps that memory has no room for, and none is needed here",
    ),
    takes(
        "random_generator",
        "tausworthe|tausworthe64|lfsr",
        "lfsr: every block comes once, with norandommap too; the others do nothing here",
        |options, value| {
            options.random_lfsr = value.choice(&[
                ("tausworthe", false),
                ("tausworthe64", false),
                ("lfsr", true),
            ])?;
            Ok(())
        },
    ),
    takes(
        "zonemode",
        "none|strided",
        "work goes on in one part of the file, then in the next",
        |options, value| {
            let strided = value.choice(&[("none", false), ("strided", true)])?;
            options.zones = strided.then(Zones::default);
            Ok(())
        },
    )
    .but(&[(&["zbd"], ZONED)]),
    takes(
        "zonesize",
        "SIZE",
        "bytes moved in a part",
        |options, value| {
            options.zone_bytes.zonesize = value.bytes()?;
            Ok(())
        },
    ),
    takes("zonerange", "SIZE", "bytes of a part", |options, value| {
        options.zone_bytes.zonerange = value.bytes()?;
        Ok(())
    }),
    takes(
        "zoneskip",
        "SIZE",
        "bytes between parts",
        |options, value| {
            options.zone_bytes.zoneskip = value.bytes()?;
            Ok(())
        },
    ),
    refused_unless("zonecapacity", &["0"], ZONED),
    refused_unless("read_beyond_wp", &["0"], ZONED),
    refused_unless("max_open_zones", &["0"], ZONED),
    refused_unless("job_max_open_zones", &["0"], ZONED),
    refused_unless("ignore_zone_limits", &["0"], ZONED),
    refused_unless("zone_reset_threshold", &["0"], ZONED),
    refused_unless("zone_reset_frequency", &["0"], ZONED),
];
