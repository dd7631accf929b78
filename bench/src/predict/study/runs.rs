//! The runs of the study at a size.

use std::path::{Path, PathBuf};

use feedrate_bench::harness::comparison;
use feedrate_bench::harness::rounds::{rounds, show};
use feedrate_bench::peers::fio::{self, Fio};
use feedrate_bench::volume;

use super::super::case::Case;
use super::super::course::Course;
use super::result::{Size, Study, Who};

/// The folders of a size.
struct Ground<'a> {
    course: &'a Course,
    fio: &'a Fio,
    case: &'a Case,
    data: PathBuf,
    work: PathBuf,
    /// The job file and the folder of fio, and those of feedrate: neither writes into the file of the other.
    jobs: [(PathBuf, PathBuf); 2],
}

/// Measures a size: the data are made once, and everyone runs in each round.
pub fn measure(course: &Course, fio: &Fio, case: &Case, (size, folder): (Size, &Path)) -> Result<Study, String> {
    let job = |name: &str| (folder.join(format!("{name}.fio")), folder.join(name));
    let ground = Ground {
        course,
        fio,
        case,
        data: folder.join("data"),
        work: folder.join("work"),
        jobs: [job("fio"), job("own")],
    };
    ground.make(size)?;
    let number = course.rounds;
    let measured = rounds("paper", number, Who::ALL.len(), |index| ground.run(Who::ALL[index]))?;
    let times = |index: usize| comparison::column(&measured, index, |seconds| *seconds);
    let ratio = |index: usize| {
        let ratio = comparison::ratio(&times(index), &times(0)).ok_or("a run gave no time")?;
        Ok::<_, String>((Who::ALL[index], ratio))
    };
    let files = ["alla", "allb"].map(|name| ground.data.join(format!("{name}.sas7bdat")));
    let bytes: Result<Vec<u64>, String> = files.iter().map(|file| volume::size(file)).collect();
    Ok(Study {
        size,
        input_bytes: bytes?.iter().sum(),
        ratios: (1..Who::ALL.len()).map(ratio).collect::<Result<_, _>>()?,
        runs: (0..Who::ALL.len())
            .map(|index| (Who::ALL[index], times(index)))
            .collect(),
    })
}

impl Ground<'_> {
    fn make(&self, size: Size) -> Result<(), String> {
        let folders = [&self.data, &self.work, &self.jobs[0].1, &self.jobs[1].1];
        folders.into_iter().try_for_each(|folder| volume::make(folder))?;
        show("paper: making the data");
        let text = include_str!("../../../../examples/census.sas");
        let program = self.course.feedrate.program(text, &self.course.bench)?;
        let program = program
            .set("folder", self.data.display())
            .set("size", size.observations)
            .option("BUFSIZE=128k");
        program.run()?;
        let mut jobs = self.jobs.iter();
        jobs.try_for_each(|(job_file, folder)| volume::write(job_file, job(size, folder)))
    }

    /// Runs somebody once, with files that are not in the page cache, and returns the seconds that it tells: those of
    /// the step, or those of the job, which the laying out of its file does not belong to.
    fn run(&self, who: Who) -> Result<f64, String> {
        self.course.bench.check()?;
        volume::settle(&self.data)?;
        match who {
            Who::AsSas | Who::Default => self.run_program(who),
            Who::Fio | Who::FeedrateFio => self.run_job(who),
        }
    }

    fn run_program(&self, who: Who) -> Result<f64, String> {
        volume::cool_all(&self.data)?;
        let program = self.course.feedrate.program(self.case.program, &self.course.bench)?;
        let program = program.set("folder", self.data.display()).options(who.options());
        let finished = program.with_work(&self.work).run()?;
        match &finished.record.steps[..] {
            [step] => step.usage.as_ref().map(|usage| usage.real_seconds),
            _ => None,
        }
        .ok_or_else(|| "feedrate tells no seconds of one step".to_owned())
    }

    fn run_job(&self, who: Who) -> Result<f64, String> {
        let [of_fio, own] = &self.jobs;
        let (course, bench) = (self.course, &self.course.bench);
        let (jobs, _) = match who {
            Who::FeedrateFio => course.feedrate.fio_with_any_engine(&own.0, &own.1, bench),
            _ => self.fio.run_file(&of_fio.0, &of_fio.1, bench),
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
    use super::super::result::PUBLISHED;
    use super::*;

    #[test]
    fn the_job_is_the_published_one() {
        let text = job(PUBLISHED[0], Path::new("/a:b"));
        assert!(text.contains("directory=/a\\:b\n"), "{text}");
        for option in ["direct=0", "blocksize=128k", "rw=readwrite", "size=3335m"] {
            assert!(text.lines().any(|line| line == option), "{text}");
        }
    }
}
