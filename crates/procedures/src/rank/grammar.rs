//! PROC RANK: parses the input, the output, and the ranked variables with their options.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, InputVariables, special_data_set};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::output::{Output, OutputColumn};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::option::one_of;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::{Request, step};
use feedrate_program::NumberSlot;
use feedrate_values::Kind;

use crate::rank::request::Rank;
use crate::rank::scores::{NormalScores, RankScores, Ties};

const OPTIONS: OptionTable<ProcOptions> = options! {
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    DESCENDING | DESCEND => Switch(|options| options.descending = true), "The greatest value has the first rank.";
    FRACTION | F => Own("", |options, from| options.score(from, |_| Ok(RankScores::Fraction))),
        "Ranks divided by how many values there are.";
    GROUPS => Own("=a whole number from 1", |options, from| options.score(from, |from| {
        let word = from.word()?;
        let groups = word.text.parse().ok().filter(|groups| (1..=MOST_GROUPS).contains(groups));
        let groups = groups.ok_or_else(|| from.wrong(&word, "a whole number from 1"))?;
        Ok(RankScores::Groups(groups as f64))
    })), "Numbers of so many groups, from 0.";
    NORMAL => Own("=BLOM, TUKEY or VW", |options, from| options.score(from, |from| {
        Ok(RankScores::Normal(*one_of(from, NORMAL_SCORES)?))
    })), "Normal scores of the ranks.";
    NPLUS1 | FN1 | N1 => Own("", |options, from| options.score(from, |_| Ok(RankScores::FractionOfMore))),
        "Ranks divided by one more than there are values.";
    OUT => Data(|options, data| options.out = Some(data)), help::OUT;
    PERCENT | P => Own("", |options, from| options.score(from, |_| Ok(RankScores::Percent))),
        "Ranks as percentages of how many values there are.";
    SAVAGE => Own("", |options, from| options.score(from, |_| Ok(RankScores::Savage))), "Savage scores of the ranks.";
    TIES => Words(&[
        ("MEAN", |options| options.ties = Some(Ties::Mean)),
        ("LOW", |options| options.ties = Some(Ties::Low)),
        ("HIGH", |options| options.ties = Some(Ties::High)),
        ("DENSE CONDENSE", |options| options.ties = Some(Ties::Dense)),
    ]), "The rank of equal values; MEAN by default, for fractions HIGH.";
};

const NORMAL_SCORES: &[(&str, NormalScores)] = &[
    ("BLOM", NormalScores::Blom),
    ("TUKEY", NormalScores::Tukey),
    ("VW", NormalScores::VanDerWaerden),
];

const STATEMENTS: StatementTable<Statements> = statements! {
    BY => By(|statements| &mut statements.by), help::BY;
    RANKS => Own("names", &(), |statements, from| {
        while !from.cursor.at_end() {
            statements.ranks.extend(from.cursor.some_names("RANKS")?);
        }
        Ok(())
    }), "The variables of the ranks; without it they replace the values.";
    VAR => Variables(|statements, lists| statements.variables.get_or_insert_default().extend(lists)), help::VAR;
};

/// The most groups, which all are whole numbers.
const MOST_GROUPS: u64 = 1 << 53;

/// The options of the PROC statement.
#[derive(Default)]
struct ProcOptions {
    data: Option<DataSet>,
    out: Option<DataSet>,
    descending: bool,
    ties: Option<Ties>,
    scores: RankScores,
    /// The option that said so.
    scored_by: Option<String>,
}

