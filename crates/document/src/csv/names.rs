//! Names for the files of tables.

use std::collections::HashSet;

/// The most characters of a name, without the number that makes it different from others.
const MOST: usize = 60;

/// The names that were given.
#[derive(Default)]
pub(super) struct Names {
    given: HashSet<String>,
}

impl Names {
    /// Returns a name for a title that was not given before.
    pub(super) fn next(&mut self, title: &str) -> String {
        let name = plain(title);
        let mut unique = name.clone();
        let mut number = 2;
        while !self.given.insert(unique.clone()) {
            unique = format!("{name}-{number}");
            number += 1;
        }
        unique
    }
}

/// Returns a title in lower-case letters, digits and hyphens.
fn plain(title: &str) -> String {
    let mut name = String::new();
    for c in title.chars() {
        if name.len() >= MOST {
            break;
        }
        if c.is_ascii_alphanumeric() {
            name.push(c.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    if name.is_empty() { "table" } else { name }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_different() {
        let mut names = Names::default();
        let given = ["Read, MB/s", "../read mb s!", "容量", "", "read-mb-s-2"].map(|title| names.next(title));
        assert_eq!(given, ["read-mb-s", "read-mb-s-2", "table", "table-2", "read-mb-s-2-2"]);
        assert_eq!(names.next(&"a".repeat(200)).len(), MOST);
    }
}
