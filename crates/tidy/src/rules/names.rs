//! Types have nouns as names: no type is named by one bare participle, adverb or question word.

use crate::finding::Finding;
use crate::rules::Rule;
use crate::source::Source;
use crate::tree::Tree;

/// Words that look like participles and are nouns of the field.
const NOUNS: [&str; 44] = [
    "Bed",
    "Building",
    "Ceiling",
    "Coding",
    "Crossing",
    "Deed",
    "Drawing",
    "Embed",
    "Encoding",
    "Ending",
    "Feed",
    "Finding",
    "Grouping",
    "Heading",
    "Interleaving",
    "King",
    "Listing",
    "Mapping",
    "Meaning",
    "Naming",
    "Need",
    "Nesting",
    "Opening",
    "Ordering",
    "Pacing",
    "Padding",
    "Reading",
    "Recording",
    "Ring",
    "Rounding",
    "Sampling",
    "Scaling",
    "Seed",
    "Setting",
    "Sibling",
    "Spacing",
    "Speed",
    "Spelling",
    "Spring",
    "String",
    "Substring",
    "Thing",
    "Timing",
    "Warning",
];

/// Participles without an ending of their own, adverbs, prepositions and question words.
const OTHERS: [&str; 44] = [
    "After", "Ahead", "Apart", "Around", "Aside", "Before", "Beside", "Between", "Chosen", "Drawn", "Far", "Found",
    "Further", "Given", "Gone", "Held", "Here", "How", "Kept", "Known", "Laid", "Left", "Lent", "Lost", "Made", "Met",
    "Near", "Next", "Read", "Said", "Seen", "Sent", "Shown", "Taken", "There", "Through", "Together", "Told", "Unlike",
    "Until", "What", "Where", "Whether", "Written",
];

pub(super) const RULE: Rule = Rule {
    name: "names",
    unit: "types",
    find,
};

fn find(tree: &Tree) -> Vec<Finding> {
    tree.product().flat_map(wrong_names).collect()
}

fn wrong_names(source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    for index in 0..source.code.len() {
        let name = source.word(index + 1);
        if !matches!(source.word(index), "struct" | "enum" | "trait" | "type" | "union") || is_noun(name) {
            continue;
        }
        findings.push(Finding {
            place: format!("{}::{name}", source.path),
            measure: 1,
            message: format!(
                "{}:{}: the type {name} is not named by a noun",
                source.path,
                source.code[index].line + 1
            ),
        });
    }
    findings
}

fn is_noun(name: &str) -> bool {
    let capitals = name.chars().filter(|c| c.is_uppercase()).count();
    capitals != 1
        || !name.starts_with(|c: char| c.is_uppercase())
        || NOUNS.contains(&name)
        || !(name.ends_with("ed") || name.ends_with("ing") || OTHERS.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn participles_and_adverbs_are_no_nouns() {
        for name in ["Given", "Taking", "Rowed", "Together"] {
            assert!(!is_noun(name), "{name}");
        }
        for name in ["Warning", "RowsRead", "Reader", "T", "output"] {
            assert!(is_noun(name), "{name}");
        }
    }
}
