//! Collects the figures of runs as samples.

use std::collections::HashMap;

use feedrate_study::figures::Figure;

use super::{Better, Levels, Sample};

/// The samples of the figures of several runs, in the order in which the figures first appear.
#[derive(Debug, Default)]
pub(super) struct Samples {
    all: Vec<Sample>,
    places: HashMap<(Levels, String, String), usize>,
}

impl Samples {
    /// Adds the figures of a run. Of a figure that it has twice, the first counts.
    pub(super) fn add(&mut self, cell: &Levels, figures: impl IntoIterator<Item = Figure>) {
        let mut added = Vec::new();
        for figure in figures {
            if !figure.value.is_finite() {
                continue;
            }
            let key = (cell.clone(), figure.step, figure.name);
            let place = match self.places.get(&key) {
                Some(place) => *place,
                None => {
                    let place = self.all.len();
                    self.all.push(Sample {
                        cell: key.0.clone(),
                        step: key.1.clone(),
                        figure: key.2.clone(),
                        unit: None,
                        better: None,
                        values: Vec::new(),
                    });
                    self.places.insert(key, place);
                    place
                }
            };
            if !added.contains(&place) {
                self.all[place].values.push(figure.value);
                added.push(place);
            }
        }
    }

    /// Returns the samples. `better` tells which of them are compared, and by which unit of a study.
    pub(super) fn finish(mut self, better: impl Fn(&Sample) -> Option<(Better, Option<String>)>) -> Vec<Sample> {
        for sample in &mut self.all {
            if let Some((sense, unit)) = better(sample) {
                sample.better = Some(sense);
                sample.unit = unit;
            }
        }
        self.all
    }
}
