//! The OUTPUT statement, and the names of its variables.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::input::special_data_set;
use feedrate_procedure::grammar::table::argument::{Argument, take_known};
use feedrate_procedure::grammar::table::{OptionTable, help, options};

use super::options::numbers;
use crate::aggregate::Statistic;
use crate::grammar::{LONGEST_NAME, with_nearest};
use crate::univariate::UnivariateFigure;

/// The keywords that only this procedure has.
const OWN: &[(&str, UnivariateFigure)] = &[
    ("NOBS", UnivariateFigure::Observations),
    ("QRANGE", UnivariateFigure::QuartileRange),
    ("T", UnivariateFigure::Student),
    ("PROBT", UnivariateFigure::StudentProbability),
    ("PRT", UnivariateFigure::StudentProbability),
    ("MSIGN", UnivariateFigure::Sign),
    ("PROBM", UnivariateFigure::SignProbability),
    ("SIGNRANK", UnivariateFigure::SignedRank),
    ("PROBS", UnivariateFigure::SignedRankProbability),
    ("NORMALTEST", UnivariateFigure::Normality),
    ("NORMAL", UnivariateFigure::Normality),
    ("PROBN", UnivariateFigure::NormalityProbability),
    ("MEDIAN", UnivariateFigure::Percentile(50.0)),
    ("Q1", UnivariateFigure::Percentile(25.0)),
    ("Q3", UnivariateFigure::Percentile(75.0)),
];

/// The statistics of other procedures that this one does not have.
const OTHERS: &[&str] = &["LCLM", "UCLM", "CLM"];

/// An OUTPUT statement.
#[derive(Debug)]
pub(super) struct Output {
    pub data_set: DataSet,
    requests: Vec<FigureRequest>,
    percents: Vec<f64>,
    percents_at: Option<Position>,
    prefixes: Vec<Name>,
    suffixes: Vec<Name>,
    pub at: Position,
}

/// `mean=a b`.
#[derive(Debug)]
struct FigureRequest {
    keyword: String,
    figure: UnivariateFigure,
    /// The names of the results, for the first variables.
    names: Vec<Name>,
}

/// A statistic of a variable, and its name.
#[derive(Debug)]
pub(super) struct NamedFigure {
    pub name: String,
    pub figure: UnivariateFigure,
    /// The index of the analysis variable.
    pub variable: usize,
    /// The description of the statistic for labels.
    pub label: String,
}

pub(super) const OUTPUT_OPTIONS: OptionTable<Output> = options! {
    OUT => Data(|output, data| output.data_set = data), help::OUT;
    PCTLNAME => Own("=names", |output, from| {
        from.equals()?;
        output.suffixes = suffixes(from.cursor)?;
        Ok(())
    }), "How the names of the variables of percentiles end.";
    PCTLPRE => Own("=names", |output, from| {
        from.equals()?;
        output.prefixes = names(from.cursor, &from.name)?;
        Ok(())
    }), "How the names of the variables of percentiles begin.";
    PCTLPTS => Own("=numbers", percents), "The percents of percentiles.";
};

fn percents(output: &mut Output, from: &mut Argument<'_, '_>) -> Result<()> {
    from.equals()?;
    let place = from.cursor.position();
    output.percents = numbers(from.cursor, "PCTLPTS")?;
    output.percents_at = Some(place);
    let mut percents = output.percents.iter();
    let Some(wrong) = percents.find(|percent| !(0.0..=100.0).contains(*percent)) else {
        return Ok(());
    };
    let message = format!("PCTLPTS= takes percents from 0 to 100, not {wrong}");
    Err(Diagnostic::error(place, message))
}

/// Takes an OUTPUT statement.
pub(super) fn parse(from: &mut Argument<'_, '_>) -> Result<Output> {
    let at = from.at;
    let mut output = Output {
        data_set: special_data_set("_DATA_", at),
        requests: Vec::new(),
        percents: Vec::new(),
        percents_at: None,
        prefixes: Vec::new(),
        suffixes: Vec::new(),
        at,
    };
    let (lowering, cursor) = (&mut *from.lowering, &mut *from.cursor);
    while !cursor.at_end() {
        let keyword = cursor.expect_name("OUT= or a statistic for OUTPUT")?;
        if take_known(lowering, cursor, &keyword, OUTPUT_OPTIONS, &mut output)? {
            continue;
        }
        let upper = keyword.text.to_ascii_uppercase();
        let figure = figure(&upper).ok_or_else(|| unknown(&upper, keyword.at))?;
        cursor.expect(Symbol::Equal, &format!("after {upper}"))?;
        let names = names(cursor, &upper)?;
        output.requests.push(FigureRequest {
            keyword: upper,
            figure,
            names,
        });
    }
    if let (Some(at), true) = (output.percents_at, output.prefixes.is_empty()) {
        let error = Diagnostic::error(at, "PCTLPTS= needs PCTLPRE=");
        return Err(error.with_hint("name what their variables begin with, such as PCTLPRE=P"));
    }
    if output.requests.is_empty() && output.percents.is_empty() {
        let error = Diagnostic::error(at, "the OUTPUT statement asks for nothing");
        return Err(error.with_hint("write a statistic with names, such as MEAN=m"));
    }
    Ok(output)
}

