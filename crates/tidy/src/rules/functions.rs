//! Functions have at most 70 lines, those of tests apart.

use rustc_lexer::TokenKind;

use crate::finding::Finding;
use crate::rules::Rule;
use crate::source::Source;
use crate::tree::Tree;

const MOST: usize = 70;

pub(super) const RULE: Rule = Rule {
    name: "functions",
    unit: "lines",
    find,
};

fn find(tree: &Tree) -> Vec<Finding> {
    tree.product().flat_map(long_functions).collect()
}

fn long_functions(source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    for index in 0..source.code.len() {
        let name = source.word(index + 1);
        if source.word(index) != "fn"
            || source
                .code
                .get(index + 1)
                .is_none_or(|token| token.kind != TokenKind::Ident)
        {
            continue;
        }
        let Some(open) = body(source, index) else {
            continue;
        };
        let first = source.code[index].line;
        let lines = source.code[source.closing(open)].line - first + 1;
        if lines > MOST {
            findings.push(Finding {
                place: format!("{}::{name}", source.path),
                measure: lines,
                message: format!(
                    "{}:{}: fn {name} has {lines} lines; at most {MOST}",
                    source.path,
                    first + 1
                ),
            });
        }
    }
    findings
}

/// Returns the index of the brace that opens the body of a function whose `fn` has an index; `None` without a body.
fn body(source: &Source, index: usize) -> Option<usize> {
    let mut at = index;
    loop {
        match source.code.get(at)?.kind {
            TokenKind::OpenBrace => return Some(at),
            TokenKind::Semi => return None,
            TokenKind::OpenParen | TokenKind::OpenBracket => at = source.closing(at) + 1,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_function_are_those_from_its_name_to_its_brace() {
        let lines = "    a();\n".repeat(69);
        let short = format!("fn short([u8; 2]) {{\n{}}}\n", "    a();\n".repeat(68));
        let text = format!("trait T {{\n    fn none();\n}}\n{short}fn long() {{\n{lines}}}\n");
        let found = long_functions(&Source::new("a.rs", text));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].place.as_str(), found[0].measure), ("a.rs::long", 71));
    }
}
