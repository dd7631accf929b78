//! Options on directions, blocks and amounts.

use std::time::Duration;

use super::entry::{Entry, refused, refused_unless};
use super::lengths::{first_of_range, positive, range};
use super::lists;
use crate::kinds::{EachDirection, Rw, SizeOf};
use crate::value::{Refusal, Unit, Value, unless_zero};

with_defaults! {
    /// Directions, blocks and amounts.
    pub struct BlockOptions {
        /// The directions and the order.
        pub rw: Rw = Rw::Read,
        /// With sequential order: bytes to skip after each block (`rw=read:-8k`); 0 for none.
        pub rw_step: i64 = 0,
        /// With random order: the number of consecutive blocks (`rw=randread:8`), at least 1.
        pub rw_hold: u64 = 1,
        /// The least and the largest block of each direction; equal unless `bsrange` or `bssplit` is given.
        pub bs: EachDirection<(u64, u64)> = EachDirection::all((4096, 4096)),
        /// True if lengths of reads apply to sequential blocks, and those of writes to random ones.
        pub bs_is_seq_rand: bool = false,
        /// The blocks of each direction with their percentages; empty without `bssplit`.
        pub bssplit: EachDirection<Vec<(u64, f64)>> = EachDirection::default(),
        /// True if lengths of `bsrange` need not be multiples of the shortest.
        pub bs_unaligned: bool = false,
        /// The alignment of random offsets.
        pub blockalign: Option<EachDirection<u64>> = None,
        /// The percentage of blocks of a mix that are reads.
        pub rwmixread: u8 = 50,
        /// The bytes of the whole job.
        pub size: Option<SizeOf> = None,
        /// The bytes to move, if not `size`.
        pub io_size: Option<SizeOf> = None,
        /// The least and the largest size of each file.
        pub filesize: Option<(u64, u64)> = None,
        /// True if writes continue until the volume is full.
        pub fill_device: bool = false,
        /// The beginning of the used part of each file.
        pub offset: SizeOf = SizeOf::Bytes(0),
        /// Its increment for each clone.
        pub offset_increment: SizeOf = SizeOf::Bytes(0),
        /// The multiple at which an offset in percent begins; `None` for the shortest block of any direction.
        pub offset_align: Option<u64> = None,
        /// The number of blocks to move.
        pub number_ios: Option<u64> = None,
        /// The number of passes.
        pub loops: u64 = 1,
        /// The longest time.
        pub runtime: Option<Duration> = None,
        /// True if the work is repeated until `runtime` is over.
        pub time_based: bool = false,
        /// The time before anything is counted.
        pub ramp_time: Duration = Duration::ZERO,
        /// The bytes that are moved before anything is counted.
        pub ramp_size: u64 = 0,
        /// The least and the longest time before the job starts.
        pub startdelay: (Duration, Duration) = (Duration::ZERO, Duration::ZERO),
    }
}

