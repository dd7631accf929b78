//! The files that a file imports: the modules of a crate, and `use` followed through re-exports to the file that
//! defines the name.

use std::collections::{HashMap, HashSet};

use rustc_lexer::TokenKind;

use crate::source::Source;
use crate::tree::module_folder;

/// One name that a `use` brings in.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Import {
    path: Vec<String>,
    /// The name under which it is known, or `*`.
    name: String,
}

/// A module that is a file.
#[derive(Debug, Default)]
struct Module {
    parent: Option<usize>,
    children: HashMap<String, usize>,
    items: HashSet<String>,
    imports: Vec<Import>,
    /// The paths of two names or more that stand in code, such as `super::a::B`.
    paths: HashSet<Vec<String>>,
}

/// The modules of one crate; each is a file, and has its index.
#[derive(Debug)]
pub struct Modules {
    modules: Vec<Module>,
    roots: Vec<usize>,
}

/// The most re-exports that are followed for a name.
const MOST_STEPS: usize = 20;

impl Modules {
    /// Returns the modules of the files of one crate.
    pub fn new(sources: &[&Source]) -> Self {
        let files: HashMap<&str, usize> = sources
            .iter()
            .enumerate()
            .map(|(index, source)| (source.path.as_str(), index))
            .collect();
        let mut modules: Vec<Module> = sources.iter().map(|source| items_and_imports(source)).collect();
        let mut roots = vec![0; sources.len()];
        for (index, source) in sources.iter().enumerate() {
            for name in child_names(source) {
                let folder = module_folder(&source.path);
                let paths = [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")];
                if let Some(&child) = paths.iter().find_map(|path| files.get(path.as_str())) {
                    modules[index].children.insert(name, child);
                    modules[child].parent = Some(index);
                }
            }
        }
        for (index, root) in roots.iter_mut().enumerate() {
            let parents = std::iter::successors(Some(index), |&at| modules[at].parent);
            *root = parents.last().unwrap_or(index);
        }
        Self { modules, roots }
    }

    /// Returns the files whose names the file of an index uses, apart from itself and from the modules around it: the
    /// names of a module are there for its parts.
    pub fn imported(&self, file: usize) -> HashSet<usize> {
        let module = &self.modules[file];
        let paths = module.imports.iter().map(|import| &import.path).chain(&module.paths);
        paths
            .filter_map(|path| self.resolve(file, path, MOST_STEPS))
            .filter(|&imported| imported != file && !self.surrounds(imported, file))
            .collect()
    }

    /// Returns whether a module contains another one, at any depth.
    fn surrounds(&self, outer: usize, inner: usize) -> bool {
        std::iter::successors(self.modules[inner].parent, |&at| self.modules[at].parent).any(|at| at == outer)
    }

    /// Returns the file that defines the item of a path in a `use` of a module; `None` outside the crate.
    fn resolve(&self, module: usize, path: &[String], steps: usize) -> Option<usize> {
        let steps = steps.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.descend(self.roots[module], rest, steps),
            "self" => self.descend(module, rest, steps),
            "super" => self.descend_from_parent(module, rest, steps),
            name if self.modules[module].children.contains_key(name) => self.descend(module, path, steps),
            name if self.modules[module].items.contains(name) => Some(module),
            name => {
                let import = self.named_import(module, name).filter(|import| import.path != path)?;
                let whole: Vec<String> = import.path.iter().chain(rest).cloned().collect();
                self.resolve(module, &whole, steps)
            }
        }
    }

    fn descend_from_parent(&self, module: usize, path: &[String], steps: usize) -> Option<usize> {
        let parent = self.modules[module].parent?;
        match path.split_first() {
            Some((first, rest)) if first == "super" => self.descend_from_parent(parent, rest, steps),
            _ => self.descend(parent, path, steps),
        }
    }

    /// Returns the file that defines the item of a path below a module; the module's own if nothing better is known.
    fn descend(&self, module: usize, path: &[String], steps: usize) -> Option<usize> {
        let Some((name, rest)) = path.split_first() else {
            return Some(module);
        };
        let this = &self.modules[module];
        if let Some(&child) = this.children.get(name) {
            return self.descend(child, rest, steps);
        }
        if this.items.contains(name) || name == "self" || name == "*" {
            return Some(module);
        }
        if let Some(import) = self.named_import(module, name) {
            let whole: Vec<String> = import.path.iter().chain(rest).cloned().collect();
            // A name that another crate defines is imported from that crate.
            return self.resolve(module, &whole, steps);
        }
        let globs = this.imports.iter().filter(|import| import.name == "*");
        for glob in globs {
            let mut whole = glob.path.clone();
            whole.pop();
            whole.push(name.clone());
            if let Some(steps) = steps.checked_sub(1)
                && let Some(found) = self.resolve(module, &whole, steps)
                && self.modules[found].items.contains(name)
            {
                return Some(found);
            }
        }
        Some(module)
    }

    fn named_import(&self, module: usize, name: &str) -> Option<&Import> {
        self.modules[module].imports.iter().find(|import| import.name == name)
    }
}

/// Returns the names of the modules of their own files that a file declares.
fn child_names(source: &Source) -> Vec<String> {
    let declared = |&index: &usize| source.word(index) == "mod" && source.word(index + 2) == ";";
    (0..source.code.len())
        .filter(declared)
        .map(|index| source.word(index + 1).to_owned())
        .collect()
}

