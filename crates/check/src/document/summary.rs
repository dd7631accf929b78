//! All folders at a glance, before each of them.

use std::collections::HashSet;

use feedrate_document::{Column, Table, format};
use feedrate_machine::{BlockDevice, DeviceNumber};
use feedrate_pageio::Discipline;

use super::choice;
use super::words::{interval, mb, meets};
use crate::result::{CheckResult, FolderResult};
use crate::verdict::{ALL_TOGETHER, JudgedRate};

/// Returns a table with a row for each folder.
pub(super) fn table(result: &CheckResult) -> Table {
    let mut table = Table::new([
        Column::left("Folder"),
        Column::left("Verdict"),
        Column::right("Per core").unit("MB/s"),
        Column::right("95 % interval").unit("MB/s"),
        Column::left("Setting"),
        Column::right("As SAS").unit("MB/s"),
        Column::right("Resampled"),
    ])
    .title("Summary");
    let fastest = fastest(result);
    for folder in &result.folders {
        let name = folder.folder.display().to_string();
        let Some(verdict) = &folder.verdict else {
            table.push(without_figures(&name, "not judged"), false);
            continue;
        };
        let (best, as_sas) = (verdict.judged(), verdict.as_sas.as_ref());
        let searched = folder.findings.searched.iter();
        let resampled = searched
            .filter(|searched| searched.choice == Some(best.setting))
            .map(choice::in_short)
            .next();
        table.push(
            [
                name,
                meets(best).to_owned(),
                format::number(best.mb_per_core),
                interval(best.interval),
                best.setting.label(),
                as_sas.map_or_else(|| "-".to_owned(), |it| format::number(it.mb_per_core)),
                resampled.unwrap_or_else(|| "-".to_owned()),
            ],
            fastest.is_some_and(|(fastest, _)| fastest.folder == folder.folder),
        );
    }
    for folder in result.options.folders.iter().skip(result.folders.len()) {
        let name = folder.display().to_string();
        table.push(
            [&name, "not measured", "-", "-", "-", "-", "-"].map(str::to_owned),
            false,
        );
    }
    if let Some(together) = &result.verdict.together {
        table.push(
            [
                ALL_TOGETHER.to_owned(),
                meets(together).to_owned(),
                format::number(together.mb_per_core),
                interval(together.interval),
                "each its own".to_owned(),
                "-".to_owned(),
                "-".to_owned(),
            ],
            false,
        );
    }
    let mark = match fastest.is_some() {
        true => " The row marked with > or in bold has the highest rate for WORK.",
        false => "",
    };
    table.caption(format!(
        "As SAS: per core with one transfer at a time. Resampled: in how many of 100 resamples of the search's rounds \
         the setting was within 3 % of its best. It says how stable the choice is within this search; other minutes \
         may differ.{mark}"
    ))
}

/// Returns the row of a folder that has no figures.
fn without_figures(name: &str, why: &str) -> [String; 7] {
    [name, why, "-", "-", "-", "-", "-"].map(str::to_owned)
}

/// The part of the faster rate within which two are about equal.
const ABOUT_EQUAL: f64 = 0.10;

