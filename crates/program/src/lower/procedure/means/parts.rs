//! The parts that variables play, and what of them does not go together.

use feedrate_steps::procedure::{MOST_CLASSES, QuantileDefinition, Statistic};
use feedrate_values::Kind;

use super::super::input::StepVariables;
use super::Which;
use super::build::Build;
use crate::diagnostic::Diagnostic;
use crate::lower::list::Roster;
use crate::parse::cursor::Result;
use crate::tree::Name;

/// The variables of the data set by the parts that they play, as places among those of the step.
pub(super) struct Parts {
    pub analysis: Vec<usize>,
    pub classes: Vec<usize>,
    pub by: Vec<usize>,
    pub frequency: Option<usize>,
    pub weight: Option<usize>,
}

impl Parts {
    /// The same variables in another step, where they have other places. All of them are there.
    pub(super) fn in_step(&self, from: StepVariables<'_>, to: StepVariables<'_>) -> Self {
        let one = |&index: &usize| to.position(from.name(index));
        let all = |indexes: &[usize]| indexes.iter().filter_map(one).collect();
        Self {
            analysis: all(&self.analysis),
            classes: all(&self.classes),
            by: all(&self.by),
            frequency: self.frequency.as_ref().and_then(one),
            weight: self.weight.as_ref().and_then(one),
        }
    }
}

impl Build<'_, '_> {
    pub(super) fn parts(&self, variables: StepVariables<'_>) -> Result<Parts> {
        let mut classes = Vec::new();
        for statement in &self.said.classes {
            classes.extend(variables.chosen(&statement.variables)?);
        }
        let one = |name: &Option<Name>| name.as_ref().map(|name| variables.one(name)).transpose();
        let (frequency, weight) = (one(&self.said.frequency)?, one(&self.said.weight)?);
        let by = self.said.by.iter().map(|name| variables.one(name));
        let by = by.collect::<Result<Vec<_>>>()?;
        let analysis = match &self.said.variables {
            Some(lists) => variables.chosen(lists)?,
            None if self.which == Which::Summary => Vec::new(),
            None => {
                let plays = |index: &usize| {
                    let mut others = classes.iter().chain(&by).chain(&frequency).chain(&weight);
                    others.any(|other| other == index)
                };
                let all = (0..variables.count()).filter(|&index| {
                    variables.is_listed(index) && variables.kind(index) == Some(Kind::Number)
                });
                all.filter(|index| !plays(index)).collect()
            }
        };
        let mut all: Vec<usize> = Vec::new();
        for index in analysis {
            if !all.contains(&index) {
                all.push(index);
            }
        }
        for (&index, of) in all
            .iter()
            .map(|index| (index, "VAR"))
            .chain(frequency.iter().map(|index| (index, "FREQ")))
            .chain(weight.iter().map(|index| (index, "WEIGHT")))
        {
            if variables.kind(index) != Some(Kind::Number) {
                let name = variables.name(index).to_uppercase();
                let message = format!(
                    "Variable {name} in list does not match type prescribed for this list: {of} takes numbers."
                );
                return Err(Diagnostic::error(self.words.procedure.at, message));
            }
        }
        Ok(Parts {
            analysis: all,
            classes,
            by,
            frequency,
            weight,
        })
    }

    /// Refuses what does not go together.
    pub(super) fn check(&self, parts: &Parts) -> Result<()> {
        let at = self.words.procedure.at;
        let wrong = |message: &str| Err(Diagnostic::error(at, message));
        let is_means = self.which == Which::Means;
        if parts.analysis.is_empty() && (is_means || self.said.variables.is_some()) {
            return wrong("there are no numeric variables to analyse");
        }
        let requests = self.said.outputs.iter().flat_map(|output| &output.requests);
        if let (true, Some(request)) = (parts.analysis.is_empty(), requests.clone().next()) {
            let message = "statistics need analysis variables, and there is no VAR statement";
            return Err(Diagnostic::error(request.at, message));
        }
        if parts.classes.len() > MOST_CLASSES {
            return wrong("there are more than 32 CLASS variables");
        }
        for (place, class) in parts.classes.iter().enumerate() {
            let again = parts.classes[..place].contains(class) || parts.by.contains(class);
            if again || parts.analysis.contains(class) {
                return wrong("a CLASS variable cannot be another one, a BY or a VAR variable too");
            }
        }
        if parts.classes.is_empty() && self.said.types_at.is_some() {
            return wrong("TYPES and WAYS need a CLASS statement");
        }
        if parts.weight.is_some() {
            let statistics = requests.map(|request| request.statistic);
            let mut statistics = statistics.chain(self.options.statistics.iter().copied());
            let unweighted = |statistic: &Statistic| {
                use Statistic::{Kurtosis, Mode, Skewness};
                matches!(statistic, Kurtosis | Mode | Skewness)
            };
            if let Some(statistic) = statistics.find(unweighted) {
                let keyword = statistic.keyword();
                let message = format!("{keyword} cannot be computed with a WEIGHT statement");
                return Err(Diagnostic::error(at, message));
            }
            if let (Some(at), true) = (
                self.options.definition_at,
                self.options.definition != QuantileDefinition::Averaged,
            ) {
                let message = "with a WEIGHT statement there is QNTLDEF=5 only";
                return Err(Diagnostic::error(at, message));
            }
        }
        Ok(())
    }
}
