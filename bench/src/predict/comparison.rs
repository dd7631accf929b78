//! The comparison of the turns of a row, and its table.

use feedrate_bench::harness::comparison::{self, agreement, distinct, noise, ratio};
use feedrate_bench::harness::table::{Columns, percent, ratio_or_dash, seconds};
use feedrate_stats::{PairedRatio, Verdict};
use serde::Serialize;

use super::case::{Case, Sizes};
use super::method::Method;
use super::prediction::Figures;
use super::turns::{Kind, Row, Turn};

const COLUMNS: Columns<9> = Columns([1, -18, 9, 7, 8, 7, -21, 7, -20]);

/// A row with its verdict.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    #[serde(skip)]
    case: &'static Case,
    name: &'static str,
    /// The method with which it was predicted.
    method: Method,
    /// The origin of its prediction.
    kind: Kind,
    /// Observations of an input.
    sizes: Sizes,
    /// The greatest distance of real / predicted from 1.
    within: f64,
    /// The steps and, if there are several, all of them together.
    steps: Vec<StepComparison>,
    /// Seconds of fio's runs.
    fio: Vec<f64>,
    /// fio's time divided by that of the whole program.
    fio_to_real: Option<PairedRatio>,
    /// The reason why fio did not run.
    without_fio: Option<String>,
    /// Notes of feedrate.
    notes: Vec<String>,
    /// The reason why there is nothing to compare.
    error: Option<String>,
    /// The verdict on all steps.
    pub verdict: Verdict,
}

/// A step.
#[derive(Clone, Debug, Serialize)]
pub struct StepComparison {
    /// Its name.
    name: String,
    /// Predicted seconds, round by round.
    pub predicted: Vec<f64>,
    /// Real seconds, round by round.
    pub real: Vec<f64>,
    /// Real divided by predicted.
    pub ratio: Option<PairedRatio>,
    /// The range of the quartiles of the predicted times, as a share of their median.
    predicted_noise: Option<f64>,
    /// The same of the real times.
    real_noise: Option<f64>,
    /// The verdict on it.
    verdict: Verdict,
}

impl Comparison {
    /// Compares what was measured, or tells why nothing was: that has failed.
    pub fn of(row: &Row<'_>, turns: Result<Vec<Turn>, String>) -> Self {
        let mut comparison = Self {
            case: row.case,
            name: row.case.name,
            method: row.method,
            kind: row.kind,
            sizes: row.sizes,
            within: row.case.within,
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
        let total = StepComparison::of("all", turns, within, |turn| Some(&turn.prediction.total));
        let steps = first.prediction.steps.iter().enumerate();
        self.steps = steps
            .map(|(index, step)| {
                StepComparison::of(&step.title(), turns, within, |turn| {
                    turn.prediction.steps.get(index).map(|step| &step.figures)
                })
            })
            .collect();
        let fio: Result<Vec<&[f64]>, &String> = turns.iter().map(|turn| turn.fio.as_deref()).collect();
        match fio {
            Ok(fio) => self.fio = fio.into_iter().filter_map(mean).collect(),
            Err(why) => self.without_fio = Some(why.clone()),
        }
        self.fio_to_real = ratio(&self.fio, &total.real);
        if self.steps.len() != 1 {
            self.steps.push(total);
        }
        let told = turns.iter().map(|turn| &turn.prediction);
        self.notes = distinct(told.flat_map(|told| told.regimes.iter().chain(&told.notes)));
        let verdicts: Vec<Verdict> = self.steps.iter().map(|step| step.verdict).collect();
        self.verdict = comparison::all(&verdicts);
    }

    /// Returns the name of its case.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the greatest distance from 1 that is asked of it.
    pub fn within(&self) -> f64 {
        self.within
    }

    /// Returns all steps together; `None` if nothing was measured.
    pub fn total(&self) -> Option<&StepComparison> {
        self.steps.last()
    }

    /// Returns true if it counts: a control does not.
    pub fn counts(&self) -> bool {
        self.kind == Kind::Elsewhere
    }
}

impl Comparison {
    /// Returns its lines under a title.
    pub fn rows(&self, title: &str) -> String {
        let [profiled, predicted] = [self.sizes.profiled, self.sizes.predicted]
            .map(|observations| self.case.input_bytes(observations) as f64 / 1e6);
        let from = match self.kind {
            Kind::Elsewhere => format!(
                "{predicted:.0} MB, from {profiled:.0} MB {} in another folder",
                self.method.other().name()
            ),
            Kind::Control => format!("{predicted:.0} MB, from the same"),
        };
        let mut text = format!("{title}: {from}\n");
        if let Some(why) = &self.error {
            return text + &format!("  nothing to compare: {why}\n") + &self.verdict_line();
        }
        text += &COLUMNS.line([
            "",
            "step",
            "predicted",
            "noise",
            "real",
            "noise",
            " real / predicted",
            "fio",
            " fio / real",
        ]);
        let last = self.steps.len().saturating_sub(1);
        for (index, step) in self.steps.iter().enumerate() {
            let (fio, fio_to_real) = match index == last {
                true => (seconds(&self.fio), ratio_or_dash(self.fio_to_real.as_ref())),
                false => (String::new(), String::new()),
            };
            text += &COLUMNS.line([
                "",
                &step.name,
                &seconds(&step.predicted),
                &percent(step.predicted_noise),
                &seconds(&step.real),
                &percent(step.real_noise),
                &format!(" {}", ratio_or_dash(step.ratio.as_ref())),
                &fio,
                &format!(" {fio_to_real}"),
            ]);
        }
        text += &self.verdict_line();
        let without_fio = self.without_fio.iter().map(|why| format!("fio: {why}"));
        for note in without_fio.chain(self.notes.iter().cloned()) {
            text += &format!("  {note}\n");
        }
        text
    }

