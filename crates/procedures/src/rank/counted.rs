//! Ranks from the values of the variables and how often each occurs, which a cluster has counted.

use feedrate_dataset::{Libraries, RequestedSettings};
use feedrate_procedure::cluster::source;
use feedrate_procedure::passes::Passes;
use feedrate_rows::environment::Environment;
use feedrate_rows::{Fault, Outcome, StepResult};
use feedrate_values::Kind;

use super::request::{Rank, VALUE_BYTES};
use super::scores::{self, ValueCount};

/// The values of a variable in ascending order, each with its score.
#[derive(Debug)]
pub(super) struct ScoreTable {
    values: Vec<f64>,
    scores: Vec<f64>,
}

impl ScoreTable {
    /// Returns the score of a value; `None` for one that was not counted.
    fn of(&self, value: f64) -> Option<f64> {
        let found = self.values.partition_point(|own| *own < value);
        let is_same = self.values.get(found) == Some(&value);
        is_same.then(|| self.scores[found])
    }
}

impl Rank {
    /// Returns the scores of the values of each variable, if a cluster has counted them.
    pub(super) fn counted(&self, libraries: &Libraries, memory: usize) -> StepResult<Option<Vec<ScoreTable>>> {
        let counts = source(&self.step).and_then(|source| libraries.summary_of(&source.data_set));
        let Some(counts) = counts else {
            return Ok(None);
        };
        let location = libraries.locate(counts, &RequestedSettings::default())?;
        let mut reader = location.open()?;
        let changed = || Box::new(Fault::Changed(counts.to_string()));
        let offsets = match reader.schema().variables() {
            [a, b, c] if [a, b, c].iter().all(|own| own.kind == Kind::Number && own.length == 8) => {
                [a, b, c].map(|own| own.offset as usize)
            }
            _ => return Err(changed()),
        };
        let mut found = vec![Vec::new(); self.variables.len()];
        let mut bytes = 0;
        while let Some(rows) = reader.next_block()? {
            for row in rows.iter() {
                let [variable, value, count] = offsets.map(|at| {
                    let bytes = row[at..].first_chunk().copied();
                    f64::from_le_bytes(bytes.unwrap_or_default())
                });
                if value.is_nan() {
                    continue;
                }
                let found = found.get_mut(variable as usize).ok_or_else(changed)?;
                found.push(ValueCount { value, count });
                bytes += VALUE_BYTES;
                if bytes > memory {
                    return Err(Box::new(Fault::GroupMemory {
                        what: "the values of the data set, for ranks,",
                        bytes: memory,
                    }));
                }
            }
        }
        Ok(Some(found.into_iter().map(|own| self.score_table(own)).collect()))
    }

    /// Returns the scores of the values of a variable.
    fn score_table(&self, mut counts: Vec<ValueCount>) -> ScoreTable {
        counts.sort_unstable_by(|a, b| a.value.total_cmp(&b.value));
        if self.descending {
            counts.reverse();
        }
        // -0 and 0 are equal.
        counts.dedup_by(|next, first| {
            let is_same = next.value == first.value;
            if is_same {
                first.count += next.count;
            }
            is_same
        });
        let mut scores = scores::of_counts(&counts, self.ties, self.scores);
        let mut values: Vec<f64> = counts.iter().map(|own| own.value).collect();
        if self.descending {
            scores.reverse();
            values.reverse();
        }
        ScoreTable { values, scores }
    }

    /// Reads the observations and writes them with the scores of their values.
    pub(super) fn look_up(
        &self,
        scored: &[ScoreTable],
        mut passes: Passes,
        environment: &mut Environment<'_>,
    ) -> Outcome {
        let name = source(&self.step).map_or_else(String::new, |own| own.data_set.to_string());
        let made = passes.making(&self.step, environment, &mut |runtime| {
            while runtime.read(0)? {
                runtime.core.check_stop()?;
                for ((from, to), scored) in self.variables.iter().zip(scored) {
                    let value = runtime.core.values.number(*from);
                    let score = match value.is_nan() {
                        true => Some(value),
                        false => scored.of(value),
                    };
                    let changed = || Box::new(Fault::Changed(name.clone()));
                    runtime.core.values.set_number(*to, score.ok_or_else(changed)?);
                }
                runtime.output(&[0])?;
            }
            Ok(())
        });
        match made {
            Ok(outcome) => passes.log_passes(*outcome, environment.log),
            Err(failed) => *failed,
        }
    }
}
