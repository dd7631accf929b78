//! PROC SORT: parses the input, the output and the BY variables.

use feedrate_dataset::settings::parse_number;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Statement, StatementKind, VariableList};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::{Named, Roster, expand};
use feedrate_lower::name::data_set_named;

use crate::grammar::input::{Input, InputVariables};
use crate::grammar::lowering::Lowering;
use crate::grammar::statements::{Disposition, read_statements};
use crate::grammar::{Request, step};
use crate::sort::{Duplicates, Sort, SortKey};

const OPTIONS: &[&str] = &[
    "DATA=",
    "OUT=",
    "NODUPKEY",
    "NODUPRECS",
    "DUPOUT=",
    "EQUALS",
    "NOEQUALS",
    "FORCE",
    "PRESORTED",
    "DETAILS",
    "THREADS",
    "NOTHREADS",
    "SORTSIZE=",
];

const STATEMENTS: &[&str] = &["BY", "FORMAT", "INFORMAT", "LABEL", "WHERE"];

/// The options of the PROC statement.
#[derive(Default)]
struct ProcOptions {
    data: Option<DataSet>,
    out: Option<DataSet>,
    left_out: Option<DataSet>,
    duplicates: Duplicates,
    force: bool,
    details: bool,
    threads: Option<bool>,
    sort_bytes: Option<u64>,
}

