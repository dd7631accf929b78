//! The arguments of a ramp: more and more users, until a limit breaks.

use std::time::Duration;

use clap::Args;
use feedrate_runs::ramp::{Limit, LimitKind, LimitRequest, limits_of};
use feedrate_study::definition::duration;

use super::{factor, seconds};

/// The slowdown that is the limit where none is given.
const USUAL_SLOWDOWN: f64 = 3.0;

/// A ramp and its limits.
#[derive(Clone, Debug, Default, Args)]
pub struct RampArguments {
    /// Run the programs for 1, 2, 4 and more users, each with all of them, and between, until a limit breaks, and say
    /// how many users hold; MOST users at most. Without a limit, --slowdown 3x
    #[arg(long, value_name = "MOST", num_args = 0..=1, require_equals = true,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub ramp: Option<Option<u32>>,

    /// With --ramp: the response time that 95 of 100 programs are to keep, of all or of those with this name, such as
    /// 30s, or sort=2min
    #[arg(long, value_name = "[NAME=]TIME", requires = "ramp", value_parser = response)]
    pub response: Vec<LimitRequest>,

    /// With --ramp: the same, relative to one user, such as 3x or sort=5x
    #[arg(long, value_name = "[NAME=]FACTOR", requires = "ramp", value_parser = slowdown)]
    pub slowdown: Vec<LimitRequest>,

    /// With --ramp: the MB/s (10^6 bytes) that all programs together are to read and write for each physical core that
    /// they can occupy
    #[arg(long, value_name = "MB/S", requires = "ramp", value_parser = rate)]
    pub require: Option<LimitRequest>,

    /// With --ramp: begin no run that would end later than this, such as 90s, 30min or 8h
    #[arg(long, value_name = "TIME", requires = "ramp", value_parser = duration)]
    pub time_budget: Option<Duration>,
}

impl RampArguments {
    /// Returns the limits of classes of programs.
    ///
    /// # Errors
    ///
    /// Returns a message if one is for a class that there is not, or is given twice.
    pub fn limits(&self, classes: &[String]) -> Result<Vec<Limit>, String> {
        let mut requests: Vec<LimitRequest> = self.response.iter().chain(&self.slowdown).cloned().collect();
        requests.extend(self.require.clone());
        if requests.is_empty() {
            requests.push(LimitRequest {
                kind: LimitKind::Slowdown,
                class: None,
                bound: USUAL_SLOWDOWN,
            });
        }
        limits_of(&requests, classes)
    }
}

fn response(text: &str) -> Result<LimitRequest, String> {
    limit(LimitKind::Response, text, |value| {
        let time = in_milliseconds(value).map_or_else(|| duration(value), Ok);
        let time = time.or_else(|_| seconds::parse_positive(value));
        let time = time.map_err(|_| "give a time, such as 100ms, 30s or 2min, or NAME=TIME".to_owned())?;
        Ok(time.as_secs_f64())
    })
}

/// Returns a time such as `100ms`.
fn in_milliseconds(text: &str) -> Option<Duration> {
    let number = text.trim().strip_suffix("ms")?.trim_end();
    let milliseconds: f64 = number.parse().ok()?;
    let is_time = (0.001..=1e9).contains(&milliseconds);
    is_time.then(|| Duration::from_secs_f64(milliseconds / 1000.0))
}

fn slowdown(text: &str) -> Result<LimitRequest, String> {
    limit(LimitKind::Slowdown, text, |value| {
        let factor = factor::parse(value).ok().filter(|factor| *factor >= 1.0);
        factor.ok_or_else(|| "give a factor from 1x to 10000x, such as 3x, or NAME=FACTOR".to_owned())
    })
}

fn rate(text: &str) -> Result<LimitRequest, String> {
    let rate = text.trim().parse().ok();
    let rate = rate.filter(|rate| (0.001..=1_000_000.0).contains(rate));
    Ok(LimitRequest {
        kind: LimitKind::Rate,
        class: None,
        bound: rate.ok_or_else(|| "give a number of MB/s from 0.001 to 1,000,000, such as 100".to_owned())?,
    })
}

/// Parses a bound, after the name of a class if there is one.
fn limit(kind: LimitKind, text: &str, bound: impl Fn(&str) -> Result<f64, String>) -> Result<LimitRequest, String> {
    let (class, value) = match text.rsplit_once('=') {
        Some((class, value)) => (Some(class.to_owned()), value),
        None => (None, text),
    };
    Ok(LimitRequest {
        kind,
        class,
        bound: bound(value)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_times_and_factors_of_all_or_of_a_class() {
        let of = |request: LimitRequest| (request.class, request.bound);
        assert_eq!(of(response("30s").unwrap()), (None, 30.0));
        assert_eq!(of(response("1.5").unwrap()), (None, 1.5));
        assert_eq!(of(response("a=b=2min").unwrap()), (Some("a=b".to_owned()), 120.0));
        assert_eq!(of(slowdown("sort=3x").unwrap()), (Some("sort".to_owned()), 3.0));
        assert_eq!(of(response("100ms").unwrap()), (None, 0.1));
        assert_eq!(of(response("sort=1500ms").unwrap()), (Some("sort".to_owned()), 1.5));
        for wrong in ["", "0", "sort", "sort=", "-1", "3x", "0ms", "ms", "-1ms"] {
            assert!(response(wrong).is_err(), "{wrong}");
        }
        for wrong in ["0.5x", "x", "30s"] {
            assert!(slowdown(wrong).is_err(), "{wrong}");
        }
        assert!(rate("0").is_err() && rate("1e9").is_err());
        assert_eq!(rate("100").unwrap().bound, 100.0);
    }

    #[test]
    fn without_a_limit_it_is_a_slowdown() {
        let classes = ["a".to_owned(), "b".to_owned()];
        let limits = RampArguments::default().limits(&classes).unwrap();
        assert_eq!(limits.len(), 2);
        assert!(
            limits
                .iter()
                .all(|limit| limit.kind == LimitKind::Slowdown && limit.bound == 3.0)
        );
    }
}
