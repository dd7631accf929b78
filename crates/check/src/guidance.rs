//! When to use which way: sentences on sizes of data, memory and the page cache, with the figures of this machine.
//!
//! What they say of SGIO, BUFNO and the file cache is that of "How to Increase I/O Throughput with SAS for Windows' SGIO
//! Feature"; the figures are the check's own.

use feedrate_machine::Memory;
use feedrate_pageio::Discipline;
use feedrate_report::format;
use serde::Serialize;

use crate::findings::{Findings, Measurement};
use crate::trial::Pattern;

/// A sentence or two on one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guidance {
    /// What it is about.
    pub about: &'static str,
    /// The sentences.
    pub text: String,
}

/// Returns the guidance for programs in a folder. That on WORK is for a folder that was checked alone: of several, the
/// report compares them.
pub(crate) fn of(memory: &Memory, findings: &Findings, is_alone: bool) -> Vec<Guidance> {
    let mut guidance = Vec::new();
    let mut say = |about, text: Option<String>| {
        guidance.extend(text.map(|text| Guidance { about, text }));
    };
    if let Some(as_sas) = findings.best_of(Discipline::AsSas) {
        say("Large data sets", large(memory, findings, as_sas));
        say("Small data sets", small(memory, findings, as_sas));
        if as_sas.setting.direct {
            say("Several passes", Some(several_passes()));
            say("At random", Some(at_random(findings)));
            say("BUFNO=1", Some(one_buffer(findings)));
            say("Small files", larger_than_the_file(as_sas));
        }
        say("Existing data sets", Some(existing(as_sas)));
    }
    say("WORK", is_alone.then(|| work(findings)));
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

fn large(memory: &Memory, findings: &Findings, as_sas: &Measurement) -> Option<String> {
    let cache = format::amount(cache_bytes(memory)?);
    if !as_sas.setting.direct {
        let host = match memory.free_memory_goes_to_host {
            Some(true) => {
                " That is with free memory at hand: where the page cache grows into memory that the host has taken, cached \
                 transfers wait for it, and direct ones do not."
            }
            _ => "",
        };
        return Some(format!(
            "Nothing is gained past the page cache here, so leave SGIO and direct I/O off.{host} Data sets larger than the \
             {cache} that the cache can have now push everything else out of it: measure those with --size."
        ));
    }
    let cold = findings.sas_default().map_or_else(String::new, |cached| {
        format!(
            " Cold, they get {} this way, and {} through the cache by default.",
            mb(as_sas),
            mb(cached)
        )
    });
    Some(format!(
        "Those larger than the {cache} that the page cache can have now: past the cache, with SGIO or direct I/O as \
         above.{cold}"
    ))
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
        "Those of up to {cache} together (half of that memory) that are read again soon: leave them cached, {without}.{hot}"
    ))
}

fn several_passes() -> String {
    "Procedures that pass over their data more than once, GLM, LOGISTIC and NEURAL among them: cached, as long as the data \
     fit. Past the cache, each pass reads from the device again."
        .to_owned()
}

fn at_random(findings: &Findings) -> String {
    let random = findings.details.iter().find(|measured| {
        measured.pattern == Pattern::RandomRead && measured.setting.discipline == Discipline::AsSas
    });
    let random = random.filter(|random| random.operations_per_second > 0.0);
    let figures = random.map_or_else(String::new, |random| {
        format!(
            " The device gives {} pages of {} a second at random.",
            format::number(random.operations_per_second),
            format::size(random.setting.page)
        )
    });
    format!(
        "POINT=, KEY= and access through an index: cached, so that pages that are needed again are in memory. SGIO is for \
         sequential access alone.{figures}"
    )
}

fn one_buffer(findings: &Findings) -> String {
    let searched = findings.searched.iter();
    let one = searched
        .filter(|searched| searched.discipline == Discipline::AsSas)
        .flat_map(|searched| &searched.ranking)
        .find(|ranked| ranked.setting.direct && ranked.setting.buffers == 1);
    let figures = one
        .and_then(|one| Some((one.setting, one.ratio?)))
        .map_or_else(String::new, |(setting, ratio)| {
            format!(
                " With BUFSIZE={} it had {} of the best rate here.",
                format::size(setting.page),
                format::percent(ratio)
            )
        });
    format!("Never with SGIO or direct I/O: each page is then a transfer of its own.{figures}")
}

fn larger_than_the_file(as_sas: &Measurement) -> Option<String> {
    let setting = as_sas.setting;
    (setting.buffers > 1).then(|| {
        format!(
            "A transfer of BUFNO times BUFSIZE that is larger than the file brings nothing: for data sets of less than {}, \
             fewer buffers do as well and take less memory.",
            format::size(setting.page * u64::from(setting.buffers))
        )
    })
}

