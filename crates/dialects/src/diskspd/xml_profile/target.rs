//! A target of a time span.

use roxmltree::Node;

use super::super::limits::{DEFAULT_BLOCK, DEFAULT_DEPTH, LARGEST_BLOCK, LONGEST_PAUSE, MOST_COUNT};
use super::super::parsed_options::ParsedOptions;
use super::super::target::{Cache, Distribution, Order, Target, Throttle};
use super::ParsedProfile;
use super::fields::{Fields, Result, Wrong, attribute, list, shortened, start, text};
use super::files::{content, place};
use crate::argument::number;

const TARGET: [&str; 32] = [
    "Distribution",
    "Path",
    "BlockSize",
    "StrideSize",
    "InterlockedSequential",
    "BaseFileOffset",
    "SequentialScan",
    "RandomAccess",
    "TemporaryFile",
    "UseLargePages",
    "RequestCount",
    "Random",
    "DisableAllCache",
    "DisableLocalCache",
    "DisableOSCache",
    "WriteThrough",
    "MemoryMappedIo",
    "FlushType",
    "WriteBufferContent",
    "BurstSize",
    "ThinkTime",
    "Throughput",
    "ThreadsPerFile",
    "FileSize",
    "MaxFileSize",
    "WriteRatio",
    "RandomRatio",
    "ParallelAsyncIO",
    "ThreadStride",
    "IOPriority",
    "Weight",
    "ThreadTargets",
];

/// Returns a target. Its templates are noted in `parsed`.
pub(super) fn target(given: &ParsedOptions, node: Node<'_, '_>, parsed: &mut ParsedProfile) -> Result<Target> {
    let fields = Fields::of(node, &TARGET)?;
    refuse_what_is_not_here(&fields)?;
    let (name, path) = place(given, &fields, parsed)?;
    let block = fields.number("BlockSize", 1, LARGEST_BLOCK)?;
    let block = block.unwrap_or(DEFAULT_BLOCK);
    let all_caches = fields.flag("DisableAllCache")?;
    let direct = fields.flag("DisableOSCache")? || all_caches;
    let mapped = fields.flag("MemoryMappedIo")?;
    if mapped && direct {
        let what =
            format!("{name}: MemoryMappedIo goes through the page cache and DisableOSCache past it; leave one out");
        return Err(Wrong::new(fields.at, what));
    }
    // The weight counts only where several targets share a queue.
    fields.small("Weight", 0, u32::MAX)?;
    let create = match fields.get("FileSize") {
        Some(_) => fields.number("FileSize", 1, i64::MAX as u64)?,
        None => None,
    };
    let positive = |name, most| -> Result<Option<u64>> {
        let number = fields.number(name, 0, most)?;
        Ok(number.filter(|&number| number > 0))
    };
    let priority = fields.small("IOPriority", 0, 3)?;
    Ok(Target {
        name,
        path,
        block,
        from: fields.bytes("BaseFileOffset")?.unwrap_or(0),
        end: fields.bytes("MaxFileSize")?,
        create,
        threads: fields.small("ThreadsPerFile", 1, MOST_COUNT)?.unwrap_or(1),
        depth: fields.small("RequestCount", 1, MOST_COUNT)?.unwrap_or(DEFAULT_DEPTH),
        order: order(&fields, block)?,
        thread_stride: fields.bytes("ThreadStride")?.unwrap_or(0),
        cache: match (direct, mapped) {
            (true, _) => Cache::Direct,
            (_, true) => Cache::Mapped,
            _ => Cache::Cached,
        },
        write_through: fields.flag("WriteThrough")? || all_caches,
        random_hint: fields.flag("RandomAccess")?,
        sequential_hint: fields.flag("SequentialScan")?,
        temporary_hint: fields.flag("TemporaryFile")?,
        large_pages: fields.flag("UseLargePages")?,
        write_percent: fields.small("WriteRatio", 0, 100)?.unwrap_or(0) as u8,
        content: content(given, &fields, parsed)?,
        throttle: throttle(&fields)?,
        burst: positive("BurstSize", u32::MAX.into())?,
        think: positive("ThinkTime", LONGEST_PAUSE)?,
        // 0 is none, which is that of other programs.
        priority: priority.filter(|&priority| priority > 0).unwrap_or(3) as u8,
    })
}

