//! `/proc/stat`: the time of the processors.
//!
//! Format: `proc_stat(5)`.

use crate::System;

/// The times of one processor or of all since the machine started, in ticks of the kernel's clock. Those of guests are
/// counted in user time already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProcessorTicks {
    /// In programs.
    pub(crate) user: u64,
    /// In programs of low priority.
    pub(crate) nice: u64,
    /// In the kernel for programs, and in its own threads.
    pub(crate) system: u64,
    /// In nothing.
    pub(crate) idle: u64,
    /// In nothing, while a device was waited for.
    pub(crate) io_wait: u64,
    /// In interrupts.
    pub(crate) interrupts: u64,
    /// In soft interrupts, which do what interrupts put off.
    pub(crate) soft_interrupts: u64,
    /// Taken by the hypervisor while something was to run.
    pub(crate) stolen: u64,
}

impl ProcessorTicks {
    /// Reads the words after the name of the processor. Those that an old kernel lacks are 0.
    fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut fields = words.map(|word| word.parse().unwrap_or(0));
        let mut next = || fields.next().unwrap_or(0);
        Self {
            user: next(),
            nice: next(),
            system: next(),
            idle: next(),
            io_wait: next(),
            interrupts: next(),
            soft_interrupts: next(),
            stolen: next(),
        }
    }

    /// Returns the ticks in anything, or nothing.
    pub(crate) fn all(&self) -> u64 {
        let others = [
            self.nice,
            self.system,
            self.idle,
            self.io_wait,
            self.interrupts,
            self.soft_interrupts,
            self.stolen,
        ];
        others.into_iter().fold(self.user, u64::saturating_add)
    }
}

/// The lines of the file that are used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProcessorTable {
    /// The sum of all processors.
    pub(crate) all: Option<ProcessorTicks>,
    /// Each processor, with its number.
    pub(crate) each: Vec<(u32, ProcessorTicks)>,
    /// The interrupts since the machine started.
    pub(crate) interrupts: Option<u64>,
}

impl ProcessorTable {
    /// Returns that of a machine; `None` if it does not say.
    pub(crate) fn at(system: &System) -> Option<Self> {
        Some(Self::parse(&system.text("/proc/stat")?))
    }

    /// Reads the text.
    pub(crate) fn parse(text: &str) -> Self {
        let mut table = Self::default();
        for line in text.lines() {
            let mut words = line.split_ascii_whitespace();
            let Some(name) = words.next() else { continue };
            match name.strip_prefix("cpu") {
                Some("") => table.all = Some(ProcessorTicks::parse(words)),
                Some(number) => {
                    if let Ok(number) = number.parse() {
                        table.each.push((number, ProcessorTicks::parse(words)));
                    }
                }
                None if name == "intr" => {
                    table.interrupts = words.next().and_then(|count| count.parse().ok());
                }
                None => {}
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fields_that_old_kernels_lack_are_zero() {
        let table = ProcessorTable::parse("cpu 1 2 3 4 5 6 7 8 9\ncpu3 1 2\nintr 70 1\ncpux 1\n");
        let all = table.all.unwrap();
        assert_eq!((all.nice, all.stolen, all.all()), (2, 8, 36));
        assert_eq!(table.each.len(), 1);
        assert_eq!((table.each[0].0, table.each[0].1.all()), (3, 3));
        assert_eq!(table.interrupts, Some(70));
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text: String) {
            ProcessorTable::parse(&text);
        }
    }
}
