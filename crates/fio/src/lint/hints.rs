//! Options with the same effect as in fio that may surprise.

use std::time::Duration;

use feedrate_workload::load::OffsetGenerator;

use crate::job::{Engine, Job, RandomDistribution, Remark, RemarkKind, SizeOf};
use crate::plan;

/// From this time without a unit, milliseconds may have been intended.
const LONG: Duration = Duration::from_secs(24 * 60 * 60);

/// Returns the hints of a job, whose first worker has a number.
pub(super) fn hints(job: &Job, number: u32) -> Vec<Remark> {
    let mut hints = Hints {
        job,
        number,
        hints: Vec::new(),
    };
    hints.amounts();
    hints.order();
    hints.cache();
    hints.queue();
    hints.contents();
    hints.clones();
    hints.hints
}

struct Hints<'a> {
    job: &'a Job,
    number: u32,
    hints: Vec<Remark>,
}

impl Hints<'_> {
    fn add(&mut self, option: &'static str, text: &str) {
        self.hints.push(Remark {
            kind: RemarkKind::Hint,
            location: self.job.location_of(option).clone(),
            option,
            text: text.to_owned(),
        });
    }

    fn is_given(&self, option: &str) -> bool {
        self.job.given(option).is_some()
    }

    fn amounts(&mut self) {
        let options = &self.job.options;
        if options.blocks.rw.reads() && options.blocks.rw.writes() && self.is_given("size") {
            self.add(
                "size",
                "of a mix, size counts reads and writes together: with equal shares, half of it is read and half \
                 written",
            );
        }
        let has_unit = |option: &str| {
            let value = self.job.given(option).and_then(|given| given.value.as_deref());
            value.is_some_and(|value| value.ends_with(|letter: char| letter.is_ascii_alphabetic()))
        };
        if options.blocks.runtime.is_some_and(|time| time >= LONG) && !has_unit("runtime") {
            self.add(
                "runtime",
                "a runtime without a unit is in seconds: this one is more than a day",
            );
        }
        for option in ["latency_target", "latency_window", "thinktime"] {
            if self.is_given(option) && !has_unit(option) {
                let text = format!("{option} without a unit is in microseconds");
                self.add(option, &text);
            }
        }
        if options.blocks.bs.read != options.blocks.bs.write
            && self
                .job
                .given("bs")
                .and_then(|given| given.value.as_deref())
                .is_some_and(|value| value.starts_with(','))
        {
            self.add(
                "bs",
                "nothing stands before the first comma, so reads keep their length",
            );
        }
        if !options.blocks.rw.is_random()
            && options.blocks.rw_step != 0
            && !options.blocks.rw_step.unsigned_abs().is_multiple_of(512)
        {
            self.add(
                "rw",
                "the number behind rw= is bytes to jump over after each block, so that blocks are not aligned; in \
                 random order it would be blocks in a row",
            );
        }
    }

    fn order(&mut self) {
        let options = &self.job.options;
        if !options.blocks.rw.is_random() {
            self.mix_in_order();
            return;
        }
        let lengths = [options.blocks.bs.read.0, options.blocks.bs.write.0];
        let has_both = options.blocks.rw.reads() && options.blocks.rw.writes();
        if (has_both || options.blocks.bs_is_seq_rand)
            && lengths[0] != lengths[1]
            && !options.order.norandommap
            && options.order.random_distribution == RandomDistribution::Random
            && options.order.random_generator != OffsetGenerator::Register
        {
            self.add(
                "bs",
                "with two lengths of blocks, the map of blocks that have come counts each in its own unit: some come \
                 again, and the job may end long before its size is moved; norandommap moves all of it",
            );
        }
        if options.may_repeat() {
            self.add(
                "norandommap",
                "blocks are drawn without a map: some come more than once, and when size is moved about 37 % have not \
                 come at all",
            );
        }
        if options.order.randrepeat
            && options.blocks.rw.reads()
            && !options.engine.direct
            && options.engine.ioengine.moves_bytes()
        {
            self.add(
                "randrepeat",
                "each run visits the same blocks in the same order, so that a further run may find them in a cache; \
                 randrepeat=0 changes that",
            );
        }
    }

    fn mix_in_order(&mut self) {
        let Some(found) = plan::own_writes(self.job, self.number) else {
            return;
        };
        let place = match self.job.options.engine.direct {
            true => "the device may have them in a cache",
            false => "the page cache has them",
        };
        let text = format!(
            "in a mix in order reads and writes each begin at the front of a file: {:.0} % of the blocks that this job \
             reads it wrote just before, and {place}; to measure reads from storage, give reads and writes a job and a \
             file each",
            found.percent()
        );
        self.add("rw", &text);
    }

    fn cache(&mut self) {
        let options = &self.job.options;
        if !options.engine.ioengine.moves_bytes() {
            return;
        }
        if self.is_given("direct") && self.is_given("buffered") {
            let later = if options.engine.direct {
                "past the page cache"
            } else {
                "through the page cache"
            };
            let text = format!("direct and buffered are opposites, and the later one counts: {later}");
            self.add("buffered", &text);
        }
        let again = options.blocks.loops > 1 || options.blocks.time_based;
        if !options.engine.direct && options.blocks.rw.reads() && again {
            self.add(
                "direct",
                "from the second pass on, the page cache may serve what is read; direct=1 goes past it",
            );
        }
        if options.engine.direct && options.files.invalidate && self.is_given("invalidate") {
            self.add("invalidate", "with direct=1 the page cache has no part in it");
        }
        if !options.engine.direct
            && options.blocks.rw.writes()
            && options.engine.fsync == 0
            && options.engine.fdatasync == 0
            && !options.engine.end_fsync
            && !options.engine.fsync_on_close
            && options.engine.sync == crate::job::Sync::None
        {
            self.add(
                "rw",
                "what is written may still be in memory when the job ends; end_fsync=1 counts the time until it is on \
                 the device",
            );
        }
    }

    fn queue(&mut self) {
        let options = &self.job.options;
        if options.engine.iodepth > 1 && options.is_synchronous() {
            let text = format!(
                "iodepth={} has no effect with ioengine={}: one block is in flight; take libaio or io_uring",
                options.engine.iodepth,
                options.engine.ioengine.name()
            );
            self.add("iodepth", &text);
        }
        if options.engine.ioengine == Engine::Libaio && !options.engine.direct {
            self.add(
                "ioengine",
                "libaio through the page cache moves one block at a time in fio, whatever iodepth says; on io_uring, \
                 as here, they overlap",
            );
        }
    }

    fn contents(&mut self) {
        let options = &self.job.options;
        if !options.blocks.rw.writes() || !options.engine.ioengine.moves_bytes() || options.contents.verify.is_some() {
            return;
        }
        if options.contents.zero_buffers {
            self.add("zero_buffers", "a device that compresses hardly writes zeros");
        } else if !options.contents.refill_buffers && options.contents.buffer_pattern.is_empty() {
            self.add(
                "rw",
                "blocks are alike but for a little, so that a device that compresses or finds duplicates writes less; \
                 refill_buffers makes each anew",
            );
        }
    }

    fn clones(&mut self) {
        let options = &self.job.options;
        if options.jobs.numjobs > 1
            && !options.files.filename.is_empty()
            && options.blocks.offset_increment == SizeOf::Bytes(0)
            && options.engine.ioengine != Engine::Null
            && !options.engine.ioengine.is_of_names()
        {
            self.add(
                "numjobs",
                "all clones work on the same part of the same files; offset_increment gives each a part of its own",
            );
        }
        if options.blocks.startdelay.1.is_zero() && options.jobs.wait_for.is_some() && options.jobs.stonewall {
            self.add("wait_for", "stonewall waits for all jobs above already");
        }
    }
}
