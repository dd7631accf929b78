//! Options on the priorities of single requests.

use super::entry::Entry;
use crate::kinds::{EachDirection, PriorityPart};
use crate::value::{Refusal, Value};

/// The most parts of `cmdprio_bssplit` in a direction, as in fio.
const MOST_PARTS: usize = 256;

/// The greatest class, level and hint.
const MOST_CLASS: u32 = 3;
const MOST_LEVEL: u32 = 7;
const MOST_HINT: u32 = 1023;

with_defaults! {
    /// The priorities of single requests, of reads and of writes.
    pub struct PriorityOptions {
        /// The percentage of requests.
        pub cmdprio_percentage: EachDirection<u32> = EachDirection::all(0),
        /// Their class; 0 for real time.
        pub cmdprio_class: EachDirection<u32> = EachDirection::all(0),
        /// Their level.
        pub cmdprio: EachDirection<u32> = EachDirection::all(0),
        /// Their hint.
        pub cmdprio_hint: EachDirection<u32> = EachDirection::all(0),
        /// The shares of blocks of each length.
        pub cmdprio_bssplit: EachDirection<Vec<PriorityPart>> = EachDirection::all(Vec::new()),
    }
}

/// The options of this group.
pub(super) const OPTIONS: &[Entry<PriorityOptions>] = &[
    takes!(
        cmdprio_percentage,
        "PERCENT[,PERCENT]",
        "io_uring, libaio: so many requests, of reads and of writes, have a priority of their own",
        |value| each(value, 100)
    ),
    takes!(
        cmdprio_class,
        "0|1|2|3[,…]",
        "its class: 1 real time (also 0), 2 best effort, 3 idle",
        |value| each(value, MOST_CLASS)
    ),
    takes!(
        cmdprio_hint,
        "N[,N]",
        "its hint to the device (fio 3.36), from Linux 6.5 on",
        |value| each(value, MOST_HINT)
    ),
    takes!(cmdprio, "N[,N]", "its level, from 0, the first, to 7", |value| each(
        value, MOST_LEVEL
    )),
    Entry::takes(
        "cmdprio_bssplit",
        "SIZE/PERCENT[/CLASS/LEVEL[/HINT]]:…[,…]",
        "of the blocks of each length, so many have a priority of their own",
        |options, value| {
            let split = value.each(parts)?.map(Option::unwrap_or_default);
            options.cmdprio_bssplit = EachDirection {
                trim: Vec::new(),
                ..split
            };
            Ok(())
        },
    ),
];

/// Parses a number for reads and one for writes; a single one is for both.
fn each(value: &mut Value<'_>, most: u32) -> Result<EachDirection<u32>, Refusal> {
    let each = value.each(|_, text| number(text, most))?.map(Option::unwrap_or_default);
    Ok(EachDirection { trim: 0, ..each })
}

fn number(text: &str, most: u32) -> Result<u32, Refusal> {
    match text.trim().parse() {
        Ok(number) if number <= most => Ok(number),
        _ => Err(format!("it is a number from 0 to {most}")),
    }
}

/// Parses `64k/25/1/1:64k/75` of one direction. Parts of 0 % are left out.
fn parts(value: &mut Value<'_>, text: &str) -> Result<Vec<PriorityPart>, Refusal> {
    let mut parts: Vec<PriorityPart> = Vec::new();
    for text in text.split(':').filter(|text| !text.trim().is_empty()) {
        let part = part(value, text)?;
        if part.percent == 0 {
            continue;
        }
        let same = parts.iter().filter(|other| other.bytes == part.bytes);
        if same.map(|other| other.percent).sum::<u32>() + part.percent > 100 {
            return Err(format!(
                "the percentages of blocks of {} bytes sum to more than 100",
                part.bytes
            ));
        }
        if parts.len() == MOST_PARTS {
            return Err(format!("it has at most {MOST_PARTS} parts"));
        }
        parts.push(part);
    }
    Ok(parts)
}

fn part(value: &mut Value<'_>, text: &str) -> Result<PriorityPart, Refusal> {
    let fields: Vec<&str> = text.split('/').collect();
    let (bytes, percent, own) = match fields[..] {
        [bytes] => (bytes, "0", None),
        [bytes, percent] => (bytes, percent, None),
        [bytes, percent, class, level] => (bytes, percent, Some((class, level, "0"))),
        [bytes, percent, class, level, hint] => (bytes, percent, Some((class, level, hint))),
        _ => return Err("a part is SIZE/PERCENT or SIZE/PERCENT/CLASS/LEVEL".to_owned()),
    };
    let own = match own {
        None => None,
        Some((class, level, hint)) => Some((
            number(class, MOST_CLASS)?,
            number(level, MOST_LEVEL)?,
            number(hint, MOST_HINT)?,
        )),
    };
    Ok(PriorityPart {
        bytes: value.bytes_of(bytes)?,
        percent: match percent.trim() {
            "" => 0,
            percent => number(percent, 100)?,
        },
        own,
    })
}
