//! The factors of the file: their levels, and how they are set.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;

use super::OWN_NAMES;
use super::lines::Lines;
use super::tables::FactorTable;
use crate::definition::Overrides;
use crate::definition::factor::{Change, Factor, WellKnown};
use crate::definition::invocation::{Invocation, Subject};
use crate::definition::level::Level;
use crate::definition::placeholder::{is_name, mentions};
use crate::error::Result;

/// The longest level, in bytes: it is in names, tables and arguments.
const LONGEST_LEVEL: usize = 4000;

pub(super) fn check_name(lines: &Lines<'_>, span: &Range<usize>, kind: &str, name: &str) -> Result<()> {
    if !is_name(name) {
        let what = format!("the {kind} `{name}`: a name has letters, digits, _ and -, and begins with a letter");
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

pub(super) fn factor(
    lines: &Lines<'_>,
    spanned: &Spanned<FactorTable>,
    invocation: &Invocation,
    overrides: &Overrides,
) -> Result<Factor> {
    let table = spanned.get_ref();
    let wrong = |what: String| lines.error(&spanned.span(), format!("the factor {}: {what}", table.name));
    check_name(lines, &spanned.span(), "factor", &table.name)?;
    let levels = levels(table, overrides).map_err(wrong)?;
    let change = change(table, invocation).map_err(wrong)?;
    if let Change::WellKnown(known) = change {
        for level in &levels {
            if let Some(mistake) = known.mistake(level) {
                return Err(wrong(format!("the level `{}`: {mistake}", level.text)));
            }
        }
    }
    let beside = beside(table, &levels, overrides).map_err(wrong)?;
    let factor = Factor {
        name: table.name.clone(),
        levels,
        change,
        is_covariate: table.covariate,
        is_given: table.given || table.covariate,
        is_class: table.class,
        beside,
        unmeasured: table.unmeasured.iter().map(|word| Level::new(word.text())).collect(),
    };
    check_numbers(&factor).map_err(wrong)?;
    Ok(factor)
}

/// Returns the levels of a factor, which differ from each other.
fn levels(table: &FactorTable, overrides: &Overrides) -> Result<Vec<Level>, String> {
    let other = overrides.levels.iter().rev().find(|(name, _)| *name == table.name);
    let levels: Vec<Level> = match other {
        Some((_, levels)) => levels.iter().map(Level::new).collect(),
        None => table.levels.iter().map(|word| Level::new(word.text())).collect(),
    };
    if levels.is_empty() {
        return Err("it has no levels".to_owned());
    }
    for (index, level) in levels.iter().enumerate() {
        if levels[..index].iter().any(|other| other.text == level.text) {
            return Err(format!("the level {} is there twice", level.text));
        }
        if level.text.chars().any(char::is_control) {
            return Err("a level has control characters".to_owned());
        }
        if level.text.len() > LONGEST_LEVEL {
            return Err(format!(
                "a level has more than {LONGEST_LEVEL} bytes; put it into a file, and its name here"
            ));
        }
    }
    Ok(levels)
}

/// Returns the numbers of the levels that stand beside the choice. Those that `--levels` has taken away are none.
fn beside(table: &FactorTable, levels: &[Level], overrides: &Overrides) -> Result<Vec<usize>, String> {
    let is_changed = overrides.levels.iter().any(|(name, _)| *name == table.name);
    let mut beside = Vec::new();
    for word in &table.beside {
        let text = word.text();
        match levels.iter().position(|level| level.text == text) {
            Some(level) => beside.push(level),
            None if is_changed => {}
            None => {
                let known: Vec<&str> = levels.iter().map(|level| level.text.as_str()).collect();
                return Err(format!("beside: it has no level {text}; it has {}", known.join(", ")));
            }
        }
    }
    match beside.len() == levels.len() && !is_changed {
        true => Err("beside: no level is left to choose from".to_owned()),
        false => Ok(beside),
    }
}

/// Checks that levels that are taken for numbers are numbers.
fn check_numbers(factor: &Factor) -> Result<(), String> {
    if factor.is_covariate && factor.numbers().is_none() && factor.levels.len() > 1 {
        return Err("covariate: its levels are not all numbers or sizes above 0".to_owned());
    }
    if !factor.unmeasured.is_empty() {
        let is_number = |level: &Level| level.number.is_some_and(|number| number > 0.0);
        if factor.numbers().is_none() || !factor.unmeasured.iter().all(is_number) {
            return Err("unmeasured: all levels must be numbers or sizes above 0".to_owned());
        }
    }
    Ok(())
}

/// Replaces parameters in what a factor is set by. `{level}` and `{before}` are replaced when it is set.
pub(super) fn fill_parameters(change: &mut Change, parameters: &BTreeMap<String, String>) {
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

pub(super) fn change(table: &FactorTable, invocation: &Invocation) -> Result<Change, String> {
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
            matches!(invocation.subject, Subject::Program(_))
        }
        Some(Change::JobOption(_)) => matches!(invocation.subject, Subject::Job(_)),
        _ => true,
    };
    if let Some(name) = ways.first().and_then(Change::own_name)
        && (name.is_empty() || name.contains(['=', '\0', '\n']))
    {
        return Err(format!("`{name}` is no name of what sets it"));
    }
    if !fits {
        return Err(format!("it cannot be set so for a {}", invocation.kind()));
    }
    match &ways[..] {
        [one] => Ok(one.clone()),
        [] if invocation.texts().any(|text| mentions(text, &table.name)) => Ok(Change::Placeholder),
        [] => match WellKnown::of(&table.name) {
            Some(known) if known.suits(&invocation.subject) => Ok(Change::WellKnown(known)),
            Some(_) => Err(format!(
                "a {} has no such setting; put {{{}}} where its level belongs",
                invocation.kind(),
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
