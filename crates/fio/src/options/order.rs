//! Options on the order of blocks.

use feedrate_workload::load::OffsetGenerator;

use super::entry::{Entry, ignored, refused, refused_unless};
use super::lists;
use crate::kinds::{EachDirection, RandomDistribution, Zones};
use crate::value::{Refusal, Value};

const ZONED: &str = "zoned devices are not supported; zonemode=strided and none are";

const PRECONDITIONING: &str = "drives are conditioned here by writing them: take rw=write, then rw=randwrite";

with_defaults! {
    /// The order of blocks.
    pub struct OrderOptions {
        /// True if blocks may repeat before all have been visited.
        pub norandommap: bool = false,
        /// The source of random offsets; `lfsr` visits each block once without a map.
        pub random_generator: OffsetGenerator = OffsetGenerator::Tausworthe,
        /// True if random numbers are the same in each run.
        pub randrepeat: bool = true,
        /// True if all seeds are consecutive numbers.
        pub allrandrepeat: bool = false,
        /// The seed of random numbers.
        pub randseed: Option<u64> = None,
        /// The probability of each part of a file.
        pub random_distribution: RandomDistribution = RandomDistribution::Random,
        /// Where its middle lies, from 0 to 1.
        pub random_center: Option<f64> = None,
        /// The percentage of blocks of a random job that are at random offsets.
        pub percentage_random: EachDirection<u8> = EachDirection::all(100),
        /// `rw_sequencer=identical`: the consecutive blocks of `rw_hold` all have the same offset.
        pub rw_identical: bool = false,
        /// `zonemode=strided`: the zones of each file that are worked on in turn.
        pub zones: Option<Zones> = None,
        /// Bytes of `zonesize`, `zonerange` and `zoneskip`, used with `zonemode=strided`.
        pub zone_bytes: Zones = Zones::default(),
    }
}

/// The options of this group.
pub(super) const OPTIONS: &[Entry<OrderOptions>] = &[
    flag!(norandommap, "blocks may come again before all have come"),
    boolean!(randrepeat, "the same random order in each run (1)"),
    boolean!(
        allrandrepeat,
        "the same random numbers for all else, too, from seeds that follow each other"
    ),
    takes!(
        randseed,
        "N",
        "what the random order follows from (0x89); passes of one run then differ",
        |value| value.bytes().map(Some)
    ),
    Entry::takes(
        "random_distribution",
        "random|zipf:N|pareto:N|normal:N|zoned:…|zoned_abs:…",
        "how likely each part of a file is",
        |options: &mut OrderOptions, value| {
            options.random_distribution = lists::distribution(value)?;
            options.random_center = center(value)?;
            Ok(())
        },
    )
    .but(&[(&["zoned64"], "give the zones as zoned:50/5:30/15:20/80")]),
    Entry::takes(
        "percentage_random",
        "PERCENT[,…]",
        "of the blocks of a random job, so many are at random offsets",
        |options, value| {
            let each = value.each(|value, part| match value.bytes_of(part)? {
                percent @ 0..=100 => Ok(percent as u8),
                _ => Err("it is between 0 and 100".to_owned()),
            })?;
            options.percentage_random = each.or(options.percentage_random);
            Ok(())
        },
    ),
    Entry::takes(
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
        "a map has a bit for each block; where that would be more than 4 GiB, there is none",
    ),
    takes!(
        random_generator,
        "tausworthe|tausworthe64|lfsr",
        "what draws random offsets; lfsr: every block comes once, with norandommap too",
        |value| value.choice(&[
            ("tausworthe", OffsetGenerator::Tausworthe),
            ("tausworthe64", OffsetGenerator::Tausworthe64),
            ("lfsr", OffsetGenerator::Register),
        ])
    ),
    Entry::takes(
        "zonemode",
        "none|strided",
        "work goes on in one part of the file, then in the next",
        |options: &mut OrderOptions, value| {
            let strided = value.choice(&[("none", false), ("strided", true)])?;
            options.zones = strided.then(Zones::default);
            Ok(())
        },
    )
    .but(&[(&["zbd"], ZONED)]),
    Entry::takes("zonesize", "SIZE", "bytes moved in a part", |options, value| {
        value.bytes().map(|to| options.zone_bytes.zonesize = to)
    }),
    Entry::takes("zonerange", "SIZE", "bytes of a part", |options, value| {
        value.bytes().map(|to| options.zone_bytes.zonerange = to)
    }),
    Entry::takes("zoneskip", "SIZE", "bytes between parts", |options, value| {
        value.bytes().map(|to| options.zone_bytes.zoneskip = to)
    }),
    refused_unless(
        "random_sequence_stride",
        &["0"],
        "it is for random_distribution=sequence, which is not there; give the blocks with read_iolog=",
    ),
    refused_unless("sprandom", &["0"], PRECONDITIONING),
    refused_unless("spr_num_regions", &["100"], PRECONDITIONING),
    refused_unless("spr_op", &["0.15"], PRECONDITIONING),
    refused_unless("spr_cs", &["0"], PRECONDITIONING),
    refused_unless("recover_zbd_write_error", &["0"], ZONED),
    refused_unless("write_zone_remainder", &["0"], ZONED).also(&["write_zone_remainders"]),
    refused_unless("zonecapacity", &["0"], ZONED),
    refused_unless("read_beyond_wp", &["0"], ZONED),
    refused_unless("max_open_zones", &["0"], ZONED),
    refused_unless("job_max_open_zones", &["0"], ZONED),
    refused_unless("ignore_zone_limits", &["0"], ZONED),
    refused_unless("zone_reset_threshold", &["0"], ZONED),
    refused_unless("zone_reset_frequency", &["0"], ZONED),
];

/// Parses the middle of a distribution, behind its number: `zipf:1.2:0.25`.
fn center(value: &mut Value<'_>) -> Result<Option<f64>, Refusal> {
    let text = value.text()?;
    let mut parts = text.split(':');
    if parts.next().is_some_and(|name| name.starts_with("zoned")) {
        return Ok(None);
    }
    match parts.nth(1) {
        None | Some("") => Ok(None),
        Some(center) => match value.decimal_of(center)? {
            center if (0.0..=1.0).contains(&center) => Ok(Some(center)),
            _ => Err("the middle of a distribution lies from 0 to 1".to_owned()),
        },
    }
}
