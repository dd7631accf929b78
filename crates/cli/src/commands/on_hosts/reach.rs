//! Hosts and launcher from the options.

use std::time::Duration;

use feedrate_connect::{HostName, Launcher, SRUN, SSH, There, hosts};
use feedrate_hosts::Settings;

use crate::arguments::hosts::HostArguments;

/// How long a host may take to start where nothing else is said.
const TIME_TO_START: Duration = Duration::from_secs(60);

/// Hosts, and how they are reached.
#[derive(Debug)]
pub(super) struct Reach {
    pub(super) hosts: Vec<HostName>,
    pub(super) settings: Settings,
}

impl Reach {
    /// Returns what the options name.
    pub(super) fn of(arguments: &HostArguments) -> Result<Self, String> {
        let list = arguments.hosts.as_deref().unwrap_or_default();
        let hosts = hosts(list).map_err(|error| format!("--hosts: {error}"))?;
        let launcher = match &arguments.launch {
            Some(launch) => launch.as_str(),
            None if list.trim().eq_ignore_ascii_case("slurm") => SRUN,
            None => SSH,
        };
        let launcher: Launcher = launcher
            .parse()
            .map_err(|error| format!("--launch: {error}"))?;
        if !launcher.names_hosts() {
            return Err(format!(
                "--launch: `{launcher}` does not say where the host's name goes; write {{host}} there"
            ));
        }
        let version = env!("CARGO_PKG_VERSION");
        let there = match &arguments.bring {
            Some(folder) => {
                There::brought(Some(folder.clone()).filter(|it| !it.is_empty()), version)
            }
            None => {
                let program = arguments.host_program.as_deref().unwrap_or("feedrate");
                There::installed(program, version)
                    .map_err(|error| format!("--host-program: {error}"))?
            }
        };
        Ok(Self {
            hosts,
            settings: Settings {
                launcher,
                there,
                time_to_start: arguments.host_timeout.unwrap_or(TIME_TO_START),
                spool: std::env::temp_dir(),
            },
        })
    }
}
