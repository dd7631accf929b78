//! The analysis of a study and all its runs as JSON. `docs/study-json.md` describes it to its users.

mod read;

use std::collections::BTreeMap;

use feedrate_report::Header;
use feedrate_stats::covariance::Estimated;
use feedrate_stats::glm::Test;
use feedrate_stats::{Interval, PairedRatio, Summary};
use serde::Serialize;
use serde_json::Value;

use crate::analysis::{Analysis, Choice, Data, Group, ResponseAnalysis};

pub use read::{Unreadable, data};

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// A study with its runs and their analysis.
#[derive(Debug, Serialize)]
pub struct StudyResult {
    feedrate: Header,
    title: String,
    file: String,
    definition: String,
    parameters: BTreeMap<String, String>,
    created_at: String,
    machines: Vec<Machine>,
    factors: Vec<Levels>,
    /// All cells that have been begun.
    cells: Vec<CellLevels>,
    runs: Vec<RunResult>,
    failures: Vec<FailureResult>,
    warm_ups: usize,
    others: usize,
    responses: Vec<ResponseResult>,
    outliers: Vec<OutlierResult>,
    drift: Option<DriftResult>,
}

#[derive(Debug, Serialize)]
struct Machine {
    number: i64,
    feedrate: String,
    fingerprint: Value,
}

#[derive(Debug, Serialize)]
struct Levels {
    name: String,
    levels: Vec<String>,
}

/// The levels of a cell by the names of their factors.
type CellLevels = BTreeMap<String, String>;

#[derive(Debug, Serialize)]
struct RunResult {
    cell: CellLevels,
    block: u32,
    position: usize,
    machine: i64,
    started_at: String,
    seconds: f64,
    notes: Vec<String>,
    figures: Vec<FigureResult>,
}

#[derive(Debug, Serialize)]
struct FigureResult {
    /// Absent for the whole run.
    #[serde(skip_serializing_if = "String::is_empty")]
    step: String,
    name: String,
    value: f64,
}

#[derive(Debug, Serialize)]
struct FailureResult {
    cell: String,
    reason: String,
}

#[derive(Debug, Serialize)]
struct ResponseResult {
    step: Option<String>,
    name: String,
    unit: Option<String>,
    higher_is_better: bool,
    cells: Vec<CellResult>,
    comparisons: Vec<ComparisonResult>,
    effects: Vec<EffectResult>,
    covariance: Option<CovarianceResult>,
    choices: Vec<ChoiceResult>,
}

#[derive(Debug, Serialize)]
struct CellResult {
    cell: CellLevels,
    summary: Summary,
    cache_share: Option<f64>,
}

#[derive(Debug, Serialize)]
struct ComparisonResult {
    compare: CellLevels,
    with: CellLevels,
    ratio: PairedRatio,
}

#[derive(Debug, Serialize)]
struct EffectResult {
    factors: Vec<String>,
    #[serde(flatten)]
    test: TestResult,
    error_degrees: f64,
}

#[derive(Debug, Serialize)]
struct TestResult {
    degrees: f64,
    f: f64,
    probability: f64,
}

#[derive(Debug, Serialize)]
struct CovarianceResult {
    covariate: String,
    power: Option<EstimateResult>,
    parallel: Option<TestResult>,
    settings: Vec<SettingResult>,
}

#[derive(Debug, Serialize)]
struct SettingResult {
    setting: CellLevels,
    of_first: Option<EstimateResult>,
    corrected_probability: Option<f64>,
    power: Option<EstimateResult>,
}

#[derive(Debug, Serialize)]
struct EstimateResult {
    value: f64,
    interval: Option<Interval>,
}

#[derive(Debug, Serialize)]
struct ChoiceResult {
    cell: CellLevels,
    best: CellLevels,
    equals: Vec<CellLevels>,
    baseline: CellLevels,
    gain: Option<PairedRatio>,
    is_sure: bool,
}

#[derive(Debug, Serialize)]
struct OutlierResult {
    cell: CellLevels,
    block: u32,
    ratio: f64,
}

#[derive(Debug, Serialize)]
struct DriftResult {
    ratio: f64,
    probability: f64,
}

