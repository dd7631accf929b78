//! The processes of the machine: the folders of `/proc` whose names are numbers.

use crate::System;

/// Returns the numbers of the processes of a machine, in no order.
pub fn process_numbers(system: &System) -> Vec<u32> {
    let names = system.names("/proc");
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

/// Returns the variables with which a process was started, each as `NAME=value`; `None` if it is gone, or another
/// user's. One that has ended has none any more.
pub fn environment(system: &System, process: u32) -> Option<Vec<Vec<u8>>> {
    let text = system.bytes(format!("/proc/{process}/environ"))?;
    let variables = text.split(|byte| *byte == 0).map(<[u8]>::to_vec);
    Some(variables.collect())
}

/// Returns the command line of a process, word by word; `None` if it is gone. It is empty for a thread of the kernel.
pub fn command_line(system: &System, process: u32) -> Option<Vec<String>> {
    let text = system.bytes(format!("/proc/{process}/cmdline"))?;
    let words = text.split(|byte| *byte == 0);
    Some(words.map(|word| String::from_utf8_lossy(word).into_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_among_them_with_its_environment() {
        let system = System::host();
        let me = std::process::id();
        assert!(process_numbers(&system).contains(&me));
        let has_path = |variable: &Vec<u8>| variable.starts_with(b"PATH=");
        assert!(environment(&system, me).unwrap().iter().any(has_path));
    }
}
