//! Which names another may have been meant to be.

/// Those of `names` that `wanted` may have been meant to be, the nearest first: they differ from it by
/// few changes of a letter, or begin with it.
pub(super) fn near(wanted: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    const MOST: usize = 3;
    let allowed = 1 + wanted.len() / 4;
    let mut found: Vec<(usize, String)> = names
        .filter_map(|name| {
            let changes = changes(wanted, &name);
            let begins = wanted.len() >= 2 && name.starts_with(wanted);
            (changes <= allowed || begins).then_some((changes, name))
        })
        .collect();
    found.sort();
    found.truncate(MOST);
    found.into_iter().map(|(_, name)| name).collect()
}

/// How many letters must be put in, left out or changed to make one name the other.
fn changes(a: &str, b: &str) -> usize {
    let b = b.as_bytes();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (line, &letter) in a.as_bytes().iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, &other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn changes_are_a_distance(a in "[AB]{0,6}", b in "[AB]{0,6}", c in "[AB]{0,6}") {
            prop_assert_eq!(changes(&a, &b) == 0, a == b);
            prop_assert_eq!(changes(&a, &b), changes(&b, &a));
            prop_assert!(changes(&a, &c) <= changes(&a, &b) + changes(&b, &c));
        }
    }
}
