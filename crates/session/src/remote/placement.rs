//! Where a session is started: on this machine, or through the launcher that the user allows.

use feedrate_connect::HostName;

use super::OwnCommand;
use super::command::{self, ServerCommand};
use super::grid::Choice;
use super::hosts::{Burden, Hosts};

/// Where a session is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Placement {
    /// On this machine.
    Here,
    /// Through the launcher, on this host; `None` if the launcher chooses it.
    There(Option<HostName>),
}

/// Returns where a session is started, and with which settings.
///
/// `words` are those of SASCMD=, or `None` if there is none; `grid` is what the program has said of the session's name
/// by GRDSVC_ENABLE, and `burden` what speaks against a host.
///
/// # Errors
///
/// Returns an error for a command that is neither this program nor the launcher with a host and this program.
pub(super) fn of(
    words: Option<&[String]>,
    own: &OwnCommand,
    hosts: &Hosts,
    grid: Choice,
    burden: impl Fn(&HostName) -> Burden,
) -> Result<(Placement, ServerCommand), String> {
    if let (Some(words), Some(launcher)) = (words, hosts.launcher())
        && let Some((host, rest)) = launcher.matches(words)
    {
        // A shell there would split one word: `ssh n2 "feedrate -cpucount 2"`.
        let rest: Vec<String> = match rest {
            [line] => shlex::split(line).ok_or_else(|| format!("SASCMD= has a quote that is not closed: {line}"))?,
            rest => rest.to_vec(),
        };
        if rest.is_empty() {
            return Err(format!(
                "SASCMD= has no program behind the launcher; write `{} feedrate`",
                words.join(" ")
            ));
        }
        return Ok((Placement::There(host), command::read_for_host(&rest)?));
    }
    let is_placed = match grid {
        Choice::Enabled => hosts.is_grid(),
        Choice::Disabled => false,
        Choice::None => words.is_none() && hosts.has_list(),
    };
    let own_words = ["!sascmd".to_owned()];
    let words = words.unwrap_or(&own_words);
    if !is_placed {
        let refused = |name: &str| no_program(name, words, hosts);
        return Ok((Placement::Here, command::read(words, own, &refused)?));
    }
    let host = hosts.next(burden);
    let is_own = matches!(words, [word, ..] if word.eq_ignore_ascii_case("!sascmd"));
    let command = match is_own {
        true => command::read_own_for_host(words, own)?,
        false => command::read_for_host(words)?,
    };
    Ok((Placement::There(host), command))
}

/// Returns the error that SASCMD= names another program.
fn no_program(name: &str, words: &[String], hosts: &Hosts) -> String {
    let command = words.join(" ");
    match hosts.launcher() {
        Some(launcher) => format!(
            "SASCMD= `{command}` is neither feedrate nor the launcher that the user allows with a host and feedrate \
             behind it, as in `{launcher} feedrate`"
        ),
        None => format!(
            "SASCMD= names {name}, and a program starts nothing that the user has not allowed: give \
             `feedrate run -o launch='{}'`, or write \"!sascmd\" for a session on this machine",
            template(words)
        ),
    }
}

