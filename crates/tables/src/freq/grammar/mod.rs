//! PROC FREQ: parses the step into a request of frequency tables.
//!
//! | module | contents |
//! |---|---|
//! | [`statements`] | the PROC statement and the other statements |
//! | [`requests`] | the table requests of a TABLES statement |
//! | [`table_options`] | the options of a TABLES statement |
//! | [`output`] | the data sets of OUT= |
//! | [`roles`] | the roles of variables |
//! | [`build`] | builds the request from the statements and the variables |

mod build;
mod output;
mod requests;
mod roles;
mod statements;
mod table_options;

use feedrate_language::parse::cursor::Result;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::{Request, step};
use statements::{OPTIONS, STATEMENTS, Statements};

use crate::freq::Freq;

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    step(freq(lowering)?)
}

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}
/// Parses the procedure.
pub(crate) fn freq(lowering: &mut ProcedureLowering<'_>) -> Result<Freq> {
    let options = lowering.read_options(OPTIONS)?;
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(STATEMENTS, &mut statements)?;
    build::Build {
        lowering,
        options,
        statements,
    }
    .freq()
}

#[cfg(test)]
mod tests {
    use feedrate_procedure::testing::understood;

    use super::*;

    #[test]
    fn each_set_of_variables_is_counted_once() {
        let freq = understood(
            freq,
            "proc freq data=class; tables sex*age name age*sex; tables name sex*age*name; run;",
        );
        let crossings = freq.aggregation.crossings.iter();
        let crossings: Vec<_> = crossings
            .map(|crossing| (&crossing.classes[..], &crossing.types[..]))
            .collect();
        let wanted: [(&[usize], &[u64]); 3] = [(&[0, 1], &[3]), (&[2], &[1]), (&[0, 1, 2], &[7])];
        assert_eq!(crossings, wanted);
        let tables = freq.tables.iter();
        let tables: Vec<_> = tables.map(|table| (&table.classes[..], table.crossing)).collect();
        let wanted: [(&[usize], usize); 5] = [(&[0, 1], 0), (&[2], 1), (&[1, 0], 0), (&[2], 1), (&[0, 1, 2], 2)];
        assert_eq!(tables, wanted);
    }
}
