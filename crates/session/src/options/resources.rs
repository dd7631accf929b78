//! The effective values of the system options about cores and memory on this machine.

use std::sync::OnceLock;

use feedrate_machine::{Cores, Memory};
use feedrate_options::StepOptions;

use super::SystemOptions;

/// The least memory of a step if MEMSIZE= is not set.
const LEAST_MEMORY: u64 = 64 << 20;

/// The divisor of MEMSIZE= for the text of a program. The structures made from it take several times as much.
const TEXT_SHARE: u64 = 16;

/// The least room for the text, regardless of MEMSIZE=.
const LEAST_TEXT: u64 = 1 << 20;

/// The divisor of MEMSIZE= for macro variables.
const SYMBOL_SHARE: u64 = 4;

/// The most room for the text: a longer one is hardly meant to be a program.
const LONGEST_TEXT: u64 = 256 << 20;

impl SystemOptions {
    /// Returns the options of steps, with the cores and the memory that are available now.
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
            runs_commands: self.commands.allowed,
            ..self.steps
        }
    }
}

impl SystemOptions {
    /// Returns how many bytes the text of a program may have, including all included files.
    pub fn text_bytes(&self) -> u64 {
        (self.memory_at_first() / TEXT_SHARE).clamp(LEAST_TEXT, LONGEST_TEXT)
    }

    /// Returns how many bytes all macro variables may take.
    pub(crate) fn symbol_bytes(&self) -> u64 {
        (self.memory_at_first() / SYMBOL_SHARE).max(LEAST_TEXT)
    }

    /// Returns the memory for steps; if MEMSIZE= is not set, by the memory that was available at the first call.
    fn memory_at_first(&self) -> u64 {
        static SHARE: OnceLock<u64> = OnceLock::new();
        match self.steps.memory_bytes {
            u64::MAX => *SHARE.get_or_init(share_of_memory),
            bytes => bytes,
        }
    }
}

/// Returns the cores that this process may use. They are determined once, because they do not change.
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

/// Returns half of the memory that is still available, or of what the control groups allow if that is less. The other
/// half is left to the page cache and to other processes.
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
