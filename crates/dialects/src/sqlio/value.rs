//! The values of options.

use super::parsed_options::PatternOption;
use super::request::{Affinity, BufferMode, Latency, Pattern, SubBlocks, Utilisation};
use crate::argument::number;

/// Parses the value of `-f`.
pub(super) fn pattern(value: &str) -> Option<PatternOption> {
    match value.to_ascii_lowercase().as_str() {
        "random" => Some(PatternOption::Order(Pattern::Random)),
        "sequential" => Some(PatternOption::Order(Pattern::Sequential)),
        _ => number(value)
            .filter(|factor| (1..=1 << 40).contains(factor))
            .map(PatternOption::Factor),
    }
}

/// Parses the value of `-m`.
pub(super) fn sub_blocks(value: &str) -> Option<SubBlocks> {
    let count = number(value.get(1..)?).filter(|count| (1..=1024).contains(count))? as u32;
    match value.get(..1)? {
        "C" | "c" => Some(SubBlocks::Copied(count)),
        "S" | "s" => Some(SubBlocks::Scattered(count)),
        _ => None,
    }
}

/// Parses the value of `-B`.
pub(super) fn buffering(value: &str) -> Option<BufferMode> {
    match value {
        "N" | "n" => Some(BufferMode::None),
        "Y" | "y" => Some(BufferMode::All),
        "H" | "h" => Some(BufferMode::Hardware),
        "S" | "s" => Some(BufferMode::Software),
        _ => None,
    }
}

/// Parses the value of `-L`.
pub(super) fn latency(value: &str) -> Option<Latency> {
    let (timer, initiation) = match value.strip_suffix(['i', 'I']) {
        Some(timer) => (timer, true),
        None => (value, false),
    };
    let processor_timer = match timer {
        "S" | "s" => false,
        "P" | "p" => true,
        _ => return None,
    };
    Some(Latency {
        processor_timer,
        initiation,
    })
}

/// Parses the value of `-U`.
pub(super) fn utilisation(value: &str) -> Option<Utilisation> {
    let each_processor = match value {
        "" => false,
        "p" | "P" => true,
        _ => return None,
    };
    Some(Utilisation { each_processor })
}

/// Parses the value of `-d`: letters, with or without signs between them.
pub(super) fn drive_letters(value: &str) -> Option<Vec<char>> {
    let letters: Vec<char> = value.chars().filter(|c| !matches!(c, ',' | ':')).collect();
    let are_letters = !letters.is_empty() && letters.iter().all(char::is_ascii_alphabetic);
    are_letters.then_some(letters)
}

/// Returns whether a processor is only an ideal one, and the rest of the value.
pub(super) fn ideal(value: &str) -> (bool, &str) {
    match value.strip_prefix(['I', 'i']) {
        Some(rest) => (true, rest),
        None => (false, value),
    }
}

/// Parses the value of `-a`: the processors, their mask, and whether they are only ideal ones.
pub(super) fn affinity(value: &str) -> Option<(Affinity, u64, bool)> {
    let (round_robin, rest) = match value.strip_prefix(['R', 'r']) {
        Some(rest) => (true, rest),
        None => (false, value),
    };
    let (is_ideal, rest) = if round_robin { ideal(rest) } else { (false, rest) };
    let mask = mask(rest)?;
    Some((processors(mask, round_robin), mask, is_ideal))
}

/// Returns the processors of a mask; 0 is any.
pub(super) fn processors(mask: u64, round_robin: bool) -> Affinity {
    let numbers: Vec<u32> = (0..64).filter(|bit| mask >> bit & 1 == 1).collect();
    match (numbers.is_empty(), round_robin) {
        (true, _) => Affinity::Any,
        (false, false) => Affinity::All(numbers),
        (false, true) => Affinity::RoundRobin(numbers),
    }
}

/// Parses a mask: hexadecimal after `0x`, otherwise decimal.
pub(super) fn mask(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        // A sign is not allowed.
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => u64::from_str_radix(digits, 16).ok(),
        Some(_) => None,
        None => number(text),
    }
}

/// Parses raw partitions and disks: single characters with optional commas, or paths separated by commas.
pub(super) fn raw(value: &str) -> Vec<String> {
    if value.contains('/') {
        let paths = value.split(',').filter(|path| !path.is_empty());
        return paths.map(str::to_owned).collect();
    }
    let mut names = Vec::new();
    for part in value.split(',') {
        // Numbers between commas may have several digits; otherwise each character is a number.
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