fn items_and_imports(source: &Source) -> Module {
    let mut module = Module::default();
    let mut depth = 0_usize;
    for (index, token) in source.code.iter().enumerate() {
        match token.kind {
            TokenKind::OpenBrace => depth += 1,
            TokenKind::CloseBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
        match source.word(index) {
            "use" => import_tree(source, index + 1, &mut Vec::new(), &mut module.imports),
            _ if token.kind == TokenKind::Ident && source.word(index + 1) == ":" && source.word(index + 2) == ":" => {
                module.paths.extend(path_from(source, index));
            }
            "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union" if depth == 0 => {
                module.items.insert(source.word(index + 1).to_owned());
            }
            "macro_rules" if depth == 0 => {
                module.items.insert(source.word(index + 2).to_owned());
            }
            _ => {}
        }
    }
    module
}

/// Returns the path of names that begins at a token; `None` where it is the rest of one.
fn path_from(source: &Source, first: usize) -> Option<Vec<String>> {
    if first > 0 && matches!(source.word(first - 1), ":" | "." | "use") {
        return None;
    }
    let mut path = vec![source.word(first).to_owned()];
    let mut at = first + 1;
    while source.word(at) == ":" && source.word(at + 1) == ":" {
        let Some(name) = source.code.get(at + 2).filter(|name| name.kind == TokenKind::Ident) else {
            break;
        };
        path.push(source.text_of(name).to_owned());
        at += 3;
    }
    Some(path)
}

/// Reads the tree of a `use` from a token on, below a path, and adds the names that it brings in.
fn import_tree(source: &Source, mut at: usize, path: &mut Vec<String>, imports: &mut Vec<Import>) {
    let length = path.len();
    loop {
        match source.word(at) {
            "{" => {
                let close = source.closing(at);
                let mut part = at + 1;
                while part < close {
                    import_tree(source, part, path, imports);
                    part = end_of_part(source, part, close) + 1;
                }
                break;
            }
            ":" => at += 1,
            ";" | "," | "}" | "" => {
                push_import(path, None, imports);
                break;
            }
            "as" => {
                push_import(path, Some(source.word(at + 1)), imports);
                break;
            }
            word => {
                path.push(word.to_owned());
                at += 1;
            }
        }
    }
    path.truncate(length);
}

/// Returns the index of the comma behind a part of a `use`'s braces, or of the brace that closes them.
fn end_of_part(source: &Source, mut at: usize, close: usize) -> usize {
    while at < close && source.word(at) != "," {
        at = if source.word(at) == "{" { source.closing(at) } else { at } + 1;
    }
    at
}

fn push_import(path: &[String], alias: Option<&str>, imports: &mut Vec<Import>) {
    let (Some(last), mut path) = (path.last(), path.to_vec()) else {
        return;
    };
    if last == "self" && path.len() > 1 {
        path.pop();
    }
    let name = alias.or(path.last().map(String::as_str)).unwrap_or_default().to_owned();
    imports.push(Import { path, name });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imported(files: &[(&str, &str)], file: usize) -> Vec<usize> {
        let sources: Vec<_> = files
            .iter()
            .map(|(path, text)| Source::new(format!("crates/a/src/{path}"), *text))
            .collect();
        let modules = Modules::new(&sources.iter().collect::<Vec<_>>());
        let mut imported: Vec<_> = modules.imported(file).into_iter().collect();
        imported.sort_unstable();
        imported
    }

    #[test]
    fn names_are_followed_to_the_file_that_defines_them() {
        let files = [
            (
                "lib.rs",
                "mod a;\nmod b;\npub use b::{C as D, E};\npub use b::deep::*;\n",
            ),
            ("a.rs", "use crate::D;\nuse std::fmt::{self, Write};\nuse crate::F;\n"),
            ("b/mod.rs", "mod deep;\npub use self::deep::C;\npub struct E;\n"),
            ("b/deep.rs", "use super::E;\npub struct C;\npub struct F;\n"),
        ];
        assert_eq!(imported(&files, 1), [3]);
        assert_eq!(imported(&files, 2), [3]);
        assert!(imported(&files, 3).is_empty());
        assert_eq!(imported(&files, 0), [2, 3]);
    }

    #[test]
    fn paths_in_code_count_and_parents_do_not() {
        let files = [
            ("lib.rs", "mod a;\nmod b;\nfn f() { a::f() }\n"),
            (
                "a.rs",
                "pub fn f() { super::f(); crate::b::C::new::<u8>(); std::mem::take(x); }\n",
            ),
            ("b.rs", "pub struct C;\nfn g() { crate::f() }\n"),
        ];
        assert_eq!(imported(&files, 0), [1]);
        assert_eq!(imported(&files, 1), [2]);
        assert!(imported(&files, 2).is_empty());
    }

    #[test]
    fn other_crates_and_circles_of_re_exports_end() {
        let files = [
            ("lib.rs", "mod a;\nuse std::a as b;\npub use a::x;\n"),
            ("a.rs", "pub use crate::x;\nuse super::b::c;\n"),
        ];
        assert!(imported(&files, 1).is_empty());
    }
}
