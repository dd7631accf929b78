//! Values that are lists with a grammar of their own.

use feedrate_workload::load::MemoryPolicy;

use crate::kinds::{EachDirection, Pattern, RandomDistribution, SizeOf, SteadyState};
use crate::value::{Refusal, Value};

/// The most elements of `bssplit` and of zones in fio.
const MOST_PARTS: usize = 256;

/// Parses `4k/10:64k/50:32k/40` for each direction: lengths with percentages. Lengths without one share the rest.
pub(super) fn bssplit(value: &mut Value<'_>) -> Result<EachDirection<Vec<(u64, f64)>>, Refusal> {
    value.each(split_of).map(|each| each.map(Option::unwrap_or_default))
}

fn split_of(value: &mut Value<'_>, text: &str) -> Result<Vec<(u64, f64)>, Refusal> {
    let mut parts = Vec::new();
    let mut open = 0_u32;
    let mut sum = 0.0;
    for part in text.split(':').filter(|part| !part.trim().is_empty()) {
        let (length, percent) = part.split_once('/').unwrap_or((part, ""));
        let length = value.bytes_of(length)?;
        if length == 0 {
            return Err("a block has at least 1 byte".to_owned());
        }
        let percent = match percent.trim() {
            "" => None,
            percent => Some(value.decimal_of(percent)?),
        };
        match percent {
            Some(percent) => sum += percent,
            None => open += 1,
        }
        parts.push((length, percent));
    }
    check_parts(parts.len(), open, sum)?;
    let rest = (100.0 - sum) / f64::from(open.max(1));
    let shares = parts
        .into_iter()
        .map(|(length, percent)| (length, percent.unwrap_or(rest)));
    Ok(shares.filter(|&(_, percent)| percent > 0.0).collect())
}

fn check_parts(parts: usize, open: u32, sum: f64) -> Result<(), Refusal> {
    if parts == 0 {
        return Err("it has no parts; write one such as 4k/60:64k/40".to_owned());
    }
    if parts > MOST_PARTS {
        return Err(format!("it has at most {MOST_PARTS} parts"));
    }
    if sum > 100.0 + 1e-9 || (open == 0 && sum < 100.0 - 1e-9) {
        return Err(format!("its percentages sum to {sum}; make them 100"));
    }
    Ok(())
}

/// Parses `bind:0,2-3` and the like.
pub(super) fn memory_policy(value: &mut Value<'_>) -> Result<MemoryPolicy, Refusal> {
    let text = value.text()?;
    let (name, nodes) = text.split_once(':').unwrap_or((text, ""));
    let named = !nodes.is_empty();
    match name {
        "default" if !named => Ok(MemoryPolicy::Default),
        "local" if !named => Ok(MemoryPolicy::Local),
        "prefer" if named => match numbers_of(nodes)?[..] {
            [node] => Ok(MemoryPolicy::Prefer(node)),
            _ => Err("prefer takes one node".to_owned()),
        },
        "bind" if named => Ok(MemoryPolicy::Bind(numbers_of(nodes)?)),
        "interleave" if named => Ok(MemoryPolicy::Interleave(numbers_of(nodes)?)),
        _ => Err("it is default, local, prefer:0, bind:0,1 or interleave:0-1".to_owned()),
    }
}

/// Parses `zipf:1.2`, `zoned:50/5:30/15:20/80` and the like.
pub(super) fn distribution(value: &mut Value<'_>) -> Result<RandomDistribution, Refusal> {
    let text = value.text()?;
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    // After a comma is the value of another direction, or the centre of the hot part.
    let rest = match rest.split_once(',') {
        Some((rest, other)) if name.starts_with("zoned") && other != rest => {
            return Err("zones of their own for writes are not supported; give one list".to_owned());
        }
        Some((rest, _)) => rest,
        None => rest,
    };
    let number = |value: &mut Value<'_>, default: f64| match rest.split(':').next() {
        None | Some("") => Ok(default),
        Some(number) => value.decimal_of(number),
    };
    match name {
        "random" => Ok(RandomDistribution::Random),
        "zipf" => match number(value, 1.1)? {
            theta if theta == 1.0 || theta <= 0.0 => Err("the exponent is more than 0 and not 1".to_owned()),
            theta => Ok(RandomDistribution::Zipf(theta)),
        },
        "pareto" => match number(value, 0.2)? {
            power if power <= 0.0 || power >= 1.0 => Err("the power is between 0 and 1".to_owned()),
            power => Ok(RandomDistribution::Pareto(power)),
        },
        "normal" => match number(value, 0.0)? {
            deviation if deviation >= 100.0 => Err("the deviation is at least 0 and less than 100 percent".to_owned()),
            deviation => Ok(RandomDistribution::Normal(deviation)),
        },
        "zoned" => zones(value, rest, true),
        "zoned_abs" => zones(value, rest, false),
        _ => Err("it is one of random, zipf, pareto, normal, zoned, zoned_abs".to_owned()),
    }
}

