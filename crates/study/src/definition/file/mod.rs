//! The text of the file: TOML, read into the definition and checked as a whole.

mod charts;
mod factors;
mod lines;
mod measures;
mod published;
mod published_size;
mod selections;
mod tables;
mod values;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;

use self::charts::charts;
use self::factors::{check_name, factor, fill_parameters};
use self::lines::Lines;
use self::measures::measures;
use self::published::published;
use self::published_size::at_published_size;
use self::selections::{left_out, pairs};
use self::tables::{Arguments, File, Run, Word};
use self::values::{cache, order, ranged, stop, time};
use super::factor::Factor;
use super::invocation::{Invocation, Subject};
use super::space::Space;
use super::{CacheState, Overrides, Study};
use crate::error::{Error, Result};

pub use self::values::duration;

/// The most cells, which are far more than anybody waits for.
const MOST_CELLS: usize = 10_000;

/// Names that placeholders have of their own.
pub(crate) const OWN_NAMES: [&str; 6] = ["feedrate", "json", "folder", "study", "level", "before"];

/// Parses the text of the file of a study.
pub(super) fn parse(path: &Path, text: &str, overrides: &Overrides) -> Result<Study> {
    let lines = Lines { file: path, text };
    let file: File = toml::from_str(text).map_err(|error| {
        let what = error.message().trim().replace('\n', "; ");
        lines.error(&error.span().unwrap_or(0..0), what)
    })?;
    check_once("--levels", &overrides.levels)?;
    check_once("--set", &overrides.parameters)?;
    let own_overrides = at_published_size(&lines, &file, overrides)?;
    let overrides = &own_overrides;
    let invocation = invocation(&lines, &file.run)?;
    let prepare = file.prepare.as_ref().map(|run| self::invocation(&lines, run));
    let prepare = prepare.transpose()?;
    let parameters = parameters(&lines, &file.parameters, overrides)?;
    let factors = factors(&lines, &file, &invocation, &parameters, overrides)?;
    let mut study = Study {
        file: path.to_owned(),
        text: text.to_owned(),
        title: file.title,
        source: file.source,
        question: file.question,
        left_out: Vec::new(),
        pairs: Vec::new(),
        measures: measures(&lines, file.measure)?,
        repeats: overrides
            .repeats
            .unwrap_or(ranged(&lines, file.repeats.as_ref(), 6, 1..=10_000, "repeats")?),
        warm_up: ranged(&lines, file.warm_up.as_ref(), 0, 0..=100, "warm_up")?,
        order: order(&lines, file.order.as_ref())?,
        seed: u64::from(file.seed.unwrap_or(1)),
        cache: cache(&lines, file.cache.as_ref())?,
        inputs: file.inputs,
        time_budget: overrides.time_budget.or(time(&lines, file.time_budget.as_ref())?),
        stop: stop(&lines, file.stop.as_ref())?,
        longest_run: time(&lines, file.longest_run.as_ref())?,
        space: file.space.map(Space::new),
        is_for_choice: file.advice.unwrap_or(true),
        published: Vec::new(),
        charts: Vec::new(),
        moves: file.moves.map(Space::new),
        lasts: file.lasts.map(Space::new),
        has_published_size: file.published_size.is_some(),
        invocation,
        prepare,
        factors,
        parameters,
    };
    study.left_out = left_out(&lines, &study, overrides, &file.leave_out)?;
    study.pairs = pairs(&lines, &study, overrides, &file.pair)?;
    study.published = published(&lines, &study, overrides, &file.published, file.published_size.as_ref())?;
    study.charts = charts(&lines, &study, &file.chart)?;
    check(&lines, &study, &file.run.span())?;
    Ok(study)
}

/// Refuses a name that is given twice on the command line, where the last would take the place of the first.
fn check_once<V>(option: &str, given: &[(String, V)]) -> Result<()> {
    let is_known = |(place, (name, _)): &(usize, &(String, V))| given[..*place].iter().any(|(other, _)| other == name);
    match given.iter().enumerate().find(is_known) {
        Some((_, (name, _))) => Err(refused(format!("{option} {name} is given twice; give it once"))),
        None => Ok(()),
    }
}

/// Returns the factors, each of which has a name of its own.
fn factors(
    lines: &Lines<'_>,
    file: &File,
    invocation: &Invocation,
    parameters: &BTreeMap<String, String>,
    overrides: &Overrides,
) -> Result<Vec<Factor>> {
    let mut factors: Vec<Factor> = Vec::new();
    for table in &file.factor {
        let mut factor = factor(lines, table, invocation, overrides)?;
        fill_parameters(&mut factor.change, parameters);
        if factors.iter().any(|other| other.name == factor.name) {
            let what = format!("there are two factors {}; give one another name", factor.name);
            return Err(lines.error(&table.span(), what));
        }
        if parameters.contains_key(&factor.name) {
            let what = format!("{} is a parameter too; give one another name", factor.name);
            return Err(lines.error(&table.span(), what));
        }
        factors.push(factor);
    }
    for (name, _) in &overrides.levels {
        if !factors.iter().any(|factor| factor.name == *name) {
            return Err(refused(format!(
                "--levels {name}: the study has no such factor; it has {}",
                names(&factors)
            )));
        }
    }
    let cells = factors.iter().map(|factor| factor.levels.len());
    if cells.fold(1_usize, usize::saturating_mul) > MOST_CELLS {
        return Err(lines.error(
            &(0..0),
            format!("the factors have more than {MOST_CELLS} cells together; leave levels out"),
        ));
    }
    Ok(factors)
}

