//! PROC TTEST: parses the input, and the values that are analysed.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList, VariableRange};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::class_variable::class_variable;
use feedrate_procedure::grammar::input::{Input, InputVariables};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::number::number;
use feedrate_procedure::grammar::plots::plots;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::variables::ClassOrder;
use feedrate_procedure::{Request, step};
use feedrate_stats::two_means::Sides;
use feedrate_values::Kind;

use super::request::{TTest, TTestAnalysis};

const OPTIONS: OptionTable<ProcOptions> = options! {
    ALPHA => Alpha(|options, alpha| options.alpha = Some(alpha)), help::ALPHA;
    CI => Words(&[
        ("EQUAL", |options| options.bare_deviations = false),
        ("NONE", |options| options.bare_deviations = true),
    ]), "The confidence limits of standard deviations; EQUAL by default.";
    COCHRAN => Switch(|options| options.cochran = true),
        "The test of Cochran and Cox for samples of different variances.";
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    DIST => Words(&[("NORMAL", |_| {})]), "No effect: this is so without it.";
    H0 => Own("=a number", |options, from| {
        from.equals()?;
        options.null = number(from.cursor, "a number for H0=")?;
        Ok(())
    }), "The mean, or the difference of means, that is tested; 0 by default.";
    NOPRINT => Switch(|options| options.is_silent = true), help::NOPRINT;
    ORDER => Order(|options, order| options.order = order), help::ORDER;
    PLOTS | PLOT => Own("=plots", |_, from| plots(from)), help::PLOTS;
    SIDES | SIDE => Words(&[
        ("2", |options| options.sides = Sides::Two),
        ("L", |options| options.sides = Sides::Lower),
        ("U", |options| options.sides = Sides::Upper),
    ]), "Tests and limits of both sides, of the lower or of the upper one; 2 by default.";
    TEST => Words(&[("DIFF", |_| {})]), "No effect: this is so without it.";
};

const STATEMENTS: StatementTable<Statements> = statements! {
    BY => By(|statements| &mut statements.by), help::BY;
    CLASS => Variable(|statements, name| statements.class = Some(name)),
        "The variable whose two levels are compared.";
    FREQ => Variable(|statements, name| statements.frequency = Some(name)), help::FREQ;
    PAIRED => Own("`a*b (c d)*(e f) (c d):(e f)`", &(), |statements, from| {
        statements.pairs.extend(pairs(from.cursor)?);
        Ok(())
    }), "Pairs of variables whose differences are analysed.";
    VAR => Variables(|statements, lists| statements.variables.get_or_insert_default().extend(lists)), help::VAR;
    WEIGHT => Variable(|statements, name| statements.weight = Some(name)), help::WEIGHT;
};

/// The options of the PROC statement.
#[derive(Default)]
struct ProcOptions {
    data: Option<DataSet>,
    alpha: Option<f64>,
    null: f64,
    sides: Sides,
    order: ClassOrder,
    cochran: bool,
    bare_deviations: bool,
    is_silent: bool,
}

/// The statements of the step.
#[derive(Default)]
struct Statements {
    by: Vec<VariableList>,
    class: Option<Name>,
    frequency: Option<Name>,
    weight: Option<Name>,
    variables: Option<Vec<VariableList>>,
    pairs: Vec<Pairs>,
    body: Vec<Statement>,
}

/// Variables that are paired with others: each with each, or each with the one in its place.
struct Pairs {
    left: Vec<VariableList>,
    right: Vec<VariableList>,
    is_crossed: bool,
    at: Position,
}

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

fn pairs(cursor: &mut Cursor<'_>) -> Result<Vec<Pairs>> {
    let mut all = Vec::new();
    while !cursor.at_end() {
        let at = cursor.position();
        let left = side(cursor)?;
        let is_crossed = cursor.take(Symbol::Star);
        if !is_crossed {
            cursor.expect(Symbol::Colon, "or `*` between the variables of PAIRED")?;
        }
        let right = side(cursor)?;
        all.push(Pairs {
            left,
            right,
            is_crossed,
            at,
        });
    }
    match all.is_empty() {
        true => Err(cursor.expected("variables for PAIRED")),
        false => Ok(all),
    }
}

