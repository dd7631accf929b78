//! The page of what is here, and of the published results for it.

use crate::documented::{KINDS, Kind};
use crate::program::PublishedProgram;
use crate::values::ValuesFile;

/// The width of lines.
const WIDTH: usize = 120;

const HEAD: &str = "\
# Published results

[Documentation](README.md) › [Run SAS programs](README.md#run-sas-programs)

What of the language is here, and how it is proven. What others published about it is held against feedrate by
`cargo test`: the examples of the reference documentation, papers, and answers to questions, each with its source, in
[`conformance/`](../conformance/README.md). A *result* is the value of one expression, and a *program* is several things
together with the lines that were published for its log or listing. *Equal* counts those that feedrate has too, and
*not equal* those that it is known not to have; a program counts for all that it uses. The names are those of the
reference documentation, in [`conformance/documented/`](../conformance/documented).
";

/// Published results about an item.
#[derive(Clone, Copy, Default)]
struct Count {
    equal: usize,
    not_equal: usize,
}

impl Count {
    fn add(&mut self, is_equal: bool) {
        match is_equal {
            true => self.equal += 1,
            false => self.not_equal += 1,
        }
    }

    fn all(self) -> usize {
        self.equal + self.not_equal
    }

    /// Returns the two cells of a table; zeros are left out.
    fn cells(self) -> String {
        let cell = |count: usize| if count == 0 { String::new() } else { count.to_string() };
        format!("{} | {}", cell(self.equal), cell(self.not_equal))
    }
}

/// A row of the page.
struct Item {
    name: String,
    results: Count,
    programs: Count,
}

/// Returns the page of these files and programs.
pub fn of(files: &[ValuesFile], programs: &[PublishedProgram]) -> String {
    let mut all = Count::default();
    let lines = files.iter().flat_map(|file| &file.lines);
    lines.for_each(|line| all.add(!line.differs));
    let mut page = format!(
        "{HEAD}\nAll together, {} of {} results are equal.\n",
        all.equal,
        all.all()
    );
    let code: Vec<(String, bool)> = programs.iter().map(|it| (it.code(), !it.differs)).collect();
    for kind in KINDS {
        page += &section(kind, files, &code);
    }
    page + &of_programs(programs)
}

fn section(kind: &Kind, files: &[ValuesFile], programs: &[(String, bool)]) -> String {
    let names = kind.documented();
    let known = kind.known(&names);
    let (mut items, mut unproven, mut absent) = (Vec::new(), Vec::new(), Vec::new());
    for (name, known) in names.iter().zip(&known) {
        let mut item = Item {
            name: name.clone(),
            results: Count::default(),
            programs: Count::default(),
        };
        let of_it = files
            .iter()
            .filter(|file| file.kind == kind.name && file.item() == *name);
        let lines = of_it.flat_map(|file| &file.lines);
        lines.for_each(|line| item.results.add(!line.differs));
        let users = programs.iter().filter(|(code, _)| kind.is_used(name, code));
        users.for_each(|(_, is_equal)| item.programs.add(*is_equal));
        match (known, item.results.all() + item.programs.all() > 0) {
            (false, _) => absent.push(name.as_str()),
            (true, false) => unproven.push(name.as_str()),
            (true, true) => items.push(item),
        }
    }
    let title = kind.name[..1].to_uppercase() + &kind.name[1..];
    let here = names.len() - absent.len();
    let mut text = format!(
        "\n## {title}\n\n{here} of {} are here, {} of them with published results.\n",
        names.len(),
        items.len()
    );
    if !items.is_empty() {
        text += &format!(
            "\n| {} | results equal | not equal | programs equal | not equal |\n|---|---|---|---|---|\n",
            kind.item
        );
    }
    for Item {
        name,
        results,
        programs,
    } in items
    {
        text += &format!("| {name} | {} | {} |\n", results.cells(), programs.cells());
    }
    text + &list("Here, and no published result found", &unproven) + &list("Not here", &absent)
}

/// Returns a paragraph of names; nothing for none.
fn list(what: &str, names: &[&str]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let mut lines = vec![format!("{what}:")];
    for (index, name) in names.iter().enumerate() {
        let word = format!(" {name}{}", if index + 1 == names.len() { "." } else { "," });
        match lines.last_mut() {
            Some(line) if line.len() + word.len() <= WIDTH => *line += &word,
            _ => lines.push(word.trim_start().to_owned()),
        }
    }
    format!("\n{}\n", lines.join("\n"))
}

fn of_programs(programs: &[PublishedProgram]) -> String {
    let (others, equal): (Vec<_>, Vec<_>) = programs.iter().partition(|program| program.differs);
    let lines: usize = equal.iter().map(|program| program.lines()).sum();
    let (count, all) = (equal.len(), programs.len());
    let text =
        format!("\n## Programs\n\n{count} of {all} programs print all that was published for them, {lines} lines.");
    if others.is_empty() {
        return text + "\n";
    }
    let links = others
        .iter()
        .map(|it| format!("- [{0}](../conformance/programs/{0}.sas)\n", it.name));
    text + " These do not:\n\n" + &links.collect::<String>()
}