fn refused(what: String) -> Error {
    Error::Refused(what)
}

fn names(factors: &[Factor]) -> String {
    let names: Vec<&str> = factors.iter().map(|factor| factor.name.as_str()).collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

fn invocation(lines: &Lines<'_>, run: &Spanned<Run>) -> Result<Invocation> {
    let table = run.get_ref();
    let wrong = |what: &str| lines.error(&run.span(), what);
    let words = |arguments: &Arguments| -> Result<Vec<String>> {
        let words = match arguments {
            Arguments::Line(line) => Arguments::Line(line.clone()).words(),
            Arguments::Words(words) => Some(words.clone()),
        };
        words.ok_or_else(|| wrong("a quote in the line has no end"))
    };
    let (subject, mut arguments) = match (&table.program, &table.job, &table.measure, &table.command) {
        (Some(program), None, None, None) => (Subject::Program(program.clone()), Vec::new()),
        (None, Some(job), None, None) => (Subject::Job(job.clone()), Vec::new()),
        (None, None, Some(measure), None) => (Subject::Measure, words(measure)?),
        (None, None, None, Some(command)) => (Subject::Command, words(command)?),
        _ => {
            return Err(wrong("say what is run by one of program, job, measure and command"));
        }
    };
    arguments.extend(table.arguments.iter().cloned());
    if subject == Subject::Command && arguments.is_empty() {
        return Err(wrong("the command is empty"));
    }
    Ok(Invocation {
        subject,
        arguments,
        each: table.each.clone(),
    })
}

fn parameters(
    lines: &Lines<'_>,
    given: &BTreeMap<Spanned<String>, Word>,
    overrides: &Overrides,
) -> Result<BTreeMap<String, String>> {
    let mut parameters = BTreeMap::new();
    for (name, value) in given {
        check_name(lines, &name.span(), "parameter", name.get_ref())?;
        parameters.insert(name.get_ref().clone(), value.text());
    }
    for (name, value) in &overrides.parameters {
        match parameters.get_mut(name) {
            Some(known) => known.clone_from(value),
            None => {
                let known: Vec<&str> = parameters.keys().map(String::as_str).collect();
                let known = if known.is_empty() {
                    "none".to_owned()
                } else {
                    known.join(", ")
                };
                return Err(refused(format!(
                    "--set {name}: the study has no such parameter; it has {known}"
                )));
            }
        }
    }
    Ok(parameters)
}

/// Checks what concerns several parts of a study.
fn check(lines: &Lines<'_>, study: &Study, run: &Range<usize>) -> Result<()> {
    if study.cache != CacheState::AsLeft
        && study.inputs.is_empty()
        && (study.cache == CacheState::Hot || !matches!(study.invocation.subject, Subject::Program(_)))
    {
        let what = format!("cache = \"{}\" needs inputs = [files]", study.cache.name());
        return Err(lines.error(&(0..0), what));
    }
    let first: Vec<usize> = vec![0; study.factors.len()];
    let mut values = study.values(&first);
    for name in OWN_NAMES {
        values.insert(name.to_owned(), String::new());
    }
    if !study.invocation.each.is_empty() {
        return Err(lines.error(run, "each belongs to [prepare]"));
    }
    for name in study.prepare.iter().flat_map(|prepare| &prepare.each) {
        if study.factor(name).is_none() {
            let what = format!("each: there is no factor {name}; there are {}", names(&study.factors));
            return Err(lines.error(&(0..0), what));
        }
    }
    let prepared = study.prepare.iter().flat_map(Invocation::texts);
    for text in study.invocation.texts().chain(prepared).chain(&study.inputs) {
        super::placeholder::fill(text, &values).map_err(|name| {
            lines.error(
                run,
                format!("{{{name}}} is neither a factor nor a parameter; write {{{{ and }}}} for braces"),
            )
        })?;
    }
    for (name, product) in [
        ("space", &study.space),
        ("moves", &study.moves),
        ("lasts", &study.lasts),
    ] {
        if let Some(product) = product {
            product
                .bytes(&values)
                .map_err(|what| lines.error(&(0..0), format!("{name}: {what}")))?;
        }
    }
    Ok(())
}
