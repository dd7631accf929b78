//! PROC LOGISTIC: logistic regression of a response with two or more levels, in repeated passes over the data.
//!
//! | module | contents |
//! |---|---|
//! | [`request`](Logistic) | the request |
//! | [`census`] | the first pass: levels, and their frequencies |
//! | [`plan`], [`fitting`] | the model of a BY group, and the passes that fit the models of several groups together |
//! | [`listing`], [`listed_model`], [`fit_tables`], [`odds`], [`number`] | the listing |
//! | [`output`](mod@output) | the data sets of OUTPUT and OUTEST= |

mod census;
mod fit_tables;
mod fitting;
mod grammar;
mod listed_model;
mod listing;
mod number;
mod odds;
mod output;
mod plan;
mod request;

use crate::fault::ModelFault;
use census::{Census, Group};
use feedrate_dataset::DataSetName;
use feedrate_language::tree::Extent;
use feedrate_procedure::passes::{Passes, failed};
use feedrate_procedure::variables::group_values;
use feedrate_procedure::{Action, Definition, Grammar, Intent, OutputSize, Procedure, Reads, StepIntent, names};
use feedrate_program::{Site, Write};
use feedrate_rows::Outcome;
use feedrate_rows::environment::{Environment, Severity};
use feedrate_stats::logistic::{Fit, Progress};
use fitting::FurtherPass;
use listed_model::ModelListing;
use plan::{NoModel, Plan};

pub use request::{
    EstimatesOutput, Logistic, LogisticListing, LogisticOptions, LogisticOutput, LogisticVariable, Parametrization,
    ReferenceLevel,
};

pub(crate) const DEFINITION: Definition = Definition {
    name: "LOGISTIC",
    extent: Extent::Run,
    reads: Reads::Passes("PROC LOGISTIC goes through its data more than once"),
    grammar: Grammar::Here(grammar::lower),
    syntax: grammar::syntax,
};

impl Procedure for Logistic {
    fn makes(&self) -> &[Write] {
        &self.step.writes
    }

    fn changes(&self) -> Vec<&DataSetName> {
        names(self.makes())
    }

    fn intent(&self) -> Intent<'_> {
        let mut outputs = vec![OutputSize::Few; self.step.writes.len()];
        if let Some(output) = &self.output
            && let Some(size) = outputs.get_mut(output.number as usize)
        {
            *size = OutputSize::AsInput;
        }
        Intent::of(Action::Step(StepIntent {
            scans: PLANNED_SCANS,
            passes: u32::from(!self.step.writes.is_empty()),
            threads: self.options.threads,
            outputs,
            ..StepIntent::reading(&self.step, OutputSize::Few)
        }))
        .assuming("PROC LOGISTIC goes through its data six times: how often depends on when the estimates are exact")
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        match self.try_run(site, environment) {
            Ok(outcome) | Err(outcome) => *outcome,
        }
    }
}

/// The scans of a plan: one for the levels of variables, and those that estimates usually take.
const PLANNED_SCANS: u32 = 6;

/// A group, and its model if it has one.
struct GroupModel {
    group: Group,
    model: Option<(Plan, Fit)>,
}

impl Logistic {
    fn try_run(&self, site: Site, environment: &mut Environment<'_>) -> Result<Box<Outcome>, Box<Outcome>> {
        if self.step.writes.is_empty() {
            feedrate_rows::log_static_notes(&self.step, environment.log);
        }
        let mut options = environment.options;
        options.threads = self.options.threads.unwrap_or(options.threads);
        let memory = usize::try_from(options.memory_bytes / 4).unwrap_or(usize::MAX);
        let workers = options.workers() as usize;
        let mut passes = Passes::new(&self.step, self.slots(), workers, site);
        let census = self.census(memory, &mut passes, environment)?;
        let mut fitted: Vec<GroupModel> = Vec::with_capacity(census.groups.len());
        let mut is_begun = false;
        let mut plans = self.plans(&census, site, environment)?.into_iter().peekable();
        // As many groups are fitted together as fit into memory.
        while plans.peek().is_some() {
            let (mut batch, mut bytes) = (Vec::new(), 0);
            while let Some((_, plan)) = plans.peek() {
                let own = plan.as_ref().map_or(0, |plan| plan.bytes(true));
                let all = own.saturating_mul(workers + 1);
                if all > memory {
                    let fault = ModelFault::Memory(memory).into();
                    return Err(failed(fault, site, environment));
                }
                bytes += all;
                if bytes > memory && !batch.is_empty() {
                    break;
                }
                batch.extend(plans.next());
            }
            let done = self.batch(&census, batch, &mut passes, &mut is_begun, site, environment)?;
            fitted.extend(done);
        }
        let outcome = match self.step.writes.is_empty() {
            true => Box::default(),
            false => self.output(&census, &fitted, &mut passes, environment)?,
        };
        Ok(Box::new(passes.log_passes(*outcome, environment.log)))
    }

