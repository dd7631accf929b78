//! The paths of folders and files that are not there yet.

use std::path::{Path, PathBuf};

use feedrate_pageio::file_facts;

/// Returns the path that a folder or file has once it is made, with the links in what is there of it resolved.
pub(in crate::library) fn place_to_be(path: &Path) -> PathBuf {
    let mut ancestors = path.ancestors();
    let there = ancestors.find_map(|ancestor| Some((ancestor, file_facts::without_links(ancestor).ok()?)));
    match there.and_then(|(there, place)| Some(place.join(path.strip_prefix(there).ok()?))) {
        Some(place) => place,
        None => path.to_owned(),
    }
}
