//! Suggests the intended option for a misspelt one.

use strsim::osa_distance;

/// Returns the most similar of some names, unless none is similar.
pub(crate) fn nearest_of(given: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    // Names longer than any option are not similar to one.
    let given: String = given.chars().take(40).collect();
    let given = given.to_ascii_lowercase();
    names
        .map(|name| (osa_distance(&given, name), name))
        .min()
        // Up to a third of the letters differ in a misspelling; more make another word.
        .filter(|&(distance, name)| distance <= (name.len() / 3).max(1) && distance < name.len())
        .map(|(_, name)| name)
}
