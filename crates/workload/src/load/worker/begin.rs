//! Beginning blocks: which is next, whether it may be now, and handing it to the queue.

use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::mark::MARK;
use feedrate_pageio::{Direction, Transfer};

use super::proof::Proof;
use super::{NAP, Worker};
use crate::error::Result;
use crate::load::depth_search::DepthSearch;
use crate::load::outcome::Action;
use crate::load::spec::Directions;
use crate::load::walk::FileBlock;

impl Worker<'_> {
    /// Begins blocks until as many are in flight as may be, or nothing may begin now.
    pub(super) fn fill_queue(&mut self) -> Result<()> {
        if self.queue.in_flight() <= self.load.depth.low || self.load.depth.low == 0 {
            self.filling = true;
        }
        while !self.ending && self.filling && self.queue.in_flight() < self.depth {
            // What is due comes before the next block, and not after the last.
            if self.player.is_none() && self.limits.are_reached() {
                self.ending = true;
                break;
            }
            if self.must_be_empty() {
                if self.queue.in_flight() > 0 {
                    return Ok(());
                }
                self.do_what_is_due()?;
                continue;
            }
            if self.rate.is_some() || self.flow.is_some() {
                match self.must_wait() {
                    Some(_) if self.queue.in_flight() > 0 => return Ok(()),
                    Some(wait) => {
                        self.nap(wait);
                        continue;
                    }
                    None => {}
                }
            }
            let begun = match self.player {
                None => self.begin_next()?,
                Some(_) => self.play_next()?,
            };
            if !begun {
                return Ok(());
            }
        }
        self.filling = self.queue.in_flight() < self.depth;
        Ok(())
    }

    fn do_what_is_due(&mut self) -> Result<()> {
        if let Some(whole) = self.flush_is_due() {
            return self.flush(self.last_file, whole);
        }
        if self.pass_is_unread {
            return self.read_back_pass();
        }
        if self.backlog_is_due() {
            return self.read_backlog();
        }
        if self.search.as_ref().is_some_and(DepthSearch::is_settling) {
            self.settle();
        } else {
            self.pause();
        }
        Ok(())
    }

    fn direction(&mut self) -> Direction {
        match self.load.directions {
            Directions::Read => Direction::Read,
            Directions::Write | Directions::Trim | Directions::TrimWrite => Direction::Write,
            Directions::Mixed { read_percent } => {
                if self.chance.u8(..100) < read_percent {
                    Direction::Read
                } else {
                    Direction::Write
                }
            }
        }
    }

    /// How long the next block has to wait. Where both directions are held to rates, the one that is due sooner
    /// goes first.
    fn must_wait(&mut self) -> Option<Duration> {
        if self.flow.as_ref().is_some_and(|flow| flow.is_ahead()) {
            return Some(Duration::from_micros(100));
        }
        let drawn = match self.drawn {
            Some(drawn) => drawn,
            None => self.direction(),
        };
        self.drawn = Some(drawn);
        let rate = self.rate.as_ref()?;
        let now = Instant::now();
        let wait = rate.wait(drawn, now);
        if wait.is_zero() {
            return None;
        }
        if matches!(self.load.directions, Directions::Mixed { read_percent } if (1..100).contains(&read_percent))
        {
            let other = match drawn {
                Direction::Read => Direction::Write,
                Direction::Write => Direction::Read,
            };
            let of_other = rate.wait(other, now);
            if of_other < wait {
                self.drawn = Some(other);
                return (!of_other.is_zero()).then_some(of_other);
            }
        }
        Some(wait)
    }

    /// Sleeps a while, and looks at the clock: a time that ends there belongs to the load.
    pub(super) fn nap(&mut self, wait: Duration) {
        let wait = match self.deadline {
            Some(deadline) => wait.min(deadline.saturating_duration_since(Instant::now())),
            None => wait,
        };
        thread::sleep(wait.min(NAP));
        let now = Instant::now();
        self.clock = None;
        self.look(now);
        if self.time_is_up {
            self.last = self.last.max(now);
        }
        self.answer();
        if self.ear.is_stopped() {
            self.stop();
        }
    }

    pub(super) fn pause_is_due(&self) -> bool {
        self.load
            .think
            .is_some_and(|think| self.since_thought >= think.blocks.max(1))
    }

    fn pause(&mut self) {
        self.since_thought = 0;
        let Some(think) = self.load.think else {
            return;
        };
        let begun = Instant::now();
        // It heeds the user as often as a nap does.
        while begun.elapsed() < think.spin && !self.ending {
            let part = Instant::now();
            while part.elapsed() < NAP && begun.elapsed() < think.spin {
                std::hint::spin_loop();
            }
            self.nap(Duration::ZERO);
        }
        while !self.ending {
            let left = think.time.max(think.spin).saturating_sub(begun.elapsed());
            if left.is_zero() {
                break;
            }
            self.nap(left);
        }
        if think.is_outside_rates
            && let Some(rate) = &mut self.rate
        {
            rate.put_off(begun.elapsed());
        }
        self.clock = None;
    }

    /// Whether a flush is due: of all that belongs to the file, or of its data.
    pub(super) fn flush_is_due(&self) -> Option<bool> {
        let flush = self.load.flush;
        if flush.every > 0 && self.unflushed[0] >= flush.every {
            return Some(true);
        }
        (flush.data_every > 0 && self.unflushed[1] >= flush.data_every).then_some(false)
    }

    /// Brings what was written to a file to the device.
    pub(super) fn flush(&mut self, file: usize, whole: bool) -> Result<()> {
        self.record(
            match whole {
                true => Action::Sync,
                false => Action::DataSync,
            },
            file,
            0,
            0,
        );
        let begun = Instant::now();
        self.queue.flush(file, whole)?;
        let done = Instant::now();
        if !self.ramping {
            self.tally.flushes.record(done - begun);
        }
        self.unflushed[usize::from(!whole)] = 0;
        self.last = self.last.max(done);
        self.clock = None;
        self.look(done);
        Ok(())
    }

    /// Begins the next block; says false when there is none, or none now.
    fn begin_next(&mut self) -> Result<bool> {
        let direction = match self.drawn.take() {
            Some(drawn) => drawn,
            None => self.direction(),
        };
        let place = if self.limits.is_pass_over() {
            None
        } else {
            self.walk.next(direction)
        };
        let Some(place) = place else {
            if self.limits.begin_again() {
                self.walk.restart();
                let proof = self.proof.as_ref();
                self.pass_is_unread =
                    self.limits.has_loops() && proof.is_some_and(Proof::is_to_read_back);
                if self.load.invalidate && !self.load.pre_read {
                    self.queue.files().iter().for_each(|file| file.forget());
                }
            } else {
                self.ending = true;
            }
            return Ok(!self.ending);
        };
        if self
            .proof
            .as_ref()
            .is_some_and(|proof| proof.collides(place))
        {
            // Two writes of one place at once may leave a mixture of both.
            while self.queue.in_flight() > 0 {
                self.reap(self.queue.in_flight())?;
            }
        }
        self.limits.begin(place.bytes);
        if let Some(rate) = &mut self.rate {
            if self.load.counts_from_due {
                self.due = rate.due(direction);
            }
            rate.spend(direction, place.bytes);
        }
        if let Some(flow) = &mut self.flow {
            flow.spend();
        }
        if self.load.think.is_some() {
            self.since_thought += 1;
        }
        if self.load.directions.trims() {
            self.trim(place)?;
            if self.load.directions == Directions::Trim {
                self.due = None;
                return Ok(true);
            }
        }
        if direction == Direction::Write {
            self.unflushed = self.unflushed.map(|writes| writes.saturating_add(1));
            self.last_file = place.file;
        }
        self.begin(direction, place)?;
        Ok(true)
    }

    /// Whether what is written there is on a device, which carries no mark.
    #[cold]
    fn is_on_a_device(&self, file: usize) -> bool {
        let file = self.queue.files().get(file);
        file.is_some_and(|file| file.kind().is_device())
    }

    /// Hands a block to the queue.
    #[inline]
    pub(super) fn begin(&mut self, direction: Direction, place: FileBlock) -> Result<()> {
        let bytes = place.bytes as usize;
        self.record(
            match direction {
                Direction::Read => Action::Read,
                Direction::Write => Action::Write,
            },
            place.file,
            place.offset,
            place.bytes,
        );
        let slot = self.slots.take(direction);
        if direction == Direction::Write {
            let in_mark = (place.offset < MARK.len() as u64 && !self.is_on_a_device(place.file))
                .then_some(place.offset);
            let block = &mut self.queue.slot_mut(slot)[..bytes];
            self.fill.ready(slot, block, in_mark);
            if let Some(proof) = &mut self.proof {
                proof.put(block, place);
            }
        }
        // A read follows at once on the completion that made room for it; a write first gets its content, which is
        // none of its time.
        let since = match self.clock.take() {
            Some(clock) if direction == Direction::Read => clock,
            _ => Instant::now(),
        };
        let since = match self.due.take() {
            Some(due) => since.min(due),
            None => since,
        };
        self.queue.submit_at(
            Transfer {
                direction,
                file: place.file,
                slot,
                offset: place.offset,
                bytes,
            },
            since,
        )?;
        if self.is_synchronous {
            self.tally.submit(1, 1);
            return Ok(());
        }
        self.gathered.push(slot);
        let at_once = self.load.depth.submit as usize;
        if at_once > 1 && self.gathered.len() >= at_once {
            self.hand_over()?;
        }
        Ok(())
    }
}
