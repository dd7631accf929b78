//! What the system options about cores and memory come to on this machine.

use std::sync::OnceLock;

use feedrate_machine::{Cores, Memory};
use feedrate_options::StepOptions;

use super::SystemOptions;

/// The least that a step may hold where MEMSIZE= does not say.
const LEAST_MEMORY: u64 = 64 << 20;

/// What part of MEMSIZE= the text of a program may take: one in so many. What it becomes takes several times as much.
const TEXT_SHARE: u64 = 16;

/// The least that it may take, whatever MEMSIZE= says.
const LEAST_TEXT: u64 = 1 << 20;

/// What part of MEMSIZE= macro variables may take.
const SYMBOL_SHARE: u64 = 4;

/// The most that it may take: more is hardly meant to be a program.
const LONGEST_TEXT: u64 = 256 << 20;

impl SystemOptions {
    /// The options that steps heed, with the cores and the memory that there are at this moment.
    pub(crate) fn of_steps(&self) -> StepOptions {
        let memory_bytes = match self.steps.memory_bytes {
            u64::MAX => share_of_memory(),
            bytes => bytes,
        };
        let cpu_count = match self.steps.cpu_count {
            0 => usable_cores(),
            cores => cores,
        };
        StepOptions {
            cpu_count,
            memory_bytes,
            sort_bytes: self.steps.sort_bytes.min(memory_bytes),
            ..self.steps
        }
    }
}

impl SystemOptions {
    /// How many bytes the text of a program may have, with all that it includes.
    pub fn text_bytes(&self) -> u64 {
        (self.memory_at_first() / TEXT_SHARE).clamp(LEAST_TEXT, LONGEST_TEXT)
    }

    /// How many bytes all macro variables may take.
    pub(crate) fn symbol_bytes(&self) -> u64 {
        (self.memory_at_first() / SYMBOL_SHARE).max(LEAST_TEXT)
    }

    /// What steps may hold; where MEMSIZE= does not say, by the memory that there was when this was first asked.
    fn memory_at_first(&self) -> u64 {
        static SHARE: OnceLock<u64> = OnceLock::new();
        match self.steps.memory_bytes {
            u64::MAX => *SHARE.get_or_init(share_of_memory),
            bytes => bytes,
        }
    }
}

/// The cores that this process may use. They are looked up once: which there are does not change.
fn usable_cores() -> u32 {
    static CORES: OnceLock<u32> = OnceLock::new();
    *CORES.get_or_init(|| {
        let cores = Cores::host();
        // Hardware threads of one core help a step whose cores wait for memory.
        let threads = cores.logical_available as f64;
        let usable = cores.quota.map_or(threads, |quota| quota.min(threads));
        (usable.ceil() as u32).clamp(1, 1024)
    })
}

/// Half of the memory that programs can still take, or of what the control groups grant where that is
/// less. The other half is left to the page cache and to others.
fn share_of_memory() -> u64 {
    let memory = Memory::host();
    let available = match (memory.available_bytes, memory.cgroup_limit_bytes) {
        (Some(available), Some(limit)) => available.min(limit),
        (available, limit) => available.or(limit).unwrap_or_default(),
    };
    (available / 2).max(LEAST_MEMORY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_steps(given: &[(&str, Option<&str>)]) -> StepOptions {
        let mut options = SystemOptions::default();
        for (name, value) in given {
            options.set(name, *value).unwrap();
        }
        options.of_steps()
    }

    #[test]
    fn sorting_holds_no_more_than_a_step_may() {
        let asked = of_steps(&[("memsize", Some("96m")), ("sortsize", Some("1g"))]);
        assert_eq!((asked.memory_bytes, asked.sort_bytes), (96 << 20, 96 << 20));
        let asked = of_steps(&[("memsize", Some("96m")), ("sortsize", Some("8m"))]);
        assert_eq!(asked.sort_bytes, 8 << 20);
        let all = of_steps(&[("memsize", Some("0")), ("sortsize", Some("max"))]);
        assert!(all.memory_bytes >= LEAST_MEMORY);
        assert_eq!(all.sort_bytes, all.memory_bytes);
    }

    #[test]
    fn without_threads_one_core_computes() {
        assert_eq!(of_steps(&[("cpucount", Some("7"))]).workers(), 7);
        let one = of_steps(&[("cpucount", Some("7")), ("nothreads", None)]);
        assert_eq!(one.workers(), 1);
        assert!(of_steps(&[("cpucount", Some("actual"))]).workers() >= 1);
    }
}
