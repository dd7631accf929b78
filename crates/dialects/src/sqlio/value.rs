//! What options of sqlio have as values.

use super::parse::PatternOption;
use super::request::{Affinity, Pattern, SubBlocks};

/// What `-f` gave.
pub(super) fn pattern(value: &str) -> Option<PatternOption> {
    match value.to_ascii_lowercase().as_str() {
        "random" => Some(PatternOption::Order(Pattern::Random)),
        "sequential" => Some(PatternOption::Order(Pattern::Sequential)),
        _ => number(value)
            .filter(|factor| (1..=1 << 40).contains(factor))
            .map(PatternOption::Factor),
    }
}

/// What `-m` gave.
pub(super) fn sub_blocks(value: &str) -> Option<SubBlocks> {
    let count = number(value.get(1..)?).filter(|count| (1..=1024).contains(count))? as u32;
    match value.get(..1)? {
        "C" | "c" => Some(SubBlocks::Copied(count)),
        "S" | "s" => Some(SubBlocks::Scattered(count)),
        _ => None,
    }
}

/// Whether a processor is only an ideal one, and the rest of the value.
pub(super) fn ideal(value: &str) -> (bool, &str) {
    match value.strip_prefix(['I', 'i']) {
        Some(rest) => (true, rest),
        None => (false, value),
    }
}

/// What `-a` gave: the processors, their mask, and whether they are only ideal ones.
pub(super) fn affinity(value: &str) -> Option<(Affinity, u64, bool)> {
    let (round_robin, rest) = match value.strip_prefix(['R', 'r']) {
        Some(rest) => (true, rest),
        None => (false, value),
    };
    let (is_ideal, rest) = if round_robin {
        ideal(rest)
    } else {
        (false, rest)
    };
    let mask = mask(rest)?;
    Some((processors(mask, round_robin), mask, is_ideal))
}

/// The processors of a mask; 0 is none in particular.
pub(super) fn processors(mask: u64, round_robin: bool) -> Affinity {
    let numbers: Vec<u32> = (0..64).filter(|bit| mask >> bit & 1 == 1).collect();
    match (numbers.is_empty(), round_robin) {
        (true, _) => Affinity::Any,
        (false, false) => Affinity::All(numbers),
        (false, true) => Affinity::RoundRobin(numbers),
    }
}

/// A mask: hexadecimal after `0x`, else decimal.
pub(super) fn mask(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        // A sign is no part of a number.
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            u64::from_str_radix(digits, 16).ok()
        }
        Some(_) => None,
        None => number(text),
    }
}

/// A whole number without a sign.
pub(super) fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Raw partitions and disks: single characters with commas anywhere, or paths with commas between them.
pub(super) fn raw(value: &str) -> Vec<String> {
    if value.contains('/') {
        let paths = value.split(',').filter(|path| !path.is_empty());
        return paths.map(str::to_owned).collect();
    }
    let mut names = Vec::new();
    for part in value.split(',') {
        // Numbers between commas may have several digits; in a row each character is one.
        if number(part).is_some() && value.contains(',') {
            names.push(format!("{part}:"));
            continue;
        }
        names.extend(
            part.chars()
                .filter(char::is_ascii_alphanumeric)
                .map(|name| format!("{name}:")),
        );
    }
    names
}
