//! Code for one operating system lies in one module of its crate.

use crate::finding::Finding;
use crate::rules::Rule;
use crate::source::Source;
use crate::tree::Tree;

/// The modules that choose the code of a system: the files in which its name may stand.
const CHOOSERS: [&str; 2] = ["/system/mod.rs", "/platform/mod.rs"];

/// The conditions that name a system.
const NAMES: [&str; 4] = ["target_os", "target_family", "windows", "unix"];

pub(super) const RULE: Rule = Rule {
    name: "systems",
    unit: "conditions",
    find,
};

/// Returns a finding for each file that names an operating system in a condition, other than the modules that choose.
fn find(tree: &Tree) -> Vec<Finding> {
    let sources = tree.product().filter(|source| is_concerned(&source.path));
    let findings = sources.filter_map(|source| {
        let lines = conditions(source);
        let first = lines.first()?;
        Some(Finding {
            place: source.path.clone(),
            measure: lines.len(),
            message: format!(
                "{}:{}: {} conditions on the operating system, which belong into the module of the crate that chooses \
                 it",
                source.path,
                first + 1,
                lines.len()
            ),
        })
    });
    findings.collect()
}

/// Returns whether a file is one of the product that does not choose.
fn is_concerned(path: &str) -> bool {
    path.starts_with("crates/") && !CHOOSERS.iter().any(|chooser| path.ends_with(chooser))
}

/// Returns the lines, from 0, of conditions that name a system. Those of tests are left alone.
fn conditions(source: &Source) -> Vec<usize> {
    let mut lines = Vec::new();
    let code = &source.code;
    for (index, token) in code.iter().enumerate() {
        if source.text_of(token) != "cfg" {
            continue;
        }
        let mut after = code[index + 1..].iter().map(|token| source.text_of(token)).peekable();
        // `cfg!(…)` is a macro, and `cfg(…)` an attribute.
        after.next_if_eq(&"!");
        let mut depth = 0_usize;
        let names_system = after
            .take_while(|text| {
                depth = match *text {
                    "(" => depth + 1,
                    ")" => depth.saturating_sub(1),
                    _ => depth,
                };
                depth > 0
            })
            .any(|text| NAMES.contains(&text));
        if names_system {
            lines.push(token.line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_on_systems_are_found_and_others_are_not() {
        let text = "#[cfg(windows)]\nmod a;\n#[cfg(test)]\nmod b;\n\
                    fn c() { cfg!(all(unix, test)); }\n// cfg(windows)\n";
        assert_eq!(conditions(&Source::new("a.rs", text)), [0, 4]);
    }

    #[test]
    fn the_modules_that_choose_are_no_concern() {
        assert!(is_concerned("crates/pageio/src/file/mod.rs"));
        assert!(!is_concerned("crates/pageio/src/system/mod.rs"));
        assert!(!is_concerned("bench/src/main.rs"));
    }
}
