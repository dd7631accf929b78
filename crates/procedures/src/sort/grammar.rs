//! PROC SORT: parses the input, the output and the BY variables.

use feedrate_dataset::settings::parse_number;
use feedrate_language::parse::cursor::Result;
use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::tree::{DataSet, Statement, StatementKind, VariableList};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::{ListedVariable, Roster, expand};
use feedrate_lower::name::data_set_named;
use feedrate_procedure::grammar::input::{Input, InputVariables};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::{Request, step};

use crate::sort::request::{Duplicates, Sort, SortKey};

const OPTIONS: OptionTable<ProcOptions> = options! {
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    DETAILS => Switch(|options| options.details = true), "The log says how the sort went.";
    DUPOUT => Data(|options, data| options.left_out = Some(data)),
        "Makes a data set of what NODUPKEY or NODUPRECS leaves out.";
    EQUALS => Switch(|_| {}), "No effect: rows with equal keys stay in their order.";
    FORCE => Switch(|options| options.force = true),
        "Sorts what is in order, and replaces a data set by the observations that OBS= lets through.";
    NODUPKEY | NODUPKEYS => Switch(|options| options.duplicates = Duplicates::OfKeys),
        "Keeps the first of the observations with the same keys.";
    NODUPRECS | NODUP | NODUPREC => Switch(|options| options.duplicates = Duplicates::OfRecords),
        "Keeps the first of equal observations that follow one another.";
    NOEQUALS => Switch(|_| {}), "No effect: rows with equal keys stay in their order.";
    NOTHREADS => Switch(|options| options.threads = Some(false)), "Sorts on one core.";
    NOUNIQUEKEY | NOUNIQUEKEYS | NOUNIKEY | NOUNIKEYS => Switch(|options| options.leaves_unique = true),
        "Keeps the observations whose keys others have too.";
    OUT => Data(|options, data| options.out = Some(data)), "The data set that is made; without it DATA= is replaced.";
    PRESORTED => Switch(|options| options.presorted = true),
        "Leaves a data set as it is if its observations are in order already.";
    SORTSIZE => Own("=a number of bytes, or MAX", |options, from| {
        options.sort_bytes = sort_bytes(from)?;
        Ok(())
    }), "The memory of this sort.";
    THREADS => Switch(|options| options.threads = Some(true)), "Sorts on several cores.";
    UNIQUEOUT | UNIOUT => Data(|options, data| options.left_out_unique = Some(data)),
        "Makes a data set of what NOUNIQUEKEY leaves out.";
};

const STATEMENTS: StatementTable<Statements> = statements! {
    BY => Own("`a DESCENDING b`", &(), |statements, from| {
        let grouping = from.cursor.grouping()?;
        if grouping.not_sorted {
            let message = "PROC SORT cannot sort BY ... NOTSORTED";
            return Err(Diagnostic::error(from.at, message).with_hint("leave NOTSORTED out"));
        }
        statements.by = grouping.variables;
        Ok(())
    }), "The keys.";
    INFORMAT => OfStep("variables and their informats", |from| {
        Ok(StatementKind::Informat(from.cursor.spec_items("INFORMAT")?))
    }), "Gives variables informats.";
};

/// The options of the PROC statement.
#[derive(Default)]
struct ProcOptions {
    data: Option<DataSet>,
    out: Option<DataSet>,
    left_out: Option<DataSet>,
    left_out_unique: Option<DataSet>,
    duplicates: Duplicates,
    /// NOUNIQUEKEY.
    leaves_unique: bool,
    force: bool,
    presorted: bool,
    details: bool,
    threads: Option<bool>,
    sort_bytes: Option<u64>,
}

impl ProcOptions {
    /// Returns the observations that are removed.
    fn duplicates(&self, at: Position) -> Result<Duplicates> {
        match (self.leaves_unique, self.duplicates) {
            (false, duplicates) => Ok(duplicates),
            (true, Duplicates::Stay) => Ok(Duplicates::UniqueKeys),
            (true, _) => {
                let message = "NOUNIQUEKEY cannot stand beside NODUPKEY or NODUPRECS";
                Err(Diagnostic::error(at, message).with_hint("sort twice, or leave one of them out"))
            }
        }
    }

    /// Returns the data set of what is left out, with the option that names it.
    fn left_out(&self) -> Result<Option<(&DataSet, &'static str)>> {
        let leaves_unique = self.leaves_unique;
        let leaves_duplicates = self.duplicates != Duplicates::Stay;
        let given = [
            (
                &self.left_out,
                "DUPOUT=",
                leaves_duplicates,
                "NODUPKEY or NODUPRECS leaves out, and neither is there",
            ),
            (
                &self.left_out_unique,
                "UNIQUEOUT=",
                leaves_unique,
                "NOUNIQUEKEY leaves out, which is not there",
            ),
        ];
        let mut found = None;
        for (data_set, option, is_left_out, why) in given {
            if let Some(data_set) = data_set {
                if !is_left_out {
                    return Err(Diagnostic::error(
                        data_set.member.at,
                        format!("{option} takes what {why}"),
                    ));
                }
                found = Some((data_set, option));
            }
        }
        Ok(found)
    }
}

/// The statements of the step.
#[derive(Default)]
struct Statements {
    by: Vec<(VariableList, bool)>,
    body: Vec<Statement>,
}

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let at = lowering.procedure.at;
    let options = lowering.read_options(OPTIONS)?;
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(STATEMENTS, &mut statements)?;
    if statements.by.is_empty() {
        let message = "No BY statement used or no BY variables specified. A BY statement must be used with variable \
                       names to sort on.";
        return Err(
            Diagnostic::error(at, message).with_hint("name the variables to sort by, such as `by a descending b;`")
        );
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
        duplicates: options.duplicates(at)?,
        force: options.force,
        presorted: options.presorted,
        details: options.details,
        threads: options.threads,
        sort_bytes: options.sort_bytes,
    };
    check(&sort, &options, at)?;
    step(sort)
}

/// `=` and a number of bytes, or MAX.
fn sort_bytes(from: &mut Argument<'_, '_>) -> Result<Option<u64>> {
    let word = from.word()?;
    match parse_number(&word.text) {
        Some(0) => Ok(None),
        Some(bytes) => Ok(Some(bytes)),
        None if word.text.eq_ignore_ascii_case("max") => Ok(None),
        None => Err(from.wrong(&word, "a number of bytes such as 512M, or MAX")),
    }
}

/// The input and output data sets.
struct DataSets {
    data: DataSet,
    /// OUT=, followed by DUPOUT= or UNIQUEOUT=.
    outputs: Vec<DataSet>,
    /// True if the data set replaces itself.
    replaces: bool,
}

impl DataSets {
    fn of(lowering: &mut ProcedureLowering<'_>, options: &ProcOptions) -> Result<Self> {
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
        if let Some((left_out, option)) = options.left_out()? {
            let at = left_out.member.at;
            let left_out_name = lowering.name_of(left_out)?;
            if left_out_name == lowering.name_of(&outputs[0])? || left_out_name == name {
                return Err(Diagnostic::error(
                    at,
                    format!("{option}{left_out_name} is the data set that is sorted or made"),
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
                ListedVariable::Known(index) => among.variable(index).slot,
                ListedVariable::Unknown(name) => return Err(not_found(among, &name, list.at)),
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
    let names: Vec<_> = names.map(|index| among.name(index).to_uppercase()).collect();
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
    if sort.step.writes.iter().any(|write| write.condition.is_some()) {
        return Err(Diagnostic::error(
            place(&[&options.out, &options.left_out, &options.left_out_unique], &["WHERE"]),
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
