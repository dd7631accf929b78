//! All folders at a glance, before each of them.

use feedrate_report::{Column, Table, format};
use feedrate_stats::Interval;

use super::choice;
use crate::result::{CheckResult, FolderResult};
use crate::verdict::JudgedRate;

/// Returns a table with a row for each folder.
pub(super) fn table(result: &CheckResult) -> Table {
    let mut table = Table::new([
        Column::left("Folder"),
        Column::left("Verdict"),
        Column::right("Per core").unit("MB/s"),
        Column::right("95 % interval").unit("MB/s"),
        Column::left("Setting"),
        Column::right("As SAS").unit("MB/s"),
        Column::right("Sure"),
    ])
    .title("Summary");
    let fastest = fastest(result);
    for folder in &result.folders {
        let name = folder.folder.display().to_string();
        let Some(verdict) = &folder.verdict else {
            let cells = [&name, "not judged", "-", "-", "-", "-", "-"];
            table.push(cells.map(str::to_owned), false);
            continue;
        };
        let best = &verdict.best;
        let searched = folder.findings.searched.iter();
        let sure = searched
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
                verdict
                    .as_sas
                    .as_ref()
                    .map_or_else(|| "-".to_owned(), |it| format::number(it.mb_per_core)),
                sure.unwrap_or_else(|| "-".to_owned()),
            ],
            fastest.is_some_and(|fastest| fastest.folder == folder.folder),
        );
    }
    if let Some(together) = &result.verdict.together {
        table.push(
            [
                "all together".to_owned(),
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
    table.caption(
        "As SAS: per core with one transfer at a time. Sure: how often the setting was within 3 % of the best of its search \
         when the rounds were resampled.",
    )
}

/// Returns where WORK and UTILLOC belong; `None` if fewer than two folders were judged.
pub(super) fn work(result: &CheckResult) -> Option<String> {
    let first = fastest(result)?;
    let others = || result.folders.iter().filter(|it| it.folder != first.folder);
    let second = others().max_by(|a, b| rate(a).total_cmp(&rate(b)))?;
    let (ours, theirs) = (for_sas(first)?, for_sas(second)?);
    let name = |folder: &FolderResult| folder.folder.display().to_string();
    let apart = ours.interval.zip(theirs.interval);
    let mut text = if apart.is_some_and(|(ours, theirs)| ours.low > theirs.high) {
        format!(
            "WORK and UTILLOC take most of a program's I/O: put both in {}, with {} per core as SAS; the next, {}, has {}.",
            name(first),
            format::rate(ours.mb_per_core * 1e6),
            name(second),
            format::rate(theirs.mb_per_core * 1e6)
        )
    } else {
        format!(
            "WORK and UTILLOC take most of a program's I/O. {} and {} are about equal for them, with {} and {} per core as \
             SAS.",
            name(first),
            name(second),
            format::rate(ours.mb_per_core * 1e6),
            format::rate(theirs.mb_per_core * 1e6)
        )
    };
    let (devices, other_devices) = (&first.preflight.devices, &second.preflight.devices);
    if devices.is_empty() || other_devices.is_empty() {
        return Some(text);
    }
    text += if devices == other_devices {
        " Both are on the same device, so dividing WORK and UTILLOC between them brings nothing."
    } else if rate(second) >= 0.5 * rate(first) {
        " They are on different devices: with one of WORK and UTILLOC on each, a sort reads from one and writes to the other."
    } else {
        " The other is too slow to take a part of them."
    };
    Some(text)
}

/// Returns the folder with the highest rate for SAS; `None` if none was judged.
fn fastest(result: &CheckResult) -> Option<&FolderResult> {
    let judged = result.folders.iter().filter(|it| it.verdict.is_some());
    judged.max_by(|a, b| rate(a).total_cmp(&rate(b)))
}

/// Returns what SAS gets in a folder, or where that was not measured, the best.
fn for_sas(folder: &FolderResult) -> Option<&JudgedRate> {
    let verdict = folder.verdict.as_ref()?;
    Some(verdict.as_sas.as_ref().unwrap_or(&verdict.best))
}

fn rate(folder: &FolderResult) -> f64 {
    for_sas(folder).map_or(0.0, |judged| judged.mb_per_core)
}

fn meets(judged: &JudgedRate) -> &'static str {
    if judged.meets { "meets" } else { "falls short" }
}

fn interval(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || "n/a".to_owned(),
        |interval| {
            format::interval(
                &format::number(interval.low),
                &format::number(interval.high),
            )
        },
    )
}

#[cfg(test)]
mod tests {
    use feedrate_report::{html, text};

    use crate::document::document;
    use crate::options::Options;
    use crate::result::CheckResult;
    use crate::setting::Setting;
    use crate::testing;

    /// A result of two folders with these rates as SAS; the rates overlapped are 1.3 times as high.
    fn two(rates: [f64; 2]) -> CheckResult {
        let options = Options::new(vec!["/data".into(), "/work".into()]);
        let machine = testing::machine(2);
        let folders = ["/data", "/work"]
            .into_iter()
            .zip(rates)
            .map(|(name, rate)| {
                let settings = [
                    (Setting::direct_as_sas(64 << 10, 17), rate, 0.1),
                    (Setting::direct_overlapped(1 << 20, 1, 8), 1.3 * rate, 0.1),
                ];
                let mut folder = testing::folder(&machine, &options, &settings, (0.7, 1.05));
                folder.folder = name.into();
                folder
            });
        let folders = folders.collect();
        testing::result(machine, options, folders)
    }

    fn shown(result: &CheckResult) -> String {
        text::render(&document(result), &text::TextOptions::default())
    }

    #[test]
    fn several_folders_begin_with_one_summary() {
        let shown = shown(&two([150.0, 390.0]));
        let (summary, _) = shown
            .split_once("/data\n-----")
            .expect("the first folder follows");
        insta::assert_snapshot!(summary);
    }

    #[test]
    fn the_page_has_the_summary_too() {
        let result = two([150.0, 390.0]);
        let page = html::render(&document(&result), &html::HtmlOptions::default());
        let summary = page.find("Summary").expect("there is a summary");
        assert!(summary < page.find("Mixed stream, cold").unwrap());
        assert!(page.contains("put both in /work"));
    }

    #[test]
    fn folders_that_do_not_differ_clearly_are_about_equal() {
        let shown = shown(&two([388.0, 390.0]));
        assert!(shown.contains("about equal"), "{shown}");
        assert!(!shown.contains("put both"), "{shown}");
    }

    #[test]
    fn one_folder_needs_no_summary() {
        let mut result = two([150.0, 390.0]);
        result.folders.truncate(1);
        assert!(!shown(&result).contains("Summary"));
    }
}
