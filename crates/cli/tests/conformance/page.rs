//! The page with the counts of published results.

use crate::program::PublishedProgram;
use crate::values::ValuesFile;

/// The folders of the files, which are the kinds of items, in the order of the page.
pub const KINDS: [&str; 3] = ["functions", "formats", "informats"];

const HEAD: &str = "\
# Published results

[Documentation](README.md) › [Run SAS programs](README.md#run-sas-programs)

What others published about the language is held against feedrate by `cargo test`: each result is a line of a file in
[`conformance/`](../conformance/README.md), with its source. *Equal* counts those that feedrate has too, and *not equal*
those that it is known not to have. What is not here has no published result in the files yet.
";

/// Returns the page of these files and programs.
pub fn of(files: &[ValuesFile], programs: &[PublishedProgram]) -> String {
    let count = |files: &[&ValuesFile]| -> (usize, usize) {
        let lines = || files.iter().flat_map(|file| &file.lines);
        let differ = lines().filter(|line| line.differs).count();
        (lines().count() - differ, differ)
    };
    let all: Vec<&ValuesFile> = files.iter().collect();
    let (equal, differ) = count(&all);
    let mut page = format!(
        "{HEAD}\nAll together: {equal} of {} results are equal.\n",
        equal + differ
    );
    for kind in KINDS {
        let of_kind: Vec<&ValuesFile> = files.iter().filter(|file| file.kind == kind).collect();
        let (equal, differ) = count(&of_kind);
        let (title, item_name) = (kind[..1].to_uppercase() + &kind[1..], kind.trim_end_matches('s'));
        let (all, items) = (equal + differ, of_kind.len());
        page += &format!("\n## {title}\n\n{equal} of {all} results about {items} {kind} are equal.\n\n");
        page += &format!("| {item_name} | equal | not equal |\n|---|---|---|\n");
        for file in of_kind {
            let (equal, differ) = count(&[file]);
            let differ = if differ == 0 { String::new() } else { differ.to_string() };
            page += &format!("| {} | {equal} | {differ} |\n", item(&file.name));
        }
    }
    page + &of_programs(programs)
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

/// Returns an item by the name of its file: `upcase-character` is `$UPCASE`.
fn item(name: &str) -> String {
    match name.strip_suffix("-character") {
        Some(name) => format!("${}", name.to_uppercase()),
        None => name.to_uppercase(),
    }
}
