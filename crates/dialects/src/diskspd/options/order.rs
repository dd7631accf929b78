//! Options on the order and the range of blocks.

use super::super::parsed_options::ParsedOptions;
use super::super::value::{distribution, leading_size, size};
use super::bytes;
use crate::argument::Argument;
use crate::argument_error::ArgumentError;

/// `-B`: the beginning and the length of the used part of a target.
pub(super) fn part(given: &mut ParsedOptions, argument: &Argument<'_>) -> Result<(), ArgumentError> {
    let wrong = || argument.wrong("write an offset, and a size after a colon, such as -B1G or -B1G:512M");
    let (from, rest) = leading_size(argument.value, given.block()).ok_or_else(wrong)?;
    given.from = Some(from);
    if let Some(length) = rest.strip_prefix(':') {
        let length = size(length, given.block()).ok_or_else(wrong)?;
        set_end(given, from.checked_add(length).ok_or_else(wrong)?)?;
    } else if !rest.is_empty() {
        return Err(wrong());
    }
    Ok(())
}

fn set_end(given: &mut ParsedOptions, end: u64) -> Result<(), ArgumentError> {
    if given.end.is_some() {
        return Err(ArgumentError::Together {
            one: "-f",
            other: "-B with a size",
            why: "both say where the part of a target ends; give one",
        });
    }
    given.end = Some(end);
    Ok(())
}

/// `-f`: an end, or hints.
pub(super) fn end_or_hints(given: &mut ParsedOptions, argument: &Argument<'_>) -> Result<(), ArgumentError> {
    let expected = "write an offset such as -f10G, or hints such as -fr";
    if argument.value.starts_with(|c: char| c.is_ascii_digit()) {
        return set_end(given, bytes(given, argument, expected)?);
    }
    if argument.value.is_empty() {
        return Err(argument.wrong(expected));
    }
    for hint in argument.value.chars() {
        match hint {
            'r' => given.random_hint = true,
            's' => given.sequential_hint = true,
            't' => given.temporary_hint = true,
            _ => return Err(argument.wrong(expected)),
        }
    }
    Ok(())
}

/// `-r`, `-rs`, `-rd`.
pub(super) fn random(given: &mut ParsedOptions, argument: &Argument<'_>) -> Result<(), ArgumentError> {
    let value = argument.value;
    if let Some(percent) = value.strip_prefix('s') {
        let expected = "write how many of 100 blocks are at random places, 1 to 100, such as -rs80";
        given.random_percent = Some(argument.number_of(percent, 1..=100, expected)? as u8);
    } else if let Some(shares) = value.strip_prefix('d') {
        let expected = "write shares of blocks and of the target that sum to no more than 100, such as \
                        -rdpct90/10:5/20 or -rdabs90/10G";
        given.distribution = Some(argument.valid(distribution(shares, given.block()), expected)?);
        given.random = given.random.or(Some(None));
    } else {
        let expected = "write what offsets are multiples of, such as -r4K";
        let align = match value {
            "" => None,
            _ => Some(bytes(given, argument, expected)?),
        };
        if align == Some(0) {
            return Err(argument.wrong(expected));
        }
        given.random = Some(align);
    }
    Ok(())
}

/// `-s`, `-si`.
pub(super) fn sequential(given: &mut ParsedOptions, argument: &Argument<'_>) -> Result<(), ArgumentError> {
    let (interlocked, stride) = match argument.value.strip_prefix('i') {
        Some(stride) => (true, stride),
        None => (false, argument.value),
    };
    let expected = "write how far blocks are from each other, such as -s128K or -si";
    let stride = match stride {
        "" => None,
        _ => Some(argument.valid(size(stride, given.block()), expected)?),
    };
    given.sequential = Some((interlocked, stride));
    Ok(())
}
