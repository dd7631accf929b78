//! The roles of variables, and their consistency.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::InputVariables;
use feedrate_stats::quantile::Definition as QuantileDefinition;
use feedrate_values::Kind;

use super::Which;
use super::build::Build;
use crate::aggregate::{MOST_CLASSES, Statistic};

/// The variables of each role, as indexes into the variables of the input.
pub(super) struct Roles {
    pub analysis: Vec<usize>,
    pub classes: Vec<usize>,
    /// The position of each class variable in the source.
    pub class_places: Vec<Position>,
    pub by: Vec<usize>,
    pub frequency: Option<usize>,
    pub weight: Option<usize>,
}

impl Build<'_, '_> {
    pub(super) fn roles(&self, variables: InputVariables<'_>) -> Result<Roles> {
        let (mut classes, mut class_places) = (Vec::new(), Vec::new());
        for list in self
            .statements
            .classes
            .iter()
            .flat_map(|statements| &statements.variables)
        {
            classes.extend(variables.of_list(list)?);
            class_places.resize(classes.len(), list.at);
        }
        let one = |name: &Option<Name>| name.as_ref().map(|name| variables.one(name)).transpose();
        let (frequency, weight) = (one(&self.statements.frequency)?, one(&self.statements.weight)?);
        let by = variables.chosen(&self.statements.by)?;
        let analysis = match &self.statements.variables {
            Some(lists) => {
                for list in lists {
                    for index in variables.of_list(list)? {
                        variables.check_numeric(index, "VAR", list.at)?;
                    }
                }
                variables.chosen(lists)?
            }
            None if self.which == Which::Summary => Vec::new(),
            None => {
                let plays = |index: &usize| {
                    let mut others = classes.iter().chain(&by).chain(&frequency).chain(&weight);
                    others.any(|other| other == index)
                };
                let all = (0..variables.count())
                    .filter(|&index| variables.is_listed(index) && variables.kind(index) == Some(Kind::Number));
                all.filter(|index| !plays(index)).collect()
            }
        };
        let mut all: Vec<usize> = Vec::new();
        for index in analysis {
            if !all.contains(&index) {
                all.push(index);
            }
        }
        for (name, index, of) in [
            (&self.statements.frequency, frequency, "FREQ"),
            (&self.statements.weight, weight, "WEIGHT"),
        ] {
            if let (Some(name), Some(index)) = (name, index) {
                variables.check_numeric(index, of, name.at)?;
            }
        }
        Ok(Roles {
            analysis: all,
            classes,
            class_places,
            by,
            frequency,
            weight,
        })
    }

    /// Refuses inconsistent roles and options.
    pub(super) fn check(&self, roles: &Roles) -> Result<()> {
        let at = self.lowering.procedure.at;
        let wrong = |message: &str| Err(Diagnostic::error(at, message));
        let is_means = self.which == Which::Means;
        if roles.analysis.is_empty() && (is_means || self.statements.variables.is_some()) {
            return wrong("there are no numeric variables to analyse");
        }
        let requests = self.statements.outputs.iter().flat_map(|output| &output.requests);
        if let (true, Some(request)) = (roles.analysis.is_empty(), requests.clone().next()) {
            let message = "statistics need analysis variables, and there is no VAR statement";
            return Err(Diagnostic::error(request.at, message));
        }
        if let Some(&at) = roles.class_places.get(MOST_CLASSES) {
            let message = "there are more than 32 CLASS variables";
            return Err(Diagnostic::error(at, message));
        }
        let places = roles.classes.iter().zip(&roles.class_places).enumerate();
        for (place, (class, &at)) in places {
            let again = roles.classes[..place].contains(class) || roles.by.contains(class);
            if again || roles.analysis.contains(class) {
                let message = "a CLASS variable cannot be another one, a BY or a VAR variable too";
                return Err(Diagnostic::error(at, message));
            }
        }
        if let (true, Some(at)) = (roles.classes.is_empty(), self.statements.types_at) {
            let message = "TYPES and WAYS need a CLASS statement";
            return Err(Diagnostic::error(at, message));
        }
        if roles.weight.is_some() {
            let asked = requests.map(|request| (request.statistic, request.at));
            let printed = self.options.statistics.iter();
            let mut asked = asked.chain(printed.map(|&statistic| (statistic, at)));
            let unweighted = |(statistic, _): &(Statistic, Position)| {
                use Statistic::{Kurtosis, Mode, Skewness};
                matches!(statistic, Kurtosis | Mode | Skewness)
            };
            if let Some((statistic, at)) = asked.find(unweighted) {
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
