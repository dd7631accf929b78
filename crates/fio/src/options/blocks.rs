//! What is moved: direction, blocks, how much.

use super::definition::{Definition, refused, refused_unless, takes};
use super::lists;
use crate::job::{Each, Rw};
use crate::value::{Refusal, Unit, Value};

/// The options of this subject.
pub(super) const OPTIONS: &[Definition] = &[
    takes(
        "rw",
        "read|write|rw|trim|trimwrite[:N]",
        "direction and order, with rand before each for random order; read:-8k jumps back 8k after each block, randread:8 takes 8 in a row; trims give the space of blocks back: of devices, and of files by holes, where fio fails",
        rw,
    )
    .also(&["readwrite"]),
    takes(
        "bs",
        "SIZE[,SIZE[,SIZE]]",
        "length of a block, of reads, writes and trims",
        |options, value| {
            let each = value.each(positive)?;
            let one = |given: Option<u64>, old| given.map_or(old, |bytes| (bytes, bytes));
            options.bs.read = one(each.read, options.bs.read);
            options.bs.write = one(each.write, options.bs.write);
            options.bs.trim = one(each.trim, options.bs.trim);
            Ok(())
        },
    )
    .also(&["blocksize"]),
    takes(
        "bsrange",
        "SIZE-SIZE[,…]",
        "blocks of lengths between two, each as likely",
        |options, value| {
            let each = value.each(range)?;
            options.bs.read = each.read.unwrap_or(options.bs.read);
            options.bs.write = each.write.unwrap_or(options.bs.write);
            options.bs.trim = each.trim.unwrap_or(options.bs.trim);
            Ok(())
        },
    )
    .also(&["blocksize_range"]),
    takes(
        "bssplit",
        "SIZE/PERCENT:…[,…]",
        "blocks of several lengths with their shares",
        |options, value| {
            options.bssplit = lists::bssplit(value)?;
            Ok(())
        },
    ),
    takes(
        "blockalign",
        "SIZE[,…]",
        "random offsets are multiples of this instead of the shortest block",
        |options, value| {
            let each = value.each(positive)?;
            let least = |of: (u64, u64)| of.0;
            options.blockalign = Some(Each {
                read: each.read.unwrap_or(least(options.bs.read)),
                write: each.write.unwrap_or(least(options.bs.write)),
                trim: each.trim.unwrap_or(least(options.bs.trim)),
            });
            Ok(())
        },
    )
    .also(&["ba"]),
    refused_unless(
        "bs_unaligned",
        &["0"],
        "lengths of bsrange are multiples of its shortest here; leave bs_unaligned out",
    )
    .also(&["blocksize_unaligned"])
    .bare(),
    takes(
        "rwmixread",
        "PERCENT",
        "share of reads in a mix; of this and rwmixwrite the later one counts",
        |options, value| {
            options.rwmixread = value.percent()?;
            Ok(())
        },
    ),
    takes(
        "rwmixwrite",
        "PERCENT",
        "share of writes in a mix",
        |options, value| {
            options.rwmixread = 100 - value.percent()?;
            Ok(())
        },
    ),
    takes(
        "bs_is_seq_rand",
        "0|1",
        "of two lengths the first is for blocks in order and the second for those at random places",
        |options, value| {
            options.bs_is_seq_rand = value.boolean()?;
            Ok(())
        },
    ),
    refused(
        "rwmixcycle",
        "fio took it out long ago; give rwmixread=, the share of reads",
    ),
    takes(
        "size",
        "SIZE|PERCENT%",
        "bytes of the whole job, divided among its files; reads and writes of a mix together; 0: all of a file or device",
        |options, value| {
            // As in fio, all that the file or the device has.
            options.size = Some(value.size()?).filter(|size| !size.is_nothing());
            Ok(())
        },
    ),
    takes(
        "io_size",
        "SIZE|PERCENT%",
        "bytes to move, fewer or more than size",
        |options, value| {
            options.io_size = Some(value.size()?).filter(|size| !size.is_nothing());
            Ok(())
        },
    )
    .also(&["io_limit"]),
    takes(
        "filesize",
        "SIZE[-SIZE]",
        "bytes of each file; size is then only how much is moved",
        |options, value| {
            let text = value.text()?;
            options.filesize = Some(range(value, text)?);
            Ok(())
        },
    ),
    takes(
        "fill_device",
        "0|1",
        "writes until the volume is full",
        |options, value| {
            options.fill_device = value.boolean()?;
            Ok(())
        },
    )
    .also(&["fill_fs"]),
    takes(
        "offset",
        "SIZE|PERCENT%",
        "where work begins in each file",
        |options, value| {
            options.offset = value.size()?;
            Ok(())
        },
    )
    .also(&["fileoffset"]),
    takes(
        "offset_increment",
        "SIZE|PERCENT%",
        "added to offset for each clone of numjobs",
        |options, value| {
            options.offset_increment = value.size()?;
            Ok(())
        },
    ),
    refused_unless(
        "offset_align",
        &["0"],
        "give an offset that is aligned as it should be",
    ),
    refused_unless(
        "file_append",
        &["0"],
        "give offset= with the present length of the file instead",
    ),
    takes(
        "number_ios",
        "N",
        "ends after so many blocks",
        |options, value| {
            options.number_ios = Some(value.bytes()?).filter(|&number| number > 0);
            Ok(())
        },
    ),
    takes("loops", "N", "so many passes, and what is verified is read back after each", |options, value| {
        options.loops = value.bytes()?.max(1);
        Ok(())
    }),
    takes(
        "runtime",
        "TIME",
        "the most time; in seconds without a unit",
        |options, value| {
            let time = value.time(Unit::Seconds)?;
            options.runtime = Some(time).filter(|time| !time.is_zero());
            Ok(())
        },
    )
    .also(&["timeout"]),
    takes(
        "time_based",
        "",
        "begins again until runtime is over",
        |options, value| {
            options.time_based = value.flag()?;
            Ok(())
        },
    ),
    takes(
        "ramp_time",
        "TIME",
        "time before anything is counted",
        |options, value| {
            options.ramp_time = value.time(Unit::Seconds)?;
            Ok(())
        },
    ),
    takes(
        "startdelay",
        "TIME[-TIME]",
        "time before the job starts; of two, something between",
        |options, value| {
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

fn rw(options: &mut crate::job::Options, value: &mut Value<'_>) -> Result<(), Refusal> {
    let text = value.text()?;
    let (name, step) = match text.split_once(':') {
        Some((name, step)) => (name, Some(step)),
        None => (text, None),
    };
    options.rw = match name {
        "read" => Rw::Read,
        "write" => Rw::Write,
        "randread" => Rw::RandRead,
        "randwrite" => Rw::RandWrite,
        "rw" | "readwrite" => Rw::ReadWrite,
        "randrw" => Rw::RandRw,
        "trim" => Rw::Trim,
        "randtrim" => Rw::RandTrim,
        "trimwrite" => Rw::TrimWrite,
        "randtrimwrite" => Rw::RandTrimWrite,
        _ => {
            return Err(
                "it is one of read, write, randread, randwrite, rw, randrw, trim, randtrim, trimwrite, randtrimwrite"
                    .to_owned(),
            );
        }
    };
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
            let bytes =
                i64::try_from(value.bytes_of(bytes)?).map_err(|_| "the jump is too long")?;
            options.rw_step = sign * bytes;
        }
    }
    Ok(())
}

fn positive(value: &mut Value<'_>, text: &str) -> Result<u64, Refusal> {
    match value.bytes_of(text)? {
        0 => Err("a block has at least 1 byte".to_owned()),
        bytes => Ok(bytes),
    }
}

/// Two sizes with `-` or `:` between, or one. fio puts the shorter one first. Of lengths with shares, as bssplit has
/// them, it takes the first two.
fn range(value: &mut Value<'_>, text: &str) -> Result<(u64, u64), Refusal> {
    let (from, to) = text.split_once(['-', ':']).unwrap_or((text, text));
    let has_shares = text.contains('/') && !text.contains('(');
    let (first, second) = match has_shares {
        true => (before(from, &['/']), before(to, &['/', '-', ':'])),
        false => (from, to),
    };
    let from = positive(value, first)?;
    let to = positive(value, second)?;
    let (least, most) = (from.min(to), from.max(to));
    if has_shares {
        value.trap(format!(
            "'{}' is taken as {least} to {most}, as fio takes it; bssplit= is what gives lengths their shares",
            text.trim()
        ));
    }
    Ok((least, most))
}

/// A text as far as the first of some letters.
fn before<'t>(text: &'t str, ends: &[char]) -> &'t str {
    text.split(ends).next().unwrap_or(text)
}
