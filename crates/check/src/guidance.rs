//! When to use which way: sentences on sizes of data, memory and the page cache, with the figures of this machine.
//!
//! Their advice on SGIO, BUFNO and the file cache is that of "How to Increase I/O Throughput with SAS for Windows' SGIO
//! Feature"; the figures are the check's own.

use feedrate_document::format;
use feedrate_machine::Memory;
use feedrate_pageio::Discipline;
use serde::Serialize;

use crate::findings::Findings;
use crate::measurement::Measurement;
use crate::memory::BroughtBack;
use crate::search::{RankedSetting, TOLERANCE};
use crate::trial::Pattern;

/// A sentence or two on one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guidance {
    /// Its subject.
    pub about: &'static str,
    /// The sentences.
    pub text: String,
}

/// The facts of a folder and its machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FolderFacts<'a> {
    pub memory: &'a Memory,
    /// The memory that was brought back from the hypervisor; `None` where it takes none.
    pub brought_back: Option<BroughtBack>,
    /// True if the file system takes direct I/O.
    pub takes_direct: bool,
    pub findings: &'a Findings,
    /// True if the folder was checked alone.
    pub is_alone: bool,
}

/// Returns the guidance for programs in a folder. That on WORK is for a folder that was checked alone: of several, the
/// report compares them.
pub(crate) fn of(known: &FolderFacts<'_>) -> Vec<Guidance> {
    let findings = known.findings;
    let mut guidance = Vec::new();
    let mut say = |about, text: Option<String>| {
        guidance.extend(text.map(|text| Guidance { about, text }));
    };
    if let Some(as_sas) = findings.for_sas() {
        say("Large data sets", large(known, as_sas));
        say("Small data sets", small(known.memory, findings, as_sas));
        if as_sas.setting.direct {
            say("Several passes", Some(several_passes()));
            say("At random", Some(at_random(findings)));
            say("BUFNO=1", one_buffer(findings, as_sas));
            say("Small files", larger_than_the_file(as_sas));
        }
        say("Existing data sets", Some(existing(as_sas)));
    }
    say("WORK", known.is_alone.then(|| work(findings)));
    guidance
}

/// Returns the bytes that the page cache can have now.
fn cache_bytes(memory: &Memory) -> Option<u64> {
    let known = [memory.available_bytes, memory.cacheable_bytes()];
    known.into_iter().flatten().min()
}

fn mb(measured: &Measurement) -> String {
    format::rate(measured.rate() * 1e6)
}

fn large(known: &FolderFacts<'_>, as_sas: &Measurement) -> Option<String> {
    let cache = format::amount(cache_bytes(known.memory)?);
    if !as_sas.setting.direct {
        let why = why_cached(known, as_sas);
        let host = known.brought_back.map_or("", host_memory);
        return Some(format!(
            "{why}{host} Data sets larger than the {cache} that the cache can have now push everything else out of it: \
             measure those with --size."
        ));
    }
    let cold = known.findings.sas_default().map_or_else(String::new, |cached| {
        format!(
            " Cold, they get {} this way, and {} through the cache by default.",
            mb(as_sas),
            mb(cached)
        )
    });
    let unsure = known.findings.rival_for_sas().map_or(
        "",
        |_| " The repeats are too few or too uneven to tell which is faster.",
    );
    Some(format!(
        "Those larger than the {cache} that the page cache can have now: past the cache, with SGIO or direct I/O as \
         above.{cold}{unsure}"
    ))
}

/// Returns why transfers through the cache are advised.
fn why_cached(known: &FolderFacts<'_>, cached: &Measurement) -> String {
    const NOTHING_GAINED: &str = "Nothing is gained past the page cache here, so leave SGIO and direct I/O off.";
    if !known.takes_direct {
        return "This file system takes no direct I/O, so leave SGIO and direct I/O off.".to_owned();
    }
    if let Some(direct) = known.findings.rival_for_sas() {
        return format!(
            "It is not known whether transfers past the page cache are faster here: they had {}, with {}, and those \
             through it {}, in repeats that are too few or too uneven to tell. Leave SGIO and direct I/O off until a \
             longer check does.",
            mb(direct),
            direct.setting.label(),
            mb(cached)
        );
    }
    if let Some(direct) = known.findings.best_as_sas(true) {
        return match direct.is_exceeded_by(cached, 1.0) {
            Some(true) => NOTHING_GAINED.to_owned(),
            _ => format!(
                "Past the page cache and through it are alike here ({} and {}), as far as the trials tell. Leave SGIO \
                 and direct I/O off: cached transfers need no settings.",
                mb(direct),
                mb(cached)
            ),
        };
    }
    match searched_as_sas(known.findings).find(|ranked| ranked.setting.direct) {
        None => {
            "Transfers past the page cache were not measured here, so nothing speaks for SGIO or direct I/O.".to_owned()
        }
        Some(direct) if is_within_tolerance(direct) => {
            "Past the page cache and through it were alike in the search. Leave SGIO and direct I/O off: cached \
             transfers need no settings."
                .to_owned()
        }
        Some(_) => NOTHING_GAINED.to_owned(),
    }
}