    /// Makes the first pass.
    fn census<'m>(
        &'m self,
        memory: usize,
        passes: &mut Passes,
        environment: &mut Environment<'_>,
    ) -> Result<Census<'m>, Box<Outcome>> {
        let mut whole = Census::new(self, memory);
        if self.groups.is_empty() {
            let begin = || Census::new(self, memory);
            let parts = passes.all(environment, begin, |census, values| census.take(values))?;
            parts.into_iter().for_each(|part| whole.merge(part));
            return Ok(whole);
        }
        passes.in_order(environment, &mut |runtime| {
            while runtime.read(0)? {
                runtime.core.check_stop()?;
                whole.take(&runtime.core.values)?;
                let last = self.groups.last().map(|group| group.last);
                if last.is_some_and(|last| runtime.core.values.number(last) == 1.0) {
                    whole.end_group(group_values(&self.groups, runtime));
                }
            }
            Ok(())
        })?;
        whole.finish();
        Ok(whole)
    }

    /// Returns the models of all groups. Logs an error or a warning for groups without a model.
    fn plans(
        &self,
        census: &Census<'_>,
        site: Site,
        environment: &mut Environment<'_>,
    ) -> Result<Vec<(Group, Option<Plan>)>, Box<Outcome>> {
        let mut plans = Vec::with_capacity(census.groups.len());
        let mut start = 0;
        for group in &census.groups {
            let plan = match Plan::new(self, census, group, start) {
                Ok(plan) => Some(plan),
                // For a group without observations only their number is listed.
                Err(NoModel::NoObservations) if group.read.observations == 0.0 => None,
                Err(why) => {
                    let fault = ModelFault::NoModel(self.why(&why)).into();
                    if self.groups.is_empty() {
                        return Err(failed(fault, site, environment));
                    }
                    let of = group.values.iter();
                    let of = of.map(|value| format!("{}={}", value.heading, value.value.text));
                    let of = of.collect::<Vec<_>>().join(" ");
                    let text = format!("BY group {of}: {fault}");
                    environment.log.message(Severity::Warning, &text);
                    None
                }
            };
            plans.push((group.clone(), plan));
            start = group.end;
        }
        Ok(plans)
    }

    fn why(&self, why: &NoModel) -> String {
        match why {
            NoModel::NoObservations => {
                "every observation has a missing value of the response, of an effect, of FREQ or of WEIGHT".to_owned()
            }
            NoModel::Unfit(error) => error.to_string(),
            NoModel::NoLevel(variable, level) => {
                format!("{variable} has no level {level}, which the program names")
            }
            NoModel::NoIntercept => "NOINT is for two response levels only".to_owned(),
        }
    }

    /// Fits and lists the models of some groups.
    fn batch(
        &self,
        census: &Census<'_>,
        batch: Vec<(Group, Option<Plan>)>,
        passes: &mut Passes,
        is_begun: &mut bool,
        site: Site,
        environment: &mut Environment<'_>,
    ) -> Result<Vec<GroupModel>, Box<Outcome>> {
        let (groups, plans): (Vec<Group>, Vec<Option<Plan>>) = batch.into_iter().unzip();
        let has_model: Vec<bool> = plans.iter().map(Option::is_some).collect();
        let mut plans: Vec<Plan> = plans.into_iter().flatten().collect();
        fitting::fit(self, census, &mut plans, passes, environment)?;
        let mut fits = Vec::with_capacity(plans.len());
        for plan in &plans {
            match plan.model.fit() {
                Ok(fit) => fits.push(Some(fit)),
                Err(error) => {
                    let fault = ModelFault::NoModel(error.to_string()).into();
                    return Err(failed(fault, site, environment));
                }
            }
            self.warn(plan.ended(), environment);
        }
        let mut further: Vec<FurtherPass> = plans.iter().map(|_| FurtherPass::default()).collect();
        let has_slopes = plans.iter().any(|plan| plan.design.width() > 0);
        if self.listing.is_some() && has_slopes {
            further = fitting::after(self, census, &plans, &fits, passes, environment)?;
        }
        let mut fitted = Vec::with_capacity(groups.len());
        let mut models = plans.into_iter().zip(fits).zip(further);
        for (group, has_model) in groups.into_iter().zip(has_model) {
            let model = has_model.then(|| models.next()).flatten();
            let Some(((plan, Some(fit)), after)) = model else {
                fitted.push(GroupModel { group, model: None });
                continue;
            };
            if let Some(listing) = &self.listing {
                let out = &mut *environment.listing;
                if !std::mem::replace(is_begun, true) {
                    out.heading("The LOGISTIC Procedure");
                }
                out.by_group(&group.values);
                let listed = ModelListing {
                    logistic: self,
                    census,
                    group: &group,
                    plan: &plan,
                    fit: &fit,
                    after: &after,
                    line_size: environment.options.line_size as usize,
                };
                listed.list(listing, out);
            }
            fitted.push(GroupModel {
                group,
                model: Some((plan, fit)),
            });
        }
        Ok(fitted)
    }

    /// Logs a warning if a model did not converge.
    fn warn(&self, ended: Progress, environment: &mut Environment<'_>) {
        let (text, continues) = match ended {
            Progress::Converged | Progress::Again => return,
            Progress::CompleteSeparation => (
                "There is a complete separation of data points. The maximum likelihood estimate does not exist.",
                true,
            ),
            Progress::QuasiCompleteSeparation => (
                "There is possibly a quasi-complete separation of data points. The maximum likelihood estimate may \
                 not exist.",
                true,
            ),
            Progress::NotConverged => (
                "Convergence was not attained in the iterations that MAXITER= allows.",
                false,
            ),
        };
        environment.log.message(Severity::Warning, text);
        let text = match continues {
            true => {
                "The LOGISTIC procedure continues in spite of the above warning. Results shown are based on the last \
                 maximum likelihood iteration. Validity of the model fit is questionable."
            }
            false => "Validity of the model fit is questionable.",
        };
        environment.log.message(Severity::Warning, text);
    }
}