fn refuse_what_is_not_here(fields: &Fields<'_, '_>) -> Result<()> {
    let why = "blocks in flight of a thread are never at one place; write false";
    fields.refuse("ParallelAsyncIO", why)?;
    let why = "it is of file shares on Windows; use DisableOSCache";
    fields.refuse("DisableLocalCache", why)?;
    for (name, why) in [
        ("FlushType", "mapped memory is written back by the kernel; leave it out"),
        (
            "ThreadTargets",
            "which threads work on which targets is decided by ThreadCount or ThreadsPerFile; leave it out",
        ),
    ] {
        if fields.get(name).is_some() {
            return Err(fields.not_supported(name, why));
        }
    }
    Ok(())
}

fn order(fields: &Fields<'_, '_>, block: u64) -> Result<Order> {
    let align = fields.get("Random").map(|_| fields.bytes("Random"));
    let percent = fields.small("RandomRatio", 1, 99)?;
    let distribution = fields.get("Distribution").map(distribution).transpose()?;
    let stride = fields.bytes("StrideSize")?;
    let interlocked = fields.flag("InterlockedSequential")?;
    let wrong = |name: &str, why: &str| {
        let at = fields.get(name).map_or(fields.at, start);
        Err(Wrong::new(at, format!("{name}: {why}")))
    };
    if align.is_none() && percent.is_none() {
        return match distribution {
            Some(_) => wrong("Distribution", "it is for blocks at random places; add Random"),
            None => Ok(Order::Sequential {
                stride: stride.unwrap_or(block),
                interlocked,
            }),
        };
    }
    if fields.get("StrideSize").is_some() || interlocked {
        return wrong(
            match interlocked {
                true => "InterlockedSequential",
                false => "StrideSize",
            },
            "it is for blocks from front to back, and Random and RandomRatio for others; leave one out",
        );
    }
    Ok(Order::Random {
        align: align.transpose()?.flatten().unwrap_or(block),
        percent: percent.unwrap_or(100) as u8,
        distribution,
    })
}

fn distribution(node: Node<'_, '_>) -> Result<Distribution> {
    let fields = Fields::of(node, &["Percent", "Absolute"])?;
    let (kind, absolute) = match (fields.get("Percent"), fields.get("Absolute")) {
        (Some(kind), None) => (kind, false),
        (None, Some(kind)) => (kind, true),
        _ => {
            let what = "Distribution: write one of Percent and Absolute into it";
            return Err(Wrong::new(start(node), what));
        }
    };
    let mut parts = Vec::new();
    for range in list(kind, "Range")? {
        let share = attribute(range, "IO", 0, 100)?;
        let of = number(&text(range)?);
        let what = "Range: write how much of the target, a whole number";
        let of = of.ok_or_else(|| Wrong::new(start(range), what))?;
        parts.push((share as u8, of));
    }
    // A last part of 0 bytes is the rest of the target, which has what is left of the blocks.
    let blocks: u64 = parts.iter().map(|&(blocks, _)| u64::from(blocks)).sum();
    if absolute && parts.len() > 1 && blocks == 100 {
        parts.pop_if(|&mut (_, of)| of == 0);
    }
    Distribution::new(absolute, parts).ok_or_else(|| {
        let what = "Distribution: write shares of blocks and of the target that sum to no more than 100";
        Wrong::new(start(node), what)
    })
}

fn throttle(fields: &Fields<'_, '_>) -> Result<Option<Throttle>> {
    let most = fields.number("Throughput", 0, u32::MAX.into())?;
    let (Some(most @ 1..), Some(node)) = (most, fields.get("Throughput")) else {
        return Ok(None);
    };
    match node.attribute("unit") {
        None | Some("BPMS") => Ok(Some(Throttle::BytesPerMillisecond(most))),
        Some("IOPS") => Ok(Some(Throttle::BlocksPerSecond(most))),
        Some(other) => {
            let what = format!("the unit {} of Throughput: write BPMS or IOPS", shortened(other, 40));
            Err(Wrong::new(start(node), what))
        }
    }
}
