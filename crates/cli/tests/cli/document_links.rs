//! The documents lead to each other: links and their anchors exist, and the index names each page once, in the group
//! that the page itself names.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the documents in a folder of the repository, in the order of their names.
fn documents_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder").flatten();
    let paths = entries.map(|entry| entry.path());
    let mut documents: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    documents.sort();
    documents
}

/// Returns the lines of a document that are not in blocks of code, each with its number from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        (!in_code && !is_fence).then_some((number, line))
    })
}

/// Returns the anchors of a document: those that GitHub gives to its headings.
fn anchors(text: &str) -> Vec<String> {
    let headings = lines(text).filter(|(_, line)| line.starts_with('#'));
    headings.map(|(_, line)| anchor(line)).collect()
}

fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text
        .chars()
        .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// Returns the targets of the links in a line.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

#[test]
fn links_and_their_anchors_exist() {
    let mut documents = Vec::new();
    for folder in [
        "",
        "docs",
        "docs/decisions",
        "examples",
        "examples/many-users",
        "studies",
        "bench",
    ] {
        documents.extend(documents_in(&root().join(folder)));
    }
    let mut broken = Vec::new();
    for document in documents {
        let text = fs::read_to_string(&document).expect("a document");
        for (number, line) in lines(&text) {
            for target in targets(line).filter(|target| !target.contains("://")) {
                if !exists(&document, &text, target) {
                    broken.push(format!("{}:{number}: {target}", document.display()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

/// Returns true if the file and the anchor exist that a link in a document leads to.
fn exists(document: &Path, text: &str, target: &str) -> bool {
    let (path, wanted) = target.split_once('#').unwrap_or((target, ""));
    let file = document.parent().expect("its folder").join(path);
    let other = match path.is_empty() {
        true => Some(text.to_owned()),
        false => fs::read_to_string(&file).ok(),
    };
    let has_anchor = |text: String| anchors(&text).iter().any(|anchor| anchor == wanted);
    match wanted.is_empty() {
        true => file.exists(),
        false => other.is_some_and(has_anchor),
    }
}

#[test]
fn the_index_has_each_page_in_its_group() {
    let folder = root().join("docs");
    let index = fs::read_to_string(folder.join("README.md")).expect("the index");
    let mut groups: BTreeMap<&str, &str> = BTreeMap::new();
    let mut group = "";
    for (_, line) in lines(&index) {
        if let Some(heading) = line.strip_prefix("## ") {
            group = heading;
        } else if line.starts_with("| [") {
            let page = targets(line).next().expect("a link");
            assert_eq!(groups.insert(page, group), None, "{page} is in the index twice");
        }
    }
    for page in documents_in(&folder) {
        let name = page.file_name().expect("a name").to_string_lossy().into_owned();
        if name == "README.md" {
            continue;
        }
        let group = groups.get(name.as_str()).copied();
        let group = group.unwrap_or_else(|| panic!("the index has no {name}"));
        let link = format!("[{group}](README.md#{})", anchor(group));
        let text = fs::read_to_string(&page).expect("a page");
        let navigation = text.lines().nth(2).unwrap_or_default();
        assert_eq!(navigation, format!("[Documentation](README.md) › {link}"), "{name}");
    }
}

#[test]
fn the_readme_is_short() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    assert!(readme.lines().count() <= 110);
}

#[test]
fn anchors_are_those_of_headings() {
    let text = "# A `x`: b, c\n```sh\n# no heading\n```\n## Raw I/O against fio\n";
    assert_eq!(anchors(text), ["a-x-b-c", "raw-io-against-fio"]);
}
