//! The option that a misspelt one was meant to be.

use strsim::osa_distance;

use super::all;

/// The name nearest to `given`, unless all are far.
pub(crate) fn nearest(given: &str) -> Option<&'static str> {
    let given = given.split(['=', ':', ' ']).next().unwrap_or(given);
    nearest_of(
        given,
        all().flat_map(|option| std::iter::once(option.name).chain(option.aliases.iter().copied())),
    )
}

/// The nearest of some names, unless all are far.
pub(crate) fn nearest_of(
    given: &str,
    names: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    // A longer name than any is as far from all of them.
    let given: String = given.chars().take(40).collect();
    let given = given.to_ascii_lowercase();
    names
        .map(|name| (osa_distance(&given, name), name))
        .min()
        // A third of the letters wrong is a misspelling; more is another word.
        .filter(|&(distance, name)| distance <= (name.len() / 3).max(1) && distance < name.len())
        .map(|(_, name)| name)
}
