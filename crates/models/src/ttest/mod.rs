//! PROC TTEST: Student's tests of means and of their differences.
//!
//! | module | contents |
//! |---|---|
//! | [`request`](TTest) | the request |
//! | [`listing`], [`number`] | the tables |

mod grammar;
mod listing;
mod number;
mod request;

use feedrate_language::tree::Extent;
use feedrate_procedure::variables::{ClassOrder, ClassVariable, group_values};
use feedrate_procedure::{Definition, Grammar, Intent, OutputSize, Procedure, Reads};
use feedrate_program::Site;
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{Outcome, Runtime, StepResult, Values, run_procedure};
use feedrate_stats::Moments;
use feedrate_values::Value;

use crate::fault::ModelFault;
use crate::levels::Levels;

pub use request::{TTest, TTestAnalysis};

pub(crate) const DEFINITION: Definition = Definition {
    name: "TTEST",
    extent: Extent::Run,
    reads: Reads::Once,
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for TTest {
    fn intent(&self) -> Intent<'_> {
        Intent::reading(&self.step, OutputSize::Few)
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let width = environment.options.line_size as usize;
        let outcome = run_procedure(&self.step, environment, &mut |runtime, _| {
            self.groups(width, runtime).map_err(|fault| fault.at(site))
        });
        for read in outcome.read.iter().filter(|read| read.observations == 0) {
            if !outcome.is_failed() {
                let text = format!("No observations in data set {}.", read.name);
                environment.log.message(Severity::Note, &text);
            }
        }
        outcome
    }
}

/// The moments of a BY group: those of each analysis for each level of CLASS.
struct GroupMoments {
    levels: Option<Levels>,
    moments: Vec<Vec<Moments>>,
}

impl GroupMoments {
    fn new(class: Option<&ClassVariable>) -> Self {
        Self {
            levels: class.map(|class| Levels::new(class.slot)),
            moments: Vec::new(),
        }
    }
}

impl TTest {
    fn groups(&self, width: usize, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        let mut group = GroupMoments::new(self.class.as_ref());
        let (mut is_begun, mut is_any) = (false, false);
        while runtime.read(0)? {
            runtime.core.check_stop()?;
            is_any = true;
            self.take(&mut group, &runtime.core.values)?;
            if let Some(last) = self.groups.last()
                && runtime.core.values.number(last.last) == 1.0
            {
                let ended = std::mem::replace(&mut group, GroupMoments::new(self.class.as_ref()));
                self.report(ended, width, &mut is_begun, runtime)?;
            }
        }
        match self.groups.is_empty() && is_any {
            true => self.report(group, width, &mut is_begun, runtime),
            false => Ok(()),
        }
    }

    /// Adds an observation.
    fn take(&self, group: &mut GroupMoments, values: &Values) -> StepResult<()> {
        let count = self.frequency.map_or(1.0, |slot| values.number(slot).trunc());
        let weight = self.weight.map_or(1.0, |slot| values.number(slot));
        // Observations without a positive weight and frequency do not count.
        if !(count >= 1.0 && weight > 0.0) {
            return Ok(());
        }
        let mut level = 0;
        if let (Some(levels), Some(class)) = (&mut group.levels, &self.class) {
            let value = values.value(class.slot);
            let is_missing = match value {
                Value::Number(number) => number.is_nan(),
                Value::Text(text) => text.iter().all(|&byte| byte == b' '),
            };
            if is_missing {
                return Ok(());
            }
            level = levels.number(class, value) as usize;
            if level >= 2 {
                let text = format!("the CLASS variable {} has more than two levels", class.heading);
                return Err(ModelFault::NoModel(text).into());
            }
        }
        if level >= group.moments.len() {
            group
                .moments
                .resize(level + 1, vec![Moments::NONE; self.analyses.len()]);
        }
        for (moments, analysis) in group.moments[level].iter_mut().zip(&self.analyses) {
            let value = match analysis {
                TTestAnalysis::Variable(variable) => values.number(variable.slot),
                TTestAnalysis::Difference(one, other) => values.number(one.slot) - values.number(other.slot),
            };
            if !value.is_nan() {
                moments.add(value, count, count * weight);
            }
        }
        Ok(())
    }

    /// Lists the results of a BY group, whose values are in the vector.
    fn report(
        &self,
        group: GroupMoments,
        width: usize,
        is_begun: &mut bool,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        let mut labels = Vec::new();
        let mut moments = group.moments;
        if let (Some(levels), Some(class)) = (&group.levels, &self.class) {
            if levels.len() != 2 {
                let text = format!("the CLASS variable {} does not have two levels", class.heading);
                return Err(ModelFault::NoModel(text).into());
            }
            let mut order = [levels.level(0), levels.level(1)];
            let is_reversed = match class.order {
                ClassOrder::Data => false,
                ClassOrder::Internal => order[1].least < order[0].least,
                ClassOrder::Formatted => order[1].text < order[0].text,
            };
            if is_reversed {
                order.reverse();
                moments.reverse();
            }
            labels.extend(order.map(|level| level.text.clone()));
        }
        if self.is_silent {
            return Ok(());
        }
        let groups = group_values(&self.groups, runtime);
        let out = runtime.listing();
        if !std::mem::replace(is_begun, true) {
            out.heading("The TTEST Procedure");
        }
        out.by_group(&groups);
        moments.resize(labels.len().max(1), vec![Moments::NONE; self.analyses.len()]);
        for (place, analysis) in self.analyses.iter().enumerate() {
            let own: Vec<Moments> = moments.iter().map(|of_level| of_level[place]).collect();
            self.list(analysis, &labels, &own, width, out);
        }
        Ok(())
    }
}
