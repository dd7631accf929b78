//! The stages of a check of several hosts.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use feedrate_connect::{CommandLine, HostName};
use feedrate_document::Header;
use feedrate_hosts::command::{HostCommand, for_host};
use feedrate_hosts::group::Observer;
use feedrate_hosts::reach::Reach;
use feedrate_hosts::{HostFailure, HostGroup, HostOutcome, combined, record};
use serde_json::Value;

use super::command::CheckOnFirstHost;
use super::figures::{CheckOnHosts, FORMAT_VERSION, Growth, Stage};
use super::part::{HostPart, PART, ROUNDS, order, stages};
use crate::options::Options;
use crate::setting::Setting;

/// The time for reaching the hosts, and for their files.
const BESIDE: Duration = Duration::from_secs(10);

/// A check of one folder on several hosts.
#[derive(Clone, Copy, Debug)]
pub struct HostsCheck<'a> {
    /// Its options.
    pub options: &'a Options,
    /// The folder, with `{host}` for the name of each host.
    pub folder: &'a str,
    /// The words of its command line, without its name, options about hosts, and files for results.
    pub words: &'a [OsString],
    /// The hosts, and how they are reached.
    pub reach: &'a Reach,
}

/// The measurements of a check of several hosts.
#[derive(Clone, Debug)]
pub struct HostsMeasurement {
    /// The best setting of the first host.
    setting: Setting,
    /// The check of the first host alone.
    first: Value,
    /// The outcomes of the stages.
    outcomes: Vec<HostOutcome>,
}

impl HostsCheck<'_> {
    /// Returns about how long it takes: the check of the first host, and the rounds of all stages.
    pub fn time(&self) -> Duration {
        let effort = self.options.effort;
        // Each trial may take twice its time, and files are written before and removed after them.
        let trials = (ROUNDS * stages(self.reach.hosts.len()).len()) as u32;
        effort.budget() + effort.confirmation() * 2 * (trials + 1) + BESIDE
    }

    /// Checks the first host alone, and measures all stages with its best setting.
    ///
    /// # Errors
    ///
    /// Returns an error if a host cannot be used, the first has no setting, or `stop` is set.
    pub fn measure(
        &self,
        stop: &Arc<AtomicBool>,
        observer: &mut dyn Observer,
    ) -> Result<HostsMeasurement, HostFailure> {
        let mut group = HostGroup::start(&self.reach.hosts, &self.reach.settings, stop, observer)?;
        let (setting, first) = self.check_first(&mut group, stop, observer)?;
        let outcomes = group.run(self.parts(setting), observer)?;
        Ok(HostsMeasurement {
            setting,
            first,
            outcomes,
        })
    }

    /// Checks the first host alone, and returns its best setting and its result.
    fn check_first(
        &self,
        group: &mut HostGroup,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<(Setting, Value), HostFailure> {
        let host = group.hosts().next();
        let Some(host) = host else {
            return Err(HostFailure::Stopped);
        };
        let wrong = |why: String| HostFailure::Host {
            host: host.name.clone(),
            why,
        };
        let template = CheckOnFirstHost.template(self.words);
        let template = template.map_err(|error| wrong(error.to_string()))?;
        let command = CommandLine {
            starts_together: false,
            ..template.line(CheckOnFirstHost.name(), &host.name)
        };
        observer.stage(Some(format!("checking {} alone", host.name)));
        let outcomes = group.run_accepting(vec![command], &[0, 1], observer)?;
        if stop.load(Ordering::Relaxed) {
            return Err(HostFailure::Stopped);
        }
        observer.stage(None);
        let output = outcomes.first().map_or(&[][..], |outcome| &outcome.output);
        let folder = self.folder;
        let first: Value = serde_json::from_slice(output)
            .map_err(|error| wrong(format!("its check of {folder} cannot be read: {error}")))?;
        let setting = &first["folders"][0]["verdict"]["best"]["setting"];
        match serde_json::from_value(setting.clone()) {
            Ok(setting) => Ok((setting, first)),
            Err(_) => Err(wrong(format!("no setting was found for {folder}"))),
        }
    }

    /// Returns the command of each host for its part in the stages.
    fn parts(&self, setting: Setting) -> Vec<CommandLine> {
        let hosts = &self.reach.hosts;
        let stages = stages(hosts.len());
        let part = |(place, host): (usize, &HostName)| HostPart {
            folder: Path::new(&for_host(self.folder, host)).to_path_buf(),
            place,
            stages: stages.clone(),
            setting,
            streams: self.options.streams,
            file_bytes: self.options.file_bytes,
            effort: self.options.effort,
            processes: self.options.processes,
        };
        let parts = hosts.iter().enumerate().map(part);
        parts
            .map(|part| CommandLine {
                arguments: vec![PART.to_owned(), serde_json::to_string(&part).unwrap_or_default()],
                starts_together: true,
                files: Vec::new(),
            })
            .collect()
    }

    /// Returns the result of measurements that were begun at a time by RFC 3339; `None` if nothing was measured.
    pub fn result(&self, measured: HostsMeasurement, started_at: String) -> Option<CheckOnHosts> {
        let HostsMeasurement {
            setting,
            first,
            outcomes,
        } = measured;
        let hosts: Vec<_> = outcomes.iter().map(|outcome| outcome.host.clone()).collect();
        let all = combined::all_rounds(&outcomes);
        let numbers = stages(hosts.len());
        let ran: Vec<usize> = (0..ROUNDS).flat_map(|round| order(&numbers, round)).collect();
        let stages = Stage::all(&hosts, &ran, &all)?;
        let rounds: Vec<_> = all.into_iter().flatten().collect();
        let last = stages.last()?;
        let require_mb_per_core = self.options.require_mb_per_core;
        let meets = last.megabytes_per_second_per_core >= require_mb_per_core;
        let undecided = !meets && last.is_hindered();
        let start_within = rounds.iter().map(|round| round.start_within_microseconds);
        Some(CheckOnHosts {
            feedrate: Header::new("check-on-hosts", FORMAT_VERSION),
            started_at,
            folder: self.folder.to_owned(),
            launcher: self.reach.settings.launcher.to_string(),
            setting: serde_json::to_value(setting).ok()?,
            setting_text: setting.label(),
            require_mb_per_core,
            meets,
            undecided,
            growth: Growth::of(&stages)?,
            stages,
            start_within_microseconds: start_within.fold(0.0, f64::max),
            warnings: record::warnings(&outcomes, &rounds),
            hosts,
            first_host: first,
            rounds,
        })
    }
}
