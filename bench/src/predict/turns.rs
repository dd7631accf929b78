//! The turns of a row: a prediction that is held against the program and against fio.

use std::path::{Path, PathBuf};

use feedrate_bench::harness::rounds::show;
use feedrate_bench::peers::feedrate;
use feedrate_bench::peers::fio::{self, Fio};
use feedrate_bench::process::child::Bounds;
use feedrate_bench::volume;
use serde::Serialize;

use super::case::{Case, Sizes};
use super::course::Course;
use super::method::Method;
use super::prediction::Prediction;

/// Runs of the job and of the program in a turn: first the job and then the program, and then the other way round.
const RUNS_OF_A_TURN: usize = 2;

/// The origin of a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A profile of smaller data, with the other method and in another folder.
    Elsewhere,
    /// A profile of the same data, with the same method and in the same folder.
    Control,
}

/// A row.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The case.
    pub case: &'static Case,
    /// Its sizes.
    pub sizes: Sizes,
    /// The method with which it is predicted.
    pub method: Method,
    /// The origin of its prediction.
    pub kind: Kind,
    /// The inputs over which the program is profiled.
    pub profiled: &'a Path,
    /// The folder in which it is profiled.
    pub home: &'a Path,
    /// The inputs of the program.
    pub data: &'a Path,
}

/// Two runs of a job from profiles of its own and two of the program, and a run of fio before and after them.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The runs of the job and of the program.
    pub prediction: Prediction,
    /// Seconds of fio's runs, as many, or why there are none.
    pub fio: Result<Vec<f64>, String>,
}

impl Row<'_> {
    /// Returns its name.
    pub fn title(&self) -> String {
        let kind = match self.kind {
            Kind::Elsewhere => "",
            Kind::Control => ", control",
        };
        format!("{}, {}{kind}", self.case.name, self.method.name())
    }

    fn scale(&self) -> Option<String> {
        let factor = self.sizes.predicted as f64 / self.sizes.profiled as f64;
        (self.kind == Kind::Elsewhere).then(|| format!("{factor:.6}x"))
    }

    /// Profiles the program with a method, and returns the job.
    fn job(&self, course: &Course, method: Method) -> Result<PathBuf, String> {
        course.job((self.case, self.sizes), method, self.profiled, self.home)
    }

    /// Measures all turns, each with profiles of its own. fio runs before the first run of a turn and after the last
    /// one, so that a drift favours nobody.
    pub fn turns(&self, course: &Course, fio: &Result<Fio, String>) -> Result<Vec<Turn>, String> {
        let job = fio.as_ref().map_err(Clone::clone);
        let mut job = job.and_then(|fio| DerivedJob::make(self, course, fio));
        let method = match self.kind {
            Kind::Elsewhere => self.method.other(),
            Kind::Control => self.method,
        };
        let turns = course.rounds;
        let mut measured = Vec::new();
        for number in 1..=turns {
            course.bench.check()?;
            let what = format!("{}: turn {number} of {turns}", self.title());
            let run_fio = |job: &mut Result<DerivedJob<'_>, String>| -> Option<f64> {
                show(&format!("{what}, fio"));
                match job.as_ref().map(|job| job.run(course)) {
                    Ok(Ok(seconds)) => Some(seconds),
                    Ok(Err(why)) => {
                        *job = Err(why);
                        None
                    }
                    Err(_) => None,
                }
            };
            let profile = self.job(course, method)?;
            let before = run_fio(&mut job);
            show(&what);
            let prediction = self.predict(course, &profile)?;
            let after = run_fio(&mut job);
            course.bench.check()?;
            let seconds: Vec<f64> = before.into_iter().chain(after).collect();
            let fio = match &job {
                Ok(_) => Ok(seconds),
                Err(why) => Err(why.clone()),
            };
            measured.push(Turn { prediction, fio });
        }
        show("");
        Ok(measured)
    }

    fn predict(&self, course: &Course, profile: &Path) -> Result<Prediction, String> {
        let program = course.write_program(self.case)?;
        let figures = course.bench.beside("prediction.json");
        let mut command = course.feedrate.command("predict");
        command.arg(profile).arg("--on");
        command.arg(&course.other);
        if let Some(scale) = self.scale() {
            command.args(["--scale", &scale, "--method", self.method.name()]);
            if self.method == Method::Direct {
                command.args(["--buffers", &course.buffers.to_string()]);
            }
        }
        command.arg(format!("--verify={}", program.display()));
        command.args(["--repeats", &RUNS_OF_A_TURN.to_string()]);
        course.tell(&mut command, (self.case, self.sizes), self.method, self.data)?;
        command.arg("--json").arg(&figures);
        course.bench.run(&mut command, Bounds::default())?;
        feedrate::read(&figures)
    }
}

/// The job file of fio that is derived from a profile.
#[derive(Debug)]
struct DerivedJob<'a> {
    fio: &'a Fio,
    job_file: PathBuf,
    folder: PathBuf,
}

impl<'a> DerivedJob<'a> {
    fn make(row: &Row<'_>, course: &Course, fio: &'a Fio) -> Result<Self, String> {
        // It cannot change its method.
        let profile = row.job(course, row.method)?;
        let folder = course.other.join("fio");
        let job_file = course.bench.beside("derived.fio");
        let mut command = course.feedrate.command("derive");
        command.arg(profile).arg("--fio");
        if let Some(scale) = row.scale() {
            command.args(["--scale", &scale]);
        }
        command.arg("--output").arg(&job_file);
        command.arg("--directory").arg(&folder);
        course.bench.run(&mut command, Bounds::default())?;
        // A version that does not know the form yet writes another one.
        let is_fio = std::fs::read_to_string(&job_file).is_ok_and(|text| text.contains("rw="));
        match is_fio {
            true => Ok(Self { fio, job_file, folder }),
            false => Err("feedrate derive --fio wrote no job file".to_owned()),
        }
    }

    /// Runs it once: with its inputs laid out before and cold, and its results in new files, as for the program.
    fn run(&self, course: &Course) -> Result<f64, String> {
        volume::make(&self.folder)?;
        // Recordings are looked for where fio runs.
        let beside = self.job_file.parent().unwrap_or(&self.folder);
        let ran = self
            .fio
            .lay_out(&self.job_file, beside, &course.bench)
            .and_then(|()| volume::cool_all(&self.folder))
            .and_then(|()| self.fio.run_file(&self.job_file, beside, &course.bench))
            .map(|(jobs, _)| fio::seconds_of_groups(&jobs));
        volume::remove(&self.folder)?;
        ran
    }
}
