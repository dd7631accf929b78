//! The result as it is written.

use std::collections::BTreeMap;

use feedrate_document::Header;
use feedrate_stats::{Interval, PairedRatio, Summary};
use serde::Serialize;
use serde_json::Value;

/// A study with its runs and their analysis.
#[derive(Debug, Serialize)]
pub struct StudyResult {
    pub(super) feedrate: Header,
    pub(super) title: String,
    pub(super) source: Option<String>,
    pub(super) file: String,
    pub(super) definition: String,
    pub(super) parameters: BTreeMap<String, String>,
    pub(super) created_at: String,
    pub(super) machines: Vec<Machine>,
    pub(super) factors: Vec<Levels>,
    /// All cells that have been begun.
    pub(super) cells: Vec<CellLevels>,
    pub(super) runs: Vec<RunResult>,
    pub(super) failures: Vec<FailureResult>,
    pub(super) warm_ups: usize,
    pub(super) others: usize,
    pub(super) responses: Vec<ResponseResult>,
    pub(super) published: Vec<PublishedResult>,
    pub(super) outliers: Vec<OutlierResult>,
    pub(super) drift: Option<DriftResult>,
}

#[derive(Debug, Serialize)]
pub(super) struct Machine {
    pub(super) number: i64,
    pub(super) feedrate: String,
    pub(super) fingerprint: Value,
}

#[derive(Debug, Serialize)]
pub(super) struct Levels {
    pub(super) name: String,
    pub(super) levels: Vec<String>,
    pub(super) beside: Vec<String>,
}

/// The levels of a cell by the names of their factors.
pub(super) type CellLevels = BTreeMap<String, String>;

#[derive(Debug, Serialize)]
pub(super) struct RunResult {
    pub(super) cell: CellLevels,
    pub(super) block: u32,
    pub(super) position: usize,
    pub(super) machine: i64,
    pub(super) started_at: String,
    pub(super) seconds: f64,
    pub(super) notes: Vec<String>,
    pub(super) figures: Vec<FigureResult>,
}

#[derive(Debug, Serialize)]
pub(super) struct FigureResult {
    /// Absent for the whole run.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) step: String,
    pub(super) name: String,
    pub(super) value: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct FailureResult {
    pub(super) cell: String,
    pub(super) reason: String,
}

#[derive(Debug, Serialize)]
pub(super) struct ResponseResult {
    pub(super) step: Option<String>,
    pub(super) name: String,
    pub(super) unit: Option<String>,
    pub(super) higher_is_better: bool,
    pub(super) cells: Vec<CellResult>,
    pub(super) comparisons: Vec<ComparisonResult>,
    pub(super) effects: Vec<EffectResult>,
    pub(super) courses: Vec<CourseResult>,
    pub(super) covariance: Option<CovarianceResult>,
    pub(super) choices: Vec<ChoiceResult>,
}

#[derive(Debug, Serialize)]
pub(super) struct CellResult {
    pub(super) cell: CellLevels,
    pub(super) summary: Summary,
    pub(super) cache_share: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct ComparisonResult {
    pub(super) compare: CellLevels,
    pub(super) with: CellLevels,
    pub(super) ratio: PairedRatio,
}

#[derive(Debug, Serialize)]
pub(super) struct CourseResult {
    pub(super) compare: CellLevels,
    pub(super) with: CellLevels,
    pub(super) over: String,
    pub(super) points: Vec<CoursePointResult>,
    pub(super) turns: Vec<TurnResult>,
}

#[derive(Debug, Serialize)]
pub(super) struct CoursePointResult {
    pub(super) level: String,
    pub(super) ratio: PairedRatio,
}

#[derive(Debug, Serialize)]
pub(super) struct TurnResult {
    pub(super) at: f64,
    pub(super) between: [f64; 2],
    pub(super) is_better_beyond: bool,
    pub(super) has_interval: bool,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

/// A published table with the study's own figures.
#[derive(Debug, Serialize)]
pub(super) struct PublishedResult {
    pub(super) title: String,
    pub(super) unit: Option<String>,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<PublishedRowResult>,
    pub(super) notes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct PublishedRowResult {
    pub(super) name: String,
    pub(super) ours: Vec<Option<EstimateResult>>,
    pub(super) published: Vec<Option<f64>>,
    pub(super) ours_of: Vec<Option<PairedRatio>>,
    pub(super) published_of: Vec<Option<f64>>,
}

#[derive(Debug, Serialize)]
pub(super) struct EffectResult {
    pub(super) factors: Vec<String>,
    #[serde(flatten)]
    pub(super) test: TestResult,
    pub(super) error_degrees: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct TestResult {
    pub(super) degrees: f64,
    pub(super) f: f64,
    pub(super) probability: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct CovarianceResult {
    pub(super) covariate: String,
    pub(super) power: Option<EstimateResult>,
    pub(super) parallel: Option<TestResult>,
    pub(super) settings: Vec<SettingResult>,
    pub(super) pairs: Vec<SettingPairResult>,
}

#[derive(Debug, Serialize)]
pub(super) struct SettingPairResult {
    pub(super) compare: CellLevels,
    pub(super) with: CellLevels,
    pub(super) ratio: EstimateResult,
    pub(super) probability: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct SettingResult {
    pub(super) setting: CellLevels,
    pub(super) of_first: Option<EstimateResult>,
    pub(super) corrected_probability: Option<f64>,
    pub(super) power: Option<EstimateResult>,
}

#[derive(Debug, Serialize)]
pub(super) struct EstimateResult {
    pub(super) value: f64,
    pub(super) interval: Option<Interval>,
}

#[derive(Debug, Serialize)]
pub(super) struct ChoiceResult {
    pub(super) cell: CellLevels,
    pub(super) best: CellLevels,
    pub(super) rivals: Vec<RivalResult>,
    pub(super) baseline: CellLevels,
    pub(super) gain: Option<PairedRatio>,
    pub(super) is_sure: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct RivalResult {
    pub(super) cell: CellLevels,
    pub(super) gain: Option<PairedRatio>,
    pub(super) is_open: bool,
    pub(super) blocks_to_tell: Option<usize>,
}

#[derive(Debug, Serialize)]
pub(super) struct OutlierResult {
    pub(super) cell: CellLevels,
    pub(super) block: u32,
    pub(super) ratio: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct DriftResult {
    pub(super) ratio: f64,
    pub(super) probability: f64,
}