/// Returns the launcher that a command was written for: the words before the program, with a place for the host.
fn template(words: &[String]) -> String {
    let program = words.iter().position(|word| command::is_own_program(word));
    match program {
        Some(place @ 2..) => format!("{} {{host}}", words[..place - 1].join(" ")),
        _ => "ssh {host}".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use feedrate_language::tree;

    use super::*;
    use crate::options::SystemOptions;

    fn hosts(given: &[(&str, &str)]) -> Hosts {
        let mut options = SystemOptions::default();
        for (word, value) in given {
            options.set(word, Some(value)).unwrap();
        }
        Hosts::of(&options.hosts).unwrap()
    }

    fn placed(command: Option<&str>, hosts: &Hosts, grid: Choice) -> Result<(Placement, ServerCommand), String> {
        let own = OwnCommand::of_program(
            vec![
                ("FULLSTIMER".to_owned(), None),
                ("launch".to_owned(), Some("ssh {host}".to_owned())),
            ],
            Some("/var/tmp".into()),
            "night".to_owned(),
        );
        let words = command.map(tree::words_of_command);
        of(words.as_deref(), &own, hosts, grid, |_| Burden::default())
    }

    fn on(name: &str) -> Placement {
        Placement::There(Some(HostName::new(name).unwrap()))
    }

    #[test]
    fn a_command_with_the_launcher_names_the_host() {
        let ssh = hosts(&[("launch", "ssh {host}")]);
        for command in [
            "ssh n2 feedrate -cpucount 2",
            "ssh n2 /opt/sas/sas -cpucount 2",
            "ssh n2 'sas -cpucount 2'",
        ] {
            let (placement, command) = placed(Some(command), &ssh, Choice::None).unwrap();
            assert_eq!(placement, on("n2"));
            assert_eq!(command.options, [("CPUCOUNT".to_owned(), Some("2".to_owned()))]);
        }
        // A folder there may be none here.
        let (_, command) = placed(Some("ssh n2 feedrate -work /no/such/folder"), &ssh, Choice::None).unwrap();
        assert_eq!(command.work, Some("/no/such/folder".into()));
        for (command, says) in [
            ("ssh n2", "no program"),
            ("ssh n2 rm -rf /", "only feedrate"),
            ("ssh -p 22 n2 feedrate", "`ssh {host} feedrate`"),
            ("ssh -oProxyCommand=x feedrate", "`ssh {host} feedrate`"),
            ("ssh n2 feedrate -launch x", "LAUNCH is for the user alone"),
        ] {
            let refused = placed(Some(command), &ssh, Choice::None).unwrap_err();
            assert!(refused.contains(says), "{command}: {refused}");
        }
    }

    #[test]
    fn without_a_launcher_nothing_else_is_started() {
        let none = hosts(&[]);
        for (command, says) in [
            ("ssh n2 feedrate", "-o launch='ssh {host}'"),
            ("ssh -p 22 n2 feedrate", "-o launch='ssh -p 22 {host}'"),
            ("python3", "SASCMD= names python3"),
        ] {
            let refused = placed(Some(command), &none, Choice::None).unwrap_err();
            assert!(refused.contains(says), "{command}: {refused}");
        }
    }

    #[test]
    fn sessions_without_a_command_go_to_the_hosts_and_others_by_the_grid_alone() {
        let two = hosts(&[("hosts", "a,b")]);
        let place = |command, grid| placed(command, &two, grid).unwrap().0;
        assert_eq!(place(None, Choice::None), on("a"));
        assert_eq!(place(None, Choice::Disabled), Placement::Here);
        assert_eq!(place(Some("!sascmd"), Choice::None), Placement::Here);
        assert_eq!(place(Some("!sascmd"), Choice::Enabled), on("a"));
        assert_eq!(place(Some("sas"), Choice::Enabled), on("a"));
        let none = hosts(&[]);
        assert_eq!(placed(None, &none, Choice::Enabled).unwrap().0, Placement::Here);
        let srun = hosts(&[("launch", "srun -n1")]);
        assert_eq!(placed(None, &srun, Choice::Enabled).unwrap().0, Placement::There(None));
        assert_eq!(placed(None, &srun, Choice::None).unwrap().0, Placement::Here);
    }

    #[test]
    fn options_of_the_program_go_along_except_those_about_hosts_and_its_work() {
        let two = hosts(&[("hosts", "a,b")]);
        let (_, command) = placed(None, &two, Choice::None).unwrap();
        assert_eq!(command.options, [("FULLSTIMER".to_owned(), None)]);
        assert_eq!((command.work, command.sysparm.as_str()), (None, "night"));
    }
}
