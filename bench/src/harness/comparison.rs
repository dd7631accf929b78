//! The comparison of figures that were measured in turn.

use feedrate_stats::{PairedRatio, Summary, Verdict};

/// Returns ours divided by theirs, run by run; `None` unless there are as many of both, all greater than 0.
pub fn ratio(ours: &[f64], theirs: &[f64]) -> Option<PairedRatio> {
    let pairs = ours.iter().copied().zip(theirs.iter().copied());
    let pairs: Vec<(f64, f64)> = pairs.collect();
    PairedRatio::of(&pairs).filter(|_| ours.len() == theirs.len())
}

/// Returns the figure of all runs.
pub fn values<'a, R: 'a>(runs: impl IntoIterator<Item = &'a R>, value: impl Fn(&R) -> f64) -> Vec<f64> {
    runs.into_iter().map(value).collect()
}

/// Returns the figure of all runs of a competitor, where the rounds have the runs in the order of the competitors.
pub fn column<R>(rounds: &[Vec<R>], competitor: usize, value: impl Fn(&R) -> f64) -> Vec<f64> {
    values(rounds, |round| value(&round[competitor]))
}

/// Returns the texts of all runs, each of them once.
pub fn distinct<'a>(texts: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for text in texts {
        if !distinct.contains(text) {
            distinct.push(text.clone());
        }
    }
    distinct
}

/// Returns the value in the middle.
pub fn median(values: &[f64]) -> Option<f64> {
    Summary::of(values).map(|summary| summary.median)
}

/// Returns how much times differ from run to run: the range of their quartiles as a share of the median.
pub fn noise(times: &[f64]) -> Option<f64> {
    let summary = Summary::of(times)?;
    Some((summary.upper_quartile - summary.lower_quartile) / summary.median)
}

/// Returns the verdict on a ratio that is to be 1 within a distance: passed if all of its interval is, failed if none
/// of it is, and undecided otherwise or without an interval.
pub fn agreement(ratio: Option<&PairedRatio>, within: f64) -> Verdict {
    let Some(interval) = ratio.and_then(|ratio| ratio.interval) else {
        return Verdict::Undecided;
    };
    let (least, most) = (1.0 - within, 1.0 + within);
    if interval.low >= least && interval.high <= most {
        Verdict::Passed
    } else if interval.high < least || interval.low > most {
        Verdict::Failed
    } else {
        Verdict::Undecided
    }
}

/// Returns the verdict on several that must all pass: failed if one has, or else undecided if one is. Nothing at all is
/// undecided.
pub fn all(verdicts: &[Verdict]) -> Verdict {
    if verdicts.contains(&Verdict::Failed) {
        Verdict::Failed
    } else if verdicts.contains(&Verdict::Undecided) || verdicts.is_empty() {
        Verdict::Undecided
    } else {
        Verdict::Passed
    }
}

#[cfg(test)]
mod tests {
    use feedrate_stats::Interval;

    use super::*;

    fn of(low: f64, high: f64, within: f64) -> Verdict {
        let ratio = PairedRatio {
            pairs: 10,
            ratio: (low * high).sqrt(),
            interval: Some(Interval { low, high }),
        };
        agreement(Some(&ratio), within)
    }

    #[test]
    fn the_whole_interval_decides() {
        assert_eq!(of(0.99, 1.015, 0.02), Verdict::Passed);
        assert_eq!(of(0.98, 1.02, 0.02), Verdict::Passed);
        assert_eq!(of(0.97, 1.01, 0.02), Verdict::Undecided);
        assert_eq!(of(0.90, 1.10, 0.02), Verdict::Undecided);
        assert_eq!(of(1.021, 1.03, 0.02), Verdict::Failed);
        assert_eq!(of(0.90, 0.979, 0.02), Verdict::Failed);
        assert_eq!(of(1.021, 1.03, 0.05), Verdict::Passed);
    }

    #[test]
    fn without_an_interval_nothing_is_decided() {
        let few = ratio(&[1.0; 5], &[1.0; 5]);
        assert_eq!(agreement(few.as_ref(), 0.05), Verdict::Undecided);
        assert_eq!(agreement(None, 0.05), Verdict::Undecided);
        let six = ratio(&[1.0; 6], &[1.0; 6]);
        assert_eq!(agreement(six.as_ref(), 0.05), Verdict::Passed);
    }

    #[test]
    fn runs_without_a_partner_are_not_compared() {
        assert_eq!(ratio(&[1.0; 6], &[1.0; 5]), None);
        assert_eq!(ratio(&[], &[]), None);
    }

    #[test]
    fn one_that_fails_is_enough() {
        use Verdict::{Failed, Passed, Undecided};
        assert_eq!(all(&[Passed, Passed]), Passed);
        assert_eq!(all(&[Passed, Undecided]), Undecided);
        assert_eq!(all(&[Undecided, Failed]), Failed);
        assert_eq!(all(&[]), Undecided);
    }

    #[test]
    fn noise_is_a_share_of_the_median() {
        let share = noise(&[1.8, 2.0, 2.2, 2.0, 2.0]).unwrap();
        assert!(share < 0.1 + 1e-9, "{share}");
        assert_eq!(noise(&[3.0; 4]), Some(0.0));
        assert_eq!(noise(&[]), None);
    }
}
