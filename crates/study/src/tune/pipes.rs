//! Steps that a pipe could join: one makes a data set that only the next one reads.

use super::steps::Step;

/// Two steps that a pipe could join.
#[derive(Clone, Debug, PartialEq)]
pub struct PossiblePipe {
    /// The data set.
    pub data_set: String,
    /// The step that makes it.
    pub from: String,
    /// The step that reads it.
    pub to: String,
    /// Its bytes, which would neither be written nor read.
    pub bytes: u64,
    /// The seconds of both steps one after the other.
    pub seconds: f64,
    /// The seconds of the longer one, which both at once take at least.
    pub at_least: f64,
}

/// Returns the data sets of WORK that one step makes and only the next one reads, from front to back.
pub(super) fn of(steps: &[Step]) -> Vec<PossiblePipe> {
    let pairs = steps.windows(2).flat_map(|pair| {
        let (from, to) = (&pair[0], &pair[1]);
        from.made.iter().filter_map(move |made| {
            let reads = |step: &Step| {
                step.read
                    .iter()
                    .filter(|read| read.path == made.path && !read.at_random)
                    .count()
            };
            let all: usize = steps
                .iter()
                .map(|step| {
                    step.read
                        .iter()
                        .chain(&step.made)
                        .filter(|of| of.path == made.path)
                        .count()
                })
                .sum();
            let is_alone = reads(to) == 1 && all == 2 && from.updated.is_empty() && to.updated.is_empty();
            (is_alone && made.name.starts_with("WORK.") && made.bytes > 0).then(|| PossiblePipe {
                data_set: made.name.clone(),
                from: from.figure_name(),
                to: to.figure_name(),
                bytes: made.bytes,
                seconds: from.seconds + to.seconds,
                at_least: from.seconds.max(to.seconds),
            })
        })
    });
    pairs.collect()
}
