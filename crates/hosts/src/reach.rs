//! Hosts and launcher from the words of a person.

use std::time::Duration;

use feedrate_connect::{HostListError, HostName, Launcher, LauncherError, RemoteProgram, SRUN, SSH, hosts};

use crate::group::Settings;

/// The time that a host may take to start where nothing else is said.
const TIME_TO_START: Duration = Duration::from_secs(60);

/// Hosts, and how they are reached, in words.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReachWords<'a> {
    /// The list of hosts.
    pub list: &'a str,
    /// The launcher.
    pub launch: Option<&'a str>,
    /// The folder into which the program is brought, empty for that of temporary files; `None` if it is there.
    pub bring: Option<&'a str>,
    /// The name of the program there.
    pub program: Option<&'a str>,
    /// The time that a host may take to start.
    pub time_to_start: Option<Duration>,
}

/// Hosts, and how they are reached.
#[derive(Debug)]
pub struct Reach {
    /// The hosts.
    pub hosts: Vec<HostName>,
    /// The launcher, and the program there.
    pub settings: Settings,
}

/// Why hosts cannot be reached as the words say. The messages name the options of the command line.
#[derive(Debug, thiserror::Error)]
pub enum ReachError {
    /// The list is invalid.
    #[error("--hosts: {0}")]
    List(HostListError),
    /// The launcher is no command.
    #[error("--launch: {0}")]
    Launcher(LauncherError),
    /// The launcher would start all sessions on one host.
    #[error("--launch: `{0}` does not say where the host's name goes; write {{host}} there")]
    NoName(Launcher),
    /// The name of the program there is invalid.
    #[error("--host-program: {0}")]
    Program(String),
}

impl Reach {
    /// Returns the hosts that the words name.
    ///
    /// # Errors
    ///
    /// Returns an error for words that are invalid.
    pub fn of(words: &ReachWords<'_>) -> Result<Self, ReachError> {
        let hosts = hosts(words.list).map_err(ReachError::List)?;
        let launcher = match words.launch {
            Some(launch) => launch,
            None if words.list.trim().eq_ignore_ascii_case("slurm") => SRUN,
            None => SSH,
        };
        let launcher: Launcher = launcher.parse().map_err(ReachError::Launcher)?;
        if !launcher.names_hosts() {
            return Err(ReachError::NoName(launcher));
        }
        let version = env!("CARGO_PKG_VERSION");
        let there = match words.bring {
            Some(folder) => RemoteProgram::brought(Some(folder.to_owned()).filter(|it| !it.is_empty()), version),
            None => {
                let program = words.program.unwrap_or("feedrate");
                RemoteProgram::installed(program, version).map_err(ReachError::Program)?
            }
        };
        Ok(Self {
            hosts,
            settings: Settings {
                launcher,
                there,
                time_to_start: words.time_to_start.unwrap_or(TIME_TO_START),
                spool: std::env::temp_dir(),
            },
        })
    }
}
