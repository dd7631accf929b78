//! Cases of a job file, which both programs get: feedrate as `feedrate fio`.

use std::path::Path;

use feedrate_bench::peers::fio::{Job, file_name};
use serde::Serialize;

use super::transfers::Shape;

/// Jobs of a job file: clones of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Jobs {
    /// The transfers, in fio's words.
    pub rw: &'static str,
    /// Percent of blocks that are read, in a mix.
    pub reads_percent: Option<u32>,
    /// Their number; sequential ones share the file, each in a part of its own.
    pub clones: u32,
    /// The rate that they are held to, if there is one.
    pub rate: Option<Rate>,
    /// Set where they go through the page cache.
    pub cached: bool,
    /// Set where they go over their part of the file once, from a page cache without it, rather than for a time.
    pub once: bool,
}

/// A rate that each clone is held to in each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rate {
    /// Bytes a second.
    Bytes(u64),
    /// Blocks a second.
    Blocks(u64),
}

impl Jobs {
    /// One job, past the page cache.
    pub const fn of(rw: &'static str) -> Self {
        Self {
            rw,
            reads_percent: None,
            clones: 1,
            rate: None,
            cached: false,
            once: false,
        }
    }

    /// The same with a share of reads.
    pub const fn mix(mut self, reads_percent: u32) -> Self {
        self.reads_percent = Some(reads_percent);
        self
    }

    /// The same in several clones.
    pub const fn times(mut self, clones: u32) -> Self {
        self.clones = clones;
        self
    }

    /// The same at a rate.
    pub const fn at(mut self, rate: Rate) -> Self {
        self.rate = Some(rate);
        self
    }

    /// The same through the page cache.
    pub const fn cached(mut self) -> Self {
        self.cached = true;
        self
    }

    /// The same once.
    pub const fn once(mut self) -> Self {
        self.once = true;
        self
    }

    /// Returns true if blocks are moved at random.
    pub fn is_random(&self) -> bool {
        self.rw.starts_with("rand")
    }

    /// Returns the job file. It asks for fio's best engine and for one latency of each transfer, as the cases of one
    /// stream do, and for no more transfers at once than fio is best at: half of those in flight.
    pub fn text(&self, shape: Shape, file: &Path, size: u64, seconds: f64) -> String {
        let name = file_name(file);
        let name = name.trim_start_matches("--");
        let time = match self.once {
            true => String::new(),
            false => format!("time_based\nruntime={}ms\n", (seconds * 1e3).round()),
        };
        let engine = match (self.cached, self.once) {
            (_, true) => "direct=0\nioengine=psync\ninvalidate=1\n".to_owned(),
            (true, false) => "direct=0\nioengine=psync\ninvalidate=0\n".to_owned(),
            (false, false) => format!(
                "direct=1\nioengine=io_uring\nfixedbufs\nregisterfiles\niodepth={}\n",
                shape.depth
            ),
        };
        let part = match self.is_random() {
            true => format!("size={size}\n"),
            false => {
                // Whole blocks of every length that there is.
                let part = (size / u64::from(self.clones)) >> 20 << 20;
                format!("size={part}\noffset_increment={part}\n")
            }
        };
        let mix = self.reads_percent;
        let mix = mix.map_or_else(String::new, |percent| format!("rwmixread={percent}\n"));
        let (half, depth) = (shape.depth / 2, shape.depth);
        let rate = match self.rate {
            // Those that wait for their time anyway are submitted one by one.
            Some(Rate::Bytes(bytes)) => format!("rate={bytes}\n"),
            Some(Rate::Blocks(blocks)) => format!("rate_iops={blocks}\n"),
            None if self.cached => String::new(),
            None => format!(
                "iodepth_batch_submit={half}\niodepth_batch_complete_min={half}\n\
                 iodepth_batch_complete_max={depth}\n"
            ),
        };
        format!(
            "[raw]\n{name}\nrw={}\nbs={}\n{time}thread\nfallocate=none\nnorandommap\n\
             disable_slat=1\ndisable_lat=1\ngroup_reporting\n{engine}{part}numjobs={}\n{mix}{rate}",
            self.rw, shape.block, self.clones
        )
    }

    /// Returns the rate of a job divided by the one asked for, in the direction where it is further from it; 1 where
    /// none is.
    pub fn of_asked(&self, job: &Job) -> f64 {
        let clones = f64::from(self.clones);
        let flows = [&job.read, &job.write].into_iter();
        let rates = flows.filter(|flow| flow.io_bytes > 0).map(|flow| match self.rate {
            Some(Rate::Bytes(asked)) => flow.bw_bytes / (asked as f64 * clones),
            Some(Rate::Blocks(asked)) => flow.iops / (asked as f64 * clones),
            None => 1.0,
        });
        let distance = |rate: &f64| (rate - 1.0).abs();
        rates
            .max_by(|one, other| distance(one).total_cmp(&distance(other)))
            .unwrap_or(1.0)
    }
}
