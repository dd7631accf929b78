//! Lines have at most 120 columns as a terminal shows them, those of tests too.

use unicode_width::UnicodeWidthStr;

use crate::finding::Finding;
use crate::rules::Rule;
use crate::tree::Tree;

const MOST: usize = 120;

pub(super) const RULE: Rule = Rule {
    name: "columns",
    unit: "lines",
    find,
};

/// Returns a finding for each file with lines that are too long; their number is the measure.
fn find(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in &tree.sources {
        let wide = |line: &str| line.len() > MOST && line.width() > MOST;
        let mut lines = (1..).zip(source.text.lines()).filter(|(_, line)| wide(line));
        if let Some((first, _)) = lines.next() {
            let measure = 1 + lines.count();
            findings.push(Finding {
                place: source.path.clone(),
                measure,
                message: format!(
                    "{}:{first}: a line has over {MOST} columns; {measure} of the file do",
                    source.path
                ),
            });
        }
    }
    findings
}
