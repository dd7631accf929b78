//! Runs the command lines of the documents, so that they stay correct.
//!
//! A block of shell lines after the comment `<!-- run -->` is run by `sh -eu` with the program on the path, and must
//! succeed; after `<!-- run, exit 2 -->` it must end with that code. All blocks of one document share a folder, in
//! their order; for those of `examples/` it contains the programs and lists of jobs.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::test_folder::{PROGRAM, ProgramOutput, TestFolder};

/// A block to run.
#[derive(Debug, PartialEq)]
struct Block {
    line: usize,
    code: i32,
    script: String,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut code = None;
    let mut open: Option<Block> = None;
    for (index, line) in text.lines().enumerate() {
        if let Some(block) = &mut open {
            if line.trim_end() == "```" {
                blocks.extend(open.take());
            } else {
                block.script += line;
                block.script.push('\n');
            }
        } else if line.trim_end() == "```sh" {
            open = code.take().map(|code| Block {
                line: index + 2,
                code,
                script: String::new(),
            });
        } else if let Some(comment) = line.trim().strip_prefix("<!-- run") {
            let comment = comment
                .strip_suffix("-->")
                .expect("the comment ends on its line")
                .trim();
            code = Some(match comment.strip_prefix(", exit ") {
                Some(code) => code.parse().expect("an exit code"),
                None => 0,
            });
        }
    }
    assert!(open.is_none(), "a block does not end");
    assert!(code.is_none(), "a comment is followed by no block");
    blocks
}

fn run_all(document: &Path) -> usize {
    let text = fs::read_to_string(document).expect("the document");
    let dir = TestFolder::new();
    for (name, program) in programs_beside(document) {
        fs::copy(program, dir.path(&name)).expect("a program");
    }
    let mut path = OsString::from(Path::new(PROGRAM).parent().expect("its folder"));
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let blocks = blocks(&text);
    for block in &blocks {
        let mut shell = Command::new("sh");
        shell.args(["-euc", &block.script]).env("PATH", &path);
        let ran = ProgramOutput::of(dir.prepare(shell));
        let location = format!("{}:{}", document.display(), block.line);
        assert_eq!(ran.code, Some(block.code), "{location}: {}{}", ran.stdout, ran.stderr);
    }
    blocks.len()
}

/// Returns the programs and lists of jobs in the folder of a document, each by its name.
fn programs_beside(document: &Path) -> Vec<(String, PathBuf)> {
    let folder = document.parent().expect("its folder");
    let extensions = ["sas", "jobs"].into_iter();
    let files = extensions.flat_map(|extension| files_in(folder, extension));
    let named = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        (name.into_owned(), path)
    };
    files.map(named).collect()
}

/// Returns the files in a folder with this extension.
fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder").flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == ending))
        .collect()
}

/// Runs all documents in a folder of the repository.
#[track_caller]
fn run_folder(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let documents = files_in(&folder, "md");
    let run: usize = documents.iter().map(|path| run_all(path)).sum();
    assert!(run > 0, "no document in {name} has a block to run");
}

#[test]
fn the_command_lines_in_the_documents_work() {
    run_folder("docs");
}

#[test]
fn the_command_lines_of_the_examples_work() {
    run_folder("examples");
    run_folder("examples/many-users");
}

#[test]
fn only_marked_blocks_are_run() {
    let text = "```sh\nrm -rf x\n```\n<!-- run, exit 2 -->\n```sh\na\nb\n```\n```text\nc\n```\n";
    let expected = Block {
        line: 6,
        code: 2,
        script: "a\nb\n".into(),
    };
    assert_eq!(blocks(text), [expected]);
}
