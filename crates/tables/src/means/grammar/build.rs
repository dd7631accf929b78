//! Builds the request from the statements and the variables of the input.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::class_variable::class_variable;
use feedrate_procedure::grammar::input::{Input, InputVariables};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::variables::ClassVariable;

use super::Which;
use super::options::MeansOptions;
use super::roles::Roles;
use super::statements::Statements;
use super::types::types;
use crate::aggregate::{Aggregation, CrossedClasses, Statistic};
use crate::grammar::label_or_name;
use crate::means::request::MeansSelections;
use crate::means::{Means, MeansListing, MeansOutput};

/// The width of numbers unless FW= gives another.
const WIDTH: usize = 12;

/// The default statistics of PROC MEANS.
const PRINTED: [Statistic; 5] = [
    Statistic::N,
    Statistic::Mean,
    Statistic::Deviation,
    Statistic::Minimum,
    Statistic::Maximum,
];

/// The state of building a request.
pub(super) struct Build<'w, 'p> {
    pub lowering: &'w mut ProcedureLowering<'p>,
    pub which: Which,
    pub options: MeansOptions,
    pub statements: Statements,
}

impl Build<'_, '_> {
    pub(super) fn means(mut self) -> Result<Means> {
        let at = self.lowering.procedure.at;
        let data = self.options.data.take();
        let prints = self.options.prints.unwrap_or(self.which == Which::Means);
        if !prints && self.statements.outputs.is_empty() {
            let message = "Neither the PRINT option nor a valid output statement has been given.";
            return Err(Diagnostic::error(at, message));
        }
        let mut input = Input::new(self.lowering, data, &self.statements.body)?;
        let roles = Roles::of(&self.statements, self.which, input.variables())?;
        roles.check(&self.statements, &self.options, self.which, at)?;
        let (outputs, selections) = self.outputs(&mut input, &roles)?;
        let means = self.request(input, &roles, outputs, prints)?;
        Ok(Means { selections, ..means })
    }

    fn request(self, input: Input, roles: &Roles, outputs: Vec<MeansOutput>, prints: bool) -> Result<Means> {
        let at = self.lowering.procedure.at;
        let variables = input.variables();
        let classes = self.classes(variables)?;
        let names: Vec<&str> = roles.classes.iter().map(|&index| variables.name(index)).collect();
        let (requests, ways) = (self.statements.types.as_deref(), self.statements.ways.as_deref());
        let all_types = self.options.all_types || requests.is_some() || ways.is_some();
        let whole = (1_u64 << names.len()) - 1;
        // Only types that are written or printed are computed.
        let only_whole = self.options.nway || outputs.is_empty() && !all_types;
        let mut types = match only_whole && requests.is_none() && ways.is_none() {
            true => vec![whole],
            false => types(&names, requests, ways, self.statements.types_at.unwrap_or(at))?,
        };
        if self.options.nway {
            // NWAY keeps the types with the most class variables.
            let most = types.iter().map(|bits| bits.count_ones()).max();
            types.retain(|bits| Some(bits.count_ones()) == most);
        }
        if self.options.descending_types {
            types.reverse();
        }
        let analysis = roles.analysis.iter();
        let analysis = analysis.map(|&index| variables.analysis(index));
        let number = |index: Option<usize>| index.map(|index| variables.number(index));
        let statistics = match self.options.statistics.is_empty() {
            true => PRINTED.to_vec(),
            false => self.options.statistics.clone(),
        };
        let listing = prints.then(|| MeansListing {
            procedure: self.lowering.name.to_owned(),
            statistics: statistics
                .iter()
                .map(|statistic| statistic.among(&statistics))
                .collect(),
            decimals: self.options.decimals,
            width: self.options.width.unwrap_or(WIDTH),
            all_types,
            observations: !self.options.no_counts,
            labels: !self.options.no_labels,
            stacked: self.options.stacked,
        });
        let aggregation = Aggregation {
            variables: analysis.collect(),
            crossings: vec![CrossedClasses::of_all(classes.len(), types)],
            classes,
            groups: input.groups(self.lowering, &roles.by)?,
            frequency: number(roles.frequency),
            weight: number(roles.weight),
            exclude_weightless: self.options.exclude_weightless,
            divisor: self.options.divisor,
            alpha: self.options.alpha.unwrap_or(0.05),
            definition: self.options.definition,
            threads: self.options.threads,
            step: input.into_step(),
        };
        Ok(Means {
            aggregation,
            listing,
            outputs,
            selections: MeansSelections::default(),
        })
    }

    fn classes(&self, variables: InputVariables<'_>) -> Result<Vec<ClassVariable>> {
        let mut classes = Vec::new();
        for statement in &self.statements.classes {
            for index in variables.chosen(&statement.variables)? {
                let order = statement.order.unwrap_or(self.options.order);
                let class = class_variable(variables, index, order, self.lowering)?;
                classes.push(ClassVariable {
                    heading: match self.options.no_labels {
                        true => class.heading,
                        false => label_or_name(variables, index),
                    },
                    descending: statement.descending,
                    missing: statement.missing || self.options.missing,
                    ..class
                });
            }
        }
        Ok(classes)
    }
}
