//! The option that a misspelt one was meant to be.

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
    let given = given.to_ascii_lowercase();
    names
        .map(|name| (distance(&given, name), name))
        .min()
        // A third of the letters wrong is a misspelling; more is another word.
        .filter(|&(distance, name)| distance <= (name.len() / 3).max(1) && distance < name.len())
        .map(|(_, name)| name)
}

/// How many letters must be put in, left out, changed or swapped with their neighbour.
fn distance(one: &str, other: &str) -> usize {
    let one: Vec<char> = one.chars().take(40).collect();
    let other: Vec<char> = other.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, &a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in other.iter().enumerate() {
            let changed = last[j] + usize::from(a != b);
            let mut least = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == other[j - 1] && one[i - 1] == b {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}
