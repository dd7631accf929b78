//! The tables of the file, as TOML has them.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::system;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) title: String,
    pub(super) source: Option<String>,
    pub(super) question: Option<String>,
    pub(super) repeats: Option<Spanned<u32>>,
    pub(super) warm_up: Option<Spanned<u32>>,
    pub(super) order: Option<Spanned<String>>,
    pub(super) seed: Option<u32>,
    pub(super) cache: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) inputs: Vec<String>,
    pub(super) time_budget: Option<Spanned<String>>,
    pub(super) longest_run: Option<Spanned<String>>,
    pub(super) space: Option<String>,
    pub(super) advice: Option<bool>,
    pub(super) run: Spanned<Run>,
    pub(super) prepare: Option<Spanned<Run>>,
    #[serde(default)]
    pub(super) parameters: BTreeMap<Spanned<String>, Word>,
    #[serde(default)]
    pub(super) factor: Vec<Spanned<FactorTable>>,
    #[serde(default)]
    pub(super) leave_out: Vec<Spanned<BTreeMap<String, Words>>>,
    #[serde(default)]
    pub(super) pair: Vec<Spanned<PairTable>>,
    #[serde(default)]
    pub(super) measure: Vec<Spanned<MeasureTable>>,
    pub(super) stop: Option<Spanned<StopTable>>,
    #[serde(default)]
    pub(super) published: Vec<Spanned<PublishedTable>>,
    #[serde(default)]
    pub(super) chart: Vec<Spanned<ChartTable>>,
    pub(super) moves: Option<String>,
    pub(super) lasts: Option<String>,
    pub(super) published_size: Option<Spanned<PublishedSizeTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Run {
    pub(super) program: Option<String>,
    pub(super) job: Option<String>,
    pub(super) measure: Option<Arguments>,
    pub(super) command: Option<Arguments>,
    #[serde(default)]
    pub(super) arguments: Vec<String>,
    #[serde(default)]
    pub(super) each: Vec<String>,
}

/// Words, or a line that is split as a shell splits it.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Arguments {
    Line(String),
    Words(Vec<String>),
}

/// A value that stands for a text.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Word {
    Switch(bool),
    Whole(i64),
    Number(f64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Words {
    One(Word),
    Many(Vec<Word>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FactorTable {
    pub(super) name: String,
    pub(super) levels: Vec<Word>,
    pub(super) option: Option<String>,
    #[serde(rename = "let")]
    pub(super) macro_variable: Option<String>,
    pub(super) argument: Option<String>,
    pub(super) environment: Option<String>,
    pub(super) job_option: Option<String>,
    pub(super) file: Option<String>,
    pub(super) set: Option<String>,
    pub(super) get: Option<String>,
    pub(super) restore: Option<String>,
    pub(super) prompt: Option<String>,
    #[serde(default)]
    pub(super) covariate: bool,
    #[serde(default)]
    pub(super) given: bool,
    #[serde(default)]
    pub(super) class: bool,
    #[serde(default)]
    pub(super) unmeasured: Vec<Word>,
    #[serde(default)]
    pub(super) beside: Vec<Word>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PairTable {
    pub(super) compare: BTreeMap<String, Word>,
    pub(super) with: BTreeMap<String, Word>,
    pub(super) over: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MeasureTable {
    pub(super) name: String,
    pub(super) unit: Option<String>,
    pub(super) json: Option<String>,
    pub(super) pattern: Option<String>,
    #[serde(default)]
    pub(super) higher_is_better: bool,
    #[serde(default)]
    pub(super) detail: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StopTable {
    pub(super) interval: String,
    pub(super) most_repeats: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PublishedTable {
    pub(super) title: String,
    pub(super) note: Option<String>,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Vec<Word>>,
    pub(super) row_is: Option<Vec<PlaceTable>>,
    pub(super) column_is: Option<Vec<PlaceTable>>,
    #[serde(default)]
    pub(super) of: PlaceTable,
    #[serde(default)]
    pub(super) errors: bool,
    pub(super) statistic: Option<String>,
    pub(super) unit: Option<String>,
    pub(super) relative_to: Option<BTreeMap<String, Word>>,
}

/// Levels by the names of their factors, and the step or figure that is meant.
pub(super) type PlaceTable = BTreeMap<String, Word>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChartTable {
    pub(super) title: String,
    pub(super) over: String,
    #[serde(default)]
    pub(super) each: Vec<String>,
    pub(super) figure: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PublishedSizeTable {
    #[serde(default)]
    pub(super) levels: BTreeMap<String, Vec<Word>>,
    #[serde(default)]
    pub(super) set: BTreeMap<String, Word>,
    pub(super) repeats: Option<u32>,
}

impl Word {
    pub(super) fn text(&self) -> String {
        match self {
            Self::Switch(true) => "on".to_owned(),
            Self::Switch(false) => "off".to_owned(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

impl Arguments {
    pub(super) fn words(self) -> Option<Vec<String>> {
        match self {
            Self::Line(line) => system::words(&line),
            Self::Words(words) => Some(words),
        }
    }
}
