//! PROC CORR: parses the input, and which variables are correlated with which.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, InputVariables};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::output::{Output, OutputColumn};
use feedrate_procedure::grammar::plots::plots;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::{Request, step};
use feedrate_values::Kind;

use crate::corr::{Corr, CorrListing, CorrOutput};

const OPTIONS: OptionTable<ProcOptions> = options! {
    COV => Switch(|options| (options.covariances, options.pearson) = (true, true)), "Covariances.";
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    EXCLNPWGT | EXCLNPWGTS => Switch(|options| options.only_weighted = true), help::EXCLNPWGT;
    NOCORR => Switch(|options| options.no_correlations = true), "Does not list the correlations.";
    NOMISS => Switch(|options| options.only_complete = true), "Uses observations with all values for all pairs.";
    NOPRINT => Switch(|options| options.no_print = true), help::NOPRINT;
    NOPROB => Switch(|options| options.no_probabilities = true), "Does not list the probabilities.";
    NOSIMPLE => Switch(|options| options.no_simple = true), "Does not list the simple statistics.";
    OUTP | OUT => Data(|options, data| {
        options.pearson_out = Some(data);
        options.pearson = true;
    }), "Makes a data set of Pearson's correlations.";
    OUTS => Data(|options, data| {
        options.spearman_out = Some(data);
        options.spearman = true;
    }), "Makes a data set of Spearman's correlations.";
    PEARSON => Switch(|options| options.pearson = true), "Pearson's correlations, as without any option.";
    PLOTS | PLOT => Own("=plots", |_, from| plots(from)), help::PLOTS;
    SPEARMAN => Switch(|options| options.spearman = true), "Spearman's correlations; not with WEIGHT.";
};

const STATEMENTS: StatementTable<Statements> = statements! {
    BY => By(|statements| &mut statements.by), help::BY;
    VAR => Variables(|statements, lists| statements.variables.get_or_insert_default().extend(lists)), help::VAR;
    WEIGHT => Variable(|statements, name| statements.weight = Some(name)), help::WEIGHT;
    WITH => Variables(|statements, lists| statements.with.get_or_insert_default().extend(lists)),
        "The variables of the rows, and those of VAR of the columns.";
};

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

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let at = lowering.procedure.at;
    let mut options = lowering.read_options(OPTIONS)?;
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(STATEMENTS, &mut statements)?;
    if let (Some(weight), true) = (&statements.weight, options.spearman) {
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
    lowering: &ProcedureLowering<'_>,
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
    Ok(Corr {
        variables: all.iter().map(|&index| among.analysis(index)).collect(),
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
        let with = statements.with.as_ref().map(|lists| among.numeric_lists(lists, "WITH"));
        let with = with.transpose()?;
        let variables = match &statements.variables {
            Some(lists) => among.numeric_lists(lists, "VAR")?,
            None => {
                let plays = |index: &usize| {
                    let mut others = by.iter().chain(&weight).chain(with.iter().flatten());
                    others.any(|other| other == index)
                };
                let numbers = (0..among.count())
                    .filter(|&index| among.is_listed(index) && among.kind(index) == Some(Kind::Number));
                numbers.filter(|index| !plays(index)).collect()
            }
        };
        if variables.is_empty() {
            return Err(Diagnostic::error(at, "there are no numeric variables to correlate"));
        }
        Ok(Self {
            by,
            variables,
            with,
            weight,
        })
    }
}