/// The options of this group.
pub(super) const OPTIONS: &[Entry<BlockOptions>] = &[
    Entry::takes(
        "rw",
        "read|write|rw|trim|trimwrite[:N]",
        "direction and order, with rand before each for random order; read:-8k jumps back 8k after each block, \
         randread:8 takes 8 in a row; trims give the space of blocks back: of devices, and of files by holes, where \
         fio fails",
        rw,
    )
    .also(&["readwrite"]),
    Entry::takes(
        "bs",
        "SIZE[,SIZE[,SIZE]]",
        "length of a block, of reads, writes and trims",
        |options: &mut BlockOptions, value| {
            let each = value.each(|value, text| first_of_range(value, text).map(|bytes| (bytes, bytes)))?;
            options.bs = each.or(options.bs);
            Ok(())
        },
    )
    .also(&["blocksize"]),
    Entry::takes(
        "bsrange",
        "SIZE-SIZE[,…]",
        "blocks of lengths between two, each as likely",
        |options: &mut BlockOptions, value| value.each(range).map(|each| options.bs = each.or(options.bs)),
    )
    .also(&["blocksize_range"]),
    takes!(
        bssplit,
        "SIZE/PERCENT:…[,…]",
        "blocks of several lengths with their shares",
        lists::bssplit
    ),
    Entry::takes(
        "ba",
        "SIZE[,…]",
        "random offsets are multiples of this instead of the shortest block",
        |options: &mut BlockOptions, value| {
            let each = value.each(positive)?;
            options.blockalign = Some(each.or(options.bs.map(|(least, _)| least)));
            Ok(())
        },
    )
    .also(&["blockalign"]),
    flag!(
        bs_unaligned,
        "lengths of bsrange are any between its two, not only multiples of the shortest"
    )
    .also(&["blocksize_unaligned"]),
    takes!(
        rwmixread,
        "PERCENT",
        "share of reads in a mix; of this and rwmixwrite the later one counts",
        Value::percent
    ),
    Entry::takes("rwmixwrite", "PERCENT", "share of writes in a mix", |options, value| {
        value.percent().map(|to| options.rwmixread = 100 - to)
    }),
    boolean!(
        bs_is_seq_rand,
        "of two lengths the first is for blocks in order and the second for those at random places"
    ),
    refused(
        "rwmixcycle",
        "fio took it out long ago; give rwmixread=, the share of reads",
    ),
    takes!(
        size,
        "SIZE|PERCENT%",
        "bytes of the whole job, divided among its files; reads and writes of a mix together; 0: all of a file or \
         device",
        some_size
    ),
    takes!(
        io_size,
        "SIZE|PERCENT%",
        "bytes to move, fewer or more than size",
        some_size
    )
    .also(&["io_limit"]),
    takes!(
        filesize,
        "SIZE[-SIZE]",
        "bytes of each file; size is then only how much is moved",
        |value| value.text().and_then(|text| range(value, text)).map(Some)
    ),
    boolean!(fill_device, "writes until the volume is full").also(&["fill_fs"]),
    takes!(offset, "SIZE|PERCENT%", "where work begins in each file", Value::size).also(&["fileoffset"]),
    takes!(
        offset_increment,
        "SIZE|PERCENT%",
        "added to offset for each clone of numjobs",
        Value::size
    ),
    takes!(
        offset_align,
        "SIZE",
        "an offset in percent, or with an offset_increment in percent, begins at the next multiple of this instead of \
         the shortest block",
        |value| value.bytes().map(unless_zero)
    ),
    refused_unless(
        "file_append",
        &["0"],
        "give offset= with the present length of the file instead",
    ),
    takes!(number_ios, "N", "ends after so many blocks", |value| value
        .bytes()
        .map(unless_zero)),
    takes!(
        loops,
        "N",
        "so many passes, and what is verified is read back after each",
        |value| value.bytes().map(|to| to.max(1))
    ),
    takes!(runtime, "TIME", "the most time; in seconds without a unit", |value| {
        value.time(Unit::Seconds).map(unless_zero)
    })
    .also(&["timeout"]),
    flag!(time_based, "begins again until runtime is over"),
    takes!(ramp_time, "TIME", "time before anything is counted", |value| value
        .time(Unit::Seconds)),
    takes!(
        ramp_size,
        "SIZE",
        "bytes that are moved before anything is counted (fio 3.42)",
        Value::bytes
    ),
    Entry::takes(
        "startdelay",
        "TIME[-TIME]",
        "time before the job starts; of two, something between",
        |options: &mut BlockOptions, value| {
            let text = value.text()?;
            let (from, to) = text.split_once('-').unwrap_or((text, text));
            let from = value.time_of(from, Unit::Seconds)?;
            let to = value.time_of(to, Unit::Seconds)?;
            options.startdelay = (from.min(to), from.max(to));
            Ok(())
        },
    )
    .also(&["start_delay"]),
];

/// Parses a size; as in fio, 0 means that of the file or device.
fn some_size(value: &mut Value<'_>) -> Result<Option<SizeOf>, Refusal> {
    value.size().map(|size| Some(size).filter(|size| !size.is_nothing()))
}

/// Parses directions and order, with the number behind them.
fn rw(options: &mut BlockOptions, value: &mut Value<'_>) -> Result<(), Refusal> {
    let text = value.text()?;
    let (name, step) = match text.split_once(':') {
        Some((name, step)) => (name, Some(step)),
        None => (text, None),
    };
    let name = if name == "readwrite" { "rw" } else { name };
    let known = Rw::ALL.into_iter().find(|rw| rw.name() == name);
    options.rw = known.ok_or_else(|| format!("it is one of {}", Rw::ALL.map(Rw::name).join(", ")))?;
    options.rw_step = 0;
    options.rw_hold = 1;
    match step {
        None => {}
        Some(hold) if options.rw.is_random() => options.rw_hold = value.bytes_of(hold)?.max(1),
        Some(step) => {
            let (sign, bytes) = match step.strip_prefix('-') {
                Some(bytes) => (-1, bytes),
                None => (1, step),
            };
            let bytes = i64::try_from(value.bytes_of(bytes)?).map_err(|_| "the jump is too long")?;
            options.rw_step = sign * bytes;
        }
    }
    Ok(())
}
