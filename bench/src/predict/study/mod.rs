//! The published interleave beside its job of fio (SAS Global Forum 2013, paper 479), at both of its sizes.
//!
//! The paper runs a DATA step and a job that reads and writes as many bytes through the page cache, once each. Here
//! both run in turn, and feedrate stands for both programs too.

mod runs;
mod table;

use feedrate_bench::conditions::Conditions;
use feedrate_bench::fio::Fio;
use feedrate_bench::volume;
use feedrate_stats::PairedRatio;
use serde::Serialize;

use crate::course::Course;
use crate::stage;
pub use runs::Who;

/// A size of the paper, and what it tells of it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Size {
    /// Observations of each data set.
    pub observations: u64,
    /// MiB that the job of fio reads and writes.
    pub fio_mebibytes: u64,
    /// Seconds of the DATA step and of fio, where this is a published size.
    pub published: Option<[f64; 2]>,
}

/// Observations of each data set of the smaller size.
const OBSERVATIONS: u64 = 3_877_316;

/// The sizes of the paper. It does not tell the observations of the larger: its job has five times the bytes.
const PUBLISHED: [Size; 2] = [
    Size {
        observations: OBSERVATIONS,
        fio_mebibytes: 3335,
        published: Some([46.93, 46.587]),
    },
    Size {
        observations: OBSERVATIONS * 5,
        fio_mebibytes: 16_674,
        published: Some([239.35, 235.485]),
    },
];

/// Bytes of an observation.
const OBSERVATION: u64 = 224;

/// What was measured at a size.
#[derive(Clone, Debug, Serialize)]
pub struct Study {
    /// The size.
    pub size: Size,
    /// Bytes of both data sets.
    pub input_bytes: u64,
    /// Seconds, round by round.
    pub runs: Vec<(Who, Vec<f64>)>,
    /// Everyone's time divided by that of the DATA step that moves pages as SAS does.
    pub ratios: Vec<(Who, PairedRatio)>,
}

impl Size {
    /// Returns a size at which each data set has so many MB.
    fn of(mb: u64) -> Self {
        Self {
            observations: mb * 1_000_000 / OBSERVATION,
            fio_mebibytes: (mb * 4_000_000 / (1 << 20)).max(1),
            published: None,
        }
    }

    /// Returns the published time of fio divided by that of the DATA step.
    pub fn published_ratio(&self) -> Option<f64> {
        self.published.map(|[step, fio]| fio / step)
    }

    fn room(&self) -> u64 {
        // Two data sets and the one that comes of them, and a file of each of both programs that run the job.
        let data = self.observations * OBSERVATION * 102 / 100;
        4 * data + 2 * (self.fio_mebibytes << 20)
    }
}

/// Measures both sizes, and prints a table of each.
pub fn run(course: &Course<'_>, fio: &Fio) -> Result<Vec<Study>, String> {
    let sizes = match course.arguments.mb {
        Some(mb) => [mb, mb * course.arguments.factor].map(Size::of),
        None => PUBLISHED,
    };
    let mut studies = Vec::new();
    for size in sizes {
        let folder = course.stage.other().join("paper");
        stage::make(&folder)?;
        volume::check_room(&folder, size.room(), "give fewer --mb")?;
        let study = runs::measure(course, fio, size, &folder);
        stage::remove(&folder)?;
        let study = study?;
        println!("{}", table::table(&study, &Conditions::now()));
        studies.push(study);
    }
    Ok(studies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_ratios_are_those_of_the_paper() {
        let ratios = PUBLISHED.map(|size| size.published_ratio().unwrap());
        let away = ratios.map(|ratio| (1.0 - ratio) * 100.0);
        assert!(
            (away[0] - 0.7).abs() < 0.05 && (away[1] - 1.6).abs() < 0.05,
            "{away:?}"
        );
    }

    #[test]
    fn the_job_moves_what_the_step_moves() {
        for size in PUBLISHED.into_iter().chain([Size::of(100)]) {
            // Both data sets are read and written.
            let step = (4 * size.observations * OBSERVATION) as f64;
            let job = (size.fio_mebibytes << 20) as f64;
            assert!((job / step - 1.0).abs() < 0.01, "{size:?}: {}", job / step);
        }
    }
}
