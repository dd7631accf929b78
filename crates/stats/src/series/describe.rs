//! Shapes in words.

use super::{Shape, Step};

impl Shape {
    /// Describes the shape in a sentence without a full stop, which follows the name of a stream: "falls by 23 % from
    /// start to end". Levels are in the unit of the values, which is not named.
    pub fn describe(&self) -> String {
        self.describe_as("intervals")
    }

    /// The same for values other than intervals: `unit` is their name in the plural with an s, such as "repeats".
    pub fn describe_as(&self, unit: &str) -> String {
        match self {
            Self::TooShort => "too short to tell".to_owned(),
            Self::Steady { within, stalls: 0, .. } => format!("steady within {}", percent(*within)),
            Self::Steady { within, stalls, .. } => {
                let units = match *stalls {
                    1 => unit.strip_suffix('s').unwrap_or(unit),
                    _ => unit,
                };
                let within = percent(*within);
                format!("steady within {within}, but for {stalls} {units} under half the level")
            }
            Self::Noisy { spread, .. } => {
                format!("noisy: half the {unit} lie outside ±{}", percent(*spread))
            }
            Self::Drift { from, to, change, .. } => {
                let verb = if to < from { "falls" } else { "rises" };
                format!("{verb} by {} from start to end", percent(change.abs()))
            }
            Self::Step { steps } => steps_in_words(steps),
        }
    }
}

fn steps_in_words(steps: &[Step]) -> String {
    let words = steps.iter().enumerate().map(|(i, step)| {
        let verb = if step.after < step.before { "drops" } else { "rises" };
        let from = if i == 0 {
            format!(" from {}", level(step.before))
        } else {
            String::new()
        };
        let (to, share) = (level(step.after), percent(step.share));
        let of_the_run = if i == 0 { " of the run" } else { "" };
        format!("{verb}{from} to {to} at {share}{of_the_run}")
    });
    words.collect::<Vec<_>>().join(", then ")
}

/// Formats a fraction as a percentage of at least two digits: "0.4 %", "3 %", "23 %".
fn percent(fraction: f64) -> String {
    let percent = 100.0 * fraction;
    let decimals = usize::from(percent < 9.95 && (percent - percent.round()).abs() >= 0.05);
    format!("{percent:.decimals$} %")
}

/// Formats a level with at least three digits: "812", "40.5", "0.0123".
pub(super) fn level(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits_before_point = value.abs().log10().floor() as i32 + 1;
    let decimals = usize::try_from(3 - digits_before_point).unwrap_or(0);
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(at: usize, before: f64, after: f64) -> Step {
        Step {
            at,
            share: at as f64 / 100.0,
            before,
            after,
        }
    }

    #[test]
    fn one_sentence_for_each_shape() {
        let fall = Shape::Drift {
            from: 800.0,
            to: 616.0,
            change: -0.23,
            per_interval: -0.0023,
        };
        let rise = Shape::Drift {
            from: 100.0,
            to: 108.5,
            change: 0.085,
            per_interval: 0.001,
        };
        let drop = Shape::Step {
            steps: vec![step(37, 812.2, 405.4)],
        };
        let dip = Shape::Step {
            steps: vec![step(37, 9812.0, 40.52), step(80, 40.52, 0.0)],
        };
        let steady = Shape::Steady {
            level: 812.0,
            within: 0.03,
            stalls: 0,
        };
        let stalling = Shape::Steady {
            level: 812.0,
            within: 0.004,
            stalls: 3,
        };
        let noisy = Shape::Noisy {
            level: 812.0,
            spread: 0.2,
        };
        let sentences = [
            (fall, "falls by 23 % from start to end"),
            (rise, "rises by 8.5 % from start to end"),
            (drop, "drops from 812 to 405 at 37 % of the run"),
            (
                dip,
                "drops from 9812 to 40.5 at 37 % of the run, then drops to 0 at 80 %",
            ),
            (steady, "steady within 3 %"),
            (
                stalling,
                "steady within 0.4 %, but for 3 intervals under half the level",
            ),
            (noisy, "noisy: half the intervals lie outside ±20 %"),
            (Shape::TooShort, "too short to tell"),
        ];
        for (shape, sentence) in sentences {
            assert_eq!(shape.describe(), sentence);
        }
    }

    #[test]
    fn the_values_have_the_name_that_is_given() {
        let stalling = |stalls| Shape::Steady {
            level: 812.0,
            within: 0.03,
            stalls,
        };
        let noisy = Shape::Noisy {
            level: 812.0,
            spread: 0.16,
        };
        let sentences = [
            (stalling(1), "steady within 3 %, but for 1 repeat under half the level"),
            (stalling(2), "steady within 3 %, but for 2 repeats under half the level"),
            (noisy, "noisy: half the repeats lie outside ±16 %"),
            (Shape::TooShort, "too short to tell"),
        ];
        for (shape, sentence) in sentences {
            assert_eq!(shape.describe_as("repeats"), sentence);
        }
        assert_eq!(
            stalling(1).describe(),
            "steady within 3 %, but for 1 interval under half the level"
        );
    }
}