/// The contents of the statements.
#[derive(Default)]
struct Statements {
    by: Vec<VariableList>,
    variables: Option<Vec<VariableList>>,
    ranks: Vec<Name>,
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
    let mut input = Input::new(lowering, options.data, &statements.body)?;
    let among = input.variables();
    let ranked = ranked(&statements, among)?;
    check_names(&statements, ranked.len(), among)?;
    let out = options.out.unwrap_or_else(|| special_data_set("_DATA_", at));
    let columns = columns(&statements, &ranked, among);
    let from = ranked.iter().map(|&index| among.number(index));
    let from: Vec<NumberSlot> = from.collect();
    let slots = input.add_output_or_none(
        lowering,
        &Output {
            data_set: &out,
            at: out.member.at,
            of: "PROC RANK",
            keys: &[],
            columns: &columns,
        },
    )?;
    let variables = from.into_iter().zip(slots.last_numbers(ranked.len()));
    let ties = match options.scores {
        RankScores::Fraction | RankScores::FractionOfMore | RankScores::Percent => Ties::High,
        _ => Ties::Mean,
    };
    step(Rank {
        variables: variables.collect(),
        last: input.last_of_group(),
        descending: options.descending,
        ties: options.ties.unwrap_or(ties),
        scores: options.scores,
        step: input.into_step(),
    })
}

/// Refuses names of RANKS that do not fit the variables, or that are taken.
fn check_names(statements: &Statements, ranked: usize, among: InputVariables<'_>) -> Result<()> {
    let Some(first) = statements.ranks.first() else {
        return Ok(());
    };
    if statements.ranks.len() != ranked || statements.variables.is_none() {
        let message = format!(
            "RANKS has {} names, and VAR {} variables; each variable needs one",
            statements.ranks.len(),
            statements.variables.as_ref().map_or(0, |_| ranked)
        );
        return Err(Diagnostic::error(first.at, message));
    }
    for (place, name) in statements.ranks.iter().enumerate() {
        let mut earlier = statements.ranks[..place].iter();
        let is_again = earlier.any(|other| other.text.eq_ignore_ascii_case(&name.text));
        if is_again || among.position(&name.text).is_some() {
            let upper = name.text.to_uppercase();
            let message = format!("{upper} is a variable already, and cannot be one of RANKS");
            return Err(Diagnostic::error(name.at, message));
        }
    }
    Ok(())
}

/// Returns the columns of OUT=: all variables, and the ranks under names of their own or in place of the ranked
/// variables.
fn columns(statements: &Statements, ranked: &[usize], among: InputVariables<'_>) -> Vec<OutputColumn> {
    let all = (0..among.count()).filter(|&index| among.is_listed(index));
    let all = all.map(|index| OutputColumn::variable(among.variable(index)));
    let ranks = ranked.iter().enumerate().map(|(place, &index)| {
        let variable = among.variable(index);
        let own = statements.ranks.get(place);
        let label = match (own, variable.label.as_str()) {
            (None, label) if !label.is_empty() => label.to_owned(),
            _ => format!("Rank for Variable {}", variable.name),
        };
        let name = own.map_or(&variable.name, |name| &name.text);
        OutputColumn::number(name).labelled(&label)
    });
    all.chain(ranks).collect()
}

/// Returns the ranked variables, each once.
fn ranked(statements: &Statements, among: InputVariables<'_>) -> Result<Vec<usize>> {
    let by = among.chosen(&statements.by)?;
    let Some(lists) = &statements.variables else {
        let numbers = (0..among.count())
            .filter(|index| among.is_listed(*index) && among.kind(*index) == Some(Kind::Number) && !by.contains(index));
        return Ok(numbers.collect());
    };
    let mut all = Vec::new();
    for list in lists {
        for index in among.of_list(list)? {
            among.check_numeric(index, "VAR", list.at)?;
            if by.contains(&index) || all.contains(&index) {
                let name = among.name(index).to_uppercase();
                let message = format!("{name} is ranked already, or is a BY variable");
                return Err(Diagnostic::error(list.at, message));
            }
            all.push(index);
        }
    }
    Ok(all)
}

impl ProcOptions {
    /// Takes an option that says what the ranks become, of which there can be one.
    fn score(
        &mut self,
        from: &mut Argument<'_, '_>,
        read: fn(&mut Argument<'_, '_>) -> Result<RankScores>,
    ) -> Result<()> {
        let at = from.cursor.position();
        self.scores = read(from)?;
        match self.scored_by.replace(from.name.clone()) {
            Some(other) => {
                let message = format!("{other} and {} do not go together", from.name);
                Err(Diagnostic::error(at, message))
            }
            None => Ok(()),
        }
    }
}
