//! Lines of logs and listings without what differs from run to run: times, rates, paths.

use std::path::Path;

/// The words before a value that is never the same twice.
const FLEETING: &[&str] = &[
    "real time",
    "cpu time",
    "Created ",
    "Last Modified",
    "Filename",
    "Inode Number",
    "Access Permission",
    "Owner Name",
    "Host Created",
    "The page cache served",
    "The step waited for storage",
];

/// A line without what is never the same twice. `work` is the folder within which that of WORK was made.
pub fn steady_line(line: &str, work: &Path) -> String {
    let mut line = line.replace(work.to_str().unwrap(), "(work)");
    // The folder that the session makes there has a name of its own.
    const FOLDER: &str = "(work)/feedrate-work-";
    if let Some(at) = line.find(FOLDER) {
        let name = at + FOLDER.len();
        let end = line[name..].find(['/', ' ', '\'']).map_or(line.len(), |end| name + end);
        line.replace_range(name..end, "#");
    }
    let start = line.trim_start();
    if let Some(label) = FLEETING.iter().find(|label| start.starts_with(**label)) {
        let indent = &line[..line.len() - start.len()];
        return format!("{indent}{label} #");
    }
    if ["  read  ", "  written  "].iter().any(|word| line.contains(word)) {
        // The rate of a data set: the last number before how it moved.
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [name, direction, pages, transfers, megabytes, _, how @ ..] = &words[..] {
            return format!(
                "      {name} {direction} {pages} {transfers} {megabytes} # {}",
                how.join(" ")
            );
        }
    }
    if let Some(at) = line.find(": reached the device") {
        return line[..at].to_owned() + ": reached the device #";
    }
    if start.starts_with("WORK.") && line.contains("in the page cache") {
        return line.split(',').next().unwrap_or_default().to_owned() + ", #";
    }
    line
}
