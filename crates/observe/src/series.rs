//! The course of a command over time, in a bounded number of samples.

use serde::Serialize;

use crate::counters::Counters;
use crate::device_seen::DeviceMoved;

/// The activity in a time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// Seconds from the start of the command to the end of this time.
    pub until_seconds: f64,
    /// Its length.
    pub seconds: f64,
    /// The counts of the command's processes in it.
    #[serde(flatten)]
    pub moved: Counters,
    /// Processor seconds in user mode, in steps of the kernel's clock.
    pub user_cpu_seconds: f64,
    /// Processor seconds in the kernel.
    pub system_cpu_seconds: f64,
    /// The bytes that each device moved, in the order of the devices. Those that were not known yet are missing.
    pub devices: Vec<DeviceMoved>,
}

impl Sample {
    /// Adds the time after this one.
    fn append(&mut self, later: Self) {
        self.until_seconds = later.until_seconds;
        self.seconds += later.seconds;
        self.moved = self.moved.plus(later.moved);
        self.user_cpu_seconds += later.user_cpu_seconds;
        self.system_cpu_seconds += later.system_cpu_seconds;
        for (index, moved) in later.devices.into_iter().enumerate() {
            match self.devices.get_mut(index) {
                Some(device) => device.add(&moved),
                None => self.devices.push(moved),
            }
        }
    }
}

/// Samples, of which neighbours are merged when there are too many.
#[derive(Debug)]
pub(crate) struct Series {
    most: usize,
    /// The number of samples that are merged into one.
    merged: u32,
    /// The number of them in the last one.
    in_last: u32,
    samples: Vec<Sample>,
}

impl Series {
    /// Begins empty.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most: most.max(2),
            merged: 1,
            in_last: 0,
            samples: Vec::new(),
        }
    }

    /// Adds a sample at the end.
    pub(crate) fn push(&mut self, sample: Sample) {
        match self.samples.last_mut().filter(|_| self.in_last < self.merged) {
            Some(last) => {
                last.append(sample);
                self.in_last += 1;
            }
            None => {
                if self.samples.len() == self.most {
                    self.halve();
                }
                self.samples.push(sample);
                self.in_last = 1;
            }
        }
    }

    fn halve(&mut self) {
        let mut halved: Vec<Sample> = Vec::with_capacity(self.most);
        for (index, sample) in std::mem::take(&mut self.samples).into_iter().enumerate() {
            match halved.last_mut().filter(|_| index % 2 == 1) {
                Some(last) => last.append(sample),
                None => halved.push(sample),
            }
        }
        self.samples = halved;
        self.merged = self.merged.saturating_mul(2);
    }

    /// Returns how many samples are merged into one.
    pub(crate) fn merged(&self) -> u32 {
        self.merged
    }

    /// Returns the samples.
    pub(crate) fn finish(self) -> Vec<Sample> {
        self.samples
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sample(index: u32) -> Sample {
        Sample {
            until_seconds: f64::from(index + 1),
            seconds: 1.0,
            moved: Counters {
                read_bytes: u64::from(index),
                ..Counters::default()
            },
            user_cpu_seconds: 0.5,
            system_cpu_seconds: 0.0,
            devices: vec![DeviceMoved::default(); usize::from(index > 2)],
        }
    }

    proptest! {
        #[test]
        fn samples_are_bounded_and_nothing_is_lost(count in 0_u32..300, most in 0_usize..20) {
            let mut series = Series::new(most);
            (0..count).for_each(|index| series.push(sample(index)));
            let samples = series.finish();
            prop_assert!(samples.len() <= most.max(2));
            let bytes: u64 = samples.iter().map(|sample| sample.moved.read_bytes).sum();
            prop_assert_eq!(bytes, (0..u64::from(count)).sum::<u64>());
            let mut until = 0.0;
            for sample in &samples {
                until += sample.seconds;
                prop_assert_eq!(sample.until_seconds, until);
            }
            prop_assert_eq!(until, f64::from(count));
        }
    }
}
