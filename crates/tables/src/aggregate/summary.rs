//! Observations that were summarized elsewhere: a data set with the count and the moments of each combination of class
//! values in place of the observations.

use feedrate_dataset::{Libraries, RequestedSettings, Schema};
use feedrate_procedure::cluster::{ClusterRequest, ClusterWork, SUMMARY_FUNCTIONS, column, source};
use feedrate_procedure::variables::ClassOrder;
use feedrate_program::Slot;
use feedrate_rows::{Fault, StepResult};
use feedrate_stats::Moments;
use feedrate_values::{Kind, Value};

use super::collect::Collector;
use super::needs::Needs;
use super::request::{Aggregation, Computation};

impl Aggregation {
    /// Returns the summary that is enough for some statistics; `None` if observations are needed.
    pub(crate) fn cluster_request(&self, wanted: Computation<'_>) -> Option<ClusterRequest> {
        let needs = Needs::of(self, wanted);
        let needs_observations = needs.values
            || needs.layout.weighted
            || needs.layout.higher
            || needs.layout.details.wanted
            || !needs.selections.is_empty()
            || !self.groups.is_empty()
            || self.classes.iter().any(|class| class.order == ClassOrder::Data);
        if needs_observations {
            return None;
        }
        let step = &self.step;
        let classes = self.classes.iter().map(|class| column(step, class.slot));
        let variables = self.variables.iter();
        let variables = variables.map(|own| column(step, Slot::Number(own.slot)));
        let work = ClusterWork::Summary {
            classes: classes.collect::<Option<_>>()?,
            variables: variables.collect::<Option<_>>()?,
        };
        ClusterRequest::of(step, work)
    }

    /// Collects the summary that was made of the data set; returns the number of observations, or `None` if there is no
    /// summary.
    pub(super) fn collect_summary(
        &self,
        libraries: &Libraries,
        collector: &mut Collector<'_, '_>,
    ) -> StepResult<Option<f64>> {
        let summary = source(&self.step).and_then(|source| libraries.summary_of(&source.data_set));
        let Some(summary) = summary else {
            return Ok(None);
        };
        let location = libraries.locate(summary, &RequestedSettings::default())?;
        let mut reader = location.open()?;
        let columns =
            Columns::new(self, reader.schema()).ok_or_else(|| Box::new(Fault::Changed(summary.to_string())))?;
        let mut texts = vec![Vec::new(); self.classes.len()];
        let mut moments = Vec::with_capacity(self.variables.len());
        let mut observations = 0.0;
        while let Some(rows) = reader.next_block()? {
            for row in rows.iter() {
                columns.texts(row, &mut texts);
                columns.moments(row, &mut moments);
                let class_value = |class| columns.class(class, row, &texts);
                collector.take_summary(class_value, columns.count(row), &moments)?;
                observations += columns.count(row);
            }
        }
        Ok(Some(observations))
    }
}

/// The columns of a summary.
struct Columns {
    /// The offset of each class, and for a character value its length there and in the step.
    classes: Vec<(usize, Option<(usize, usize)>)>,
    /// The offsets of the numbers behind them.
    numbers: Vec<usize>,
}

impl Columns {
    /// Returns `None` if the data set is no such summary.
    fn new(aggregation: &Aggregation, schema: &Schema) -> Option<Self> {
        let variables = schema.variables();
        let count = 1 + SUMMARY_FUNCTIONS.len() * aggregation.variables.len();
        let (classes, numbers) = variables.split_at_checked(aggregation.classes.len())?;
        let offsets = aggregation.classes.iter().zip(classes).map(|(class, own)| {
            let at = own.offset as usize;
            match (class.slot, own.kind) {
                (Slot::Number(_), Kind::Number) if own.length == 8 => Some((at, None)),
                (Slot::Text(slot), Kind::Text) => Some((at, Some((own.length as usize, slot.length as usize)))),
                _ => None,
            }
        });
        let are_numbers =
            numbers.len() == count && numbers.iter().all(|own| own.kind == Kind::Number && own.length == 8);
        are_numbers.then_some(())?;
        Some(Self {
            classes: offsets.collect::<Option<_>>()?,
            numbers: numbers.iter().map(|own| own.offset as usize).collect(),
        })
    }

    /// Sets the character values of classes, in their lengths in the step.
    fn texts(&self, row: &[u8], texts: &mut [Vec<u8>]) {
        for ((at, lengths), text) in self.classes.iter().zip(texts) {
            if let Some((length, wanted)) = *lengths {
                text.clear();
                text.extend_from_slice(&row[*at..at + length]);
                text.resize(wanted, b' ');
            }
        }
    }

    fn class<'v>(&self, class: usize, row: &[u8], texts: &'v [Vec<u8>]) -> Value<'v> {
        match self.classes[class] {
            (at, None) => Value::Number(number(row, at)),
            (_, Some(_)) => Value::Text(&texts[class]),
        }
    }

    fn count(&self, row: &[u8]) -> f64 {
        number(row, self.numbers[0])
    }

    /// Sets the moments of all variables.
    fn moments(&self, row: &[u8], moments: &mut Vec<Moments>) {
        moments.clear();
        for of_variable in self.numbers[1..].chunks_exact(SUMMARY_FUNCTIONS.len()) {
            let figure = |index: usize| number(row, of_variable[index]);
            let n = figure(0);
            moments.push(match n > 0.0 {
                false => Moments::NONE,
                true => Moments {
                    n,
                    weight: n,
                    sum: figure(1),
                    min: figure(2),
                    max: figure(3),
                    second: figure(4),
                    ..Moments::NONE
                },
            });
        }
    }
}

fn number(row: &[u8], at: usize) -> f64 {
    let bytes = row[at..].first_chunk().copied();
    f64::from_le_bytes(bytes.unwrap_or_default())
}
