//! The option that a misspelt one was meant to be.

use super::options::Flag;

/// The option nearest to `given`, which is in lower case, unless all are far.
pub(super) fn nearest(given: &str) -> Option<&'static str> {
    // Someone may have written `-filesize=4G`.
    let name = given.split('=').next().unwrap_or(given);
    Flag::ALL
        .into_iter()
        .map(|flag| (distance(name, flag.name()), flag.name()))
        .min()
        // A third of the letters wrong is a misspelling; more is another word.
        .filter(|&(distance, option)| distance <= (option.len() - 1) / 3)
        .map(|(_, option)| option)
}

/// How many letters must be put in, left out, changed or swapped with their neighbour.
fn distance(one: &str, other: &str) -> usize {
    let one: Vec<char> = one.chars().take(32).collect();
    let other: Vec<char> = other.chars().collect();
    let mut rows = vec![(0..=other.len()).collect::<Vec<_>>()];
    for (i, &a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in other.iter().enumerate() {
            let changed = rows[i][j] + usize::from(a != b);
            let mut least = changed.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == other[j - 1] && one[i - 1] == b {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_options_are_recognised() {
        assert_eq!(nearest("-pagesze"), Some("-pagesize"));
        assert_eq!(nearest("-fielsize"), Some("-filesize"));
        assert_eq!(nearest("-filesize=4g"), Some("-filesize"));
        assert_eq!(nearest("--sgio"), Some("-sgio"));
        assert_eq!(nearest("-writethrough"), Some("-writethru"));
        assert_eq!(nearest("-numpage"), Some("-numpages"));
    }

    #[test]
    fn another_word_is_no_misspelling() {
        assert_eq!(nearest("-x"), None);
        assert_eq!(nearest("-compress"), None);
        assert_eq!(nearest(&"-r".repeat(10_000)), None);
    }
}
