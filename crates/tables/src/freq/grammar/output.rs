//! The data sets of OUT=: their columns, and the slots of the statistics.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::DataSet;
use feedrate_procedure::grammar::input::Input;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::output::{Output, OutputColumn};

use super::table_options::TableOptions;
use crate::freq::FreqOutput;

/// Adds the data set of a table of `classes` variables, which are the last of `keys`; the BY variables are before
/// them.
pub(super) fn output(
    lowering: &mut ProcedureLowering<'_>,
    input: &mut Input,
    keys: &[usize],
    classes: usize,
    options: &TableOptions,
    out: &DataSet,
) -> Result<FreqOutput> {
    let names = names(classes, options);
    let variables = input.variables();
    let keys_of_table = keys.iter().map(|&key| OutputColumn::variable(variables.variable(key)));
    let own = names
        .iter()
        .map(|(name, label)| OutputColumn::number(name).labelled(label));
    let columns: Vec<OutputColumn> = keys_of_table.chain(own).collect();
    let slots = input.add_output(
        lowering,
        &Output {
            data_set: out,
            at: out.member.at,
            of: "PROC FREQ",
            keys,
            columns: &columns,
        },
    )?;
    let optional = |name: &str| {
        let is_there = names.iter().any(|(known, _)| *known == name);
        is_there.then(|| slots.number_of(name))
    };
    Ok(FreqOutput {
        number: slots.number,
        count: slots.number_of("COUNT"),
        percent: slots.number_of("PERCENT"),
        expected: optional("EXPECTED"),
        of_stratum: optional("PCT_TABL"),
        of_row: optional("PCT_ROW"),
        of_column: optional("PCT_COL"),
        cumulative: optional("CUM_FREQ").zip(optional("CUM_PCT")),
    })
}

/// Returns the names and the labels of the statistics.
fn names(classes: usize, options: &TableOptions) -> Vec<(&'static str, &'static str)> {
    let mut names = vec![("COUNT", "Frequency Count")];
    if options.out_expected && classes > 1 {
        names.push(("EXPECTED", "Expected Frequency"));
    }
    names.push(("PERCENT", "Percent of Total Frequency"));
    if options.out_percents && classes > 2 {
        names.push(("PCT_TABL", "Percent of Two-Way Table Frequency"));
    }
    if options.out_percents && classes > 1 {
        names.push(("PCT_ROW", "Percent of Row Frequency"));
        names.push(("PCT_COL", "Percent of Column Frequency"));
    }
    if options.out_cumulative && classes == 1 {
        names.push(("CUM_FREQ", "Cumulative Frequency"));
        names.push(("CUM_PCT", "Cumulative Percent"));
    }
    names
}