/// Returns a sentence on measurements through the cache, where the hypervisor takes free memory back.
fn host_memory(brought_back: BroughtBack) -> &'static str {
    match brought_back {
        BroughtBack { measurements: 0, .. } => "",
        BroughtBack { short: 0, .. } => {
            " That is with free memory at hand: where the page cache grows into memory that the hypervisor has taken, \
             cached transfers wait for it, and direct ones do not."
        }
        _ => {
            " Some of the cached transfers may have waited for memory that the hypervisor had taken, as others will \
             where the page cache grows; direct ones do not."
        }
    }
}

/// Returns the settings of the search as SAS that have a ratio to the best, the best first.
fn searched_as_sas(findings: &Findings) -> impl Iterator<Item = &RankedSetting> {
    let searched = findings.searched.iter();
    searched
        .filter(|searched| searched.discipline == Discipline::AsSas)
        .flat_map(|searched| &searched.ranking)
        .filter(|ranked| !ranked.failed && ranked.ratio.is_some())
}

/// Returns whether a setting may be as good as the best of its search.
fn is_within_tolerance(ranked: &RankedSetting) -> bool {
    let high = ranked.interval.map(|interval| interval.high);
    high.or(ranked.ratio).is_some_and(|ratio| ratio >= 1.0 - TOLERANCE)
}

fn small(memory: &Memory, findings: &Findings, as_sas: &Measurement) -> Option<String> {
    let cache = format::amount(cache_bytes(memory)? / 2);
    let hot = of_pattern(findings, Pattern::HotRead).map_or_else(String::new, |hot| {
        format!(" From the cache they are read at {}.", mb(hot))
    });
    let without = match as_sas.setting.direct {
        true => "without SGIO or direct I/O",
        false => "as they are",
    };
    Some(format!(
        "Those of up to {cache} together (half of that memory) that are read again soon: leave them cached, \
         {without}.{hot}"
    ))
}

fn several_passes() -> String {
    "Procedures that pass over their data more than once, GLM, LOGISTIC and NEURAL among them: cached, as long as the \
     data fit. Past the cache, each pass reads from the device again."
        .to_owned()
}

fn at_random(findings: &Findings) -> String {
    let random = |discipline| {
        let mut details = findings.details.iter();
        details.find(|measured| {
            measured.pattern == Pattern::RandomRead
                && measured.setting.discipline == discipline
                && measured.operations_per_second > 0.0
        })
    };
    let in_flight = random(Discipline::Overlapped).map_or_else(String::new, |random| {
        format!(
            "; with {} in flight in each, it gives {}",
            random.setting.depth,
            format::number(random.operations_per_second)
        )
    });
    let figures = random(Discipline::AsSas).map_or_else(String::new, |random| {
        let streams = match random.streams {
            1 => "One stream".to_owned(),
            streams => format!("{streams} streams"),
        };
        format!(
            " {streams} with one transfer at a time get {} pages of {} a second at random from the device{in_flight}.",
            format::number(random.operations_per_second),
            format::size(random.setting.page)
        )
    });
    format!(
        "POINT=, KEY= and access through an index: cached, so that pages that are needed again are in memory. SGIO is \
         for sequential access alone.{figures}"
    )
}

/// Returns what speaks against one buffer; `None` where one is as good as several.
fn one_buffer(findings: &Findings, as_sas: &Measurement) -> Option<String> {
    let one = searched_as_sas(findings)
        .find(|ranked| ranked.setting.direct && ranked.setting.buffers == 1)
        .and_then(|one| Some((one.setting, one.ratio?)));
    let is_as_good = one.is_some_and(|(_, ratio)| ratio >= 1.0 - TOLERANCE);
    if as_sas.setting.buffers == 1 || is_as_good {
        return None;
    }
    let figures = one.map_or_else(String::new, |(setting, ratio)| {
        format!(
            " With BUFSIZE={} it had {} of the best rate here.",
            format::size(setting.page),
            format::percent(ratio)
        )
    });
    Some(format!(
        "Never with SGIO or direct I/O: each page is then a transfer of its own.{figures}"
    ))
}

fn larger_than_the_file(as_sas: &Measurement) -> Option<String> {
    let setting = as_sas.setting;
    (setting.buffers > 1).then(|| {
        format!(
            "A transfer of BUFNO times BUFSIZE that is larger than the file brings nothing: for data sets of less than \
             {}, fewer buffers do as well and take less memory.",
            format::size(setting.page * u64::from(setting.buffers))
        )
    })
}

fn existing(as_sas: &Measurement) -> String {
    format!(
        "Their BUFSIZE is fixed when they are made. To have BUFSIZE={} they must be copied, by PROC COPY with NOCLONE \
         or by a DATA step; BUFNO is a matter of each step, and needs no copy.",
        format::size(as_sas.setting.page)
    )
}

fn work(findings: &Findings) -> String {
    let here = findings.for_sas().map_or_else(String::new, |as_sas| {
        format!(
            " In this folder they would get {} with {} at once.",
            mb(as_sas),
            as_sas.streams
        )
    });
    format!(
        "Most I/O of a program is that of WORK and UTILLOC, the temporary data sets and the files of sorts.{here} \
         Check the folders that could have them in one run, and give them the fastest."
    )
}

fn of_pattern(findings: &Findings, pattern: Pattern) -> Option<&Measurement> {
    let mut details = findings.details.iter();
    details.find(|measured| measured.pattern == pattern)
}

#[cfg(test)]
mod tests;
