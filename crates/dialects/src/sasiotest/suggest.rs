//! Suggestions for misspelled options.

use strsim::osa_distance;

use super::options::Flag;

/// Returns the option nearest to `given`, which is in lower case, unless all are too different.
pub(super) fn nearest(given: &str) -> Option<&'static str> {
    // It may have been written as `-filesize=4G`.
    let name = given.split('=').next().unwrap_or(given);
    // A name longer than any option is equally far from all of them.
    let name: String = name.chars().take(32).collect();
    Flag::names()
        .map(|option| (osa_distance(&name, option), option))
        .min()
        // Up to a third of wrong letters is a misspelling; more is another word.
        .filter(|&(distance, option)| distance <= (option.len() - 1) / 3)
        .map(|(_, option)| option)
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
