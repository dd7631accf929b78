//! Lines of tables, and how they tell numbers.

use feedrate_stats::{PairedRatio, Verdict};

use super::comparison::median;

/// The widths of a table's columns. Texts stand on the left of one with a negative width.
#[derive(Clone, Copy, Debug)]
pub struct Columns<const N: usize>(pub [i8; N]);

impl<const N: usize> Columns<N> {
    /// Returns a line with these cells, which ends with a new line.
    pub fn line(&self, cells: [&str; N]) -> String {
        let cell = |(width, text): (&i8, &str)| match width.unsigned_abs() as usize {
            places if *width < 0 => format!("{text:<places$}"),
            places => format!("{text:>places$}"),
        };
        let cells: Vec<_> = self.0.iter().zip(cells).map(cell).collect();
        format!("{}\n", cells.join(" ").trim_end())
    }
}

/// Returns a ratio with its interval, for which 6 rounds are needed.
pub fn ratio(ratio: &PairedRatio) -> String {
    let number = |value: f64| match value {
        ..10.0 => format!("{value:.3}"),
        _ => format!("{value:.2}"),
    };
    match &ratio.interval {
        Some(interval) => format!(
            "{} [{}, {}]",
            number(ratio.ratio),
            number(interval.low),
            number(interval.high)
        ),
        None => format!("{} [needs 6]", number(ratio.ratio)),
    }
}

/// Returns the same of a ratio that may be absent: `-` then.
pub fn ratio_or_dash(of: Option<&PairedRatio>) -> String {
    of.map_or_else(|| "-".to_owned(), ratio)
}

/// Returns a value with four digits or so.
pub fn amount(value: f64) -> String {
    match value {
        ..10.0 => format!("{value:.3}"),
        ..1000.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// Returns the median of times in seconds; `-` of none.
pub fn seconds(times: &[f64]) -> String {
    match median(times) {
        Some(median) if median >= 100.0 => format!("{median:.1}"),
        Some(median) if median >= 1.0 => format!("{median:.2}"),
        Some(median) => format!("{median:.4}"),
        None => "-".to_owned(),
    }
}

/// Returns bytes in MB.
pub fn megabytes(bytes: f64) -> String {
    format!("{:.0}", bytes / 1e6)
}

/// Returns a share in percent; `-` of none.
pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

/// Returns how many verdicts there are of each kind, as the beginning of a line; nothing of none.
pub fn sum_of(verdicts: &[Verdict]) -> String {
    if verdicts.is_empty() {
        return String::new();
    }
    let all = [Verdict::Passed, Verdict::Failed, Verdict::Undecided];
    let count = |kind| verdicts.iter().filter(|verdict| **verdict == kind).count();
    all.map(|kind| format!("{} {kind}", count(kind))).join(", ") + "; "
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_on_their_side() {
        let columns = Columns([-4, 5, -3]);
        assert_eq!(columns.line(["ab", "1.5", "x"]), "ab     1.5 x\n");
        assert_eq!(columns.line(["longer", "", ""]), "longer\n");
    }

    #[test]
    fn verdicts_are_counted() {
        let verdicts = [Verdict::Passed, Verdict::Undecided, Verdict::Passed];
        assert_eq!(sum_of(&verdicts), "2 passed, 0 failed, 1 undecided; ");
        assert_eq!(sum_of(&[]), "");
    }

    #[test]
    fn a_ratio_of_few_rounds_has_no_interval() {
        let of = |rounds| PairedRatio::of(&vec![(2.0, 1.0); rounds]).unwrap();
        assert_eq!(ratio(&of(5)), "2.000 [needs 6]");
        assert_eq!(ratio(&of(6)), "2.000 [2.000, 2.000]");
    }
}