/// Takes a variable, or several in parentheses.
fn side(cursor: &mut Cursor<'_>) -> Result<Vec<VariableList>> {
    if cursor.take(Symbol::LeftParen) {
        let lists = cursor.variables("PAIRED")?;
        cursor.expect(Symbol::RightParen, "after the variables of PAIRED")?;
        return Ok(lists);
    }
    let name = cursor.expect_name("a variable for PAIRED")?;
    Ok(vec![VariableList {
        range: VariableRange::One(name.text),
        at: name.at,
    }])
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let at = lowering.procedure.at;
    let mut options: ProcOptions = lowering.read_options(OPTIONS)?;
    let mut statements = Statements::default();
    statements.body = lowering.read_statements(STATEMENTS, &mut statements)?;
    if let (Some(class), false) = (&statements.class, statements.pairs.is_empty()) {
        let error = Diagnostic::error(class.at, "CLASS and PAIRED do not go together");
        return Err(error.with_hint("PAIRED compares variables, and CLASS groups of observations"));
    }
    let input = Input::new(lowering, options.data.take(), &statements.body)?;
    let among = input.variables();
    let by = among.chosen(&statements.by)?;
    let class = statements.class.as_ref().map(|name| among.one(name)).transpose()?;
    let one = |name: &Option<Name>, of| name.as_ref().map(|name| among.numeric(name, of)).transpose();
    let (frequency, weight) = (one(&statements.frequency, "FREQ")?, one(&statements.weight, "WEIGHT")?);
    let mut analyses = paired(&statements.pairs, among)?;
    let others = [by.as_slice(), class.as_slice(), frequency.as_slice(), weight.as_slice()].concat();
    let variables = match &statements.variables {
        Some(lists) => among.numeric_lists(lists, "VAR")?,
        None if !analyses.is_empty() => Vec::new(),
        None => (0..among.count())
            .filter(|&index| among.is_listed(index) && among.kind(index) == Some(Kind::Number))
            .filter(|index| !others.contains(index))
            .collect(),
    };
    analyses.extend(
        variables
            .iter()
            .map(|&index| TTestAnalysis::Variable(among.analysis(index))),
    );
    if analyses.is_empty() {
        return Err(Diagnostic::error(at, "there are no numeric variables to analyse"));
    }
    let class = class.map(|index| class_variable(among, index, options.order, lowering));
    step(TTest {
        analyses,
        class: class.transpose()?,
        groups: input.groups(lowering, &by)?,
        frequency: frequency.map(|index| among.number(index)),
        weight: weight.map(|index| among.number(index)),
        null: options.null,
        sides: options.sides,
        alpha: options.alpha.unwrap_or(0.05),
        cochran: options.cochran,
        bare_deviations: options.bare_deviations,
        is_silent: options.is_silent,
        step: input.into_step(),
    })
}

/// Returns the differences of PAIRED.
fn paired(pairs: &[Pairs], among: InputVariables<'_>) -> Result<Vec<TTestAnalysis>> {
    let mut analyses = Vec::new();
    for pair in pairs {
        let left = among.numeric_lists(&pair.left, "PAIRED")?;
        let right = among.numeric_lists(&pair.right, "PAIRED")?;
        let difference =
            |&one: &usize, &other: &usize| TTestAnalysis::Difference(among.analysis(one), among.analysis(other));
        if pair.is_crossed {
            let all = left.iter().flat_map(|one| right.iter().map(move |other| (one, other)));
            analyses.extend(all.map(|(one, other)| difference(one, other)));
        } else if left.len() == right.len() {
            analyses.extend(left.iter().zip(&right).map(|(one, other)| difference(one, other)));
        } else {
            let message = format!(
                "PAIRED has {} variables before a colon, and {} after",
                left.len(),
                right.len()
            );
            return Err(Diagnostic::error(pair.at, message).with_hint("`*` pairs each with each"));
        }
    }
    Ok(analyses)
}
