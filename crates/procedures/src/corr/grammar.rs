//! PROC CORR: parses the input, and which variables are correlated with which.

use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_values::Kind;

use crate::corr::{Corr, CorrListing, CorrOutput, CorrVariable};
use crate::grammar::input::{Input, InputVariables};
use crate::grammar::lowering::Lowering;
use crate::grammar::output::{Output, OutputColumn};
use crate::grammar::statements::{Disposition, read_statements};
use crate::grammar::{Request, step};
use crate::linear::grammar::plots;

const OPTIONS: &[&str] = &[
    "COV",
    "DATA=",
    "EXCLNPWGT",
    "NOCORR",
    "NOMISS",
    "NOPRINT",
    "NOPROB",
    "NOSIMPLE",
    "OUTP=",
    "OUTS=",
    "PEARSON",
    "PLOTS=",
    "SPEARMAN",
];

const STATEMENTS: &[&str] = &["BY", "FORMAT", "LABEL", "VAR", "WEIGHT", "WHERE", "WITH"];

/// The length of `_TYPE_`, and the minimum length of `_NAME_`, in bytes.
const TYPE_BYTES: u32 = 8;
const NAME_BYTES: u32 = 8;

/// The options of the PROC statement.
#[derive(Default)]
struct ProcOptions {
    data: Option<DataSet>,
    pearson_out: Option<DataSet>,
    spearman_out: Option<DataSet>,
    pearson: bool,
    spearman: bool,
    spearman_at: Option<Position>,
    covariances: bool,
    only_complete: bool,
    only_weighted: bool,
    no_correlations: bool,
    no_print: bool,
    no_probabilities: bool,
    no_simple: bool,
}

/// The statements of the step.
#[derive(Default)]
struct Statements {
    by: Vec<VariableList>,
    variables: Option<Vec<VariableList>>,
    with: Option<Vec<VariableList>>,
    weight: Option<Name>,
    body: Vec<Statement>,
}

/// The variables of each role, as indexes into the variables of the input.
struct Roles {
    by: Vec<usize>,
    variables: Vec<usize>,
    with: Option<Vec<usize>>,
    weight: Option<usize>,
}

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    let at = lowering.procedure.at;
    let mut options = options(lowering)?;
    let statements = statements(lowering)?;
    if let (Some(weight), Some(_)) = (&statements.weight, options.spearman_at) {
        let message = "Spearman's correlations cannot be computed with a WEIGHT statement";
        return Err(Diagnostic::error(weight.at, message));
    }
    let mut input = Input::new(lowering, options.data.take(), &statements.body)?;
    let roles = Roles::of(&statements, input.variables(), at)?;
    let kinds = [(false, &options.pearson_out), (true, &options.spearman_out)];
    let outs = kinds
        .into_iter()
        .filter_map(|(spearman, out)| Some((spearman, out.as_ref()?)));
    let mut outputs = Vec::new();
    for (spearman, out) in outs {
        let columns = columns(input.variables(), &roles);
        let slots = input.add_output(
            lowering,
            &Output {
                data_set: out,
                at: out.member.at,
                of: "PROC CORR",
                keys: &roles.by,
                columns: &columns,
            },
        )?;
        outputs.push(CorrOutput {
            number: slots.number,
            spearman,
            covariances: options.covariances && !spearman,
            of_type: slots.character_of("_TYPE_"),
            name: slots.character_of("_NAME_"),
            numbers: slots.last_numbers(roles.variables.len()).collect(),
        });
    }
    step(request(lowering, input, &roles, &options, outputs)?)
}

/// Returns the columns of OUTP= and OUTS=.
fn columns(among: InputVariables<'_>, roles: &Roles) -> Vec<OutputColumn> {
    let by = roles.by.iter().map(|&index| among.variable(index));
    let by = by.map(OutputColumn::variable);
    let rows = roles.with.as_ref().unwrap_or(&roles.variables).iter();
    let longest = rows.map(|&index| among.name(index).len() as u32).max();
    let texts = [
        OutputColumn::character("_TYPE_", TYPE_BYTES),
        OutputColumn::character("_NAME_", longest.unwrap_or(0).max(NAME_BYTES)),
    ];
    let numbers = roles.variables.iter().map(|&index| {
        let variable = among.variable(index);
        OutputColumn::number(&variable.name).labelled(&variable.label)
    });
    by.chain(texts).chain(numbers).collect()
}

