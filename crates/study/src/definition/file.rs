//! The text of the file: TOML, read into the definition and checked as a whole.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use regex::RegexBuilder;
use serde::Deserialize;
use toml::Spanned;

use super::factor::{Change, Factor, WellKnown};
use super::level::{Level, number};
use super::measure::{Measure, Origin, Published};
use super::placeholder::{is_name, mentions};
use super::space::Space;
use super::what::{Subject, What};
use super::{CacheState, LeftOut, Order, Overrides, Pairing, StopRule, Study};
use crate::error::{Error, Result};

/// The most cells, which are far more than anybody waits for.
const MOST_CELLS: usize = 10_000;

/// The most memory for a compiled pattern, in bytes.
const LARGEST_PATTERN: usize = 1 << 20;

/// Names that placeholders have of their own.
pub(crate) const OWN_NAMES: [&str; 4] = ["feedrate", "json", "folder", "study"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    question: Option<String>,
    repeats: Option<Spanned<u32>>,
    warm_up: Option<Spanned<u32>>,
    order: Option<Spanned<String>>,
    seed: Option<u32>,
    cache: Option<Spanned<String>>,
    #[serde(default)]
    inputs: Vec<String>,
    time_budget: Option<Spanned<String>>,
    longest_run: Option<Spanned<String>>,
    space: Option<String>,
    advice: Option<bool>,
    run: Spanned<Run>,
    prepare: Option<Spanned<Run>>,
    #[serde(default)]
    parameters: BTreeMap<Spanned<String>, Word>,
    #[serde(default)]
    factor: Vec<Spanned<FactorTable>>,
    #[serde(default)]
    leave_out: Vec<Spanned<BTreeMap<String, Words>>>,
    #[serde(default)]
    pair: Vec<Spanned<PairTable>>,
    #[serde(default)]
    measure: Vec<Spanned<MeasureTable>>,
    stop: Option<Spanned<StopTable>>,
    #[serde(default)]
    published: Vec<Spanned<PublishedTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    program: Option<String>,
    job: Option<String>,
    measure: Option<Arguments>,
    command: Option<Arguments>,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    each: Vec<String>,
}

/// Words, or a line that is split as a shell splits it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Arguments {
    Line(String),
    Words(Vec<String>),
}

