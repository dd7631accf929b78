//! Comments begin with the noun that they define, or with a verb: not with a question.

use crate::finding::Finding;
use crate::rules::Rule;
use crate::source::Source;
use crate::tree::Tree;

const QUESTIONS: [&str; 3] = ["What", "Whether", "How"];

pub(super) const RULE: Rule = Rule {
    name: "comments",
    unit: "comments",
    find,
};

/// Returns a finding for each crate with comments that begin with a question word; their number is the measure.
fn find(tree: &Tree) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for source in &tree.sources {
        let lines = questions(source);
        let Some(first) = lines.first() else { continue };
        let message = |count| {
            format!(
                "{}:{}: {count} comments of the crate begin with What, Whether or How",
                source.path,
                first + 1
            )
        };
        match findings.last_mut().filter(|finding| finding.place == source.package()) {
            Some(finding) => {
                finding.measure += lines.len();
                finding.message = message(finding.measure);
            }
            None => findings.push(Finding {
                place: source.package().to_owned(),
                measure: lines.len(),
                message: message(lines.len()),
            }),
        }
    }
    findings
}

/// Returns the lines, from 0, on which comments begin with a question word. Comments of one kind on following lines are
/// one, unless code stands before them.
fn questions(source: &Source) -> Vec<usize> {
    let mut lines = Vec::new();
    let mut last = None;
    for comment in &source.comments {
        let text = source.text_of(comment);
        let words = text.trim_start_matches(['/', '!', '*']);
        let marker = &text[..text.len() - words.len()];
        let this = source.begins_line(comment).then_some((comment.line, marker));
        let continues = this.is_some_and(|(line, marker)| last == Some((line.wrapping_sub(1), marker)));
        last = this;
        let word = words
            .trim_start()
            .split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default();
        if !continues && QUESTIONS.contains(&word) {
            lines.push(comment.line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_word_of_a_comment_counts() {
        let text = "//! What this is.\n\n/// The rate.\n/// How it is measured.\nfn a() {} // Whether\n// Whatever\n";
        assert_eq!(questions(&Source::new("a.rs", text)), [0, 4]);
    }
}
