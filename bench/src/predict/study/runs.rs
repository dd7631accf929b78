//! Who runs in the study, and how.

use std::fs;
use std::path::{Path, PathBuf};

use feedrate_bench::fio::{self, Fio};
use feedrate_bench::race::{order, show};
use feedrate_bench::volume;
use feedrate_stats::PairedRatio;
use serde::{Deserialize, Serialize};

use super::{Size, Study};
use crate::case::{Case, Program};
use crate::course::Course;
use crate::stage;

/// What makes the data.
const CENSUS: Program = Program {
    file: "census.sas",
    text: include_str!("../../../../examples/census.sas"),
};

/// A competitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The DATA step, with pages of 128K through the page cache, one transfer at a time.
    AsSas,
    /// The DATA step, as feedrate runs it if not told otherwise.
    Default,
    /// fio with the published job.
    Fio,
    /// `feedrate fio` with the same job.
    FeedrateFio,
}

impl Who {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::AsSas, Self::Default, Self::Fio, Self::FeedrateFio];

    /// Returns what tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::AsSas => "feedrate run, 128K, DISCIPLINE=ASSAS",
            Self::Default => "feedrate run",
            Self::Fio => "fio",
            Self::FeedrateFio => "feedrate fio",
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            Self::AsSas => &["BUFSIZE=128k", "NOSGIO", "DISCIPLINE=ASSAS"],
            _ => &[],
        }
    }
}

/// What is read of the JSON of `feedrate run`.
#[derive(Debug, Deserialize)]
struct Record {
    steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
struct Step {
    usage: Usage,
}

#[derive(Debug, Deserialize)]
struct Usage {
    real_seconds: f64,
}

/// The folders of a size.
struct Ground<'a> {
    course: &'a Course<'a>,
    fio: &'a Fio,
    data: PathBuf,
    work: PathBuf,
    job_file: PathBuf,
    job_folder: PathBuf,
    own_job_file: PathBuf,
    own_job_folder: PathBuf,
}

/// Measures a size: the data are made once, and everyone runs in each round.
pub fn measure(course: &Course<'_>, fio: &Fio, size: Size, folder: &Path) -> Result<Study, String> {
    let ground = Ground::make(course, fio, size, folder)?;
    let rounds = course.arguments.rounds as usize;
    let mut runs = Who::ALL.map(|who| (who, Vec::new()));
    for round in 0..rounds {
        for index in order(round, runs.len()) {
            let (who, times) = &mut runs[index];
            show(&format!(
                "paper: round {} of {rounds}, {}",
                round + 1,
                who.name()
            ));
            times.push(ground.run(*who)?);
        }
    }
    show("");
    let [(_, step), others @ ..] = &runs;
    let ratio = |(who, times): &(Who, Vec<f64>)| {
        let pairs: Vec<(f64, f64)> = times.iter().copied().zip(step.iter().copied()).collect();
        let ratio = PairedRatio::of(&pairs).ok_or("a run gave no time")?;
        Ok::<_, String>((*who, ratio))
    };
    let ratios = others.iter().map(ratio).collect::<Result<_, _>>()?;
    let files = ["alla", "allb"].map(|name| ground.data.join(format!("{name}.sas7bdat")));
    let bytes: Result<Vec<u64>, String> = files.iter().map(|file| volume::size(file)).collect();
    Ok(Study {
        size,
        input_bytes: bytes?.iter().sum(),
        ratios,
        runs: runs.into(),
    })
}

impl<'a> Ground<'a> {
    fn make(
        course: &'a Course<'a>,
        fio: &'a Fio,
        size: Size,
        folder: &Path,
    ) -> Result<Self, String> {
        let ground = Self {
            course,
            fio,
            data: folder.join("data"),
            work: folder.join("work"),
            job_file: folder.join("interleave.fio"),
            job_folder: folder.join("fio"),
            own_job_file: folder.join("own.fio"),
            own_job_folder: folder.join("own"),
        };
        let folders = [
            &ground.data,
            &ground.work,
            &ground.job_folder,
            &ground.own_job_folder,
        ];
        for folder in folders {
            stage::make(folder)?;
        }
        show("paper: making the data");
        let mut command = course.feedrate.command("run");
        command.arg(course.stage.program(CENSUS)?);
        command.args(["--let", &format!("folder={}", ground.data.display())]);
        command.args(["--let", &format!("size={}", size.observations)]);
        command.args(["-o", "BUFSIZE=128k"]);
        course.run(&mut command)?;
        // Neither writes into the file of the other.
        for (job_file, folder) in [
            (&ground.job_file, &ground.job_folder),
            (&ground.own_job_file, &ground.own_job_folder),
        ] {
            fs::write(job_file, job(size, folder))
                .map_err(|error| format!("cannot write the job file: {error}"))?;
        }
        Ok(ground)
    }

    /// Runs somebody once, with files that are not in the page cache, and returns the seconds that it tells: those of
    /// the step, or those of the job, which the laying out of its file does not belong to.
    fn run(&self, who: Who) -> Result<f64, String> {
        self.course.check()?;
        volume::settle(&self.data)?;
        match who {
            Who::AsSas | Who::Default => self.run_program(who),
            Who::Fio | Who::FeedrateFio => self.run_job(who),
        }
    }

    fn run_program(&self, who: Who) -> Result<f64, String> {
        stage::cool(&self.data)?;
        let stage = &self.course.stage;
        let figures = stage.beside("paper.json");
        let mut command = self.course.feedrate.command("run");
        command.arg(stage.program(Case::Paper.program())?);
        command.args(["--let", &format!("folder={}", self.data.display())]);
        command.arg("--work").arg(&self.work);
        command.args(["--listing", "/dev/null"]);
        command.arg("--json").arg(&figures);
        for option in who.options() {
            command.args(["-o", option]);
        }
        self.course.run(&mut command)?;
        let record: Record = stage::read(&figures)?;
        match &record.steps[..] {
            [step] => Ok(step.usage.real_seconds),
            steps => Err(format!("{} steps ran in the place of one", steps.len())),
        }
    }

    fn run_job(&self, who: Who) -> Result<f64, String> {
        let stage = &self.course.stage;
        let (output, errors) = (stage.beside("paper-fio.json"), stage.beside("paper.errors"));
        let stop = &self.course.stop;
        let (jobs, _) = match who {
            Who::FeedrateFio => self.course.feedrate.fio_with_any_engine(
                &self.own_job_file,
                &self.own_job_folder,
                &output,
                &errors,
                stop,
            ),
            _ => {
                let options = [self.job_file.display().to_string()];
                self.fio
                    .run(&options, &self.job_folder, &output, &errors, stop)
            }
        }?;
        Ok(fio::seconds_of_groups(&jobs))
    }
}

/// Returns the published job.
fn job(size: Size, folder: &Path) -> String {
    format!(
        "[interleave]\ndirectory={}\ndirect=0\ninvalidate=1\nblocksize=128k\nrw=readwrite\nsize={}m\n",
        folder.display().to_string().replace(':', "\\:"),
        size.fio_mebibytes
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_job_is_the_published_one() {
        let text = job(super::super::PUBLISHED[0], Path::new("/a:b"));
        assert!(text.contains("directory=/a\\:b\n"), "{text}");
        for option in ["direct=0", "blocksize=128k", "rw=readwrite", "size=3335m"] {
            assert!(text.lines().any(|line| line == option), "{text}");
        }
    }
}