/// A value that stands for a text.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Word {
    Switch(bool),
    Whole(i64),
    Number(f64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    One(Word),
    Many(Vec<Word>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FactorTable {
    name: String,
    levels: Vec<Word>,
    option: Option<String>,
    #[serde(rename = "let")]
    macro_variable: Option<String>,
    argument: Option<String>,
    environment: Option<String>,
    job_option: Option<String>,
    file: Option<String>,
    set: Option<String>,
    get: Option<String>,
    restore: Option<String>,
    prompt: Option<String>,
    #[serde(default)]
    covariate: bool,
    #[serde(default)]
    given: bool,
    #[serde(default)]
    class: bool,
    #[serde(default)]
    unmeasured: Vec<Word>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PairTable {
    compare: BTreeMap<String, Word>,
    with: BTreeMap<String, Word>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MeasureTable {
    name: String,
    unit: Option<String>,
    json: Option<String>,
    pattern: Option<String>,
    #[serde(default)]
    higher_is_better: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StopTable {
    interval: String,
    most_repeats: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedTable {
    title: String,
    note: Option<String>,
    columns: Vec<String>,
    rows: Vec<Vec<Word>>,
}

impl Word {
    fn text(&self) -> String {
        match self {
            Self::Switch(true) => "on".to_owned(),
            Self::Switch(false) => "off".to_owned(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

impl Arguments {
    fn words(self) -> Option<Vec<String>> {
        match self {
            Self::Line(line) => shlex::split(&line),
            Self::Words(words) => Some(words),
        }
    }
}

/// The text of a file, for the lines of errors.
struct Lines<'a> {
    file: &'a Path,
    text: &'a str,
}

impl Lines<'_> {
    fn error(&self, span: &Range<usize>, what: impl Into<String>) -> Error {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        Error::Definition {
            file: self.file.to_owned(),
            line: before.matches('\n').count() + 1,
            what: what.into(),
        }
    }
}

/// Parses the text of the file of a study.
pub(super) fn parse(path: &Path, text: &str, overrides: &Overrides) -> Result<Study> {
    let lines = Lines { file: path, text };
    let file: File = toml::from_str(text).map_err(|error| {
        let what = error.message().trim().replace('\n', "; ");
        lines.error(&error.span().unwrap_or(0..0), what)
    })?;
    let whole = 0..0;
    let what = what(&lines, &file.run)?;
    let prepare = file.prepare.as_ref().map(|run| self::what(&lines, run));
    let prepare = prepare.transpose()?;
    let parameters = parameters(&lines, &file.parameters, overrides)?;
    let mut factors: Vec<Factor> = Vec::new();
    for table in &file.factor {
        let mut factor = factor(&lines, table, &what, overrides)?;
        fill_parameters(&mut factor.change, &parameters);
        if factors.iter().any(|other| other.name == factor.name) {
            let what = format!(
                "there are two factors {}; give one another name",
                factor.name
            );
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
            &whole,
            format!("the factors have more than {MOST_CELLS} cells together; leave levels out"),
        ));
    }
    let mut study = Study {
        file: path.to_owned(),
        text: text.to_owned(),
        title: file.title,
        question: file.question,
        left_out: Vec::new(),
        pairs: Vec::new(),
        measures: measures(&lines, file.measure)?,
        repeats: overrides.repeats.unwrap_or(ranged(
            &lines,
            file.repeats.as_ref(),
            5,
            1..=10_000,
            "repeats",
        )?),
        warm_up: ranged(&lines, file.warm_up.as_ref(), 0, 0..=100, "warm_up")?,
        order: order(&lines, file.order.as_ref())?,
        seed: u64::from(file.seed.unwrap_or(1)),
        cache: cache(&lines, file.cache.as_ref())?,
        inputs: file.inputs,
        time_budget: overrides
            .time_budget
            .or(time(&lines, file.time_budget.as_ref())?),
        stop: stop(&lines, file.stop.as_ref())?,
        longest_run: time(&lines, file.longest_run.as_ref())?,
        space: file.space.map(Space::new),
        is_for_choice: file.advice.unwrap_or(true),
        published: published(&lines, file.published)?,
        what,
        prepare,
        factors,
        parameters,
    };
    study.left_out = left_out(&lines, &study, &file.leave_out)?;
    study.pairs = pairs(&lines, &study, &file.pair)?;
    check(&lines, &study, &file.run.span())?;
    Ok(study)
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

fn what(lines: &Lines<'_>, run: &Spanned<Run>) -> Result<What> {
    let table = run.get_ref();
    let wrong = |what: &str| lines.error(&run.span(), what);
    let words = |arguments: &Arguments| -> Result<Vec<String>> {
        let words = match arguments {
            Arguments::Line(line) => Arguments::Line(line.clone()).words(),
            Arguments::Words(words) => Some(words.clone()),
        };
        words.ok_or_else(|| wrong("a quote in the line has no end"))
    };
    let (subject, mut arguments) =
        match (&table.program, &table.job, &table.measure, &table.command) {
            (Some(program), None, None, None) => (Subject::Program(program.clone()), Vec::new()),
            (None, Some(job), None, None) => (Subject::Job(job.clone()), Vec::new()),
            (None, None, Some(measure), None) => (Subject::Measure, words(measure)?),
            (None, None, None, Some(command)) => (Subject::Command, words(command)?),
            _ => {
                return Err(wrong(
                    "say what is run by one of program, job, measure and command",
                ));
            }
        };
    arguments.extend(table.arguments.iter().cloned());
    if subject == Subject::Command && arguments.is_empty() {
        return Err(wrong("the command is empty"));
    }
    Ok(What {
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

fn check_name(lines: &Lines<'_>, span: &Range<usize>, kind: &str, name: &str) -> Result<()> {
    if !is_name(name) {
        let what = format!(
            "the {kind} `{name}`: a name has letters, digits, _ and -, and begins with a letter"
        );
        return Err(lines.error(span, what));
    }
    if OWN_NAMES.contains(&name) {
        return Err(lines.error(
            span,
            format!("{{{name}}} has a meaning of its own; give the {kind} another name"),
        ));
    }
    Ok(())
}

fn factor(
    lines: &Lines<'_>,
    spanned: &Spanned<FactorTable>,
    what: &What,
    overrides: &Overrides,
) -> Result<Factor> {
    let table = spanned.get_ref();
    let wrong = |what: String| {
        lines.error(
            &spanned.span(),
            format!("the factor {}: {what}", table.name),
        )
    };
    check_name(lines, &spanned.span(), "factor", &table.name)?;
    let other = overrides
        .levels
        .iter()
        .rev()
        .find(|(name, _)| *name == table.name);
    let levels: Vec<Level> = match other {
        Some((_, levels)) => levels.iter().map(Level::new).collect(),
        None => table
            .levels
            .iter()
            .map(|word| Level::new(word.text()))
            .collect(),
    };
    if levels.is_empty() {
        return Err(wrong("it has no levels".to_owned()));
    }
    for (index, level) in levels.iter().enumerate() {
        if levels[..index].iter().any(|other| other.text == level.text) {
            return Err(wrong(format!("the level {} is there twice", level.text)));
        }
        if level.text.chars().any(char::is_control) {
            return Err(wrong("a level has control characters".to_owned()));
        }
    }
    let change = change(table, what).map_err(wrong)?;
    if let Change::WellKnown(known) = change {
        for level in &levels {
            if let Some(mistake) = known.mistake(level) {
                return Err(wrong(format!("the level `{}`: {mistake}", level.text)));
            }
        }
    }
    let factor = Factor {
        name: table.name.clone(),
        levels,
        change,
        is_covariate: table.covariate,
        is_given: table.given || table.covariate,
        is_class: table.class,
        unmeasured: table
            .unmeasured
            .iter()
            .map(|word| Level::new(word.text()))
            .collect(),
    };
    if factor.is_covariate && factor.numbers().is_none() && factor.levels.len() > 1 {
        return Err(wrong(
            "covariate: its levels are not all numbers or sizes above 0".to_owned(),
        ));
    }
    if !factor.unmeasured.is_empty() {
        let is_number = |level: &Level| level.number.is_some_and(|number| number > 0.0);
        if factor.numbers().is_none() || !factor.unmeasured.iter().all(is_number) {
            return Err(wrong(
                "unmeasured: all levels must be numbers or sizes above 0".to_owned(),
            ));
        }
    }
    Ok(factor)
}

/// Replaces parameters in what a factor is set by. `{level}` and `{before}` are replaced when it is set.
fn fill_parameters(change: &mut Change, parameters: &BTreeMap<String, String>) {
    let fill = |text: &mut String| {
        for (name, value) in parameters {
            *text = text.replace(&format!("{{{name}}}"), value);
        }
    };
    match change {
        Change::File(text) | Change::ByHand { prompt: text } => fill(text),
        Change::Commands { set, get, restore } => {
            fill(set);
            [get, restore].into_iter().flatten().for_each(fill);
        }
        _ => {}
    }
}

fn change(table: &FactorTable, what: &What) -> Result<Change, String> {
    let text = |text: &Option<String>, of: fn(String) -> Change| text.clone().map(of);
    let commands = table.set.clone().map(|set| Change::Commands {
        set,
        get: table.get.clone(),
        restore: table.restore.clone(),
    });
    let by_hand = table.prompt.clone().map(|prompt| Change::ByHand { prompt });
    let ways: Vec<Change> = [
        text(&table.option, Change::SystemOption),
        text(&table.macro_variable, Change::MacroVariable),
        text(&table.argument, Change::Argument),
        text(&table.environment, Change::Environment),
        text(&table.job_option, Change::JobOption),
        text(&table.file, Change::File),
        commands,
        by_hand,
    ]
    .into_iter()
    .flatten()
    .collect();
    let is_command = matches!(ways.first(), Some(Change::Commands { .. }));
    if (table.get.is_some() || table.restore.is_some()) && !is_command {
        return Err("get and restore belong to set".to_owned());
    }
    if let Some(Change::Commands {
        get: None,
        restore: Some(restore),
        ..
    }) = ways.first()
        && mentions(restore, "before")
    {
        return Err("restore has {before}, which a command `get` must print".to_owned());
    }
    let fits = match ways.first() {
        Some(Change::SystemOption(_) | Change::MacroVariable(_)) => {
            matches!(what.subject, Subject::Program(_))
        }
        Some(Change::JobOption(_)) => matches!(what.subject, Subject::Job(_)),
        _ => true,
    };
    if let Some(name) = ways.first().and_then(Change::own_name)
        && (name.is_empty() || name.contains(['=', '\0', '\n']))
    {
        return Err(format!("`{name}` is no name of what sets it"));
    }
    if !fits {
        return Err(format!("it cannot be set so for a {}", what.kind()));
    }
    match &ways[..] {
        [one] => Ok(one.clone()),
        [] if what.texts().any(|text| mentions(text, &table.name)) => Ok(Change::Placeholder),
        [] => match WellKnown::of(&table.name) {
            Some(known) if known.suits(&what.subject) => Ok(Change::WellKnown(known)),
            Some(_) => Err(format!(
                "a {} has no such setting; put {{{}}} where its level belongs",
                what.kind(),
                table.name
            )),
            None => Err(format!(
                "nothing says how it is set: put {{{}}} where its level belongs, or give option, let, argument, \
                 environment, job_option, file, set or prompt",
                table.name
            )),
        },
        _ => Err("it is set in two ways; keep one".to_owned()),
    }
}

fn measures(lines: &Lines<'_>, tables: Vec<Spanned<MeasureTable>>) -> Result<Vec<Measure>> {
    let mut measures: Vec<Measure> = Vec::new();
    for spanned in tables {
        let span = spanned.span();
        let table = spanned.into_inner();
        let wrong =
            |what: String| lines.error(&span, format!("the measure {}: {what}", table.name));
        if table.name.trim().is_empty() || table.name.chars().any(char::is_control) {
            return Err(wrong("give it a name".to_owned()));
        }
        if measures.iter().any(|other| other.name == table.name) {
            return Err(wrong("there are two of this name".to_owned()));
        }
        let origin = match (&table.json, &table.pattern) {
            (Some(pointer), None) if pointer.starts_with('/') => Origin::Json(pointer.clone()),
            (Some(pointer), None) => {
                return Err(wrong(format!(
                    "{pointer}: a pointer into JSON begins with /"
                )));
            }
            (None, Some(pattern)) => {
                let pattern = RegexBuilder::new(pattern)
                    .multi_line(true)
                    .size_limit(LARGEST_PATTERN)
                    .build()
                    .map_err(|error| wrong(error.to_string().replace('\n', " ")))?;
                Origin::Pattern(pattern)
            }
            _ => {
                return Err(wrong(
                    "say where it is found by one of json and pattern".to_owned(),
                ));
            }
        };
        measures.push(Measure {
            name: table.name,
            unit: table.unit,
            origin,
            higher_is_better: table.higher_is_better,
        });
    }
    Ok(measures)
}

fn ranged(
    lines: &Lines<'_>,
    given: Option<&Spanned<u32>>,
    default: u32,
    range: std::ops::RangeInclusive<u32>,
    name: &str,
) -> Result<u32> {
    let Some(given) = given else {
        return Ok(default);
    };
    match range.contains(given.get_ref()) {
        true => Ok(*given.get_ref()),
        false => {
            let what = format!("{name} is from {} to {}", range.start(), range.end());
            Err(lines.error(&given.span(), what))
        }
    }
}

fn order(lines: &Lines<'_>, given: Option<&Spanned<String>>) -> Result<Order> {
    match given.map(|given| given.get_ref().as_str()) {
        None | Some("random") => Ok(Order::Random),
        Some("listed") => Ok(Order::Listed),
        Some(_) => Err(lines.error(
            &given.map_or(0..0, Spanned::span),
            "order is random or listed",
        )),
    }
}

fn cache(lines: &Lines<'_>, given: Option<&Spanned<String>>) -> Result<CacheState> {
    match given.map(|given| given.get_ref().as_str()) {
        None | Some("as-left") => Ok(CacheState::AsLeft),
        Some("cold") => Ok(CacheState::Cold),
        Some("hot") => Ok(CacheState::Hot),
        Some(_) => Err(lines.error(
            &given.map_or(0..0, Spanned::span),
            "cache is as-left, cold or hot",
        )),
    }
}

fn time(lines: &Lines<'_>, given: Option<&Spanned<String>>) -> Result<Option<Duration>> {
    let Some(given) = given else { return Ok(None) };
    duration(given.get_ref())
        .map(Some)
        .map_err(|what| lines.error(&given.span(), what))
}

/// Parses a time such as `90s`, `30min`, `8h` or `1.5h`.
///
/// # Errors
///
/// Returns what is wrong.
pub fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        _ => return Err(format!("`{text}` is no time; write 90s, 30min or 8h")),
    };
    number(digits)
        .map(|number| number * unit)
        .filter(|seconds| (0.001..=1e8).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("`{text}` is no time; write 90s, 30min or 8h"))
}

fn stop(lines: &Lines<'_>, given: Option<&Spanned<StopTable>>) -> Result<Option<StopRule>> {
    let Some(given) = given else { return Ok(None) };
    let table = given.get_ref();
    let percent = table.interval.trim().strip_suffix('%').and_then(number);
    let interval = percent.filter(|percent| (0.01..=100.0).contains(percent));
    let interval = interval
        .ok_or_else(|| lines.error(&given.span(), "interval is a percentage such as \"3%\""))?;
    if !(6..=10_000).contains(&table.most_repeats) {
        return Err(lines.error(
            &given.span(),
            "most_repeats is from 6, the fewest with an interval, to 10000",
        ));
    }
    Ok(Some(StopRule {
        interval: interval / 100.0,
        most_repeats: table.most_repeats,
    }))
}

fn published(lines: &Lines<'_>, tables: Vec<Spanned<PublishedTable>>) -> Result<Vec<Published>> {
    let mut published = Vec::new();
    for spanned in tables {
        let span = spanned.span();
        let table = spanned.into_inner();
        if let Some(row) = table
            .rows
            .iter()
            .find(|row| row.len() != table.columns.len())
        {
            let what = format!(
                "{}: a row has {} cells, and there are {} columns",
                table.title,
                row.len(),
                table.columns.len()
            );
            return Err(lines.error(&span, what));
        }
        let rows = table
            .rows
            .iter()
            .map(|row| row.iter().map(Word::text).collect());
        published.push(Published {
            title: table.title,
            note: table.note,
            columns: table.columns,
            rows: rows.collect(),
        });
    }
    Ok(published)
}

fn position(study: &Study, name: &str) -> Result<usize, String> {
    study.factor(name).ok_or_else(|| {
        format!(
            "there is no factor {name}; there are {}",
            names(&study.factors)
        )
    })
}

/// Returns the positions of a factor and of one of its levels. `None` for a level that `--levels` has taken away.
fn place(study: &Study, name: &str, level: &Word) -> Result<Option<(usize, usize)>, String> {
    let factor = position(study, name)?;
    let text = level.text();
    let levels = &study.factors[factor].levels;
    Ok(levels
        .iter()
        .position(|level| level.text == text)
        .map(|level| (factor, level)))
}

fn left_out(
    lines: &Lines<'_>,
    study: &Study,
    tables: &[Spanned<BTreeMap<String, Words>>],
) -> Result<Vec<LeftOut>> {
    let mut all = Vec::new();
    for table in tables {
        let mut entry = Vec::new();
        for (name, words) in table.get_ref() {
            let words = match words {
                Words::One(word) => std::slice::from_ref(word),
                Words::Many(words) => words.as_slice(),
            };
            let wrong = |what: String| lines.error(&table.span(), what);
            let factor = position(study, name).map_err(wrong)?;
            // Without any of these levels, no cell is meant.
            let mut levels = Vec::new();
            for word in words {
                let place = place(study, name, word).map_err(wrong)?;
                levels.extend(place.map(|(_, level)| level));
            }
            entry.push((factor, levels));
        }
        if !entry.is_empty() {
            all.push(entry);
        }
    }
    Ok(all)
}

fn pairs(lines: &Lines<'_>, study: &Study, tables: &[Spanned<PairTable>]) -> Result<Vec<Pairing>> {
    let mut pairs = Vec::new();
    for spanned in tables {
        let wrong = |what: String| lines.error(&spanned.span(), what);
        let table = spanned.get_ref();
        if table.compare.is_empty() || !table.compare.keys().eq(table.with.keys()) {
            return Err(wrong("compare and with name the same factors".to_owned()));
        }
        let places = |levels: &BTreeMap<String, Word>| -> Result<Option<Vec<_>>> {
            let places: Result<Option<Vec<_>>, String> = levels
                .iter()
                .map(|(name, level)| place(study, name, level).transpose())
                .map(|place| place.transpose())
                .collect::<Result<Vec<Option<_>>, String>>()
                .map(|places| places.into_iter().collect());
            places.map_err(wrong)
        };
        if let (Some(compare), Some(with)) = (places(&table.compare)?, places(&table.with)?) {
            pairs.push(Pairing { compare, with });
        }
    }
    Ok(pairs)
}

/// Checks what concerns several parts of a study.
fn check(lines: &Lines<'_>, study: &Study, run: &Range<usize>) -> Result<()> {
    if study.cache != CacheState::AsLeft
        && study.inputs.is_empty()
        && (study.cache == CacheState::Hot || !matches!(study.what.subject, Subject::Program(_)))
    {
        let what = format!("cache = \"{}\" needs inputs = [files]", study.cache.name());
        return Err(lines.error(&(0..0), what));
    }
    let first: Vec<usize> = vec![0; study.factors.len()];
    let mut values = study.values(&first);
    for name in OWN_NAMES {
        values.insert(name.to_owned(), String::new());
    }
    if !study.what.each.is_empty() {
        return Err(lines.error(run, "each belongs to [prepare]"));
    }
    for name in study.prepare.iter().flat_map(|what| &what.each) {
        if study.factor(name).is_none() {
            let what = format!(
                "each: there is no factor {name}; there are {}",
                names(&study.factors)
            );
            return Err(lines.error(&(0..0), what));
        }
    }
    let prepared = study.prepare.iter().flat_map(What::texts);
    for text in study.what.texts().chain(prepared).chain(&study.inputs) {
        super::placeholder::fill(text, &values).map_err(|name| {
            lines.error(
                run,
                format!(
                    "{{{name}}} is neither a factor nor a parameter; write {{{{ and }}}} for braces"
                ),
            )
        })?;
    }
    if let Some(space) = &study.space {
        space
            .bytes(&values)
            .map_err(|what| lines.error(&(0..0), format!("space: {what}")))?;
    }
    Ok(())
}
