//! A prediction that is held against the program and against fio, in turn.

use std::path::{Path, PathBuf};

use feedrate_bench::fio::{self, Fio};
use feedrate_bench::race::show;
use serde::Serialize;

use crate::case::{Case, Sizes};
use crate::course::Course;
use crate::method::Method;
use crate::prediction::Prediction;
use crate::stage;

/// Pairs of a call of `feedrate predict`: first the job and then the program, and then the other way round.
const PAIRS_OF_A_TURN: usize = 2;

/// What a prediction is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A profile of smaller data, with the other method and in another folder.
    Elsewhere,
    /// A profile of the same data, with the same method and in the same folder.
    Control,
}

/// What is compared.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The case.
    pub case: Case,
    /// Its sizes.
    pub sizes: Sizes,
    /// The method with which it is predicted.
    pub method: Method,
    /// What it is predicted from.
    pub kind: Kind,
    /// The profile.
    pub profile: &'a Path,
    /// The profile from which the job of fio is derived, which cannot change its method.
    pub profile_for_fio: &'a Path,
    /// The inputs of the program.
    pub data: &'a Path,
}

/// A few pairs, and a run of fio before and after them.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The pairs.
    pub prediction: Prediction,
    /// Seconds of fio's runs, as many as pairs, or why there are none.
    pub fio: Result<Vec<f64>, String>,
}

impl Row<'_> {
    /// Returns how it is called.
    pub fn title(&self) -> String {
        let kind = match self.kind {
            Kind::Elsewhere => "",
            Kind::Control => ", control",
        };
        format!("{}, {}{kind}", self.case.name(), self.method.name())
    }

    fn scale(&self) -> Option<String> {
        let factor = self.sizes.predicted as f64 / self.sizes.profiled as f64;
        (self.kind == Kind::Elsewhere).then(|| format!("{factor:.6}x"))
    }

    /// Measures all turns. fio runs before the first pair of a turn and after the last one, so that a drift favours
    /// nobody.
    pub fn turns(
        &self,
        course: &Course<'_>,
        fio: &Result<Fio, String>,
    ) -> Result<Vec<Turn>, String> {
        let job = fio.as_ref().map_err(Clone::clone);
        let mut job = job.and_then(|fio| Derived::make(self, course, fio));
        let turns = course.arguments.turns();
        let mut measured = Vec::new();
        for number in 1..=turns {
            course.check()?;
            let what = format!("{}: turn {number} of {turns}", self.title());
            let run_fio = |job: &mut Result<Derived<'_>, String>| -> Option<f64> {
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
            let before = run_fio(&mut job);
            show(&what);
            let prediction = self.predict(course)?;
            let after = run_fio(&mut job);
            course.check()?;
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

    fn predict(&self, course: &Course<'_>) -> Result<Prediction, String> {
        let program = course.stage.program(self.case.program())?;
        let figures = course.stage.beside("prediction.json");
        let mut command = course.feedrate.command("predict");
        command.arg(self.profile).arg("--on");
        command.arg(course.stage.other());
        if let Some(scale) = self.scale() {
            command.args(["--scale", &scale, "--method", self.method.name()]);
            if self.method == Method::Direct {
                command.args(["--buffers", &course.arguments.buffers.to_string()]);
            }
        }
        command.arg(format!("--verify={}", program.display()));
        command.args(["--repeats", &PAIRS_OF_A_TURN.to_string()]);
        course.tell(
            &mut command,
            (self.case, self.sizes),
            self.method,
            self.data,
        )?;
        command.arg("--json").arg(&figures);
        course.run(&mut command)?;
        stage::read(&figures)
    }
}

/// The job file of fio that is derived from a profile.
#[derive(Debug)]
struct Derived<'a> {
    fio: &'a Fio,
    job_file: PathBuf,
    folder: PathBuf,
}

impl<'a> Derived<'a> {
    fn make(row: &Row<'_>, course: &Course<'_>, fio: &'a Fio) -> Result<Self, String> {
        let folder = course.stage.other().join("fio");
        let job_file = course.stage.beside("derived.fio");
        let mut command = course.feedrate.command("derive");
        command.arg(row.profile_for_fio).arg("--fio");
        if let Some(scale) = row.scale() {
            command.args(["--scale", &scale]);
        }
        command.arg("--output").arg(&job_file);
        command.arg("--directory").arg(&folder);
        course.run(&mut command)?;
        // A version that does not know the form yet writes another one.
        let is_fio = std::fs::read_to_string(&job_file).is_ok_and(|text| text.contains("rw="));
        match is_fio {
            true => Ok(Self {
                fio,
                job_file,
                folder,
            }),
            false => Err("feedrate derive --fio wrote no job file".to_owned()),
        }
    }

    /// Runs it once: with its inputs laid out before and cold, and what it writes in new files, as for the program.
    fn run(&self, course: &Course<'_>) -> Result<f64, String> {
        course.check()?;
        stage::make(&self.folder)?;
        let errors = course.stage.beside("fio.errors");
        let output = course.stage.beside("fio.json");
        // Recordings are looked for where fio runs.
        let beside = self.job_file.parent().unwrap_or(&self.folder);
        let ran = self
            .fio
            .lay_out(&self.job_file, beside, &errors, &course.stop)
            .and_then(|()| stage::cool(&self.folder))
            .and_then(|()| {
                let options = [self.job_file.display().to_string()];
                self.fio
                    .run(&options, beside, &output, &errors, &course.stop)
            })
            .map(|(jobs, _)| fio::seconds_of_groups(&jobs));
        stage::remove(&self.folder)?;
        ran
    }
}
