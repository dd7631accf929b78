//! feedrate with its subcommands, on the inputs of a case.

use std::path::{Path, PathBuf};
use std::process::Command;

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::rounds::show;
use feedrate_bench::peers::feedrate::{self, Feedrate};
use feedrate_bench::process::child::Bounds;
use feedrate_bench::process::port::free_port;
use feedrate_bench::volume;
use serde::Deserialize;

use super::case::{Case, Sizes};
use super::method::Method;

/// BUFSIZE of all data sets.
const PAGE: &str = "64k";

/// All that comparisons need.
#[derive(Debug)]
pub struct Course {
    /// The bench.
    pub bench: Bench,
    /// feedrate.
    pub feedrate: Feedrate,
    /// The folder in which programs are profiled.
    pub home: PathBuf,
    /// The folder in which they are predicted.
    pub other: PathBuf,
    /// Pages of a direct transfer (BUFNO).
    pub buffers: u32,
    /// The number of profiles of a program.
    pub profiles: u32,
    /// The number of pairs of each comparison.
    pub rounds: u32,
}

/// A profile, as far as it is read.
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
        ended.unwrap_or_default().saturating_sub(began.unwrap_or_default())
    }
}

impl Course {
    /// Makes the inputs of a case in a folder, and returns where they are.
    pub fn make_inputs(&self, case: &Case, observations: u64, within: &Path) -> Result<PathBuf, String> {
        show(&format!("{}: making inputs", case.name));
        let data = within.join(format!("{observations}"));
        volume::make(&data)?;
        let text = include_str!("programs/inputs.sas");
        let program = self.feedrate.program(text, &self.bench)?;
        let program = program
            .set("folder", data.display())
            .set("rows", observations)
            .set("both", u8::from(case.has_two_inputs))
            .option(format!("BUFSIZE={PAGE}"))
            .with_work(within);
        program.run()?;
        Ok(data)
    }

    /// Writes the program of a case, and returns its path.
    pub fn write_program(&self, case: &Case) -> Result<PathBuf, String> {
        let path = self.bench.beside("case.sas");
        volume::write(&path, case.program)?;
        Ok(path)
    }

    /// Tells a program of a case its inputs and its method.
    pub fn tell(
        &self,
        command: &mut Command,
        (case, sizes): (&Case, Sizes),
        method: Method,
        data: &Path,
    ) -> Result<(), String> {
        let mut set = |name: &str, value: String| {
            command.args(["--let", &format!("{name}={value}")]);
        };
        set("folder", data.display().to_string());
        if case.is_piped {
            let options = method.session_options(self.buffers);
            set("more", format!("{options} -bufsize {PAGE}"));
            set("port", free_port()?.to_string());
        }
        let mut options = method.options(self.buffers);
        options.push(format!("BUFSIZE={PAGE}"));
        let memory = case.sort_bytes(sizes);
        options.extend(memory.map(|bytes| format!("SORTSIZE={bytes}")));
        for option in options {
            command.args(["-o", &option]);
        }
        Ok(())
    }

    /// Profiles the program of a case a few times, each time with cold inputs, and returns the profile that took the
    /// time in the middle.
    pub fn profile(
        &self,
        (case, sizes): (&Case, Sizes),
        method: Method,
        data: &Path,
        within: &Path,
    ) -> Result<PathBuf, String> {
        let program = self.write_program(case)?;
        let mut profiles = Vec::new();
        let size = data.file_name().unwrap_or_default().to_string_lossy();
        let of = format!("{}-{size}-{}", case.name, method.name());
        for number in 1..=self.profiles {
            show(&format!("{of}: profile {number}"));
            volume::cool_all(data)?;
            let path = self.bench.beside(&format!("{of}-{number}.json"));
            let mut command = self.feedrate.command("profile");
            command.arg(&program).arg("--json").arg(&path);
            command.arg("--work").arg(within);
            self.tell(&mut command, (case, sizes), method, data)?;
            self.bench.run(&mut command, Bounds::default())?;
            profiles.push((feedrate::read::<Profile>(&path)?.microseconds(), path));
        }
        profiles.sort();
        let middle = (profiles.len().max(1) - 1) / 2;
        let middle = profiles.into_iter().nth(middle);
        middle
            .map(|(_, path)| path)
            .ok_or_else(|| "nothing was profiled".to_owned())
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
}
