//! The progress of a ramp: a line for each run, and after the first how long more users will take.

use std::time::Duration;

use feedrate_document::format;
use feedrate_runs::ramp::{RampObserver, RampOptions};
use feedrate_workload::Control;

use crate::progress::Stages;
use crate::say;

/// Runs of a number of users until it is decided, at least.
const RUNS: f64 = 2.0;

/// The lines of a ramp, shown until they are dropped.
#[derive(Debug)]
pub struct RampStages(Stages);

impl RampStages {
    /// Shows the runs of the ramp that `control` counts.
    pub fn show(control: &Control) -> Self {
        Self(Stages::show(control))
    }
}

impl RampObserver for RampStages {
    fn run_begins(&mut self, users: u32, number: usize, most: u32, estimate: Option<Duration>) {
        let noun = if users == 1 { "user" } else { "users" };
        let estimate = estimate.filter(|estimate| *estimate >= Duration::from_secs(1));
        let estimate = estimate.map_or_else(String::new, |it| format!(", some {}", format::duration(it)));
        let stage = format!("{users} {noun}, run {number} of {most} at most{estimate}");
        self.0.begin(&stage, None);
    }

    fn first_ended(&mut self, seconds: f64, options: &RampOptions) {
        say::line(forecast(seconds, options));
    }
}

/// Returns how long the ramp will take, from the seconds of one user.
fn forecast(seconds: f64, options: &RampOptions) -> String {
    let until = |most: u32| {
        let levels = std::iter::successors(Some(1_u32), |users| users.checked_mul(2));
        levels.take_while(move |users| *users <= most)
    };
    let lengthening = |most: u32| until(most).map(|users| RUNS * seconds * f64::from(users)).sum::<f64>();
    let steady = |most: u32| until(most).count() as f64 * RUNS * seconds;
    let most = options.most_users.min(64);
    let noun = if most == 1 { "user" } else { "users" };
    let budget = match options.budget {
        Some(budget) => format!("; the budget is {}", format::duration(budget)),
        None => "; --time-budget bounds it".to_owned(),
    };
    format!(
        "one user took {}: up to {most} {noun} take at least {}, or {} if the time grows with the users{budget}",
        format::seconds(seconds),
        format::seconds(steady(most)),
        format::seconds(lengthening(most)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forecast_has_the_time_with_and_without_slowing_down() {
        let options = RampOptions {
            most_users: 8,
            repeats: 6,
            budget: None,
            limits: Vec::new(),
        };
        assert_eq!(
            forecast(2.0, &options),
            "one user took 2.00 s: up to 8 users take at least 16.0 s, or 1 min 00 s if the time grows with the users; \
             --time-budget bounds it"
        );
        let one = RampOptions {
            most_users: 1,
            ..options
        };
        assert!(forecast(2.0, &one).starts_with("one user took 2.00 s: up to 1 user take at least "));
    }
}