    fn verdict_line(&self) -> String {
        let within = self.within * 100.0;
        let asked = match self.counts() {
            true => "to be",
            false => "a control,",
        };
        let noise = match self.verdict {
            Verdict::Undecided => {
                let steps = self.steps.iter();
                let noise = steps.flat_map(|step| [step.predicted_noise, step.real_noise]);
                let most = noise.flatten().fold(0.0, f64::max);
                format!(", with noise of up to {}", percent(Some(most)))
            }
            _ => String::new(),
        };
        format!("  {asked} within {within:.0} % of 1: {}{noise}\n", self.verdict)
    }
}

/// Returns the geometric mean of the runs of a turn: they share a profile, and so make one observation; `None` if there
/// are none.
fn mean(runs: &[f64]) -> Option<f64> {
    let logarithms: f64 = runs.iter().map(|run| run.ln()).sum();
    (!runs.is_empty()).then(|| (logarithms / runs.len() as f64).exp())
}

impl StepComparison {
    fn of(name: &str, turns: &[Turn], within: f64, figures: impl Fn(&Turn) -> Option<&Figures>) -> Self {
        let all = |times: fn(&Figures) -> &[f64]| -> Vec<f64> {
            let turns = turns.iter().filter_map(&figures);
            turns.filter_map(|figures| mean(times(figures))).collect()
        };
        let (predicted, real) = (all(Figures::predicted), all(Figures::real));
        let ratio = ratio(&real, &predicted);
        Self {
            name: name.to_owned(),
            predicted_noise: noise(&predicted),
            real_noise: noise(&real),
            verdict: agreement(ratio.as_ref(), within),
            ratio,
            predicted,
            real,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::case::CASES;
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
            case: &CASES[0],
            sizes: CASES[0].sizes(800, 5),
            method: Method::Direct,
            kind: Kind::Elsewhere,
            profiled: Path::new("p"),
            home: Path::new("h"),
            data: Path::new("d"),
        };
        Comparison::of(&row, turns)
    }

    #[test]
    fn a_turn_is_one_observation() {
        let one = turn([1.0, 2.0], Some([1.01, 2.02]), Ok(vec![0.505, 1.01]));
        assert_eq!(compared(Ok(vec![one.clone(); 3])).verdict, Verdict::Undecided);
        let comparison = compared(Ok(vec![one; 6]));
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
        let comparison = compared(Ok(vec![one; 6]));
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
