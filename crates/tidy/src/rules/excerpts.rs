//! Excerpts of sources in documents are in those sources: a code block of Markdown after the comment
//! `<!-- from PATH -->` has lines that stand in that file in this order. A line `…` stands for any lines.

use std::fs;
use std::path::{Path, PathBuf};

use crate::finding::Finding;
use crate::rules::Rule;
use crate::tree::Tree;

const MARK: &str = "<!-- from ";

pub(super) const RULE: Rule = Rule {
    name: "excerpts",
    unit: "excerpts",
    find,
};

/// A code block that repeats lines of a file.
#[derive(Debug, PartialEq)]
struct Excerpt<'d> {
    /// The file, from the workspace's root.
    path: &'d str,
    /// The line of the comment that names the file, from 1.
    line: usize,
    lines: Vec<&'d str>,
}

fn find(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for document in documents(&tree.root) {
        let text = fs::read_to_string(tree.root.join(&document)).unwrap_or_default();
        for excerpt in excerpts(&text) {
            let source = fs::read_to_string(tree.root.join(excerpt.path)).unwrap_or_default();
            if let Some(missing) = missing_line(&excerpt.lines, &source) {
                findings.push(Finding {
                    place: format!("{}::{}", document.display(), excerpt.path),
                    measure: 1,
                    message: format!(
                        "{}:{}: {} does not have the line: {missing}",
                        document.display(),
                        excerpt.line,
                        excerpt.path
                    ),
                });
            }
        }
    }
    findings
}

/// Returns the documents for developers and users: those of the root and of `docs`.
fn documents(root: &Path) -> Vec<PathBuf> {
    let mut documents = Vec::new();
    for folder in ["", "docs"] {
        let Ok(entries) = fs::read_dir(root.join(folder)) else {
            continue;
        };
        let names = entries.flatten().map(|entry| Path::new(folder).join(entry.file_name()));
        documents.extend(names.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    documents.sort();
    documents
}

fn excerpts(text: &str) -> Vec<Excerpt<'_>> {
    let mut excerpts = Vec::new();
    let mut lines = (1..).zip(text.lines());
    while let Some((line, text)) = lines.next() {
        let path = text
            .trim()
            .strip_prefix(MARK)
            .and_then(|rest| rest.strip_suffix(" -->"));
        let Some(path) = path else { continue };
        let block = lines
            .by_ref()
            .skip_while(|(_, text)| !text.trim().starts_with("```"))
            .skip(1);
        let lines = block
            .take_while(|(_, text)| !text.trim().starts_with("```"))
            .map(|(_, text)| text.trim())
            .collect();
        excerpts.push(Excerpt { path, line, lines });
    }
    excerpts
}

/// Returns the first line of an excerpt that does not follow in a source; `None` if all do.
fn missing_line<'e>(excerpt: &[&'e str], source: &str) -> Option<&'e str> {
    let source: Vec<&str> = source.lines().map(str::trim).collect();
    let mut rest = source.as_slice();
    for part in excerpt.split(|line| *line == "…") {
        let Some(first) = part.first() else { continue };
        let begins = rest.windows(part.len()).position(|window| window == part);
        let Some(at) = begins else {
            let near = rest
                .iter()
                .position(|line| line == first)
                .map_or(&rest[..0], |at| &rest[at..]);
            let differs = part
                .iter()
                .zip(near)
                .position(|(a, b)| a != b)
                .unwrap_or(near.len().min(part.len() - 1));
            return Some(part[differs]);
        };
        rest = &rest[at + part.len()..];
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_lines_of_their_files_in_order() {
        let document = "Text.\n\n<!-- from a.rs -->\n```rust\nfn a() {\n…\n}\n```\n\n```rust\nfn b();\n```\n";
        let found = excerpts(document);
        assert_eq!(
            found,
            [Excerpt {
                path: "a.rs",
                line: 3,
                lines: vec!["fn a() {", "…", "}"]
            }]
        );
        assert_eq!(
            missing_line(&found[0].lines, "mod x;\n    fn a() {\n        b();\n    }\n"),
            None
        );
        assert_eq!(missing_line(&found[0].lines, "}\nfn a() {\n"), Some("}"));
        assert_eq!(missing_line(&["a", "b"], "a\nc\n"), Some("b"));
        assert_eq!(missing_line(&["a"], ""), Some("a"));
    }
}
