//! The sizes of the paper, the competitors, and the figures of all at a size.

use feedrate_bench::harness::comparison::noise;
use feedrate_bench::harness::table::{self, Columns, percent, seconds};
use feedrate_stats::PairedRatio;
use serde::Serialize;

const COLUMNS: Columns<7> = Columns([1, -36, 8, 7, -22, 9, 9]);

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

    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::AsSas => "feedrate run, 128K, DISCIPLINE=ASSAS",
            Self::Default => "feedrate run",
            Self::Fio => "fio",
            Self::FeedrateFio => "feedrate fio",
        }
    }

    /// Returns the system options of its program.
    pub fn options(self) -> &'static [&'static str] {
        match self {
            Self::AsSas => &["BUFSIZE=128k", "NOSGIO", "DISCIPLINE=ASSAS"],
            _ => &[],
        }
    }
}

/// A size of the paper, and its figures there.
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
pub const PUBLISHED: [Size; 2] = [
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

/// The figures of all at a size.
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
    pub fn of(mb: u64) -> Self {
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

    pub fn room(&self) -> u64 {
        // Two data sets and the one that comes of them, and a file of each of both programs that run the job.
        let data = self.observations * OBSERVATION * 102 / 100;
        4 * data + 2 * (self.fio_mebibytes << 20)
    }
}

impl Study {
    /// Returns the table, with the published figures beside ours.
    pub fn rows(&self) -> String {
        let size = &self.size;
        let mut text = format!(
            "the published interleave: {:.0} MB in two data sets, a job of {} MiB\n",
            self.input_bytes as f64 / 1e6,
            size.fio_mebibytes,
        );
        let beside = " of the first [95 %]";
        text += &COLUMNS.line(["", "who", "s", "noise", beside, "published", "its ratio"]);
        for (who, times) in &self.runs {
            let ratio = self.ratio(*who).map(table::ratio).unwrap_or_default();
            let published = self.published(*who).map(|it| format!("{it:.2}"));
            let its_ratio = size.published_ratio().filter(|_| *who == Who::Fio);
            let its_ratio = its_ratio.map(|ratio| format!("{ratio:.3}"));
            text += &COLUMNS.line([
                "",
                who.name(),
                &seconds(times),
                &percent(noise(times)),
                &format!(" {ratio}"),
                &published.unwrap_or_default(),
                &its_ratio.unwrap_or_default(),
            ]);
        }
        if let Some(ratio) = self.ratio(Who::Fio) {
            text += &format!("  fio's job: {} than the step", away(ratio.ratio));
            if let Some(published) = size.published_ratio() {
                let difference = (ratio.ratio - published) * 100.0;
                text += &format!(
                    "; published: {}; a difference of {difference:+.1} points",
                    away(published)
                );
            }
            text += "\n";
        }
        text
    }

    fn ratio(&self, who: Who) -> Option<&PairedRatio> {
        let found = self.ratios.iter().find(|(of, _)| *of == who);
        found.map(|(_, ratio)| ratio)
    }

    fn published(&self, who: Who) -> Option<f64> {
        let [step, fio] = self.size.published?;
        match who {
            Who::AsSas => Some(step),
            Who::Fio => Some(fio),
            Who::Default | Who::FeedrateFio => None,
        }
    }
}

/// Returns how much longer or shorter than another a time is, of which the ratio is given.
fn away(ratio: f64) -> String {
    let percent = (ratio - 1.0).abs() * 100.0;
    match ratio < 1.0 {
        true => format!("{percent:.1} % shorter"),
        false => format!("{percent:.1} % longer"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_ratios_are_those_of_the_paper() {
        let ratios = PUBLISHED.map(|size| size.published_ratio().unwrap());
        let away = ratios.map(|ratio| (1.0 - ratio) * 100.0);
        assert!((away[0] - 0.7).abs() < 0.05 && (away[1] - 1.6).abs() < 0.05, "{away:?}");
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

    #[test]
    fn ours_is_next_to_what_was_published() {
        let ratio = |of: f64| PairedRatio::of(&[(of, 1.0); 6]).expect("a ratio");
        let study = Study {
            size: PUBLISHED[0],
            input_bytes: 1_740_000_000,
            runs: vec![(Who::AsSas, vec![1.0; 6]), (Who::Fio, vec![1.013; 6])],
            ratios: vec![(Who::Fio, ratio(1.013))],
        };
        let text = study.rows();
        assert!(text.contains("  46.93\n"), "{text}");
        assert!(text.contains("46.59     0.993\n"), "{text}");
        let line = "1.3 % longer than the step; published: 0.7 % shorter; a difference of +2.0 points";
        assert!(text.contains(line), "{text}");
    }
}
