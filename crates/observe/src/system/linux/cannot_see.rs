//! The sentences on what cannot be seen of a command from outside, said only where it applies.

use feedrate_machine::DeviceNumber;

use super::files::OtherHandles;
use crate::observation::Observation;

/// The things that an observation met that are not among its results.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Obstacles {
    /// The things that were open besides regular files.
    pub(crate) handles: OtherHandles,
    /// Processes had more threads than are looked at.
    pub(crate) has_many_threads: bool,
    /// There were more processes than are followed.
    pub(crate) is_crowded: bool,
    /// Children had to be found among all processes of the machine.
    pub(crate) children_are_searched: bool,
    /// Processes whose parents end could not be adopted.
    pub(crate) is_no_reaper: bool,
}

/// The share of the bytes by calls that positions should have passed.
const EXPLAINED: f64 = 0.5;

/// Less than this is not worth a word.
const LITTLE: u64 = 1 << 20;

/// Returns a sentence for each thing that cannot be seen of this command.
pub(crate) fn sentences(observation: &Observation, met: &Obstacles) -> Vec<String> {
    let mut said = vec![
        "Transfers one by one: the kernel counts calls and bytes, so sizes are means.".to_owned(),
        format!(
            "Processes and files that come and go between two samples, about {:.0} ms apart: their bytes and processor \
             time are in the totals once their parents have waited for them, but their names are not here.",
            mean_interval(observation) * 1e3
        ),
    ];
    let mut say = |applies: bool, sentence: &str| {
        if applies {
            said.push(sentence.to_owned());
        }
    };
    transfers(observation, met, &mut say);
    say(
        !observation.devices.is_empty(),
        "Whose I/O the devices did: their figures include all other programs.",
    );
    say(
        observation.waits.block_io_seconds.is_none(),
        "How long threads waited for I/O: the kernel does not account for delays; \
         `sysctl kernel.task_delayacct=1` turns that on for commands that are started afterwards. \
         Shares of waiting are of samples instead.",
    );
    processes(observation, met, &mut say);
    said
}

fn transfers(observation: &Observation, met: &Obstacles, say: &mut impl FnMut(bool, &str)) {
    let counters = observation.totals.counters;
    say(
        met.handles.has_pipes && counters.read_bytes.saturating_add(counters.written_bytes) > 0,
        "What of the bytes by calls went through pipes, sockets and terminals: they are counted with those of files, \
         so that the share of the page cache is an upper limit.",
    );
    say(
        observation.files.iter().any(|file| file.is_direct),
        "What was read past the page cache: direct reads are counted with the others, so that the share of the page \
         cache is that of both.",
    );
    say(
        observation.files.iter().any(|file| file.is_mapped),
        "What was moved through mapped files: their bytes are in those of storage only, and those that the page cache \
         served are counted nowhere.",
    );
    let passed = observation.files.iter().map(|file| file.motion.bytes());
    let passed = passed.fold(0, u64::saturating_add);
    let moved = counters.read_bytes.saturating_add(counters.written_bytes);
    say(
        moved > LITTLE && (passed as f64) < EXPLAINED * moved as f64,
        "Where in the files most bytes were: positions account for less than half of them. `pread`, `pwrite` and \
         io_uring move no position, pipes have none, and files may be open for less than a sample.",
    );
    say(
        met.handles.has_rings,
        "Transfers through io_uring: they are counted as bytes of storage, but not as calls and bytes by calls.",
    );
    say(
        met.handles.has_devices,
        "Block devices that the command opened itself: only regular files are listed.",
    );
    let is_memory = |device: DeviceNumber| {
        let mut systems = observation.file_systems.iter();
        systems.any(|of| of.device == device && of.is_in_memory)
    };
    say(
        observation.files.iter().any(|file| is_memory(file.device)),
        "Storage of files in memory (tmpfs): they have none, so that their reads count as served by the page cache.",
    );
    say(
        observation
            .file_systems
            .iter()
            .any(|of| of.devices.is_empty() && !of.is_in_memory),
        "Devices of file systems on other machines or of other programs: no counters of devices are here for them, and \
         the kernel may not count their bytes as storage.",
    );
    say(
        observation.devices.iter().any(|device| device.moved.is_none()),
        "What some devices moved: the system does not count it.",
    );
}

fn processes(observation: &Observation, met: &Obstacles, say: &mut impl FnMut(bool, &str)) {
    say(
        observation.processes.iter().any(|process| process.is_hidden),
        "What processes of other users read and wrote: the system hides it from this user. The totals are too low.",
    );
    say(
        met.handles.is_hidden,
        "Files of processes of other users, or that protect themselves: the system hides them from this user.",
    );
    say(
        met.has_many_threads,
        "The states of all threads: of processes with many, the first one is looked at.",
    );
    say(
        met.is_crowded,
        "All processes: there were more at once than are followed.",
    );
    say(
        met.children_are_searched && met.is_no_reaper,
        "Processes whose parents ended before they were seen.",
    );
    say(
        !observation.left_running.is_empty(),
        "What the processes do that the command left running.",
    );
}

fn mean_interval(observation: &Observation) -> f64 {
    observation.seconds / observation.sampling.counter_looks.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::tests::observation;

    fn says(observation: &Observation, met: &Obstacles, what: &str) -> bool {
        let said = sentences(observation, met);
        said.iter().any(|sentence| sentence.starts_with(what))
    }

    #[test]
    fn what_always_applies_is_always_said() {
        let mut nothing = observation();
        nothing.totals.counters = crate::Counters::default();
        nothing.files.clear();
        nothing.devices.clear();
        nothing.processes.clear();
        nothing.left_running.clear();
        assert_eq!(sentences(&nothing, &Obstacles::default()).len(), 2);
    }

    #[test]
    fn other_things_are_said_where_they_apply() {
        let all = Obstacles {
            handles: OtherHandles {
                has_pipes: true,
                has_rings: true,
                has_devices: true,
                is_hidden: true,
            },
            has_many_threads: true,
            is_crowded: true,
            children_are_searched: true,
            is_no_reaper: true,
        };
        let none = Obstacles::default();
        let seen = observation();
        for what in [
            "What of the bytes by calls went through pipes",
            "Transfers through io_uring",
            "Block devices that the command opened",
            "Files of processes of other users",
            "The states of all threads",
            "All processes",
            "Processes whose parents ended",
        ] {
            assert!(says(&seen, &all, what) && !says(&seen, &none, what), "{what}");
        }
        for what in [
            "What was read past the page cache",
            "What was moved through mapped files",
            "What processes of other users read",
            "What the processes do that the command left",
            "What some devices moved",
            "Whose I/O the devices did",
        ] {
            assert!(says(&seen, &none, what), "{what}");
        }
        let delays = "How long threads waited";
        assert!(!says(&seen, &none, delays));
        let mut unaccounted = observation();
        unaccounted.waits.block_io_seconds = None;
        assert!(says(&unaccounted, &none, delays));
    }

    #[test]
    fn unseen_positions_are_said_when_much_was_moved() {
        let positions = "Where in the files most bytes were";
        let mut seen = observation();
        assert!(!says(&seen, &Obstacles::default(), positions));
        seen.files.clear();
        assert!(says(&seen, &Obstacles::default(), positions));
        seen.totals.counters = crate::Counters::default();
        assert!(!says(&seen, &Obstacles::default(), positions));
    }
}