fn zones(value: &mut Value<'_>, text: &str, percent: bool) -> Result<RandomDistribution, Refusal> {
    let mut parts: Vec<(f64, Option<SizeOf>)> = Vec::new();
    let (mut accesses, mut extents, mut open) = (0.0, 0.0, 0_u32);
    for part in text.split(':').filter(|part| !part.trim().is_empty()) {
        let (access, extent) = part.split_once('/').unwrap_or((part, ""));
        let access = value.decimal_of(access)?;
        accesses += access;
        let extent = match extent.trim() {
            "" => {
                open += 1;
                None
            }
            extent if percent => {
                let extent = value.decimal_of(extent)?;
                extents += extent;
                Some(SizeOf::Percent(extent))
            }
            extent => Some(SizeOf::Bytes(value.bytes_of(extent)?)),
        };
        parts.push((access, extent));
    }
    check_parts(parts.len(), 0, accesses)?;
    if percent {
        check_parts(parts.len(), open, extents)?;
    } else if open > 0 {
        return Err("each zone needs its size, such as 60/20g".to_owned());
    }
    let rest = SizeOf::Percent((100.0 - extents) / f64::from(open.max(1)));
    let zones = parts
        .into_iter()
        .map(|(access, extent)| (access, extent.unwrap_or(rest)));
    Ok(RandomDistribution::Zoned(zones.collect()))
}

/// Parses `iops:10%`, `bw_slope:1%`.
pub(super) fn steady_state(value: &mut Value<'_>) -> Result<SteadyState, Refusal> {
    let text = value.text()?;
    let (name, limit) = text
        .split_once(':')
        .ok_or("it is iops, iops_slope, bw or bw_slope with a limit, such as iops:10%")?;
    let (iops, slope) = match name {
        "iops" => (true, false),
        "iops_slope" => (true, true),
        "bw" => (false, false),
        "bw_slope" => (false, true),
        _ => return Err("it is iops, iops_slope, bw or bw_slope with a limit".to_owned()),
    };
    let (limit, is_percent) = match limit.trim().strip_suffix('%') {
        Some(percent) => (value.decimal_of(percent)?, true),
        None if iops => (value.decimal_of(limit)?, false),
        None => (value.bytes_of(limit)? as f64, false),
    };
    Ok(SteadyState {
        iops,
        slope,
        limit,
        is_percent,
    })
}

/// Parses numbers and ranges: `0,2,4-7`.
pub(super) fn numbers(value: &mut Value<'_>) -> Result<Vec<u32>, Refusal> {
    numbers_of(value.text()?)
}

fn numbers_of(text: &str) -> Result<Vec<u32>, Refusal> {
    /// The most processors.
    const MOST: u32 = 1 << 16;
    let refusal = || "it is a list of numbers such as 0,2,4-7".to_owned();
    let read = |text: &str| match text.trim().parse::<u32>() {
        Ok(number) if number < MOST => Ok(number),
        _ => Err(refusal()),
    };
    let mut numbers = Vec::new();
    for part in text.split(',') {
        match part.split_once(['-', ':']) {
            None => numbers.push(read(part)?),
            Some((from, to)) => numbers.extend(read(from)?..=read(to)?),
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.is_empty() {
        return Err(refusal());
    }
    Ok(numbers)
}

/// The longest pattern in fio.
const LONGEST_PATTERN: usize = 512;

/// Parses `0xdeadbeef`, `"text"`, a number, or several of these in a row.
pub(super) fn pattern(value: &mut Value<'_>) -> Result<Pattern, Refusal> {
    const FORM: &str = "it is bytes such as 0xdeadbeef, a number, or \"text\"";
    let mut rest = value.text()?;
    let mut pattern = Pattern::default();
    while !rest.is_empty() {
        let bytes = &mut pattern.bytes;
        if let Some(quoted) = rest.strip_prefix('"') {
            let (text, after) = quoted.split_once('"').ok_or("a quote \" is not closed")?;
            bytes.extend_from_slice(text.as_bytes());
            rest = after;
        } else if let Some(hex) = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X")) {
            let end = hex
                .find(|letter: char| !letter.is_ascii_hexdigit())
                .unwrap_or(hex.len());
            // The 0 of a following 0x is not the end of this one.
            let goes_on = hex[..end].ends_with('0') && hex[end..].starts_with(['x', 'X']);
            let (digits, after) = hex.split_at(if goes_on { end - 1 } else { end });
            if digits.is_empty() {
                return Err("hexadecimal digits must follow 0x".to_owned());
            }
            // An odd number of digits begins with half a byte.
            let digits = format!("{}{digits}", if digits.len() % 2 == 1 { "0" } else { "" });
            bytes.extend(digits.as_bytes().chunks(2).map(|pair| {
                let nibble = |digit: u8| char::from(digit).to_digit(16).unwrap_or(0) as u8;
                nibble(pair[0]) << 4 | pair.get(1).copied().map_or(0, nibble)
            }));
            rest = after;
        } else if let Some(after) = rest.strip_prefix("%o") {
            pattern.offsets.push(bytes.len());
            bytes.extend_from_slice(&[0; size_of::<u64>()]);
            rest = after;
        } else if rest.starts_with('\'') {
            return Err("files in patterns are not supported; write bytes such as 0xdeadbeef".to_owned());
        } else {
            let signs = usize::from(rest.starts_with('-'));
            let digits = rest[signs..]
                .find(|letter: char| !letter.is_ascii_digit())
                .unwrap_or(rest.len() - signs);
            let mut end = signs + digits;
            // As above: -120xff is -12 and 0xff.
            if digits > 1 && rest[..end].ends_with('0') && rest[end..].starts_with(['x', 'X']) {
                end -= 1;
            }
            let number: i32 = rest[..end].parse().map_err(|_| FORM)?;
            let number = number.to_le_bytes();
            let used = number.iter().rposition(|&byte| byte != 0).unwrap_or(0) + 1;
            bytes.extend_from_slice(&number[..used]);
            rest = &rest[end..];
        }
        if pattern.bytes.len() > LONGEST_PATTERN {
            return Err(format!("it has at most {LONGEST_PATTERN} bytes"));
        }
    }
    Ok(pattern)
}
