//! feedrate with its subcommands, on the inputs of a case.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;

use feedrate_bench::child::{self, Bounds, Stop};
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::port::free_port;
use feedrate_bench::race::show;
use serde::Deserialize;

use crate::arguments::Arguments;
use crate::case::{Case, INPUTS, Sizes};
use crate::method::Method;
use crate::stage::{self, Stage};

/// BUFSIZE of all data sets.
const PAGE: &str = "64k";

/// All that comparisons need.
#[derive(Debug)]
pub struct Course<'a> {
    /// The arguments.
    pub arguments: &'a Arguments,
    /// feedrate.
    pub feedrate: Feedrate,
    /// The folders.
    pub stage: Stage,
    /// Ends a run.
    pub stop: Stop,
}

/// What is read of a profile.
#[derive(Debug, Deserialize)]
struct Profile {
    steps: Vec<Step>,
    #[serde(default)]
    sessions: Vec<Session>,
}

#[derive(Debug, Deserialize)]
struct Session {
    steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
struct Step {
    began_microseconds: u64,
    ended_microseconds: u64,
}

impl Profile {
    /// Returns the time from the beginning of the first step to the end of the last.
    fn microseconds(&self) -> u64 {
        let others = self.sessions.iter().flat_map(|session| &session.steps);
        let steps: Vec<&Step> = self.steps.iter().chain(others).collect();
        let began = steps.iter().map(|step| step.began_microseconds).min();
        let ended = steps.iter().map(|step| step.ended_microseconds).max();
        ended
            .unwrap_or_default()
            .saturating_sub(began.unwrap_or_default())
    }
}

impl Course<'_> {
    /// Makes the inputs of a case in a folder, and returns where they are.
    pub fn make_inputs(
        &self,
        case: Case,
        observations: u64,
        within: &Path,
    ) -> Result<PathBuf, String> {
        show(&format!("{}: making inputs", case.name()));
        let data = within.join(format!("{observations}"));
        stage::make(&data)?;
        let mut command = self.feedrate.command("run");
        command.arg(self.stage.program(INPUTS)?);
        self.set(&mut command, "folder", &data.display().to_string());
        self.set(&mut command, "rows", &observations.to_string());
        let both = u8::from(case.has_two_inputs());
        self.set(&mut command, "both", &both.to_string());
        command.args(["-o", &format!("BUFSIZE={PAGE}"), "--work"]);
        command.arg(within);
        self.run(&mut command)?;
        Ok(data)
    }

    fn set(&self, command: &mut Command, name: &str, value: &str) {
        command.args(["--let", &format!("{name}={value}")]);
    }

    /// Adds what a program of a case is told about its inputs and its method.
    pub fn tell(
        &self,
        command: &mut Command,
        (case, sizes): (Case, Sizes),
        method: Method,
        data: &Path,
    ) -> Result<(), String> {
        let buffers = self.arguments.buffers;
        self.set(command, "folder", &data.display().to_string());
        if case == Case::Piped {
            let more = format!("{} -bufsize {PAGE}", method.session_options(buffers));
            self.set(command, "more", &more);
            self.set(command, "port", &free_port()?.to_string());
        }
        let mut options = method.options(buffers);
        options.push(format!("BUFSIZE={PAGE}"));
        options.extend(
            case.sort_bytes(sizes)
                .map(|bytes| format!("SORTSIZE={bytes}")),
        );
        for option in options {
            command.args(["-o", &option]);
        }
        Ok(())
    }

    /// Profiles the program of a case a few times, each time with cold inputs, and returns the profile that took the
    /// time in the middle.
    pub fn profile(
        &self,
        (case, sizes): (Case, Sizes),
        method: Method,
        data: &Path,
        within: &Path,
    ) -> Result<PathBuf, String> {
        let program = self.stage.program(case.program())?;
        let mut profiles = Vec::new();
        let sort_of = data.file_name().unwrap_or_default().to_string_lossy();
        for number in 1..=self.arguments.profiles {
            show(&format!(
                "{}, {}: profile {number}",
                case.name(),
                method.name()
            ));
            stage::cool(data)?;
            let name = format!("{}-{sort_of}-{}-{number}.json", case.name(), method.name());
            let path = self.stage.beside(&name);
            let mut command = self.feedrate.command("profile");
            command.arg(&program).arg("--json").arg(&path);
            command.arg("--work").arg(within);
            self.tell(&mut command, (case, sizes), method, data)?;
            self.run(&mut command)?;
            profiles.push((stage::read::<Profile>(&path)?.microseconds(), path));
        }
        profiles.sort();
        let middle = (profiles.len().max(1) - 1) / 2;
        let middle = profiles.into_iter().nth(middle);
        middle
            .map(|(_, path)| path)
            .ok_or_else(|| "nothing was profiled".to_owned())
    }

    /// Runs a command to its end.
    pub fn run(&self, command: &mut Command) -> Result<(), String> {
        let bounds = Bounds {
            patience: Some(self.arguments.patience()),
            ..Bounds::default()
        };
        self.check()?;
        let said = self.stage.beside("said.log");
        child::run_within(command, &said, bounds, &self.stop)
            .map(drop)
            .map_err(|error| shortened(&error))
    }

    /// Fails if a signal came.
    pub fn check(&self) -> Result<(), String> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err("interrupted".to_owned()),
            false => Ok(()),
        }
    }
}

/// Returns what failed, with the first error of a log and not all of it.
pub fn shortened(error: &str) -> String {
    match error.split_once(": ").zip(error.find("ERROR")) {
        Some(((how, _), place)) => {
            let line: String = error[place..].chars().take(300).collect();
            format!("{how}: {line}")
        }
        None => error.chars().take(400).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_lasts_from_its_first_step_to_its_last() {
        let text = r#"{"steps":[],"sessions":[{"steps":[{"began_microseconds":5,"ended_microseconds":9}]},
            {"steps":[{"began_microseconds":3,"ended_microseconds":8}]}]}"#;
        let profile: Profile = serde_json::from_str(text).unwrap();
        assert_eq!(profile.microseconds(), 6);
    }

    #[test]
    fn of_a_log_the_first_error_is_told() {
        let error = "feedrate failed with 2: 1 data x; ERROR: no such file";
        assert_eq!(
            shortened(error),
            "feedrate failed with 2: ERROR: no such file"
        );
        assert_eq!(shortened("interrupted"), "interrupted");
    }
}
