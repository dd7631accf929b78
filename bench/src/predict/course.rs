//! feedrate with its subcommands, on the inputs of a case.

use std::path::{Path, PathBuf};
use std::process::Command;

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::rounds::show;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::process::child::Bounds;
use feedrate_bench::process::port::free_port;
use feedrate_bench::volume;

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
    /// The number of profiles of a program before each round.
    pub profiles: u32,
    /// The number of rounds of each comparison.
    pub rounds: u32,
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

    /// Profiles the program of a case a few times, each time with cold inputs, and returns the job of all profiles.
    pub fn job(
        &self,
        (case, sizes): (&Case, Sizes),
        method: Method,
        data: &Path,
        within: &Path,
    ) -> Result<PathBuf, String> {
        let program = self.write_program(case)?;
        let size = data.file_name().unwrap_or_default().to_string_lossy();
        let of = format!("{}-{size}-{}", case.name, method.name());
        let job = self.bench.beside(&format!("{of}.json"));
        let mut derive = self.feedrate.command("derive");
        derive.arg("--output").arg(&job);
        for number in 1..=self.profiles {
            show(&format!("{of}: profile {number}"));
            volume::cool_all(data)?;
            let path = self.bench.beside(&format!("{of}-{number}.json"));
            let mut command = self.feedrate.command("profile");
            command.arg(&program).arg("--json").arg(&path);
            command.arg("--work").arg(within);
            self.tell(&mut command, (case, sizes), method, data)?;
            self.bench.run(&mut command, Bounds::default())?;
            derive.arg(&path);
        }
        self.bench.run(&mut derive, Bounds::default())?;
        Ok(job)
    }
}