fn request(
    lowering: &Lowering<'_>,
    input: Input,
    roles: &Roles,
    options: &ProcOptions,
    outputs: Vec<CorrOutput>,
) -> Result<Corr> {
    let among = input.variables();
    let mut all: Vec<usize> = Vec::new();
    let mut place = |index: usize| match all.iter().position(|&other| other == index) {
        Some(place) => place,
        None => {
            all.push(index);
            all.len() - 1
        }
    };
    let columns: Vec<usize> = roles.variables.iter().map(|&index| place(index)).collect();
    let rows = roles.with.as_ref().unwrap_or(&roles.variables).iter();
    let rows: Vec<usize> = rows.map(|&index| place(index)).collect();
    let variables = all.iter().map(|&index| {
        let variable = among.variable(index);
        CorrVariable {
            name: variable.name.clone(),
            label: variable.label.clone(),
            slot: among.number(index),
        }
    });
    let variables = variables.collect();
    Ok(Corr {
        variables,
        rows,
        columns,
        has_with: roles.with.is_some(),
        groups: input.groups(lowering, &roles.by)?,
        weight: roles.weight.map(|index| among.number(index)),
        only_complete: options.only_complete,
        only_weighted: options.only_weighted,
        pearson: options.pearson || !options.spearman,
        spearman: options.spearman,
        listing: (!options.no_print).then_some(CorrListing {
            simple: !options.no_simple,
            probabilities: !options.no_probabilities,
            correlations: !options.no_correlations,
            covariances: options.covariances,
        }),
        outputs,
        step: input.into_step(),
    })
}

impl Roles {
    fn of(statements: &Statements, among: InputVariables<'_>, at: Position) -> Result<Self> {
        let by = among.chosen(&statements.by)?;
        let weight = statements.weight.as_ref();
        let weight = weight.map(|name| among.numeric(name, "WEIGHT"));
        let weight = weight.transpose()?;
        let with = statements
            .with
            .as_ref()
            .map(|lists| among.numeric_lists(lists, "WITH"));
        let with = with.transpose()?;
        let variables = match &statements.variables {
            Some(lists) => among.numeric_lists(lists, "VAR")?,
            None => {
                let plays = |index: &usize| {
                    let mut others = by.iter().chain(&weight).chain(with.iter().flatten());
                    others.any(|other| other == index)
                };
                let numbers = (0..among.count()).filter(|&index| {
                    among.is_listed(index) && among.kind(index) == Some(Kind::Number)
                });
                numbers.filter(|index| !plays(index)).collect()
            }
        };
        if variables.is_empty() {
            return Err(Diagnostic::error(
                at,
                "there are no numeric variables to correlate",
            ));
        }
        Ok(Self {
            by,
            variables,
            with,
            weight,
        })
    }
}

fn options(lowering: &mut Lowering<'_>) -> Result<ProcOptions> {
    let mut options = ProcOptions::default();
    lowering.options(OPTIONS, |lowering, word, head| {
        let upper = word.to_ascii_uppercase();
        match word {
            "data" | "outp" | "out" | "outs" => {
                let at = head.position();
                head.expect(Symbol::Equal, &format!("after {upper}"))?;
                let data_set = Some(head.data_set()?);
                match word {
                    "data" => options.data = data_set,
                    "outs" => {
                        options.spearman_out = data_set;
                        options.spearman = true;
                        options.spearman_at = Some(at);
                    }
                    _ => {
                        options.pearson_out = data_set;
                        options.pearson = true;
                    }
                }
            }
            "pearson" => options.pearson = true,
            "plot" | "plots" => plots(lowering, head)?,
            "spearman" => {
                options.spearman = true;
                options.spearman_at = Some(head.position());
            }
            "cov" => {
                options.covariances = true;
                options.pearson = true;
            }
            "exclnpwgt" | "exclnpwgts" => options.only_weighted = true,
            "nomiss" => options.only_complete = true,
            "nocorr" => options.no_correlations = true,
            "noprint" => options.no_print = true,
            "noprob" => options.no_probabilities = true,
            "nosimple" => options.no_simple = true,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(options)
}

fn statements(lowering: &Lowering<'_>) -> Result<Statements> {
    let mut statements = Statements::default();
    statements.body = read_statements(lowering, STATEMENTS, |word, _, cursor| {
        match word {
            "var" => statements
                .variables
                .get_or_insert_default()
                .extend(cursor.variables("VAR")?),
            "with" => statements
                .with
                .get_or_insert_default()
                .extend(cursor.variables("WITH")?),
            "weight" => statements.weight = Some(cursor.expect_name("the variable of WEIGHT")?),
            "by" => return Disposition::by(cursor, &mut statements.by),
            _ => return Ok(Disposition::Unknown),
        }
        Ok(Disposition::Own)
    })?;
    Ok(statements)
}
