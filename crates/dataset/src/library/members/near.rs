//! Suggestions for misspelled names.

use strsim::levenshtein;

/// Returns those of `names` that `wanted` may be a misspelling of, the nearest first: they differ by few letters, or
/// begin with it.
pub(in crate::library) fn near(wanted: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    const MOST: usize = 3;
    let allowed = 1 + wanted.len() / 4;
    let mut found: Vec<(usize, String)> = names
        .filter_map(|name| {
            let changes = levenshtein(wanted, &name);
            let begins = wanted.len() >= 2 && name.starts_with(wanted);
            (changes <= allowed || begins).then_some((changes, name))
        })
        .collect();
    found.sort();
    found.truncate(MOST);
    found.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        let near = |wanted| {
            let names = ["SALES", "SALES2019", "SOLES", "CLASS", "A"];
            near(wanted, names.into_iter().map(String::from)).join(" ")
        };
        assert_eq!(near("SALE"), "SALES SOLES SALES2019");
        assert_eq!(near("CLAS"), "CLASS");
        assert_eq!(near("B"), "A");
        assert_eq!(near("NOTHING"), "");
    }
}
