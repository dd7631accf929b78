//! The passes of Fisher scoring, and the one after them.

use std::ops::Range;

use feedrate_procedure::passes::Passes;
use feedrate_rows::Outcome;
use feedrate_rows::environment::Environment;
use feedrate_stats::distribution::chi_square::ChiSquare;
use feedrate_stats::logistic::{Association, Fit, Pass};

use super::census::Census;
use super::plan::{Plan, Reader, associate};
use super::request::Logistic;

/// The results of the pass after the iterations.
#[derive(Debug, Default)]
pub(super) struct FurtherPass {
    pub association: Option<Association>,
    pub proportional: Option<ChiSquare>,
}

/// A thread's part of a pass over the observations of several groups.
struct RangePart<T> {
    reader: Reader,
    /// The group of the current observation.
    group: usize,
    found: Vec<Option<T>>,
}

impl<T> RangePart<T> {
    fn new(groups: usize) -> Self {
        Self {
            reader: Reader::default(),
            group: 0,
            found: (0..groups).map(|_| None).collect(),
        }
    }

    /// Returns the group of an observation, whose number is greater than the previous ones; `None` if its group has
    /// no model.
    #[inline]
    fn group_of(&mut self, number: u64, plans: &[Plan]) -> Option<usize> {
        while plans.get(self.group)?.rows.end <= number {
            self.group += 1;
        }
        (plans[self.group].rows.start <= number).then_some(self.group)
    }
}

/// Returns the range of observations of several groups.
fn window(plans: &[Plan]) -> Range<u64> {
    let start = plans.first().map_or(0, |plan| plan.rows.start);
    start..plans.last().map_or(start, |plan| plan.rows.end)
}

/// Fits the models of some groups in common passes.
pub(super) fn fit(
    logistic: &Logistic,
    census: &Census<'_>,
    plans: &mut [Plan],
    passes: &mut Passes,
    environment: &mut Environment<'_>,
) -> Result<(), Box<Outcome>> {
    while plans.iter().any(Plan::is_open) {
        let parts = passes.parted(
            environment,
            window(plans),
            || RangePart::<Pass>::new(plans.len()),
            |part, number, values| {
                let Some(group) = part.group_of(number, plans) else {
                    return Ok(());
                };
                let plan = &plans[group];
                if !plan.is_open() {
                    return Ok(());
                }
                let read = plan.read(logistic, census, values, &mut part.reader);
                if let Some(observed) = read
                    && let Some(category) = observed.category
                {
                    let pass = part.found[group].get_or_insert_with(|| plan.model.pass());
                    pass.add(part.reader.row(), category, observed.weight, observed.frequency);
                }
                Ok(())
            },
        )?;
        let mut parts: Vec<_> = parts.into_iter().map(|part| part.found).collect();
        for (group, plan) in plans.iter_mut().enumerate() {
            if !plan.is_open() {
                continue;
            }
            let mut whole = plan.model.pass();
            for part in &mut parts {
                if let Some(pass) = part[group].take() {
                    whole.merge(&pass);
                }
            }
            plan.end(whole, logistic.options.function);
        }
    }
    Ok(())
}

/// The results for a group of the pass after the iterations.
struct FurtherGroup {
    association: Association,
    proportional: Option<Pass>,
}

/// Makes a further pass over the observations of fitted groups.
pub(super) fn after(
    logistic: &Logistic,
    census: &Census<'_>,
    plans: &[Plan],
    fits: &[Option<Fit>],
    passes: &mut Passes,
    environment: &mut Environment<'_>,
) -> Result<Vec<FurtherPass>, Box<Outcome>> {
    let begin = |plan: &Plan| FurtherGroup {
        association: Association::new(plan.categories.len()),
        proportional: tests_proportional(plan).then(|| plan.model.proportional_odds_pass()),
    };
    let parts = passes.parted(
        environment,
        window(plans),
        || RangePart::<FurtherGroup>::new(plans.len()),
        |part, number, values| {
            let Some(group) = part.group_of(number, plans) else {
                return Ok(());
            };
            let (plan, Some(fit)) = (&plans[group], &fits[group]) else {
                return Ok(());
            };
            let read = plan.read(logistic, census, values, &mut part.reader);
            if let Some(observed) = read {
                let further = part.found[group].get_or_insert_with(|| begin(plan));
                associate(&mut further.association, fit, &part.reader, observed);
                if let (Some(pass), Some(category)) = (&mut further.proportional, observed.category) {
                    pass.add(part.reader.row(), category, observed.weight, observed.frequency);
                }
            }
            Ok(())
        },
    )?;
    let mut parts: Vec<_> = parts.into_iter().map(|part| part.found).collect();
    let of_group = plans.iter().enumerate().map(|(group, plan)| {
        let mut whole = begin(plan);
        for part in &mut parts {
            if let Some(further) = part[group].take() {
                whole.association.merge(&further.association);
                if let (Some(pass), Some(other)) = (&mut whole.proportional, &further.proportional) {
                    pass.merge(other);
                }
            }
        }
        FurtherPass {
            association: Some(whole.association),
            proportional: whole.proportional.map(|pass| plan.model.proportional_odds(pass)),
        }
    });
    Ok(of_group.collect())
}

/// Returns whether the proportional odds assumption is tested.
pub(super) fn tests_proportional(plan: &Plan) -> bool {
    plan.categories.len() > 2 && plan.design.width() > 0
}
