//! Things that carry the number of the test's process in their names, so that the next test finds what a killed one
//! left. Processes and namespaces need no search: they end with the test's process.

use std::fs;
use std::path::Path;
use std::process;

use crate::program::{names, peer};

/// The beginning of the names of folders.
const FOLDER: &str = "hosts-";
/// The beginning of the names of network links. The kernel takes 15 characters.
const LINK: &str = "hosts";

/// The folder of this process's hosts of a number.
pub fn folder(number: u32) -> tempfile::TempDir {
    tempfile::Builder::new()
        .prefix(&format!("{FOLDER}{}-{number}-", process::id()))
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
        .expect("a temporary folder")
}

/// The name of the link from the machine to this process's hosts of a number.
pub fn link(number: u32) -> String {
    format!("{LINK}{}-{number}", process::id())
}

/// The folders of a process.
pub fn folders_of(id: u32) -> Vec<String> {
    let prefix = format!("{FOLDER}{id}-");
    let mut found = names(Path::new(env!("CARGO_TARGET_TMPDIR")));
    found.retain(|name| name.starts_with(&prefix));
    found
}

/// The links of a process.
pub fn links_of(id: u32) -> Vec<String> {
    let prefix = format!("{LINK}{id}-");
    let mut found = names(Path::new("/sys/class/net"));
    found.retain(|name| name.starts_with(&prefix));
    found
}

/// Removes what processes that are gone have left.
pub fn sweep() {
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for name in names(parent).iter().filter(|name| is_left(name, FOLDER)) {
        // Another test may do the same.
        let _ = fs::remove_dir_all(parent.join(name));
    }
    let links = names(Path::new("/sys/class/net"));
    for name in links.iter().filter(|name| is_left(name, LINK)) {
        peer("ip", ["link", "delete", name]);
    }
}

fn is_left(name: &str, prefix: &str) -> bool {
    let rest = name.strip_prefix(prefix).unwrap_or_default();
    let id = rest.split_once('-').and_then(|(id, _)| id.parse::<u32>().ok());
    id.is_some_and(|id| !Path::new(&format!("/proc/{id}")).exists())
}

#[test]
fn what_is_left_is_known_by_a_process_that_is_gone() {
    // Larger than the kernel gives out.
    let gone = u32::MAX;
    assert!(is_left(&format!("hosts-{gone}-0-abc"), FOLDER));
    assert!(is_left(&format!("hosts{gone}-0"), LINK));
    assert!(!is_left(&link(0), LINK));
    assert!(!is_left("hosts-of-others-1", FOLDER));
    assert!(!is_left(&format!("other-{gone}-0"), FOLDER));
}