/// The statements of the step.
#[derive(Default)]
struct Statements {
    by: Vec<(VariableList, bool)>,
    body: Vec<Statement>,
}

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    let at = lowering.procedure.at;
    let mut options = ProcOptions::default();
    lowering.options(OPTIONS, |_, word, head| {
        match word {
            "data" => options.data = Some(data_set(head, "DATA")?),
            "out" => options.out = Some(data_set(head, "OUT")?),
            "dupout" => options.left_out = Some(data_set(head, "DUPOUT")?),
            "nodupkey" | "nodupkeys" => options.duplicates = Duplicates::OfKeys,
            "noduprecs" | "noduprec" | "nodup" => options.duplicates = Duplicates::OfRecords,
            // The sort is always stable, and an existing order is always detected.
            "equals" | "noequals" | "presorted" => {}
            "force" => options.force = true,
            "details" => options.details = true,
            "threads" => options.threads = Some(true),
            "nothreads" => options.threads = Some(false),
            "sortsize" => options.sort_bytes = sort_bytes(head)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let statements = statements(lowering)?;
    if statements.by.is_empty() {
        return Err(Diagnostic::error(at, "PROC SORT needs a BY statement")
            .with_hint("name the variables to sort by, such as `by a descending b;`"));
    }
    let data_sets = DataSets::of(lowering, &options)?;
    let mut input = Input::ungrouped(lowering, Some(data_sets.data), &statements.body)?;
    for data_set in &data_sets.outputs {
        input.add_copy(lowering, data_set)?;
    }
    let by = keys(input.variables(), &statements.by)?;
    let sort = Sort {
        by,
        step: input.into_step(),
        replaces: data_sets.replaces,
        duplicates: options.duplicates,
        force: options.force,
        details: options.details,
        threads: options.threads,
        sort_bytes: options.sort_bytes,
    };
    check(&sort, &options, at)?;
    step(sort)
}

fn data_set(head: &mut Cursor<'_>, option: &str) -> Result<DataSet> {
    head.expect(Symbol::Equal, &format!("after {option}"))?;
    head.data_set()
}

/// `=` and a number of bytes, or MAX.
fn sort_bytes(head: &mut Cursor<'_>) -> Result<Option<u64>> {
    head.expect(Symbol::Equal, "after SORTSIZE")?;
    let wrong = head.expected("a number of bytes such as 512M, or MAX");
    let word = head.option_word("SORTSIZE")?;
    match parse_number(&word) {
        Some(0) => Ok(None),
        Some(bytes) => Ok(Some(bytes)),
        None if word.eq_ignore_ascii_case("max") => Ok(None),
        None => Err(wrong),
    }
}

fn statements(lowering: &Lowering<'_>) -> Result<Statements> {
    let mut statements = Statements::default();
    statements.body = read_statements(lowering, STATEMENTS, |word, at, cursor| match word {
        "by" => {
            let grouping = cursor.grouping()?;
            if grouping.not_sorted {
                let message = "PROC SORT cannot sort BY ... NOTSORTED";
                return Err(Diagnostic::error(at, message).with_hint("leave NOTSORTED out"));
            }
            statements.by = grouping.variables;
            Ok(Disposition::Own)
        }
        "informat" => {
            let items = cursor.spec_items("INFORMAT")?;
            Ok(Disposition::of_step(StatementKind::Informat(items)))
        }
        _ => Ok(Disposition::Unknown),
    })?;
    Ok(statements)
}

/// The input and output data sets.
struct DataSets {
    data: DataSet,
    /// OUT=, followed by DUPOUT=.
    outputs: Vec<DataSet>,
    /// Whether the data set replaces itself.
    replaces: bool,
}

impl DataSets {
    fn of(lowering: &mut Lowering<'_>, options: &ProcOptions) -> Result<Self> {
        let at = lowering.procedure.at;
        let data = match &options.data {
            Some(data) => data.clone(),
            None => data_set_named(&lowering.last(at)?, at),
        };
        let name = lowering.name_of(&data)?;
        let (out, replaces) = match &options.out {
            Some(out) => (out.clone(), lowering.name_of(out)? == name),
            None => (data_set_named(&name, data.member.at), true),
        };
        let mut outputs = vec![out];
        if let Some(left_out) = &options.left_out {
            let at = left_out.member.at;
            if options.duplicates == Duplicates::Stay {
                return Err(Diagnostic::error(
                    at,
                    "DUPOUT= takes what NODUPKEY or NODUPRECS leaves out, and neither is there",
                ));
            }
            let left_out_name = lowering.name_of(left_out)?;
            if left_out_name == lowering.name_of(&outputs[0])? || left_out_name == name {
                return Err(Diagnostic::error(
                    at,
                    format!("DUPOUT={left_out_name} is the data set that is sorted or made"),
                )
                .with_hint("name another"));
            }
            outputs.push(left_out.clone());
        }
        Ok(Self {
            data,
            outputs,
            replaces,
        })
    }
}

/// Returns the slots of the BY variables.
fn keys(among: InputVariables<'_>, by: &[(VariableList, bool)]) -> Result<Vec<SortKey>> {
    let mut keys: Vec<SortKey> = Vec::with_capacity(by.len());
    for (list, descending) in by {
        let named = expand(list, &among);
        for named in named.map_err(|refusal| Diagnostic::error(list.at, refusal))? {
            let slot = match named {
                Named::Known(index) => among.variable(index).slot,
                Named::Unknown(name) => return Err(not_found(among, &name, list.at)),
            };
            // A variable that is named again has no effect.
            if keys.iter().all(|key| key.slot != slot) {
                keys.push(SortKey {
                    slot,
                    descending: *descending,
                });
            }
        }
    }
    match (keys.is_empty(), by) {
        (true, [(list, _), ..]) => {
            let message = "this list of BY variables names none that is there";
            Err(Diagnostic::error(list.at, message))
        }
        _ => Ok(keys),
    }
}

fn not_found(among: InputVariables<'_>, name: &str, at: Position) -> Diagnostic {
    let upper = name.to_uppercase();
    let error = Diagnostic::error(at, format!("Variable {upper} not found."));
    let names = (0..among.count()).filter(|&index| among.is_listed(index));
    let names: Vec<_> = names
        .map(|index| among.name(index).to_uppercase())
        .collect();
    match did_you_mean(&upper, names.iter().map(String::as_str)) {
        Some(hint) => error.with_hint(hint),
        None => error,
    }
}

/// Refuses combinations that are impossible, or probably mistakes.
fn check(sort: &Sort, options: &ProcOptions, at: Position) -> Result<()> {
    // The option name, if it is a data set option.
    let place = |data_sets: &[&Option<DataSet>], names: &[&str]| {
        let data_sets = data_sets.iter().copied().flatten();
        let mut options = data_sets.flat_map(|data_set| &data_set.options);
        let option = options.find(|option| names.contains(&option.name.as_str()));
        option.map_or(at, |option| option.at)
    };
    if sort
        .step
        .writes
        .iter()
        .any(|write| write.condition.is_some())
    {
        return Err(Diagnostic::error(
            place(&[&options.out, &options.left_out], &["WHERE"]),
            "WHERE= of what PROC SORT makes is not supported",
        )
        .with_hint("write it after the name in DATA=, or as a WHERE statement"));
    }
    let mut sources = sort.step.reads.iter().flat_map(|read| &read.sources);
    let is_part = sources.any(|source| source.first > 1 || source.last.is_some());
    if sort.replaces && is_part && !sort.force {
        return Err(Diagnostic::error(
            place(&[&options.data], &["FIRSTOBS", "OBS"]),
            "PROC SORT would replace the data set by those of its observations that FIRSTOBS= and OBS= \
             let through",
        )
        .with_hint("name another data set with OUT=, or write FORCE if that is meant"));
    }
    Ok(())
}
