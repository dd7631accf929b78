//! Other machines: how sessions are started there, and on which.

use std::path::PathBuf;
use std::time::Duration;

use feedrate_connect::{HostName, Launch, Launcher, RemoteProgram, SRUN, SSH, hosts};
use feedrate_options::HostOptions;

use super::place::Place;
use crate::options::SystemOptions;

/// The list of hosts that stands for an allocation of Slurm.
const SLURM: &str = "slurm";

/// The hosts and the launcher that the user allows.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    launcher: Option<Launcher>,
    hosts: Vec<HostName>,
    there: RemoteProgram,
    time_to_start: Duration,
    /// The name or path of the program there; `None` if it is copied.
    program: Option<String>,
}

/// The burden of a host, which speaks against it for the next session; the first part counts more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Burden {
    /// The number of sessions that did not begin there.
    pub(super) failures: usize,
    /// The number of sessions that run there.
    pub(super) sessions: usize,
}

impl SystemOptions {
    /// Checks what the options say of sessions on other machines.
    ///
    /// # Errors
    ///
    /// Returns a message if the launcher, the hosts or the program there cannot be used.
    pub fn check_hosts(&self) -> Result<(), String> {
        Hosts::of(&self.hosts).map(|_| ())
    }
}

impl Hosts {
    /// Reads the options.
    pub(super) fn of(options: &HostOptions) -> Result<Self, String> {
        let list = options.hosts.trim();
        let named = match list {
            "" => Vec::new(),
            list => hosts(list).map_err(|error| format!("HOSTS={list}: {error}"))?,
        };
        let launcher = match (options.launcher.trim(), list) {
            ("", "") => None,
            ("", list) if list.eq_ignore_ascii_case(SLURM) => Some(SRUN),
            ("", _) => Some(SSH),
            (launcher, _) => Some(launcher),
        };
        let launcher: Option<Launcher> = launcher
            .map(|text| text.parse().map_err(|error| format!("LAUNCH=: {error}")))
            .transpose()?;
        if let Some(launcher) = launcher.as_ref().filter(|it| !it.names_hosts())
            && !named.is_empty()
        {
            return Err(format!(
                "LAUNCH= `{launcher}` chooses the host itself, and HOSTS= names some: leave HOSTS= out, or write \
                 {{host}} where the launcher is told the host"
            ));
        }
        let brings = options.brings || !options.bring_to.is_empty();
        let version = env!("CARGO_PKG_VERSION");
        let there = match brings {
            true => {
                let folder = Some(options.bring_to.clone()).filter(|folder| !folder.is_empty());
                RemoteProgram::brought(folder, version)
            }
            false => {
                RemoteProgram::installed(&options.program, version).map_err(|error| format!("HOSTPROGRAM=: {error}"))?
            }
        };
        Ok(Self {
            launcher,
            hosts: named,
            there,
            time_to_start: Duration::from_secs(options.seconds_to_start.into()),
            program: (!brings).then(|| options.program.clone()),
        })
    }

    /// Returns the launcher that programs may use.
    pub(super) fn launcher(&self) -> Option<&Launcher> {
        self.launcher.as_ref()
    }

    /// Returns how to start a session on a host; `None` if there is no launcher.
    pub(super) fn launch(&self, host: Option<&HostName>, spool: PathBuf) -> Option<Launch> {
        let launcher = self.launcher.as_ref()?;
        Some(launcher.launch(host, &self.there, spool))
    }

    /// Returns the place of a session on a host; `None` for one that the launcher chooses.
    pub(super) fn place(&self, host: Option<HostName>) -> Place {
        Place::There {
            host,
            time_to_start: self.time_to_start,
            where_is_the_program: self.where_is_the_program(),
        }
    }

    /// Returns true if sessions can be placed whose statement names no host.
    pub(super) fn is_grid(&self) -> bool {
        let chooses = |launcher: &Launcher| !launcher.names_hosts();
        !self.hosts.is_empty() || self.launcher.as_ref().is_some_and(chooses)
    }

    /// Returns whether the user has named hosts.
    pub(super) fn has_list(&self) -> bool {
        !self.hosts.is_empty()
    }

    /// Returns how many hosts there are, if that is known.
    pub(super) fn count(&self) -> Option<usize> {
        Some(self.hosts.len()).filter(|count| *count > 0)
    }

    /// Returns the host of the next session: the first of those with the least burden. `None` if the launcher chooses
    /// it.
    pub(super) fn next(&self, burden: impl Fn(&HostName) -> Burden) -> Option<HostName> {
        let next = self.hosts.iter().min_by_key(|host| burden(host));
        next.cloned()
    }

    /// Returns what to do where the program there did not say a word.
    fn where_is_the_program(&self) -> String {
        match &self.program {
            Some(program) => format!(
                "is feedrate there, as `{program}`? -o hostprogram=PATH says where it is, and -o bring copies this one"
            ),
            None => {
                "the program is copied there: -o bringto=FOLDER names a folder in which programs may run".to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(given: &[(&str, &str)]) -> Result<Hosts, String> {
        let mut options = SystemOptions::default();
        for (word, value) in given {
            let value = Some(*value).filter(|value| !value.is_empty());
            options.set(word, value).unwrap();
        }
        Hosts::of(&options.hosts)
    }

    #[test]
    fn the_launcher_is_that_of_the_user_or_follows_from_the_hosts() {
        let launcher = |given: &[(&str, &str)]| {
            let hosts = of(given).unwrap();
            hosts.launcher().map(ToString::to_string)
        };
        assert_eq!(launcher(&[]), None);
        assert_eq!(launcher(&[("hosts", "a,b")]).as_deref(), Some(SSH));
        let own = [("hosts", "a,b"), ("launch", "rsh {host}")];
        assert_eq!(launcher(&own).as_deref(), Some("rsh {host}"));
        assert!(!of(&[("launch", "ssh {host}")]).unwrap().is_grid());
        assert!(of(&[("launch", "srun -n1")]).unwrap().is_grid());
        assert!(of(&own).unwrap().is_grid());
    }

    #[test]
    fn sessions_go_to_the_host_with_the_fewest_that_did_not_fail() {
        let hosts = of(&[("hosts", "n[1-3]")]).unwrap();
        let next = |failures: [usize; 3], sessions: [usize; 3]| {
            let host = hosts.next(|host| {
                let place = ["n1", "n2", "n3"].iter().position(|it| *it == host.as_str());
                let place = place.unwrap();
                Burden {
                    failures: failures[place],
                    sessions: sessions[place],
                }
            });
            host.unwrap().to_string()
        };
        assert_eq!(next([0; 3], [0, 0, 0]), "n1");
        assert_eq!(next([0; 3], [1, 0, 0]), "n2");
        assert_eq!(next([0; 3], [1, 1, 0]), "n3");
        assert_eq!(next([0; 3], [2, 1, 1]), "n2");
        assert_eq!(next([1, 0, 0], [0, 5, 6]), "n2");
        assert_eq!(next([1, 1, 1], [0, 5, 6]), "n1");
    }

    #[test]
    fn what_cannot_be_used_is_told_by_its_option() {
        for (given, says) in [
            (&[("hosts", "a b")][..], "HOSTS=a b: "),
            (&[("launch", "ssh 'x")], "LAUNCH=: "),
            (&[("launch", "srun -n1"), ("hosts", "a")], "{host}"),
            (&[("hostprogram", "$(x)")], "HOSTPROGRAM=: "),
        ] {
            let refused = of(given).unwrap_err();
            assert!(refused.contains(says), "{refused}");
        }
    }
}
