//! The roles of variables, and their consistency.

use feedrate_language::parse::cursor::Result;
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::input::InputVariables;
use feedrate_stats::quantile::Definition as QuantileDefinition;

use super::options::UnivariateOptions;
use super::statements::Statements;
use crate::grammar::{numeric, other_numbers};

/// The variables of each role, as indexes into the variables of the input.
pub(super) struct Roles {
    pub analysis: Vec<usize>,
    pub classes: Vec<usize>,
    pub by: Vec<usize>,
    pub ids: Vec<usize>,
    pub frequency: Option<usize>,
    pub weight: Option<usize>,
}

impl Roles {
    /// Resolves the roles. `at` is the position of PROC UNIVARIATE.
    pub(super) fn of(
        statements: &Statements,
        options: &UnivariateOptions,
        variables: InputVariables<'_>,
        at: Position,
    ) -> Result<Self> {
        let by = variables.chosen(&statements.by)?;
        let classes = statements.classes.iter().map(|class| variables.one(&class.name));
        let classes = classes.collect::<Result<Vec<usize>>>()?;
        let frequency = numeric(variables, statements.frequency.as_ref(), "FREQ")?;
        let weight = numeric(variables, statements.weight.as_ref(), "WEIGHT")?;
        let ids = variables.chosen(&statements.ids)?;
        let analysis: Vec<usize> = match &statements.variables {
            Some(lists) => variables.numeric_lists(lists, "VAR")?,
            None => other_numbers(
                variables,
                &[&by, &classes, &ids, frequency.as_slice(), weight.as_slice()],
            ),
        };
        if analysis.is_empty() {
            let message = "there are no numeric variables to analyse";
            return Err(Diagnostic::error(at, message));
        }
        for (place, (class, of_class)) in classes.iter().zip(&statements.classes).enumerate() {
            let again = classes[..place].contains(class) || by.contains(class);
            if again || analysis.contains(class) {
                let message = "a CLASS variable cannot be another one, a BY or a VAR variable too";
                return Err(Diagnostic::error(of_class.name.at, message));
            }
        }
        if let (Some(at), Some(_)) = (options.definition_at, weight)
            && options.definition != QuantileDefinition::Averaged
        {
            let message = "with a WEIGHT statement there is PCTLDEF=5 only";
            return Err(Diagnostic::error(at, message));
        }
        let locations = options.locations.len();
        if let (Some(at), true) = (options.locations_at, locations > 1 && locations != analysis.len()) {
            let message = format!(
                "MU0= has {locations} numbers, and there are {} variables; give one, or one for each",
                analysis.len()
            );
            return Err(Diagnostic::error(at, message));
        }
        Ok(Self {
            analysis,
            classes,
            by,
            ids,
            frequency,
            weight,
        })
    }
}