/// Returns where WORK and UTILLOC belong; `None` if fewer than two folders were judged, or not by the same discipline.
pub(super) fn work(result: &CheckResult) -> Option<String> {
    let discipline = common_discipline(result)?;
    let (first, ours) = fastest(result)?;
    let (second, theirs) = rates(result, discipline)
        .filter(|(folder, _)| folder.folder != first.folder)
        .max_by(|a, b| a.1.mb_per_core.total_cmp(&b.1.mb_per_core))?;
    let name = |folder: &FolderResult| folder.folder.display().to_string();
    let (rate, other_rate) = (mb(ours.mb_per_core), mb(theirs.mb_per_core));
    let how = match discipline {
        Discipline::AsSas => "as SAS",
        Discipline::Overlapped => "with transfers in flight",
    };
    let apart = ours.interval.zip(theirs.interval);
    let is_clear = apart.is_some_and(|(ours, theirs)| ours.low > theirs.high);
    let mut text = if is_clear {
        format!(
            "WORK and UTILLOC take most of a program's I/O: put both in {}, with {rate} per core {how}; the next, {}, \
             has {other_rate}.",
            name(first),
            name(second),
        )
    } else if theirs.mb_per_core >= (1.0 - ABOUT_EQUAL) * ours.mb_per_core {
        format!(
            "WORK and UTILLOC take most of a program's I/O. {} and {} are about equal for them, with {rate} and \
             {other_rate} per core {how}.",
            name(first),
            name(second),
        )
    } else {
        format!(
            "WORK and UTILLOC take most of a program's I/O. {} and {} seem to differ for them ({rate} and {other_rate} \
             per core {how}), but the trials do not tell for sure.",
            name(first),
            name(second),
        )
    };
    let is_slow = theirs.mb_per_core < 0.5 * ours.mb_per_core;
    let Some(shared) = shared(&first.preflight.devices, &second.preflight.devices) else {
        return Some(text);
    };
    text += match shared {
        SharedDevices::All => " Both are on the same device, so dividing WORK and UTILLOC between them brings nothing.",
        SharedDevices::Some => {
            " They have a part of their devices in common, so dividing WORK and UTILLOC between them brings little."
        }
        SharedDevices::None if !is_slow => {
            " They are on different devices: with one of WORK and UTILLOC on each, a sort reads from one and writes to \
             the other."
        }
        SharedDevices::None if is_clear => " The other is too slow to take a part of them.",
        SharedDevices::None => " They are on different devices.",
    };
    Some(text)
}

/// The devices that two folders have in common: all, some or none of theirs.
#[derive(Debug, PartialEq, Eq)]
enum SharedDevices {
    All,
    Some,
    None,
}

/// Compares the devices at the ends, so that two partitions of one disk are on the same one. `None` if those of a
/// folder are not known.
fn shared(ours: &[BlockDevice], theirs: &[BlockDevice]) -> Option<SharedDevices> {
    let ends = |devices: &[BlockDevice]| -> HashSet<DeviceNumber> {
        let leaves = devices.iter().flat_map(BlockDevice::leaves);
        leaves.map(|leaf| leaf.number).collect()
    };
    let (ours, theirs) = (ends(ours), ends(theirs));
    if ours.is_empty() || theirs.is_empty() {
        return None;
    }
    Some(if ours == theirs {
        SharedDevices::All
    } else if ours.is_disjoint(&theirs) {
        SharedDevices::None
    } else {
        SharedDevices::Some
    })
}

/// Returns the discipline by which all judged folders can be compared for WORK: as SAS if that was measured.
fn common_discipline(result: &CheckResult) -> Option<Discipline> {
    let judged = result.folders.iter().filter(|it| it.verdict.is_some());
    let judged = judged.count();
    let disciplines = [Discipline::AsSas, Discipline::Overlapped];
    disciplines
        .into_iter()
        .find(|&discipline| judged > 0 && rates(result, discipline).count() == judged)
}

/// Returns the folders that have a rate of a discipline, with that.
fn rates(result: &CheckResult, discipline: Discipline) -> impl Iterator<Item = (&FolderResult, &JudgedRate)> {
    result.folders.iter().filter_map(move |folder| {
        let verdict = folder.verdict.as_ref()?;
        let judged = match discipline {
            Discipline::AsSas => verdict.as_sas.as_ref(),
            Discipline::Overlapped => Some(&verdict.best),
        };
        let judged = judged.filter(|judged| judged.setting.discipline == discipline)?;
        Some((folder, judged))
    })
}

/// Returns the folder with the highest rate of the common discipline; `None` if there is none.
fn fastest(result: &CheckResult) -> Option<(&FolderResult, &JudgedRate)> {
    let rates = rates(result, common_discipline(result)?);
    rates.max_by(|a, b| a.1.mb_per_core.total_cmp(&b.1.mb_per_core))
}

#[cfg(test)]
mod tests;
