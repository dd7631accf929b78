//! The analysis of a study and all its runs as JSON. `docs/study-json.md` describes it to its users.

mod beside;
mod model;
mod read;

use feedrate_document::Header;
use feedrate_stats::covariance::IntervalEstimate;
use feedrate_stats::glm::Test;
use serde_json::Value;

use crate::analysis::{Analysis, Choice, Data, ResponseAnalysis, Scaling};

use beside::group;
use model::{
    CellLevels, CellResult, ChoiceResult, ComparisonResult, CovarianceResult, DriftResult, EffectResult,
    EstimateResult, FailureResult, FigureResult, Levels, Machine, OutlierResult, ResponseResult, RivalResult,
    RunResult, SettingPairResult, SettingResult, TestResult,
};

pub use model::StudyResult;
pub use read::{Unreadable, data};

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 2;

/// Returns the analysis and all runs that are counted.
pub fn of(data: &Data, analysis: &Analysis) -> StudyResult {
    StudyResult {
        feedrate: Header::new("study", FORMAT_VERSION),
        title: data.facts.title.clone(),
        source: data.study.source.clone(),
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
                levels: factor.levels.iter().map(|level| level.text.clone()).collect(),
                beside: factor
                    .beside
                    .iter()
                    .map(|&level| factor.levels[level].text.clone())
                    .collect(),
            })
            .collect(),
        cells: (0..data.cells.len()).map(|cell| levels(data, cell)).collect(),
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
        published: beside::published(data, analysis),
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
        courses: analysis
            .courses
            .iter()
            .map(|course| beside::course(data, course))
            .collect(),
        covariance: analysis.scaling.as_ref().map(|scaling| covariance(data, scaling)),
        choices: analysis
            .choices
            .iter()
            .map(|choice| choice_result(data, choice))
            .collect(),
    }
}

fn covariance(data: &Data, scaling: &Scaling) -> CovarianceResult {
    CovarianceResult {
        covariate: data.factors[scaling.factor].name.clone(),
        power: scaling.power.map(estimate),
        parallel: scaling.parallel.as_ref().map(test),
        settings: scaling
            .settings
            .iter()
            .enumerate()
            .map(|(place, setting)| SettingResult {
                setting: group(data, &setting.levels),
                of_first: scaling.of_first(place).map(estimate),
                corrected_probability: scaling.of_first(place).and_then(known_probability),
                power: setting.power.map(estimate),
            })
            .collect(),
        pairs: scaling
            .pairs
            .iter()
            .map(|pair| SettingPairResult {
                compare: group(data, &scaling.settings[pair.compare].levels),
                with: group(data, &scaling.settings[pair.with].levels),
                ratio: estimate(pair.ratio),
                probability: known_probability(pair.ratio),
            })
            .collect(),
    }
}

fn choice_result(data: &Data, choice: &Choice) -> ChoiceResult {
    ChoiceResult {
        cell: levels(data, choice.cell),
        best: levels(data, choice.best),
        rivals: choice
            .rivals
            .iter()
            .map(|rival| RivalResult {
                cell: levels(data, rival.cell),
                gain: rival.gain,
                is_open: rival.is_open(),
                blocks_to_tell: rival.blocks_to_tell(),
            })
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

fn known_probability(estimated: IntervalEstimate) -> Option<f64> {
    Some(estimated.probability).filter(|p| p.is_finite())
}

fn estimate(estimated: IntervalEstimate) -> EstimateResult {
    EstimateResult {
        value: estimated.value,
        interval: Some(estimated.interval).filter(|interval| interval.low.is_finite()),
    }
}

fn levels(data: &Data, cell: usize) -> CellLevels {
    data.study.levels(&data.cells[cell]).into_iter().collect()
}
