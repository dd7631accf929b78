//! The roles of variables, and their consistency.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::input::InputVariables;
use feedrate_stats::quantile::Definition as QuantileDefinition;

use super::Which;
use super::options::MeansOptions;
use super::statements::Statements;
use crate::aggregate::{MOST_CLASSES, Statistic};
use crate::grammar::other_numbers;

/// The variables of each role, as indexes into the variables of the input.
pub(super) struct Roles {
    pub analysis: Vec<usize>,
    pub classes: Vec<usize>,
    /// The position of each class variable in the source.
    pub class_places: Vec<Position>,
    pub by: Vec<usize>,
    /// ID.
    pub ids: Vec<usize>,
    pub frequency: Option<usize>,
    pub weight: Option<usize>,
}

impl Roles {
    /// Resolves the roles.
    pub(super) fn of(statements: &Statements, which: Which, variables: InputVariables<'_>) -> Result<Self> {
        let (mut classes, mut class_places) = (Vec::new(), Vec::new());
        for list in statements.classes.iter().flat_map(|class| &class.variables) {
            classes.extend(variables.of_list(list)?);
            class_places.resize(classes.len(), list.at);
        }
        let one = |name: &Option<Name>| name.as_ref().map(|name| variables.one(name)).transpose();
        let (frequency, weight) = (one(&statements.frequency)?, one(&statements.weight)?);
        let by = variables.chosen(&statements.by)?;
        let ids = variables.chosen(&statements.ids)?;
        let analysis = match &statements.variables {
            Some(lists) => {
                for list in lists {
                    for index in variables.of_list(list)? {
                        variables.check_numeric(index, "VAR", list.at)?;
                    }
                }
                variables.chosen(lists)?
            }
            None if which == Which::Summary => Vec::new(),
            None => other_numbers(
                variables,
                &[&classes, &by, &ids, frequency.as_slice(), weight.as_slice()],
            ),
        };
        let mut all: Vec<usize> = Vec::new();
        for index in analysis {
            if !all.contains(&index) {
                all.push(index);
            }
        }
        for (name, index, of) in [
            (&statements.frequency, frequency, "FREQ"),
            (&statements.weight, weight, "WEIGHT"),
        ] {
            if let (Some(name), Some(index)) = (name, index) {
                variables.check_numeric(index, of, name.at)?;
            }
        }
        Ok(Self {
            analysis: all,
            classes,
            class_places,
            by,
            ids,
            frequency,
            weight,
        })
    }

    /// Refuses inconsistent roles and options. `at` is the position of the PROC statement.
    pub(super) fn check(
        &self,
        statements: &Statements,
        options: &MeansOptions,
        which: Which,
        at: Position,
    ) -> Result<()> {
        let wrong = |message: &str| Err(Diagnostic::error(at, message));
        let is_means = which == Which::Means;
        if self.analysis.is_empty() && (is_means || statements.variables.is_some()) {
            return wrong("there are no numeric variables to analyse");
        }
        let requests = statements.outputs.iter().flat_map(|output| &output.requests);
        if let (true, Some(request)) = (self.analysis.is_empty(), requests.clone().next()) {
            let message = "statistics need analysis variables, and there is no VAR statement";
            return Err(Diagnostic::error(request.at, message));
        }
        if let Some(&at) = self.class_places.get(MOST_CLASSES) {
            let message = "there are more than 32 CLASS variables";
            return Err(Diagnostic::error(at, message));
        }
        let places = self.classes.iter().zip(&self.class_places).enumerate();
        for (place, (class, &at)) in places {
            let again = self.classes[..place].contains(class) || self.by.contains(class);
            if again || self.analysis.contains(class) {
                let message = "a CLASS variable cannot be another one, a BY or a VAR variable too";
                return Err(Diagnostic::error(at, message));
            }
        }
        if let (true, Some(at)) = (self.classes.is_empty(), statements.types_at) {
            let message = "TYPES and WAYS need a CLASS statement";
            return Err(Diagnostic::error(at, message));
        }
        if self.weight.is_some() {
            let asked = requests.map(|request| (request.statistic, request.at));
            let printed = options.statistics.iter();
            let mut asked = asked.chain(printed.map(|&statistic| (statistic, at)));
            let unweighted = asked.find(|(statistic, _): &(Statistic, Position)| statistic.is_unweighted());
            if let Some((statistic, at)) = unweighted {
                let keyword = statistic.keyword();
                let message = format!("{keyword} cannot be computed with a WEIGHT statement");
                return Err(Diagnostic::error(at, message));
            }
            if let (Some(at), true) = (
                options.definition_at,
                options.definition != QuantileDefinition::Averaged,
            ) {
                let message = "with a WEIGHT statement there is QNTLDEF=5 only";
                return Err(Diagnostic::error(at, message));
            }
        }
        Ok(())
    }
}
