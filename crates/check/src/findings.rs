//! The figures of a folder.

use feedrate_pageio::Discipline;
use feedrate_stats::Certainty;
use serde::Serialize;

use crate::disturbance::Disturbance;
use crate::doubt::Doubt;
use crate::endurance::Endurance;
use crate::measurement::Measurement;
use crate::metadata::MetadataFigures;
use crate::search::{RankedSetting, Search, TOLERANCE};
use crate::setting::Setting;
use crate::steps::StandardSteps;

/// The factor up to which two ways are alike if it is uncertain which is faster.
const ALIKE: f64 = 1.10;

/// The figures of a folder, phase by phase.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// The searches, one for each discipline.
    pub searched: Vec<SearchResult>,
    /// The activity of others during the searches; absent if there were none.
    pub disturbance: Option<Disturbance>,
    /// The mixed stream at the chosen settings and at SAS's default.
    pub confirmed: Vec<Measurement>,
    /// Reading and writing apart, at random, and from the cache.
    pub details: Vec<Measurement>,
    /// Small data sets made, looked up, opened and deleted; absent if that was not measured.
    pub metadata: Option<MetadataFigures>,
    /// The reason why that could not be measured.
    pub metadata_left_out: Option<String>,
    /// The mixed stream with one stream, the usual number, and twice that.
    pub scaling: Vec<Measurement>,
    /// The standard steps; absent if none was run.
    pub steps: Option<StandardSteps>,
    /// The reason why they could not be run.
    pub steps_left_out: Option<&'static str>,
    /// The mixed stream for hours; absent if it was not asked for.
    pub endurance: Option<Endurance>,
}

/// A search among settings of one discipline.
#[derive(Clone, Debug, Serialize)]
pub struct SearchResult {
    /// Who waits.
    pub discipline: Discipline,
    /// The setting that needs the least memory of those that are equal to the best.
    pub choice: Option<Setting>,
    /// The settings that are equal to the best, the fastest first.
    pub equal: Vec<Setting>,
    /// The fraction of the best rate that an equal one may be below it.
    pub tolerance: f64,
    /// The settings of which the rounds do not tell that they are slower than the best, the fastest first.
    pub possible: Vec<Setting>,
    /// The reasons for which the choice is undecided; none if it is sure.
    pub doubts: Vec<Doubt>,
    /// The certainty of the choice, by resampling the rounds; absent after too few rounds.
    pub certainty: Option<Certainty>,
    /// The number of trials.
    pub trials: usize,
    /// All candidates, the best first.
    pub ranking: Vec<RankedSetting>,
}

impl SearchResult {
    /// Returns the result of a search, beside which others did so much.
    pub(crate) fn of(discipline: Discipline, search: &Search, others: &Disturbance) -> Self {
        let chosen = search.choice();
        let setting = chosen.as_ref().map(|chosen| chosen.setting);
        let certainty = chosen.as_ref().and_then(|chosen| chosen.certainty);
        let ranking = search.ranking();
        let doubts = match setting {
            Some(setting) => Doubt::about(setting, certainty, others),
            None if ranking.iter().all(|ranked| ranked.failed) => Vec::new(),
            None => vec![Doubt::NotTried],
        };
        Self {
            discipline,
            choice: setting,
            doubts,
            equal: chosen.as_ref().map_or_else(Vec::new, |chosen| chosen.equal.clone()),
            possible: chosen.map_or_else(Vec::new, |chosen| chosen.possible),
            tolerance: TOLERANCE,
            certainty,
            trials: search.trials(),
            ranking,
        }
    }
}

impl Findings {
    /// Returns the confirmed measurement of a setting.
    pub fn confirmed_at(&self, setting: Setting) -> Option<&Measurement> {
        self.confirmed.iter().find(|measured| measured.setting == setting)
    }

    /// Adds to each search whose choice was not repeated that it is so.
    pub(crate) fn doubt_what_was_not_repeated(&mut self) {
        let confirmed = &self.confirmed;
        for search in &mut self.searched {
            let is_repeated = |choice| confirmed.iter().any(|measured| measured.setting == choice);
            let is_missing = search.choice.is_some_and(|choice| !is_repeated(choice));
            if is_missing && !search.doubts.contains(&Doubt::NotRepeated) {
                search.doubts.insert(0, Doubt::NotRepeated);
            }
        }
    }

    /// Returns the searches whose choice is undecided.
    pub fn undecided(&self) -> impl Iterator<Item = &SearchResult> {
        self.searched.iter().filter(|searched| !searched.doubts.is_empty())
    }

    /// Returns whether anything was measured that can be told.
    pub fn has_figures(&self) -> bool {
        !self.confirmed.is_empty() || self.searched.iter().any(|searched| searched.choice.is_some())
    }

    /// Returns the confirmed measurement with the highest median.
    pub fn best(&self) -> Option<&Measurement> {
        self.confirmed.iter().max_by(|a, b| a.rate().total_cmp(&b.rate()))
    }

    /// Returns the confirmed measurement of a discipline with the highest median.
    pub fn best_of(&self, discipline: Discipline) -> Option<&Measurement> {
        self.confirmed
            .iter()
            .filter(|measured| measured.setting.discipline == discipline)
            .max_by(|a, b| a.rate().total_cmp(&b.rate()))
    }

    /// Returns the confirmed measurement whose setting SAS should have: that with the highest median of those as SAS,
    /// but one through the cache, which needs no settings, unless direct transfers are faster for certain, or have so
    /// much more that they are the better guess.
    pub fn for_sas(&self) -> Option<&Measurement> {
        let best = self.best_of(Discipline::AsSas)?;
        let cached = self.best_as_sas(false);
        let cached = cached
            .filter(|cached| cached.is_exceeded_by(best, 1.0) != Some(true) && best.rate() <= ALIKE * cached.rate());
        Some(cached.unwrap_or(best))
    }

    /// Returns the best of the other way as SAS, past the page cache or through it, if the repeats do not tell which of
    /// the two is faster, nor that they are alike.
    pub fn rival_for_sas(&self) -> Option<&Measurement> {
        let chosen = self.for_sas()?;
        let other = self.best_as_sas(!chosen.setting.direct)?;
        let is_known = chosen.is_exceeded_by(other, 1.0).is_some() || chosen.is_like(other, ALIKE);
        (!is_known).then_some(other)
    }

    /// Returns the confirmed measurement as SAS with the highest median, of those past the page cache or through it.
    pub fn best_as_sas(&self, direct: bool) -> Option<&Measurement> {
        self.confirmed
            .iter()
            .filter(|measured| measured.setting.discipline == Discipline::AsSas)
            .filter(|measured| measured.setting.direct == direct)
            .max_by(|a, b| a.rate().total_cmp(&b.rate()))
    }

    /// Returns the confirmed measurement of SAS's default.
    pub fn sas_default(&self) -> Option<&Measurement> {
        self.confirmed_at(Setting::SAS_DEFAULT)
    }

    /// Returns the scaling measurement of a setting with `streams` streams.
    pub fn scaled(&self, setting: Setting, streams: usize) -> Option<&Measurement> {
        self.scaling
            .iter()
            .find(|measured| measured.setting == setting && measured.streams == streams)
    }
}
