//! The table of four programs, and the rule by which each prediction passes: as exact as real runs can tell.

use feedrate_bench::harness::table::{Columns, ratio_or_dash, seconds};
use feedrate_stats::{PairedRatio, Verdict};
use serde::Serialize;

use super::comparison::{Comparison, StepComparison};

/// The programs, by the names of their cases.
pub const PROGRAMS: [&str; 4] = ["interleave", "sort-spilled", "means-tabulate", "join"];

/// The case that is asked to be within a distance of 1 besides, with `--large`.
pub const LARGE: &str = "interleave-large";

/// MB of a data set, unless they are given.
pub const MB: u64 = 400;

/// The most that half of a ratio's interval may be, in noises of the real runs.
const MOST_NOISES: f64 = 2.0;

const COLUMNS: Columns<8> = Columns([-16, 9, 7, -21, 6, 6, 5, -9]);

/// A program and how well it was predicted.
#[derive(Clone, Debug, Serialize)]
pub struct RuledRow {
    program: &'static str,
    ratio: Option<PairedRatio>,
    /// Half of the interval of the ratio.
    half_width: Option<f64>,
    /// The same of the ratio of each real run and the next one.
    noise: Option<f64>,
    /// The greatest distance from 1 of the interval, if one is asked for.
    within: Option<f64>,
    /// The verdict by the rule.
    pub verdict: Verdict,
    #[serde(skip)]
    predicted: String,
    #[serde(skip)]
    real: String,
}

impl RuledRow {
    /// Returns that of a comparison.
    pub fn of(comparison: &Comparison) -> Self {
        let total = comparison.total();
        let within = (comparison.name() == LARGE).then(|| comparison.within());
        let ratio = total.and_then(|total| total.ratio);
        let noise = total.and_then(|total| noise(&total.real));
        let text = |of: fn(&StepComparison) -> &[f64]| total.map_or_else(|| "-".to_owned(), |total| seconds(of(total)));
        Self {
            program: comparison.name(),
            half_width: half_width(ratio.as_ref()),
            verdict: match total {
                Some(_) => verdict(ratio.as_ref(), noise, within),
                // There is no prediction.
                None => Verdict::Failed,
            },
            ratio,
            noise,
            within,
            predicted: text(|it| &it.predicted),
            real: text(|it| &it.real),
        }
    }
}

/// Returns half of the interval of a ratio, as a share of the ratio.
fn half_width(ratio: Option<&PairedRatio>) -> Option<f64> {
    let ratio = ratio?;
    let interval = ratio.interval?;
    Some((interval.high - interval.low) / 2.0 / ratio.ratio)
}

/// Returns how exact a ratio would be whose prediction is as noisy as the real runs: half of the interval of each real
/// run divided by the next one, with the first after the last.
fn noise(real: &[f64]) -> Option<f64> {
    let next = real.iter().cycle().skip(1);
    let pairs: Vec<(f64, f64)> = real.iter().copied().zip(next.copied()).collect();
    half_width(PairedRatio::of(&pairs).as_ref())
}

/// Returns whether the interval covers 1, and is as narrow as the noise lets it be; or is within a distance of 1.
fn verdict(ratio: Option<&PairedRatio>, noise: Option<f64>, within: Option<f64>) -> Verdict {
    let interval = ratio.and_then(|ratio| ratio.interval);
    let (Some(interval), Some(half), Some(noise)) = (interval, half_width(ratio), noise) else {
        return Verdict::Undecided;
    };
    let passes = match within {
        Some(within) => interval.low >= 1.0 - within && interval.high <= 1.0 + within,
        None => interval.low <= 1.0 && 1.0 <= interval.high && half <= MOST_NOISES * noise,
    };
    match passes {
        true => Verdict::Passed,
        false => Verdict::Failed,
    }
}

/// Returns the table.
pub fn table(rows: &[RuledRow]) -> String {
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", share * 100.0));
    let mut text = COLUMNS.line([
        "program",
        "predicted",
        "real",
        "real / predicted",
        "half",
        "noise",
        "h/n",
        "",
    ]);
    for row in rows {
        let share = row
            .half_width
            .zip(row.noise)
            .map(|(half, noise)| half / noise.max(f64::MIN_POSITIVE));
        text += &COLUMNS.line([
            row.program,
            &row.predicted,
            &row.real,
            &ratio_or_dash(row.ratio.as_ref()),
            &percent(row.half_width),
            &percent(row.noise),
            &share.map_or_else(|| "-".to_owned(), |share| format!("{share:.1}")),
            match row.verdict {
                Verdict::Passed => "PASS",
                Verdict::Failed => "FAIL",
                _ => "undecided",
            },
        ]);
    }
    text += "\nhalf: half of the interval, as a share of the ratio. noise: the same of each real run and the next.\n\
             PASS: the interval covers 1, and half is at most twice the noise.\n";
    for row in rows {
        if let Some(within) = row.within {
            text += &format!(
                "{}: PASS if the interval is within {:.0} % of 1.\n",
                row.program,
                within * 100.0
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(factor: f64, noise: f64) -> PairedRatio {
        let pairs: Vec<(f64, f64)> = (0..10)
            .map(|run| (factor * (1.0 + noise * f64::from(run - 5) / 5.0), 1.0))
            .collect();
        PairedRatio::of(&pairs).unwrap()
    }

    #[test]
    fn a_prediction_passes_if_it_is_right_and_as_exact_as_the_real_runs() {
        let of = |factor, spread, noise| verdict(Some(&ratio(factor, spread)), Some(noise), None);
        assert_eq!(of(1.0, 0.1, 0.05), Verdict::Passed);
        // It covers 1 because it says little.
        assert_eq!(of(1.0, 0.5, 0.05), Verdict::Failed);
        assert_eq!(of(1.2, 0.1, 0.05), Verdict::Failed);
        assert_eq!(verdict(None, Some(0.1), None), Verdict::Undecided);
        assert_eq!(verdict(Some(&ratio(1.0, 0.1)), None, None), Verdict::Undecided);
        let within = |spread| verdict(Some(&ratio(1.0, spread)), Some(0.05), Some(0.02));
        assert_eq!((within(0.01), within(0.2)), (Verdict::Passed, Verdict::Failed));
    }

    #[test]
    fn the_noise_is_that_of_real_runs_against_each_other() {
        assert_eq!(noise(&[1.0; 10]), Some(0.0));
        let real = [1.0, 1.1, 0.9, 1.0, 1.1, 0.9, 1.0, 1.1, 0.9, 1.05];
        let noise = noise(&real).unwrap();
        assert!(noise > 0.05 && noise < 0.25, "{noise}");
        assert_eq!(super::noise(&real[..3]), None);
    }

    #[test]
    fn the_table_fits_a_terminal() {
        let row = RuledRow {
            program: "means-tabulate",
            ratio: Some(ratio(0.986, 0.05)),
            half_width: Some(0.1234),
            noise: Some(0.05),
            within: None,
            verdict: Verdict::Failed,
            predicted: "0.1290".to_owned(),
            real: "0.1250".to_owned(),
        };
        let text = table(&[row]);
        assert!(
            text.lines().nth(1).unwrap().ends_with("12.3%   5.0%   2.5 FAIL"),
            "{text}"
        );
        assert!(text.lines().take(2).all(|line| line.len() <= 90), "{text}");
    }
}
