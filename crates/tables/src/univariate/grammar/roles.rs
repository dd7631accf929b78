//! The roles of variables, and their consistency.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::InputVariables;
use feedrate_stats::quantile::Definition as QuantileDefinition;
use feedrate_values::Kind;

use super::build::Build;

/// The variables of each role, as indexes into the variables of the input.
pub(super) struct Roles {
    pub analysis: Vec<usize>,
    pub classes: Vec<usize>,
    pub by: Vec<usize>,
    pub ids: Vec<usize>,
    pub frequency: Option<usize>,
    pub weight: Option<usize>,
}

impl Build<'_, '_> {
    pub(super) fn roles(&self, variables: InputVariables<'_>) -> Result<Roles> {
        let all = |names: &mut dyn Iterator<Item = &Name>| -> Result<Vec<usize>> {
            names.map(|name| variables.one(name)).collect()
        };
        let one = |name: &Option<Name>, of: &str| -> Result<Option<usize>> {
            let Some(name) = name else { return Ok(None) };
            variables.numeric(name, of).map(Some)
        };
        let by = variables.chosen(&self.statements.by)?;
        let classes = all(&mut self.statements.classes.iter().map(|class| &class.name))?;
        let frequency = one(&self.statements.frequency, "FREQ")?;
        let weight = one(&self.statements.weight, "WEIGHT")?;
        let ids = variables.chosen(&self.statements.ids)?;
        let analysis: Vec<usize> = match &self.statements.variables {
            Some(lists) => variables.numeric_lists(lists, "VAR")?,
            None => {
                let plays = |index: &usize| {
                    let mut others = by.iter().chain(&classes).chain(&ids);
                    let is_other = others.any(|other| other == index);
                    is_other || [frequency, weight].contains(&Some(*index))
                };
                let numbers = (0..variables.count())
                    .filter(|&index| variables.is_listed(index) && variables.kind(index) == Some(Kind::Number));
                numbers.filter(|index| !plays(index)).collect()
            }
        };
        let at = self.lowering.procedure.at;
        if analysis.is_empty() {
            let message = "there are no numeric variables to analyse";
            return Err(Diagnostic::error(at, message));
        }
        for (place, (class, statements)) in classes.iter().zip(&self.statements.classes).enumerate() {
            let again = classes[..place].contains(class) || by.contains(class);
            if again || analysis.contains(class) {
                let message = "a CLASS variable cannot be another one, a BY or a VAR variable too";
                return Err(Diagnostic::error(statements.name.at, message));
            }
        }
        let options = &self.options;
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
        Ok(Roles {
            analysis,
            classes,
            by,
            ids,
            frequency,
            weight,
        })
    }
}
