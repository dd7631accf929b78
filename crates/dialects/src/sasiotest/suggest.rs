//! The option that a misspelt one was meant to be.

use strsim::osa_distance;

use super::options::Flag;

/// The option nearest to `given`, which is in lower case, unless all are far.
pub(super) fn nearest(given: &str) -> Option<&'static str> {
    // Someone may have written `-filesize=4G`.
    let name = given.split('=').next().unwrap_or(given);
    // A longer name than any is as far from all of them.
    let name: String = name.chars().take(32).collect();
    Flag::ALL
        .into_iter()
        .map(|flag| (osa_distance(&name, flag.name()), flag.name()))
        .min()
        // A third of the letters wrong is a misspelling; more is another word.
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
