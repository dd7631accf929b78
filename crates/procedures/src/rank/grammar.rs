//! PROC RANK: what is read and made, and which variables are ranked how.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name, Statement, VariableList};
use feedrate_lower::list::Roster;
use feedrate_steps::ir::NumberSlot;
use feedrate_values::Kind;

use crate::grammar::input::{Input, InputVariables, special_data_set};
use crate::grammar::lowering::Lowering;
use crate::grammar::output::{Output, OutputColumn};
use crate::grammar::statements::{Disposition, read_statements};
use crate::grammar::{Request, step};
use crate::rank::{NormalScores, Rank, RankScores, Ties};

const OPTIONS: &[&str] = &[
    "DATA=",
    "DESCENDING",
    "FRACTION",
    "GROUPS=",
    "NORMAL=",
    "NPLUS1",
    "OUT=",
    "PERCENT",
    "SAVAGE",
    "TIES=",
];

const STATEMENTS: &[&str] = &["BY", "FORMAT", "LABEL", "RANKS", "VAR", "WHERE"];

/// The most groups, which all are whole numbers.
const MOST_GROUPS: u64 = 1 << 53;

/// What the PROC statement says.
struct ProcOptions {
    data: Option<DataSet>,
    out: Option<DataSet>,
    descending: bool,
    ties: Option<Ties>,
    scores: RankScores,
}

/// What the statements say.
#[derive(Default)]
struct Statements {
    by: Vec<VariableList>,
    variables: Option<Vec<VariableList>>,
    ranks: Vec<Name>,
    body: Vec<Statement>,
}

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    let at = lowering.procedure.at;
    let options = options(lowering)?;
    let statements = statements(lowering)?;
    let mut input = Input::new(lowering, options.data, &statements.body)?;
    let among = input.variables();
    let ranked = ranked(&statements, among)?;
    check_names(&statements, ranked.len(), among)?;
    let out = options
        .out
        .unwrap_or_else(|| special_data_set("_DATA_", at));
    let columns = columns(&statements, &ranked, among);
    let from = ranked.iter().map(|&index| among.number(index));
    let from: Vec<NumberSlot> = from.collect();
    let slots = input.add_output(
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

/// The columns of OUT=: all variables, and the ranks under their names, or in place of the variables that are ranked.
fn columns(
    statements: &Statements,
    ranked: &[usize],
    among: InputVariables<'_>,
) -> Vec<OutputColumn> {
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

/// The variables that are ranked, each once.
fn ranked(statements: &Statements, among: InputVariables<'_>) -> Result<Vec<usize>> {
    let by = among.chosen(&statements.by)?;
    let Some(lists) = &statements.variables else {
        let numbers = (0..among.count()).filter(|index| {
            among.is_listed(*index)
                && among.kind(*index) == Some(Kind::Number)
                && !by.contains(index)
        });
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

fn options(lowering: &mut Lowering<'_>) -> Result<ProcOptions> {
    let mut options = ProcOptions {
        data: None,
        out: None,
        descending: false,
        ties: None,
        scores: RankScores::Rank,
    };
    let mut scored_by: Option<String> = None;
    lowering.options(OPTIONS, |_, word, head| {
        let at = head.position();
        let scores = match word {
            "data" | "out" => {
                head.expect(
                    Symbol::Equal,
                    &format!("after {}", word.to_ascii_uppercase()),
                )?;
                let data_set = Some(head.data_set()?);
                match word {
                    "data" => options.data = data_set,
                    _ => options.out = data_set,
                }
                return Ok(true);
            }
            "descending" | "descend" => {
                options.descending = true;
                return Ok(true);
            }
            "ties" => {
                options.ties = Some(ties(head)?);
                return Ok(true);
            }
            "groups" => {
                head.expect(Symbol::Equal, "after GROUPS")?;
                let count_at = head.position();
                let groups = head.expect_count("how many groups")?;
                if !(1..=MOST_GROUPS).contains(&groups) {
                    let message = "GROUPS= takes a whole number from 1";
                    return Err(Diagnostic::error(count_at, message));
                }
                RankScores::Groups(groups as f64)
            }
            "fraction" | "f" => RankScores::Fraction,
            "nplus1" | "fn1" | "n1" => RankScores::FractionOfMore,
            "percent" | "p" => RankScores::Percent,
            "savage" => RankScores::Savage,
            "normal" => RankScores::Normal(normal(head)?),
            _ => return Ok(false),
        };
        let upper = word.to_ascii_uppercase();
        if let Some(other) = scored_by.replace(upper.clone()) {
            let message = format!("{other} and {upper} do not go together");
            return Err(Diagnostic::error(at, message));
        }
        options.scores = scores;
        Ok(true)
    })?;
    Ok(options)
}

fn ties(head: &mut Cursor<'_>) -> Result<Ties> {
    head.expect(Symbol::Equal, "after TIES")?;
    let at = head.position();
    let word = head.option_word("TIES")?.to_ascii_lowercase();
    Ok(match word.as_str() {
        "mean" => Ties::Mean,
        "low" => Ties::Low,
        "high" => Ties::High,
        "dense" | "condense" => Ties::Dense,
        _ => {
            let message = format!("TIES= takes MEAN, LOW, HIGH or DENSE, not {word}");
            return Err(Diagnostic::error(at, message));
        }
    })
}

fn normal(head: &mut Cursor<'_>) -> Result<NormalScores> {
    head.expect(Symbol::Equal, "after NORMAL")?;
    let at = head.position();
    let word = head.option_word("NORMAL")?.to_ascii_lowercase();
    Ok(match word.as_str() {
        "blom" => NormalScores::Blom,
        "tukey" => NormalScores::Tukey,
        "vw" => NormalScores::VanDerWaerden,
        _ => {
            let message = format!("NORMAL= takes BLOM, TUKEY or VW, not {word}");
            return Err(Diagnostic::error(at, message));
        }
    })
}

fn statements(lowering: &Lowering<'_>) -> Result<Statements> {
    let mut statements = Statements::default();
    statements.body = read_statements(lowering, STATEMENTS, |word, _, cursor| {
        match word {
            "var" => statements
                .variables
                .get_or_insert_default()
                .extend(cursor.variables("VAR")?),
            "ranks" => {
                while !cursor.at_end() {
                    statements.ranks.extend(cursor.some_names("RANKS")?);
                }
            }
            "by" => return Disposition::by(cursor, &mut statements.by),
            _ => return Ok(Disposition::Unknown),
        }
        Ok(Disposition::Own)
    })?;
    Ok(statements)
}