fn existing(as_sas: &Measurement) -> String {
    format!(
        "Their BUFSIZE is fixed when they are made. To have BUFSIZE={} they must be copied, by PROC COPY with NOCLONE or by \
         a DATA step; BUFNO is a matter of each step, and needs no copy.",
        format::size(as_sas.setting.page)
    )
}

fn work(findings: &Findings) -> String {
    let here = findings
        .best_of(Discipline::AsSas)
        .map_or_else(String::new, |as_sas| {
            format!(
                " In this folder they would get {} with {} at once.",
                mb(as_sas),
                as_sas.streams
            )
        });
    format!(
        "Most I/O of a program is that of WORK and UTILLOC, the temporary data sets and the files of sorts.{here} Check the \
         folders that could have them in one run, and give them the fastest."
    )
}

fn of_pattern(findings: &Findings, pattern: Pattern) -> Option<&Measurement> {
    let mut details = findings.details.iter();
    details.find(|measured| measured.pattern == pattern)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::search::Ranked;
    use crate::setting::Setting;
    use crate::testing;

    const DIRECT: Setting = Setting::direct_as_sas(64 << 10, 17);

    /// Returns the guidance on a machine with 24 GiB of memory, with SAS's default and another setting confirmed.
    fn guidance(best: Setting) -> Vec<Guidance> {
        guidance_where(best, None)
    }

    fn guidance_where(best: Setting, free_memory_goes_to_host: Option<bool>) -> Vec<Guidance> {
        let options = Options::new(vec!["/data".into()]);
        let mut machine = testing::machine(2);
        machine.memory.total_bytes = Some(24 << 30);
        machine.memory.available_bytes = Some(20 << 30);
        machine.memory.free_memory_goes_to_host = free_memory_goes_to_host;
        let settings = [(Setting::SAS_DEFAULT, 180.0, 0.5), (best, 390.0, 0.1)];
        let mut folder = testing::folder(&machine, &options, &settings, (0.7, 1.05));
        let measured =
            |pattern, setting, rate| testing::measured(pattern, setting, 2, &[rate; 3], 0.1);
        folder.findings.details = vec![
            measured(Pattern::HotRead, Setting::SAS_DEFAULT, 3100.0),
            measured(
                Pattern::RandomRead,
                Setting::direct_as_sas(8 << 10, 1),
                80.0,
            ),
        ];
        folder.findings.searched[0].ranking = vec![Ranked {
            setting: Setting::direct_as_sas(64 << 10, 1),
            megabytes_per_second: Some(140.0),
            ratio: Some(0.36),
            interval: None,
            rounds: 3,
            failed: false,
        }];
        of(&machine.memory, &folder.findings, true)
    }

    fn shown(guidance: &[Guidance]) -> String {
        let lines = guidance
            .iter()
            .map(|one| format!("{}: {}\n", one.about, one.text));
        lines.collect()
    }

    #[test]
    fn each_question_is_answered_with_the_figures_of_the_machine() {
        insta::assert_snapshot!(shown(&guidance(DIRECT)));
    }

    #[test]
    fn nothing_speaks_for_direct_transfers_where_cached_ones_are_best() {
        let shown = shown(&guidance(Setting::cached_as_sas(256 << 10)));
        assert!(shown.contains("leave SGIO and direct I/O off"), "{shown}");
        assert!(!shown.contains("BUFNO=1:"), "{shown}");
        assert!(shown.contains("BUFSIZE=256K"), "{shown}");
        assert!(!shown.contains("the host"), "{shown}");
    }

    #[test]
    fn cached_figures_are_not_promised_where_the_host_takes_memory() {
        let guidance = guidance_where(Setting::SAS_DEFAULT, Some(true));
        let shown = shown(&guidance);
        assert!(shown.contains("memory that the host has taken"), "{shown}");
    }

    #[test]
    fn sizes_are_not_compared_with_memory_that_is_unknown() {
        let options = Options::new(vec!["/data".into()]);
        let machine = testing::machine(2);
        let folder = testing::folder(&machine, &options, &[(DIRECT, 390.0, 0.1)], (0.7, 1.05));
        let guidance = of(&machine.memory, &folder.findings, false);
        let about: Vec<_> = guidance.iter().map(|one| one.about).collect();
        assert_eq!(
            about,
            [
                "Several passes",
                "At random",
                "BUFNO=1",
                "Small files",
                "Existing data sets"
            ]
        );
    }
}
