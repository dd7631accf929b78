//! What the turns of a row say.

use feedrate_stats::{PairedRatio, Summary, Verdict};
use serde::Serialize;

use crate::agreement;
use crate::case::{Case, Sizes};
use crate::method::Method;
use crate::prediction::Figures;
use crate::row::{Kind, Row, Turn};

/// A row, and whether it agrees.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The case.
    pub case: Case,
    /// The method with which it was predicted.
    pub method: Method,
    /// What it was predicted from.
    pub kind: Kind,
    /// Observations of an input.
    pub sizes: Sizes,
    /// How far from 1 real / predicted may be.
    pub within: f64,
    /// The steps and, if there are several, all of them together.
    pub steps: Vec<Compared>,
    /// Seconds of fio's runs.
    pub fio: Vec<f64>,
    /// fio's time divided by that of the whole program.
    pub fio_to_real: Option<PairedRatio>,
    /// Why fio did not run.
    pub without_fio: Option<String>,
    /// What feedrate said.
    pub notes: Vec<String>,
    /// Why there is nothing to compare.
    pub error: Option<String>,
    /// Whether all steps agree.
    pub verdict: Verdict,
}

/// A step.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// How it is called.
    pub name: String,
    /// Predicted seconds, pair by pair.
    pub predicted: Vec<f64>,
    /// Real seconds, pair by pair.
    pub real: Vec<f64>,
    /// Real divided by predicted.
    pub ratio: Option<PairedRatio>,
    /// The range of the quartiles of the predicted times, as a share of their median.
    pub predicted_noise: Option<f64>,
    /// The same of the real times.
    pub real_noise: Option<f64>,
    /// Whether it agrees.
    pub verdict: Verdict,
}

impl Comparison {
    /// Compares what was measured, or tells why nothing was: that has failed.
    pub fn of(row: &Row<'_>, turns: Result<Vec<Turn>, String>) -> Self {
        let mut comparison = Self {
            case: row.case,
            method: row.method,
            kind: row.kind,
            sizes: row.sizes,
            within: row.case.within(),
            steps: Vec::new(),
            fio: Vec::new(),
            fio_to_real: None,
            without_fio: None,
            notes: Vec::new(),
            error: None,
            verdict: Verdict::Failed,
        };
        match turns {
            Ok(turns) => comparison.add(&turns),
            Err(why) => comparison.error = Some(why),
        }
        comparison
    }

    fn add(&mut self, turns: &[Turn]) {
        let Some(first) = turns.first() else {
            return;
        };
        let within = self.within;
        let total = Compared::of("all", turns, within, |turn| Some(&turn.prediction.total));
        let steps = first.prediction.steps.iter().enumerate();
        self.steps = steps
            .map(|(index, step)| {
                Compared::of(&step.title(), turns, within, |turn| {
                    turn.prediction.steps.get(index).map(|step| &step.figures)
                })
            })
            .collect();
        let fio: Result<Vec<&[f64]>, &String> =
            turns.iter().map(|turn| turn.fio.as_deref()).collect();
        match fio {
            Ok(fio) => self.fio = fio.concat(),
            Err(why) => self.without_fio = Some(why.clone()),
        }
        self.fio_to_real = ratio(&self.fio, &total.real);
        if self.steps.len() != 1 {
            self.steps.push(total);
        }
        for turn in turns {
            let told = turn.prediction.regimes.iter().chain(&turn.prediction.notes);
            for note in told {
                if !self.notes.contains(note) {
                    self.notes.push(note.clone());
                }
            }
        }
        self.verdict = agreement::all(self.steps.iter().map(|step| step.verdict));
    }

    /// Returns whether it counts: a control does not.
    pub fn counts(&self) -> bool {
        self.kind == Kind::Elsewhere
    }
}

impl Compared {
    fn of(
        name: &str,
        turns: &[Turn],
        within: f64,
        figures: impl Fn(&Turn) -> Option<&Figures>,
    ) -> Self {
        let all = |times: fn(&Figures) -> &[f64]| -> Vec<f64> {
            let turns = turns.iter().filter_map(&figures);
            turns.flat_map(times).copied().collect()
        };
        let (predicted, real) = (all(Figures::predicted), all(Figures::real));
        let ratio = ratio(&real, &predicted);
        Self {
            name: name.to_owned(),
            predicted_noise: agreement::noise(&predicted),
            real_noise: agreement::noise(&real),
            verdict: agreement::verdict(ratio.as_ref(), within),
            ratio,
            predicted,
            real,
        }
    }
}

/// Returns the ratio of times in pairs; `None` unless all are there.
fn ratio(ours: &[f64], theirs: &[f64]) -> Option<PairedRatio> {
    let pairs: Vec<(f64, f64)> = ours.iter().copied().zip(theirs.iter().copied()).collect();
    PairedRatio::of(&pairs).filter(|_| ours.len() == theirs.len())
}

/// Returns the time in the middle.
pub fn median(times: &[f64]) -> Option<f64> {
    Summary::of(times).map(|summary| summary.median)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn turn(predicted: [f64; 2], real: Option<[f64; 2]>, fio: Result<Vec<f64>, String>) -> Turn {
        let figures = serde_json::json!({
            "predicted": {"runs": predicted},
            "real": real.map(|runs| serde_json::json!({"runs": runs})),
        });
        let mut step = figures.clone();
        step["name"] = "DATA".into();
        let prediction = serde_json::json!({"total": figures, "steps": [step]});
        Turn {
            prediction: serde_json::from_value(prediction).unwrap(),
            fio,
        }
    }

    fn compared(turns: Result<Vec<Turn>, String>) -> Comparison {
        let row = Row {
            case: Case::Interleave,
            sizes: Case::Interleave.sizes(800, 5),
            method: Method::Direct,
            kind: Kind::Elsewhere,
            profile: Path::new("p"),
            profile_for_fio: Path::new("p"),
            data: Path::new("d"),
        };
        Comparison::of(&row, turns)
    }

    #[test]
    fn three_turns_are_six_pairs() {
        let one = turn([1.0, 2.0], Some([1.01, 2.02]), Ok(vec![0.505, 1.01]));
        let comparison = compared(Ok(vec![one; 3]));
        assert_eq!(comparison.verdict, Verdict::Passed);
        let [step] = &comparison.steps[..] else {
            panic!("{:?}", comparison.steps)
        };
        assert_eq!(step.ratio.unwrap().pairs, 6);
        assert!((comparison.fio_to_real.unwrap().ratio - 0.5).abs() < 1e-9);
    }

    #[test]
    fn without_fio_the_program_is_compared_all_the_same() {
        let one = turn([1.0, 1.0], Some([1.1, 1.1]), Err("no fio".to_owned()));
        let comparison = compared(Ok(vec![one; 3]));
        assert_eq!(comparison.without_fio.as_deref(), Some("no fio"));
        assert_eq!(comparison.fio_to_real, None);
        assert_eq!(comparison.verdict, Verdict::Failed);
    }

    #[test]
    fn steps_that_are_not_the_same_decide_nothing() {
        let one = turn([1.0, 1.0], None, Ok(vec![1.0, 1.0]));
        assert_eq!(compared(Ok(vec![one; 3])).verdict, Verdict::Undecided);
        assert_eq!(compared(Err("gone".to_owned())).verdict, Verdict::Failed);
    }
}
