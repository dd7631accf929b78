//! The table of all results, in Markdown.

use super::entry::{Entry, Interval, Rate, Ratio};

/// The cases of the bench `raw` in the table.
const CASES: [&str; 3] = ["direct read 64K", "direct read 1M", "direct write 1M"];

/// Returns the table, a line for each machine.
pub(super) fn of(entries: &[Entry]) -> String {
    let mut lines = vec![
        "| storage | machine | date | MB/s per core | as SAS | read 64K, times fio | read 1M | write 1M |".to_owned(),
        "|---|---|---|---|---|---|---|---|".to_owned(),
    ];
    lines.extend(entries.iter().map(line));
    lines.join("\n") + "\n"
}

fn line(entry: &Entry) -> String {
    let folder = &entry.check.folders[0];
    let raw = CASES.map(|case| {
        let ratio = entry.raw.as_ref().and_then(|raw| raw.throughput(case));
        ratio.map_or_else(|| "-".to_owned(), times)
    });
    let unfinished = if entry.check.complete { "" } else { " (not finished)" };
    let fio = entry
        .raw
        .iter()
        .flat_map(|raw| &raw.versions)
        .find(|version| version.starts_with("fio"));
    let fio = fio.map_or_else(String::new, |version| format!(", {version}"));
    format!(
        "| {}, {} | {}{fio} | {}{unfinished} | {} | {} | {} |",
        plain(&entry.storage),
        plain(&folder.preflight.volume.fs_type),
        machine(entry),
        day(&entry.check.started_at),
        rate(folder.verdict.best.as_ref()),
        rate(folder.verdict.as_sas.as_ref()),
        raw.join(" | "),
    )
}

fn machine(entry: &Entry) -> String {
    let of = &entry.check.fingerprint;
    let model = of.cpu_model.as_deref().unwrap_or("processor unknown");
    let memory = of.memory_bytes.map_or_else(
        || "memory unknown".to_owned(),
        |bytes| format!("{:.0} GiB", bytes as f64 / f64::from(1 << 30)),
    );
    format!("{}, {} cores, {memory}", plain(model), of.physical_cores)
}

fn rate(rate: Option<&Rate>) -> String {
    let Some(rate) = rate else {
        return "-".to_owned();
    };
    let undecided = if rate.undecided { ", undecided" } else { "" };
    format!("{:.0}{}{undecided}", rate.mb_per_core, interval(rate.interval, 0))
}

fn times(ratio: Ratio) -> String {
    format!("{:.2}{}", ratio.ratio, interval(ratio.interval, 2))
}

fn interval(interval: Option<Interval>, places: usize) -> String {
    interval.map_or_else(String::new, |of| {
        format!(" [{:.places$}, {:.places$}]", of.low, of.high)
    })
}

/// Returns the day of a moment as RFC 3339 has it.
fn day(moment: &str) -> &str {
    moment.split('T').next().unwrap_or(moment)
}

/// Returns a text that is no markup in a cell of a table.
fn plain(text: &str) -> String {
    text.replace(['|', '<', '\n', '`'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_a_line() {
        let text = r#"{"feedrate_machine_result": 1, "storage": "NFS | 10 Gbit/s",
            "check": {"started_at": "2026-11-29T14:11:26Z", "complete": true,
                "fingerprint": {"cpu_model": "AMD EPYC", "physical_cores": 8, "memory_bytes": 68719476736},
                "folders": [{"preflight": {"volume": {"fs_type": "nfs4"}}, "verdict": {"as_sas": null, "best":
                    {"mb_per_core": 93.4, "interval": {"low": 90.1, "high": 97.2}, "undecided": false}}}]},
            "raw": {"versions": ["feedrate 0.1.0", "fio-3.42"], "cases": [{"case": {"name": "direct read 1M"},
                "figures": [{"name": "MB/s", "ratio": {"ratio": 1.104, "interval": {"low": 0.98, "high": 1.2}}}]}]}}"#;
        let entry = Entry::read(text).expect("a result");
        assert_eq!(
            of(&[entry]).lines().last(),
            Some(
                "| NFS   10 Gbit/s, nfs4 | AMD EPYC, 8 cores, 64 GiB, fio-3.42 | 2026-11-29 | 93 [90, 97] | - | - | \
                 1.10 [0.98, 1.20] | - |"
            )
        );
    }

    #[test]
    fn a_later_version_is_refused() {
        let text = r#"{"feedrate_machine_result": 2, "storage": "", "check": {"started_at": "", "complete": true,
            "fingerprint": {"cpu_model": null, "physical_cores": 1, "memory_bytes": null},
            "folders": []}, "raw": null}"#;
        let error = Entry::read(text).expect_err("a later version");
        assert_eq!(error, "is of version 2, and this bench reads version 1");
    }
}
