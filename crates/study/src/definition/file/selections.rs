//! The cells that entries of the file speak of: those that are left out, and pairs.

use std::collections::BTreeMap;

use toml::Spanned;

use super::lines::Lines;
use super::names;
use super::tables::{PairTable, Word, Words};
use crate::definition::{LeftOut, Overrides, PairedLevels, Study};
use crate::error::Result;

pub(super) fn position(study: &Study, name: &str) -> Result<usize, String> {
    study
        .factor(name)
        .ok_or_else(|| format!("there is no factor {name}; there are {}", names(&study.factors)))
}

/// Returns the position of a factor whose levels are numbers.
pub(super) fn numeric(study: &Study, name: &str) -> Result<usize, String> {
    let factor = position(study, name).map_err(|what| format!("over: {what}"))?;
    let of = &study.factors[factor];
    let is_numeric = of
        .levels
        .iter()
        .all(|level| level.number.is_some_and(|number| number > 0.0));
    match is_numeric && !of.is_class {
        true => Ok(factor),
        false => Err(format!(
            "over: the levels of {name} are not all numbers or sizes above 0"
        )),
    }
}

/// Returns the positions of a factor and of one of its levels. `None` for a level that `--levels` has taken away.
///
/// # Errors
///
/// Returns an error for a factor that there is not, and for a level that a factor of the file's own levels has not.
fn place(study: &Study, overrides: &Overrides, name: &str, level: &Word) -> Result<Option<(usize, usize)>, String> {
    let factor = position(study, name)?;
    let text = level.text();
    let levels = &study.factors[factor].levels;
    if let Some(level) = levels.iter().position(|level| level.text == text) {
        return Ok(Some((factor, level)));
    }
    if overrides.levels.iter().any(|(other, _)| other == name) {
        return Ok(None);
    }
    let known: Vec<&str> = levels.iter().map(|level| level.text.as_str()).collect();
    Err(format!(
        "the factor {name} has no level {text}; it has {}",
        known.join(", ")
    ))
}

pub(super) fn left_out(
    lines: &Lines<'_>,
    study: &Study,
    overrides: &Overrides,
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
                let place = place(study, overrides, name, word).map_err(wrong)?;
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

pub(super) fn pairs(
    lines: &Lines<'_>,
    study: &Study,
    overrides: &Overrides,
    tables: &[Spanned<PairTable>],
) -> Result<Vec<PairedLevels>> {
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
                .map(|(name, level)| place(study, overrides, name, level).transpose())
                .map(|place| place.transpose())
                .collect::<Result<Vec<Option<_>>, String>>()
                .map(|places| places.into_iter().collect());
            places.map_err(wrong)
        };
        let over = table.over.as_deref().map(|name| numeric(study, name).map_err(wrong));
        let over = over.transpose()?;
        if let Some(name) = table.over.as_ref().filter(|&name| table.compare.contains_key(name)) {
            return Err(wrong(format!("over: {name} is compared itself")));
        }
        if let (Some(compare), Some(with)) = (places(&table.compare)?, places(&table.with)?) {
            pairs.push(PairedLevels { compare, with, over });
        }
    }
    Ok(pairs)
}
