//! Published results held against feedrate: the files in `conformance/`, whose form is described there.

// The language is the same in builds with PROC SQL.
#![cfg(not(feature = "sql"))]

mod documented;
mod page;
mod printed;
mod program;
mod published_value;
mod values;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use program::PublishedProgram;
use values::ValuesFile;

/// The folder of the published results.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance")
}

/// Returns what `read` makes of all files in a folder, by their names.
///
/// # Panics
///
/// Panics if one cannot be read, with its name and line.
fn all_in<T>(folder: &Path, read: impl Fn(&Path) -> Result<T, String>) -> Vec<T> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read: Result<Vec<_>, _> = paths.iter().map(|path| read(path)).collect();
    read.unwrap_or_else(|error| panic!("{error}"))
}

/// Returns all results of functions, formats and informats.
fn values() -> Vec<ValuesFile> {
    let kinds = values::KINDS.iter();
    kinds
        .flat_map(|kind| all_in(&folder().join(kind), ValuesFile::read))
        .collect()
}

/// Returns all programs.
fn programs() -> Vec<PublishedProgram> {
    all_in(&folder().join("programs"), PublishedProgram::read)
}

/// Runs all items, as many at once as there are processors, and asserts that each is as its file says.
fn assert_as_published<T: Sync>(items: &[T], run: impl Fn(&T) -> Vec<String> + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            wrong.extend(run(item));
        }
        wrong
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let wrong = workers.into_iter().map(|worker| worker.join().expect("a worker"));
        wrong.flatten().collect()
    });
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn results_are_those_that_were_published() {
    let files = values();
    assert!(files.len() > 100, "there are only {} files", files.len());
    assert_as_published(&files, ValuesFile::run);
}

#[test]
fn results_are_about_documented_items() {
    let files = values();
    for kind in documented::KINDS {
        let names = kind.documented();
        let of_kind = files.iter().filter(|file| file.kind == kind.name);
        let others: Vec<String> = of_kind
            .map(ValuesFile::item)
            .filter(|item| !names.contains(item))
            .collect();
        assert!(others.is_empty(), "no documented {} are {others:?}", kind.name);
    }
}

#[test]
fn programs_print_what_was_published() {
    let programs = programs();
    assert!(programs.len() > 20, "there are only {} programs", programs.len());
    assert_as_published(&programs, PublishedProgram::run);
}

#[test]
fn the_page_has_what_the_files_have() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/conformance.md");
    let page = page::of(&values(), &programs());
    if std::env::var_os("UPDATE_GOLD").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    let is = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        is == page,
        "docs/conformance.md has other counts than the files; UPDATE_GOLD=1 makes it anew"
    );
}