/// Returns the analysis and all runs that are counted.
pub fn of(data: &Data, analysis: &Analysis) -> StudyResult {
    StudyResult {
        feedrate: Header::new("study", FORMAT_VERSION),
        title: data.facts.title.clone(),
        file: data.facts.file.clone(),
        definition: data.facts.definition.clone(),
        parameters: data.facts.parameters.clone(),
        created_at: data.facts.created_at.clone(),
        machines: data.facts.machines.iter().map(machine).collect(),
        factors: data
            .factors
            .iter()
            .map(|factor| Levels {
                name: factor.name.clone(),
                levels: factor
                    .levels
                    .iter()
                    .map(|level| level.text.clone())
                    .collect(),
            })
            .collect(),
        cells: (0..data.cells.len())
            .map(|cell| levels(data, cell))
            .collect(),
        runs: data.runs.iter().map(|run| run_result(data, run)).collect(),
        failures: data
            .failures
            .iter()
            .map(|failure| FailureResult {
                cell: failure.cell.clone(),
                reason: failure.reason.clone(),
            })
            .collect(),
        warm_ups: data.warm_ups,
        others: data.others,
        responses: analysis
            .responses
            .iter()
            .map(|response| response_result(data, response))
            .collect(),
        outliers: analysis
            .unusual
            .outliers
            .iter()
            .map(|outlier| OutlierResult {
                cell: levels(data, outlier.cell),
                block: outlier.block,
                ratio: outlier.ratio,
            })
            .collect(),
        drift: analysis.unusual.drift.map(|drift| DriftResult {
            ratio: drift.ratio,
            probability: drift.probability,
        }),
    }
}

fn machine((number, feedrate, fingerprint): &(i64, String, String)) -> Machine {
    Machine {
        number: *number,
        feedrate: feedrate.clone(),
        fingerprint: serde_json::from_str(fingerprint).unwrap_or(Value::Null),
    }
}

fn run_result(data: &Data, run: &crate::analysis::MeasuredRun) -> RunResult {
    RunResult {
        cell: levels(data, run.cell),
        block: run.block,
        position: run.run.position,
        machine: run.run.machine,
        started_at: run.run.started_at.clone(),
        seconds: run.run.seconds,
        notes: run.run.notes.clone(),
        figures: run
            .run
            .figures
            .iter()
            .map(|figure| FigureResult {
                step: figure.step.clone(),
                name: figure.name.clone(),
                value: figure.value,
            })
            .collect(),
    }
}

fn response_result(data: &Data, analysis: &ResponseAnalysis) -> ResponseResult {
    let response = &analysis.response;
    ResponseResult {
        step: Some(response.step.clone()).filter(|step| !step.is_empty()),
        name: response.name.clone(),
        unit: response.unit.clone(),
        higher_is_better: response.higher_is_better,
        cells: analysis
            .cells
            .iter()
            .map(|cell| CellResult {
                cell: levels(data, cell.cell),
                summary: cell.summary,
                cache_share: cell.cache_share,
            })
            .collect(),
        comparisons: analysis
            .comparisons
            .iter()
            .map(|comparison| ComparisonResult {
                compare: group(data, &comparison.compare),
                with: group(data, &comparison.with),
                ratio: comparison.ratio,
            })
            .collect(),
        effects: analysis
            .effects
            .iter()
            .map(|effect| EffectResult {
                factors: effect
                    .factors
                    .iter()
                    .map(|&factor| data.factors[factor].name.clone())
                    .collect(),
                test: test(&effect.test),
                error_degrees: effect.error_degrees,
            })
            .collect(),
        covariance: analysis.scaling.as_ref().map(|scaling| CovarianceResult {
            covariate: data.factors[scaling.factor].name.clone(),
            power: scaling.power.map(estimate),
            parallel: scaling.parallel.as_ref().map(test),
            settings: scaling
                .settings
                .iter()
                .map(|setting| SettingResult {
                    setting: group(data, &setting.levels),
                    of_first: setting.of_baseline.map(estimate),
                    corrected_probability: setting.corrected.filter(|p| p.is_finite()),
                    power: setting.power.map(estimate),
                })
                .collect(),
        }),
        choices: analysis
            .choices
            .iter()
            .map(|choice| choice_result(data, choice))
            .collect(),
    }
}

fn choice_result(data: &Data, choice: &Choice) -> ChoiceResult {
    ChoiceResult {
        cell: levels(data, choice.cell),
        best: levels(data, choice.best),
        equals: choice
            .equals
            .iter()
            .map(|&cell| levels(data, cell))
            .collect(),
        baseline: levels(data, choice.baseline),
        gain: choice.gain,
        is_sure: choice.is_sure,
    }
}

fn test(test: &Test) -> TestResult {
    TestResult {
        degrees: test.degrees,
        f: test.f,
        probability: test.probability,
    }
}

fn estimate(estimated: Estimated) -> EstimateResult {
    EstimateResult {
        value: estimated.value,
        interval: Some(estimated.interval).filter(|interval| interval.low.is_finite()),
    }
}

fn levels(data: &Data, cell: usize) -> CellLevels {
    data.study.levels(&data.cells[cell]).into_iter().collect()
}

fn group(data: &Data, group: &Group) -> CellLevels {
    let levels = group.iter().map(|&(factor, level)| {
        let factor = &data.factors[factor];
        (factor.name.clone(), factor.levels[level].text.clone())
    });
    levels.collect()
}
