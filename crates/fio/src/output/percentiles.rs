//! Percentiles of latencies: a table in `normal` output, values elsewhere.

use std::fmt::Write as _;

use feedrate_pageio::Latencies;

use super::number::TimeUnit;
use crate::job::Job;

/// The most percentiles in fio; its `terse` output has a column for each.
pub(super) const MOST: usize = 20;

/// The width that a line of the table has for its entries.
const WIDTH: usize = 80 - 7;

/// Returns percentiles with their values in nanoseconds; empty if nothing was counted.
pub(super) fn of(latencies: &Latencies, wanted: &[f64]) -> Vec<(f64, u64)> {
    if latencies.count() == 0 {
        return Vec::new();
    }
    wanted
        .iter()
        .take(MOST)
        .map(|&percent| {
            let value = latencies.percentile(percent).as_nanos();
            (percent, u64::try_from(value).unwrap_or(u64::MAX))
        })
        .collect()
}

/// Returns the decimals of the most exact of a job's percentiles as given; two for fio's default list.
pub(super) fn decimals(job: &Job) -> usize {
    match job.given("percentile_list").and_then(|text| text.value.as_deref()) {
        Some(list) => list
            .split(':')
            .map(|number| number.trim().split_once('.').map_or(0, |(_, rest)| rest.len()))
            .max()
            // Further figures are beyond the precision of f64.
            .map_or(2, |decimals| decimals.min(9)),
        None => 2,
    }
}

/// Returns the table of `normal` output; empty if nothing was counted or no percentile is requested.
pub(super) fn table(latencies: &Latencies, wanted: &[f64], decimals: usize, of_what: &str) -> String {
    let values = of(latencies, wanted);
    let (Some(&(_, least)), Some(&(_, greatest))) = (values.first(), values.last()) else {
        return String::new();
    };
    let unit = TimeUnit::for_range(least, greatest);
    let figures = (greatest / unit.nanoseconds()).checked_ilog10().unwrap_or(0) as usize + 1;
    let value_width = figures.max(5);
    let percent_width = decimals + 3;
    let per_line = (WIDTH / (decimals + 10 + value_width)).max(1);
    let mut text = format!("    {of_what} percentiles ({}):\n", unit.name());
    for line in values.chunks(per_line) {
        text.push_str("     |");
        let entries = line.iter().map(|(percent, value)| {
            // A value within a unit is rounded up to it, so that no time is shown as zero.
            let value = value.div_ceil(unit.nanoseconds());
            format!(" {percent:percent_width$.decimals$}th=[{value:value_width$}]")
        });
        text.push_str(&entries.collect::<Vec<_>>().join(","));
        text.push_str(",\n");
    }
    // The last entry has no comma.
    text.truncate(text.len() - 2);
    let _ = writeln!(text);
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn latencies(micros: impl Iterator<Item = u64>) -> Latencies {
        let mut latencies = Latencies::new();
        for micros in micros {
            latencies.record(Duration::from_micros(micros));
        }
        latencies
    }

    #[test]
    fn a_table_is_as_wide_as_fio_makes_it() {
        let latencies = latencies((1..=1000).map(|n| n * 5));
        let wanted = [1.0, 5.0, 10.0, 50.0, 99.0, 99.99];
        insta::assert_snapshot!(table(&latencies, &wanted, 2, "clat"), @r"
        clat percentiles (usec):
         |  1.00th=[   51],  5.00th=[  251], 10.00th=[  502], 50.00th=[ 2507],
         | 99.00th=[ 4981], 99.99th=[ 5000]
        ");
        insta::assert_snapshot!(table(&latencies, &[50.0, 99.0], 0, "lat"), @r"
        lat percentiles (usec):
         |  50th=[ 2507],  99th=[ 4981]
        ");
    }

    #[test]
    fn wide_values_leave_room_for_fewer() {
        let latencies = latencies([1, 10_000, 10_000, 10_000].into_iter());
        let table = table(&latencies, &[1.0, 50.0, 60.0, 70.0], 2, "clat");
        assert!(table.starts_with("    clat percentiles (nsec):\n"), "{table}");
        assert_eq!(table.lines().count(), 3, "{table}");
    }

    #[test]
    fn nothing_counted_gives_no_table() {
        assert_eq!(table(&Latencies::new(), &[50.0], 2, "clat"), "");
        assert_eq!(table(&latencies([1].into_iter()), &[], 2, "clat"), "");
    }
}
