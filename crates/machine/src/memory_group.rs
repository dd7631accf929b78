//! A control group that limits the memory of a process: all of it, what the page cache holds for it too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of groups that this process has made. One whose processes go on has its name still.
static MADE: AtomicU64 = AtomicU64::new(0);

/// A kind of control group, and its files.
#[derive(Clone, Copy, Debug)]
struct Hierarchy {
    root: &'static str,
    /// Takes the limit in bytes.
    limit: &'static str,
    /// The file that keeps the process from swapping instead, and the text to write there; a kernel may lack it.
    swap: &'static str,
    swap_is_limit_of_both: bool,
    /// Has a line that begins with `oom_kill`.
    events: &'static str,
}

const VERSION_2: Hierarchy = Hierarchy {
    root: "/sys/fs/cgroup",
    limit: "memory.max",
    swap: "memory.swap.max",
    swap_is_limit_of_both: false,
    events: "memory.events",
};

/// In the order in which they are tried.
const HIERARCHIES: [Hierarchy; 3] = [
    VERSION_2,
    Hierarchy {
        root: "/sys/fs/cgroup/unified",
        ..VERSION_2
    },
    Hierarchy {
        root: "/sys/fs/cgroup/memory",
        limit: "memory.limit_in_bytes",
        swap: "memory.memsw.limit_in_bytes",
        swap_is_limit_of_both: true,
        events: "memory.oom_control",
    },
];

/// A group with a limit, at the root of its hierarchy. It goes with the value, by when its processes must
/// have ended.
#[derive(Debug)]
pub struct MemoryGroup {
    folder: PathBuf,
    hierarchy: Hierarchy,
}

impl MemoryGroup {
    /// Returns the version of the control groups, 1 or 2.
    pub fn version(&self) -> u8 {
        if self.hierarchy.swap_is_limit_of_both { 1 } else { 2 }
    }

    /// Makes a group whose processes may have so many bytes together, and may not swap.
    ///
    /// # Errors
    ///
    /// Returns the reasons why none can be made.
    pub fn new(bytes: u64) -> Result<Self, String> {
        let mut reasons = Vec::new();
        for hierarchy in HIERARCHIES {
            if !Path::new(hierarchy.root).is_dir() {
                continue;
            }
            match Self::within(hierarchy, bytes) {
                Ok(group) => return Ok(group),
                Err(reason) => reasons.push(format!("{}: {reason}", hierarchy.root)),
            }
        }
        Err(format!(
            "memory cannot be limited ({}); that wants root and a control group for memory",
            reasons.join("; ")
        ))
    }

    fn within(hierarchy: Hierarchy, bytes: u64) -> Result<Self, String> {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("feedrate-{}-{number}", process::id());
        let folder = Path::new(hierarchy.root).join(name);
        // A killed process of the same number may have left one.
        let _ = fs::remove_dir(&folder);
        fs::create_dir(&folder).map_err(|error| error.to_string())?;
        let group = Self { folder, hierarchy };
        // An ordinary file system would take files of any name.
        if !group.folder.join(hierarchy.limit).is_file() {
            return Err(format!("has no {}", hierarchy.limit));
        }
        group.write(hierarchy.limit, bytes)?;
        if group.folder.join(hierarchy.swap).is_file() {
            let most = if hierarchy.swap_is_limit_of_both { bytes } else { 0 };
            group.write(hierarchy.swap, most)?;
        }
        Ok(group)
    }

    fn write(&self, file: &str, number: u64) -> Result<(), String> {
        fs::write(self.folder.join(file), number.to_string()).map_err(|error| format!("{file}: {error}"))
    }

    /// Returns the same command, to be run in the group from its first instruction on. Its standard streams are to be
    /// set again. A shell enters the group and becomes the program, so the child remains one process.
    pub fn enter(&self, command: &Command) -> Command {
        let mut entering = Command::new("/bin/sh");
        entering
            .args(["-c", "echo $$ >\"$0\" && exec \"$@\""])
            .arg(self.folder.join("cgroup.procs"))
            .arg(command.get_program())
            .args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => entering.env(name, value),
                None => entering.env_remove(name),
            };
        }
        if let Some(folder) = command.get_current_dir() {
            entering.current_dir(folder);
        }
        entering
    }

    /// Returns whether the kernel killed a process of the group for want of memory, where it tells.
    pub fn has_killed(&self) -> bool {
        let events = fs::read_to_string(self.folder.join(self.hierarchy.events));
        events.is_ok_and(|events| {
            events
                .lines()
                .filter_map(|line| line.strip_prefix("oom_kill "))
                .any(|count| count.trim() != "0")
        })
    }
}

impl Drop for MemoryGroup {
    fn drop(&mut self) {
        // An empty group that stays limits nobody.
        let _ = fs::remove_dir(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_holds_its_processes_or_is_refused_with_reasons() {
        match MemoryGroup::new(64 << 20) {
            Err(reason) => assert!(reason.starts_with("memory cannot be limited ("), "{reason}"),
            Ok(group) => {
                let mut entered = group.enter(Command::new("cat").arg("/proc/self/cgroup"));
                let output = entered.output().unwrap();
                let groups = String::from_utf8(output.stdout).unwrap();
                let name = group.folder.file_name().unwrap().to_str().unwrap();
                assert!(groups.lines().any(|line| line.ends_with(name)), "{groups}");
                assert!(!group.has_killed());
                let folder = group.folder.clone();
                drop(group);
                assert!(!folder.exists());
            }
        }
    }
}