fn figure(word: &str) -> Option<UnivariateFigure> {
    let mut own = OWN.iter();
    if let Some((_, figure)) = own.find(|(keyword, _)| *keyword == word) {
        return Some(*figure);
    }
    match Statistic::of_keyword(word)[..] {
        _ if OTHERS.contains(&word) => None,
        [Statistic::Percentile(percent)] => Some(UnivariateFigure::Percentile(percent.into())),
        [statistic] => Some(UnivariateFigure::Statistic(statistic)),
        _ => None,
    }
}

fn unknown(word: &str, at: Position) -> Diagnostic {
    let message = format!("{word} is not a statistic of OUTPUT that is supported");
    let error = Diagnostic::error(at, message);
    let own = OWN.iter().map(|(keyword, _)| *keyword);
    let known = own.chain(Statistic::keywords());
    let known = known.filter(|keyword| !OTHERS.contains(keyword));
    with_nearest(error, word, known)
}

fn names(cursor: &mut Cursor<'_>, of: &str) -> Result<Vec<Name>> {
    let mut names = Vec::new();
    while cursor.is_name(0) && !cursor.at_option() {
        names.extend(cursor.some_names(of)?);
    }
    match names.is_empty() {
        true => Err(cursor.expected(&format!("a name for {of}="))),
        false => Ok(names),
    }
}

/// Parses suffixes of names, which may begin with digits.
fn suffixes(cursor: &mut Cursor<'_>) -> Result<Vec<Name>> {
    let mut suffixes = Vec::new();
    while !cursor.at_end() && !cursor.at_option() {
        let at = cursor.position();
        let text = cursor.option_word("PCTLNAME")?;
        suffixes.push(Name { text, at });
    }
    Ok(suffixes)
}

impl Output {
    /// Returns the statistics with their names. `all` are the names and labels of the analysis variables, and `taken`
    /// has the names in the data set before them in upper case.
    pub(super) fn named(&self, all: &[(String, String)], taken: &[String]) -> Result<Vec<NamedFigure>> {
        let mut named: Vec<NamedFigure> = Vec::new();
        for request in &self.requests {
            if let Some(name) = request.names.get(all.len()) {
                let message = format!(
                    "{}= has more names than the {} variables that it is of",
                    request.keyword,
                    all.len()
                );
                return Err(Diagnostic::error(name.at, message));
            }
            for (variable, name) in request.names.iter().enumerate() {
                let what = words_of(request.figure, &request.keyword);
                let label = label(&what, &all[variable]);
                add(&mut named, taken, name, &name.text, request.figure, variable, label)?;
            }
        }
        if let Some(prefix) = self.prefixes.get(all.len()) {
            let message = format!("PCTLPRE= has more names than there are variables ({})", all.len());
            return Err(Diagnostic::error(prefix.at, message));
        }
        for (variable, prefix) in self.prefixes.iter().enumerate() {
            for (place, percent) in self.percents.iter().enumerate() {
                let suffix = match self.suffixes.get(place) {
                    Some(suffix) => suffix.text.clone(),
                    None => percent.to_string().replace('.', "_"),
                };
                let name = format!("{}{suffix}", prefix.text);
                let what = format!("the {percent} percentile");
                let figure = UnivariateFigure::Percentile(*percent);
                let label = label(&what, &all[variable]);
                add(&mut named, taken, prefix, &name, figure, variable, label)?;
            }
        }
        Ok(named)
    }
}

fn add(
    named: &mut Vec<NamedFigure>,
    taken: &[String],
    of: &Name,
    name: &str,
    figure: UnivariateFigure,
    variable: usize,
    label: String,
) -> Result<()> {
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if name.len() > LONGEST_NAME || !starts_well || !is_name {
        let message = format!("{name} cannot be the name of a variable");
        return Err(Diagnostic::error(of.at, message));
    }
    let mut others = named.iter().map(|other| other.name.as_str());
    let is_again = others.any(|other| other.eq_ignore_ascii_case(name));
    if is_again || taken.contains(&name.to_uppercase()) {
        let message = format!("{name} is in the output data set already; give it another name");
        return Err(Diagnostic::error(of.at, message));
    }
    named.push(NamedFigure {
        name: name.to_owned(),
        figure,
        variable,
        label,
    });
    Ok(())
}

fn label(what: &str, (name, label): &(String, String)) -> String {
    let of = if label.is_empty() { name } else { label };
    format!("{what}, {of}")
}

/// Returns the description of a statistic for labels.
fn words_of(figure: UnivariateFigure, keyword: &str) -> String {
    let words = match figure {
        UnivariateFigure::Statistic(Statistic::N) => "number of nonmissing values",
        UnivariateFigure::Statistic(Statistic::Missing) => "number of missing values",
        UnivariateFigure::Statistic(Statistic::Mean) => "the mean",
        UnivariateFigure::Statistic(Statistic::Sum) => "the sum",
        UnivariateFigure::Statistic(Statistic::Deviation) => "the standard deviation",
        UnivariateFigure::Statistic(Statistic::Variance) => "the variance",
        UnivariateFigure::Statistic(Statistic::Minimum) => "the smallest value",
        UnivariateFigure::Statistic(Statistic::Maximum) => "the largest value",
        UnivariateFigure::Statistic(Statistic::Range) => "the range",
        UnivariateFigure::Statistic(Statistic::Mode) => "the mode",
        UnivariateFigure::Percentile(50.0) => "the median",
        UnivariateFigure::Percentile(percent) => return format!("the {percent} percentile"),
        UnivariateFigure::QuartileRange => "the quartile range",
        _ => return keyword.to_owned(),
    };
    words.to_owned()
}
