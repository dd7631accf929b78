//! The command for each host.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use feedrate_connect::{CommandLine, HOST, HostName, file_argument};
use feedrate_pageio::named_text::TextKind;

/// Reads the only file that goes along, and has the word that ends with its name stand for it. Returns its name and
/// content.
pub(super) fn file_along(
    words: &mut [String],
    name: &str,
    kind: &TextKind,
    path: &Path,
) -> Result<(String, Vec<u8>), String> {
    let content = kind
        .read(path)
        .map_err(|error| format!("{name}: {error}"))?;
    let place = words.iter_mut().find(|word| word.ends_with(name));
    let place = place.ok_or_else(|| format!("{name} cannot be found among the arguments"))?;
    let before = place.len() - name.len();
    place.replace_range(before.., &file_argument(0));
    Ok((name.to_owned(), content))
}

/// Returns the command of each host: the words with its name for `{host}`, and the files, in whose text it stands for
/// the name too.
pub(super) fn for_each(
    hosts: &[HostName],
    words: &[String],
    files: &[(String, Vec<u8>)],
) -> Vec<CommandLine> {
    let commands = hosts.iter().map(|host| CommandLine {
        arguments: words.iter().map(|word| named(word, host)).collect(),
        starts_together: true,
        files: files
            .iter()
            .map(|(name, content)| {
                let content = match std::str::from_utf8(content) {
                    Ok(text) => named(text, host).into_bytes(),
                    Err(_) => content.clone(),
                };
                (named(name, host), content)
            })
            .collect(),
    });
    commands.collect()
}

/// Returns a text with the name of a host in it.
pub(super) fn named(text: &str, host: &HostName) -> String {
    text.replace(HOST, host.as_str())
}

/// Returns arguments as text.
pub(super) fn texts(arguments: &[OsString]) -> Result<Vec<String>, String> {
    let text = |argument: &OsString| {
        let text = argument.to_str().map(ToOwned::to_owned);
        text.ok_or_else(|| {
            format!(
                "the argument '{}' is not UTF-8, which other hosts would not understand",
                argument.to_string_lossy()
            )
        })
    };
    arguments.iter().map(text).collect()
}

/// Checks that no file is written by several hosts. `written` is the files that each of them writes.
pub(super) fn check_written(
    hosts: &[HostName],
    written: impl Fn(&HostName) -> Vec<String>,
) -> Result<(), String> {
    let mut writers: BTreeMap<String, &HostName> = BTreeMap::new();
    for host in hosts {
        for file in written(host) {
            match writers.insert(file.clone(), host) {
                Some(other) if other != host => {
                    return Err(format!(
                        "{file} would be written by {other} and by {host}, and on storage that they share it is one \
                         file: put {{host}} into its name, which stands for that of each host"
                    ));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_host_has_its_own_files() {
        let hosts = ["n1", "n2"].map(|name| HostName::new(name).unwrap());
        let commands = for_each(
            &hosts,
            &["/d/{host}-f".to_owned()],
            &[("j".to_owned(), b"filename={host}".to_vec())],
        );
        assert_eq!(commands[1].arguments, ["/d/n2-f"]);
        assert_eq!(commands[1].files[0].1, b"filename=n2");
        check_written(&hosts, |host| vec![format!("/d/{host}")]).unwrap();
        let error = check_written(&hosts, |_| vec!["/d/f".to_owned()]).unwrap_err();
        assert!(
            error.starts_with("/d/f would be written by n1 and by n2"),
            "{error}"
        );
    }
}
