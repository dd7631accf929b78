//! Lists of hosts: `a,b,c`, `n[01-20,30]`, `@FILE`, and `slurm` for the allocation at hand.

use std::collections::BTreeSet;
use std::path::Path;

use feedrate_pageio::named_text::TextKind;

use crate::allocation;
use crate::host_name::{HostListError, HostName, LONGEST, MOST, shown};

/// A file with hosts. Batch systems write a line for each processor.
const FILE: TextKind = TextKind {
    name: "list of hosts",
    longest: 64 << 20,
};

/// The most digits of a number in a range.
const MOST_DIGITS: usize = 20;

/// Returns the hosts of a list in their order, each once.
///
/// In a file, each line has a host and, after a space, what other programs may want to know of it; `#` begins a
/// comment. A host of several lines counts once, as batch systems write one line for each processor.
///
/// # Errors
///
/// Fails for texts that are no lists, and for files that cannot be read.
pub fn hosts(list: &str) -> Result<Vec<HostName>, HostListError> {
    if list.trim().eq_ignore_ascii_case("slurm") {
        return expanded(&allocation::nodes()?);
    }
    match list.strip_prefix('@') {
        Some(path) => of_file(Path::new(path)),
        None => expanded(list),
    }
}

fn of_file(path: &Path) -> Result<Vec<HostName>, HostListError> {
    let failed = |reason: String| HostListError::File {
        path: path.display().to_string(),
        reason,
    };
    let bytes = FILE.read(path).map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| failed("it is no text in UTF-8".to_owned()))?;
    let mut known = BTreeSet::new();
    let mut hosts = Vec::new();
    for line in text.lines() {
        let line = line.split_once('#').map_or(line, |(before, _)| before);
        let Some(word) = line.split_whitespace().next() else {
            continue;
        };
        for host in expanded(word)? {
            if known.insert(host.clone()) {
                hosts.push(host);
            }
            if hosts.len() > MOST {
                return Err(HostListError::TooMany);
            }
        }
    }
    match hosts.is_empty() {
        true => Err(HostListError::None(format!(" in {}", path.display()))),
        false => Ok(hosts),
    }
}

/// Returns the hosts of a list with ranges.
fn expanded(list: &str) -> Result<Vec<HostName>, HostListError> {
    let mut names = Vec::new();
    for part in parts(list)? {
        if part.is_empty() {
            return Err(HostListError::None(" between commas, or at all".to_owned()));
        }
        expand(String::new(), part, &mut names)?;
    }
    let mut known = BTreeSet::new();
    let mut hosts = Vec::new();
    for name in names {
        let host = HostName::new(&name)?;
        if !known.insert(host.clone()) {
            return Err(HostListError::Twice(host));
        }
        hosts.push(host);
    }
    Ok(hosts)
}

/// Splits at the commas outside of brackets.
fn parts(list: &str) -> Result<Vec<&str>, HostListError> {
    let mut parts = Vec::new();
    let (mut begin, mut is_inside) = (0, false);
    for (at, letter) in list.char_indices() {
        match letter {
            '[' if !is_inside => is_inside = true,
            ']' if is_inside => is_inside = false,
            '[' | ']' => return Err(HostListError::Range(shown(list))),
            ',' if !is_inside => {
                parts.push(list[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[begin..].trim());
    match is_inside {
        true => Err(HostListError::Range(shown(list))),
        false => Ok(parts),
    }
}

/// Adds the names that begin with `before`, and go on with what the ranges of `rest` stand for.
fn expand(before: String, rest: &str, names: &mut Vec<String>) -> Result<(), HostListError> {
    if names.len() >= MOST {
        return Err(HostListError::TooMany);
    }
    if before.len() > LONGEST {
        return Err(HostListError::Name(shown(&before)));
    }
    let Some((head, tail)) = rest.split_once('[') else {
        names.push(before + rest);
        return Ok(());
    };
    let wrong = || HostListError::Range(shown(rest));
    let (ranges, after) = tail.split_once(']').ok_or_else(wrong)?;
    for range in ranges.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let number = |text: &str| -> Result<u32, HostListError> {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = is_number.then(|| text.parse().ok()).flatten();
            number.ok_or_else(wrong)
        };
        let (from, to) = (number(first)?, number(last)?);
        if from > to || first.len() > MOST_DIGITS {
            return Err(wrong());
        }
        let width = first.len();
        for number in from..=to {
            expand(format!("{before}{head}{number:0width$}"), after, names)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(list: &str) -> Vec<String> {
        let hosts = hosts(list).unwrap();
        hosts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn lists_with_ranges() {
        assert_eq!(names("a, b.example,user@10.0.0.1"), ["a", "b.example", "user@10.0.0.1"]);
        assert_eq!(names("n[08-10,3]"), ["n08", "n09", "n10", "n3"]);
        assert_eq!(
            names("r[1-2]n[01-02]-ib,x"),
            ["r1n01-ib", "r1n02-ib", "r2n01-ib", "r2n02-ib", "x"]
        );
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for list in [
            "",
            ",",
            "a,,b",
            "a,a",
            "n[1-2],n1",
            "n[",
            "n]",
            "n[]",
            "n[a]",
            "n[2-1]",
            "n[1-]",
            "n[[1]]",
            "-oProxyCommand=x",
            "user@-oProxyCommand",
            "/etc/hosts",
            "a b",
            "a;b",
            "$(x)",
            "n[0-4294967295]",
            "n[1-99999999999]",
            "n[000000000000000000000000000001-2]",
            "@/no/such/file",
            "@/dev/zero",
            ".",
            "..",
            "user@..",
        ] {
            assert!(hosts(list).is_err(), "{list:?}");
        }
    }

    #[test]
    fn files_have_a_host_on_each_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hosts");
        std::fs::write(&path, "# the rack\nn1 slots=4\nn1 slots=4\n\nn[2-3] # spare\n").unwrap();
        assert_eq!(names(&format!("@{}", path.display())), ["n1", "n2", "n3"]);
        std::fs::write(&path, "# none\n").unwrap();
        let error = hosts(&format!("@{}", path.display())).unwrap_err();
        assert!(error.to_string().starts_with("no host is named in "), "{error}");
    }

    proptest! {
        #[test]
        fn no_text_panics_and_what_is_taken_is_safe(text in "[a-c0-9,\\[\\]\\-; ]{0,30}") {
            if let Ok(hosts) = hosts(&text) {
                prop_assert!(!hosts.is_empty());
                for host in hosts {
                    prop_assert!(!host.as_str().starts_with('-') && !host.as_str().contains(' '));
                }
            }
        }
    }
}
