//! PROC MEANS and PROC SUMMARY: statistics of variables for groups of observations.
//!
//! | module | contents |
//! |---|---|
//! | [`options`] | the PROC statement |
//! | [`statements`] | the other statements |
//! | [`types`] | TYPES and WAYS, and the types that they select |
//! | [`output`] | the OUTPUT statement, and the names of its variables |
//! | [`selections`] | MAXID, MINID and IDGROUP of OUTPUT |
//! | [`named_selections`] | the variables that these and ID make |
//! | [`roles`] | the roles of variables |
//! | [`data_sets`] | the output data sets |
//! | [`build`] | builds the request from the statements and the variables |

mod build;
mod data_sets;
mod named_selections;
mod options;
mod output;
mod roles;
mod selections;
mod statements;
mod types;

use feedrate_language::parse::cursor::Result;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::{Request, step};
use options::OPTIONS;
use statements::{STATEMENTS, Statements};

use crate::means::Means;

/// Which of the two procedures is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// MEANS, which prints, and analyses all numeric variables by default.
    Means,
    /// SUMMARY, which prints only with PRINT, and by default only counts observations.
    Summary,
}

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn means(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    step(request(lowering, Which::Means)?)
}

pub(super) fn summary(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    step(request(lowering, Which::Summary)?)
}

/// Parses one of the two procedures.
pub(crate) fn request(lowering: &mut ProcedureLowering<'_>, which: Which) -> Result<Means> {
    let options = options::options(lowering)?;
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(STATEMENTS, &mut statements)?;
    build::Build {
        lowering,
        which,
        options,
        statements,
    }
    .means()
}

#[cfg(test)]
mod tests {
    use feedrate_procedure::testing::understood;

    use super::*;

    #[test]
    fn means_have_types_and_names() {
        let means = understood(
            |lowering| request(lowering, Which::Summary),
            "proc summary data=class descendtypes;
               class Sex Age / missing; var Height Weight;
               types () Age*Sex;
               output out=a(drop=_type_ rename=(_freq_=count)) mean= std(Weight)=spread / autoname;
               output out=b;
             run;",
        );
        assert_eq!(means.aggregation.types(), [3, 0]);
        let columns = means.aggregation.step.writes.iter().map(|write| {
            let variables = write.schema.variables().iter();
            variables.map(|variable| variable.name.as_str()).collect::<Vec<_>>()
        });
        let columns: Vec<_> = columns.collect();
        assert_eq!(
            columns[0],
            ["Sex", "Age", "count", "Height_Mean", "Weight_Mean", "spread"]
        );
        assert_eq!(
            columns[1],
            ["Sex", "Age", "_TYPE_", "_FREQ_", "_STAT_", "Height", "Weight"]
        );
        assert!(means.listing.is_none() && means.aggregation.classes.iter().all(|class| class.missing));
    }
}
