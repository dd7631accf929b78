//! The figures that are compared, by their names.

use crate::measured::Sample;

/// Names of figures, of steps, or titles of figures: those that are compared alone, and those that are not compared.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The figures that are compared; all if there are none.
    pub only: Vec<String>,
    /// The figures that are left out.
    pub except: Vec<String>,
}

impl Selection {
    /// Returns whether a figure is compared.
    pub fn has(&self, sample: &Sample) -> bool {
        let is_in = |names: &[String]| names.iter().any(|name| is_name_of(name, sample));
        (self.only.is_empty() || is_in(&self.only)) && !is_in(&self.except)
    }

    /// Returns the first name in it that none of some figures has.
    pub fn unknown<'a>(&self, samples: impl Iterator<Item = &'a Sample> + Clone) -> Option<&str> {
        let mut names = self.only.iter().chain(&self.except);
        let unknown = names.find(|name| !samples.clone().any(|sample| is_name_of(name, sample)));
        unknown.map(String::as_str)
    }
}

/// Returns whether a name is that of a figure, of its step, or its title, in letters of any case.
fn is_name_of(name: &str, sample: &Sample) -> bool {
    let names = [sample.figure.as_str(), &sample.step, &sample.shown().title];
    !name.is_empty() && names.iter().any(|other| other.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measured::testing::{measured, repeats};

    #[test]
    fn figures_are_named_by_themselves_their_steps_and_their_titles() {
        let result = measured("a", &repeats("p.sas", "2026-03-01T10:00:00Z", &[1.0; 6]));
        let compared = |only: &[&str], except: &[&str]| {
            let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
            let selection = Selection {
                only: owned(only),
                except: owned(except),
            };
            let samples = result.samples.iter().filter(|sample| sample.better.is_some());
            let unknown = selection.unknown(samples.clone()).map(str::to_owned);
            let places: Vec<String> = samples
                .filter(|sample| selection.has(sample))
                .map(Sample::place)
                .collect();
            (places, unknown)
        };
        let all = compared(&[], &[]).0;
        assert_eq!(compared(&["seconds"], &[]).0, all);
        assert_eq!(compared(&["Time"], &[]).0, all);
        assert_eq!(compared(&["time"], &["seconds"]).0, Vec::<String>::new());
        let step = result.samples.iter().find(|sample| !sample.step.is_empty()).unwrap();
        assert_eq!(compared(&[&step.step], &[]).0, [step.place()]);
        assert_eq!(compared(&[], &[&step.step]).0.len(), all.len() - 1);
        assert_eq!(compared(&["secs"], &[]).1.as_deref(), Some("secs"));
        assert_eq!(compared(&["seconds", ""], &[]).1.as_deref(), Some(""));
    }
}
