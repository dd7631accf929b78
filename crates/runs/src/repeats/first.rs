//! The first of several runs, where it found another page cache than those that followed.

use super::figures::{Figures, median};

/// By how much of theirs the seconds of the first run are outside the range of the others.
const OUTSIDE: f64 = 0.1;

/// Fewer seconds outside are noise.
const LEAST_SECONDS: f64 = 0.01;

/// By how much the share of the page cache is another one.
const OTHER_SHARE: f64 = 0.1;

/// The difference of the first run from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstApart {
    /// It found less in the page cache.
    LessInCache,
    /// It found more.
    MoreInCache,
    /// It took another time.
    OtherSeconds,
}

impl FirstApart {
    /// Looks at the figures of runs in their order; `None` if the first is like the others, or the only one.
    pub(super) fn of(runs: &[Figures]) -> Option<Self> {
        let (first, others) = runs.split_first()?;
        if others.is_empty() {
            return None;
        }
        let share = first
            .cache_share
            .zip(median(others, |run| run.cache_share))
            .map_or(0.0, |(first, others)| first - others);
        if share < -OTHER_SHARE {
            return Some(Self::LessInCache);
        }
        if share > OTHER_SHARE {
            return Some(Self::MoreInCache);
        }
        let seconds = || others.iter().map(|run| run.seconds);
        let (least, most) = (seconds().reduce(f64::min)?, seconds().reduce(f64::max)?);
        // One other run has no range.
        let is_outside = others.len() > 1
            && (first.seconds > most + (OUTSIDE * most).max(LEAST_SECONDS)
                || first.seconds < least - (OUTSIDE * least).max(LEAST_SECONDS));
        is_outside.then_some(Self::OtherSeconds)
    }

    /// Returns what is said of it.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::LessInCache => "The first run found less in the page cache than the others; --cold makes all alike.",
            Self::MoreInCache => "The first run found more in the page cache than the others; --cold makes all alike.",
            Self::OtherSeconds => {
                "The first run took more than 10 % longer or shorter than any other, as where it finds less or more in \
                 a cache; --cold makes the page cache alike for all."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(of: &[(f64, Option<f64>)]) -> Vec<Figures> {
        let run = |&(seconds, cache_share)| Figures {
            seconds,
            cache_share,
            ..Figures::default()
        };
        of.iter().map(run).collect()
    }

    fn apart(of: &[(f64, Option<f64>)]) -> Option<FirstApart> {
        FirstApart::of(&runs(of))
    }

    #[test]
    fn the_first_run_is_compared_with_the_range_of_the_others() {
        let timed = |first| apart(&[(first, None), (1.0, None), (2.0, None)]);
        assert_eq!(timed(2.19), None);
        assert_eq!(timed(2.21), Some(FirstApart::OtherSeconds));
        assert_eq!(timed(0.91), None);
        assert_eq!(timed(0.89), Some(FirstApart::OtherSeconds));
        let short = [(0.006, None), (0.001, None), (0.002, None)];
        assert_eq!(apart(&short), None);
        assert_eq!(apart(&[(9.0, None), (1.0, None)]), None);
        assert_eq!(apart(&[(9.0, None)]), None);
        assert_eq!(apart(&[]), None);
    }

    #[test]
    fn another_share_of_the_page_cache_is_told() {
        let shared = |first| apart(&[(1.0, Some(first)), (1.0, Some(0.5))]);
        assert_eq!(shared(0.45), None);
        assert_eq!(shared(0.3), Some(FirstApart::LessInCache));
        assert_eq!(shared(0.7), Some(FirstApart::MoreInCache));
    }
}
