//! The options about hosts among the arguments of any command.

use std::ffi::{OsStr, OsString};

use clap::Parser;

use super::arguments::{NAMES, ToolHostArguments};
use crate::complaint;

/// Returns whether arguments have an option about hosts.
pub fn are_named(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| option(argument).is_some())
}

/// Returns the options about hosts, and the other arguments.
///
/// # Errors
///
/// Fails for invalid values of these options, and where `--hosts` is missing beside others.
pub fn without(arguments: &[OsString]) -> Result<(ToolHostArguments, Vec<OsString>), String> {
    let mut about_hosts = Vec::new();
    let mut others = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let Some((has_value, takes_value)) = option(word) else {
            others.push(word.clone());
            continue;
        };
        about_hosts.push(word.clone());
        if takes_value && !has_value {
            about_hosts.extend(words.next().cloned());
        }
    }
    let parsed = ToolHostArguments::try_parse_from(about_hosts);
    let parsed = parsed.map_err(|error| complaint::without_help(&error))?;
    match parsed.hosts.hosts {
        Some(_) => Ok((parsed, others)),
        None => Err("name the hosts with --hosts".to_owned()),
    }
}

/// Returns whether an option about hosts has its value with it, and whether it takes one as the next argument.
fn option(argument: &OsStr) -> Option<(bool, bool)> {
    let argument = argument.to_str()?;
    let (name, has_value) = match argument.split_once('=') {
        Some((name, _)) => (name, true),
        None => (argument, false),
    };
    let (_, takes_value) = NAMES.iter().find(|(known, _)| *known == name)?;
    Some((has_value, *takes_value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn options_about_hosts_are_taken_out() {
        let given = words("job.fio --hosts a,b --size=1g --bring --launch=x --eta=never");
        let (hosts, others) = without(&given).unwrap();
        assert_eq!(hosts.hosts.hosts.as_deref(), Some("a,b"));
        assert_eq!(hosts.hosts.bring.as_deref(), Some(""));
        assert_eq!(others, words("job.fio --size=1g --eta=never"));
        assert!(are_named(&given) && !are_named(&others));
    }

    #[test]
    fn what_is_wrong_with_them_is_told() {
        let told = |text| without(&words(text)).unwrap_err();
        assert!(told("--launch x job.fio").contains("--hosts"));
        assert!(told("job.fio --hosts").contains("--hosts"));
        assert!(told("--hosts a --host-timeout 0 job.fio").contains("zero seconds"));
    }
}
