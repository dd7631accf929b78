//! The OUTPUT statement, and the names of its variables.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name, VariableList};
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::input::special_data_set;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, options};

use super::selections::{SelectionRequest, names, selection};
use crate::aggregate::Statistic;
use crate::grammar::{with_end, with_nearest};

/// An OUTPUT statement.
#[derive(Debug)]
pub(super) struct Output {
    pub data_set: DataSet,
    pub requests: Vec<StatisticRequest>,
    /// MAXID, MINID and IDGROUP.
    pub selections: Vec<SelectionRequest>,
    pub auto_name: bool,
    pub auto_label: bool,
    /// NOINHERIT: whether statistics have neither the label nor the format of their variable.
    pub is_plain: bool,
    /// LEVELS.
    pub levels: bool,
    /// WAYS.
    pub ways: bool,
    pub at: Position,
}

/// `mean(x y)=a b`.
#[derive(Debug)]
pub(super) struct StatisticRequest {
    pub statistic: Statistic,
    /// The variables; all of them if empty.
    pub variables: Vec<VariableList>,
    /// The names of the results; the names of the variables if empty.
    pub names: Vec<Name>,
    pub at: Position,
}

/// A statistic of a variable, and its name.
#[derive(Debug)]
pub(super) struct NamedStatistic {
    pub name: String,
    pub statistic: Statistic,
    /// The index of the analysis variable.
    pub variable: usize,
}

pub(super) const OUTPUT_OPTIONS: OptionTable<Output> = options! {
    AUTOLABEL => Switch(|output| output.auto_label = true), "Labels of variables say which statistic they are.";
    AUTONAME => Switch(|output| output.auto_name = true), "Names of variables say which statistic they are.";
    INHERIT => Switch(|_| {}), "No effect: this is so without it.";
    LEVELS => Switch(|output| output.levels = true), "Adds `_LEVEL_`, which numbers the groups of a type.";
    NOINHERIT => Switch(|output| output.is_plain = true), "Statistics have no label and format of their variable.";
    WAYS => Switch(|output| output.ways = true), "Adds `_WAY_`, of how many CLASS variables a group is made.";
};

/// Takes an OUTPUT statement.
pub(super) fn parse(from: &mut Argument<'_, '_>) -> Result<Output> {
    let at = from.at;
    let mut output = Output {
        data_set: special_data_set("_DATA_", at),
        requests: Vec::new(),
        auto_name: false,
        auto_label: false,
        is_plain: false,
        levels: false,
        ways: false,
        selections: Vec::new(),
        at,
    };
    let cursor = &mut *from.cursor;
    while !cursor.at_end() && !cursor.is(0, Symbol::Slash) {
        if cursor.is_word(0, "out") && cursor.at_option() {
            cursor.skip(2);
            output.data_set = cursor.data_set()?;
        } else if let Some(selection) = selection(cursor)? {
            output.selections.push(selection);
        } else {
            output.requests.push(request(cursor)?);
        }
    }
    from.options_behind_slash(OUTPUT_OPTIONS, &mut output)?;
    let asked: Vec<_> = output.requests.iter().map(|request| request.statistic).collect();
    for request in &mut output.requests {
        request.statistic = request.statistic.among(&asked);
    }
    Ok(output)
}

fn request(cursor: &mut Cursor<'_>) -> Result<StatisticRequest> {
    let keyword = cursor.expect_name("OUT=, a statistic or `/` for OUTPUT")?;
    let at = keyword.at;
    let statistic = match Statistic::of_keyword(&keyword.text)[..] {
        [statistic] => statistic,
        [] => {
            let upper = keyword.text.to_ascii_uppercase();
            let error = Diagnostic::error(at, format!("{upper} is not a statistic of OUTPUT that is supported"));
            return Err(with_nearest(error, &upper, Statistic::keywords()));
        }
        _ => {
            return Err(Diagnostic::error(at, "CLM is two statistics").with_hint("write LCLM= and UCLM="));
        }
    };
    let mut variables = Vec::new();
    if cursor.take(Symbol::LeftParen) {
        variables = cursor.variables("a statistic of OUTPUT")?;
        cursor.expect(Symbol::RightParen, "after the variables of a statistic")?;
    }
    cursor.expect(Symbol::Equal, "after a statistic of OUTPUT")?;
    let names = names(cursor)?;
    Ok(StatisticRequest {
        statistic,
        variables,
        names,
        at,
    })
}

impl Output {
    /// Returns the statistics with their names. `all` are the names of the analysis variables, `chosen` returns which
    /// of them a list names, and `taken` has the names in the data set before them in upper case.
    pub(super) fn named(
        &self,
        all: &[String],
        chosen: impl Fn(&[VariableList]) -> Result<Vec<usize>>,
        taken: &mut Vec<String>,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<Vec<NamedStatistic>> {
        let mut named = Vec::new();
        for request in &self.requests {
            let variables = match request.variables.is_empty() {
                true => (0..all.len()).collect(),
                false => chosen(&request.variables)?,
            };
            if let Some(name) = request.names.get(variables.len()) {
                let message = format!(
                    "{}= has more names than the {} variables that it is of",
                    request.statistic.keyword(),
                    variables.len()
                );
                return Err(Diagnostic::error(name.at, message));
            }
            for (place, variable) in variables.into_iter().enumerate() {
                let own = &all[variable];
                let name = match (request.names.get(place), self.auto_name) {
                    (Some(name), _) => name.text.clone(),
                    (None, true) => automatic(own, request.statistic, taken),
                    // With names for only some of the variables, the others are left out.
                    (None, false) if !request.names.is_empty() => break,
                    (None, false) => own.clone(),
                };
                let upper = name.to_uppercase();
                if taken.contains(&upper) {
                    let message = format!(
                        "Variable {name} already exists in the output data set, so {} of {own} is left out.",
                        request.statistic.keyword()
                    );
                    let warning = Diagnostic::warning(request.at, message);
                    warnings.push(warning.with_hint("give it a name, or write / AUTONAME"));
                    continue;
                }
                taken.push(upper);
                named.push(NamedStatistic {
                    name,
                    statistic: request.statistic,
                    variable,
                });
            }
        }
        Ok(named)
    }
}

/// Returns `x_Mean`, with a number appended if that name is in use. The variable's name is truncated if the result
/// would be too long.
fn automatic(variable: &str, statistic: Statistic, taken: &[String]) -> String {
    let mut number = 1;
    loop {
        let suffix = match number {
            1 => format!("_{}", statistic.suffix()),
            _ => format!("_{}{number}", statistic.suffix()),
        };
        let name = with_end(variable, &suffix);
        if !taken.contains(&name.to_uppercase()) {
            return name;
        }
        number += 1;
    }
}
