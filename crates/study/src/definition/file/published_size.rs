//! The settings of the file for the size at which its experiment was published.

use super::lines::Lines;
use super::tables::File;
use crate::definition::Overrides;
use crate::error::{Error, Result};

/// Returns the changes of a study with those for the published size, if they are asked for. What the command line says
/// goes before.
///
/// # Errors
///
/// Returns an error if they name what is not in the file, or are asked for and not there.
pub(super) fn at_published_size(lines: &Lines<'_>, file: &File, overrides: &Overrides) -> Result<Overrides> {
    let Some(spanned) = &file.published_size else {
        return match overrides.is_published_size {
            false => Ok(overrides.clone()),
            true => Err(Error::Refused(format!(
                "--published: {} has no [published_size]; leave the option out, or say there what differs",
                lines.file.display()
            ))),
        };
    };
    let table = spanned.get_ref();
    let wrong = |what: String| lines.error(&spanned.span(), format!("published_size: {what}"));
    for name in table.levels.keys() {
        if !file.factor.iter().any(|factor| factor.get_ref().name == *name) {
            return Err(wrong(format!("levels: there is no factor {name}")));
        }
    }
    for name in table.set.keys() {
        if !file.parameters.keys().any(|known| known.get_ref() == name) {
            return Err(wrong(format!("set: there is no parameter {name}")));
        }
    }
    if table.repeats.is_some_and(|repeats| !(1..=10_000).contains(&repeats)) {
        return Err(wrong("repeats is from 1 to 10000".to_owned()));
    }
    if !overrides.is_published_size {
        return Ok(overrides.clone());
    }
    let parameters = table.set.iter().map(|(name, value)| (name.clone(), value.text()));
    let levels = table.levels.iter().map(|(name, words)| {
        let words = words.iter().map(|word| word.text());
        (name.clone(), words.collect())
    });
    Ok(Overrides {
        parameters: parameters.chain(overrides.parameters.clone()).collect(),
        levels: levels.chain(overrides.levels.clone()).collect(),
        repeats: overrides.repeats.or(table.repeats),
        ..overrides.clone()
    })
}
