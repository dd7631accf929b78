//! Runs a part of a test in a separate process, which may be killed or have fewer permissions.

use std::path::Path;
use std::process::Command;

/// Names the test whose part runs in this process.
const MARK: &str = "FEEDRATE_TEST_APART";

/// Returns whether this is the process for that test's part.
pub fn is_me(test: &str) -> bool {
    std::env::var_os(MARK).is_some_and(|mark| mark == test)
}

/// Returns the command that runs that test's part, in `folder`.
pub fn command(test: &str, folder: &Path) -> Command {
    command_by(&std::env::current_exe().unwrap(), test, folder)
}

/// The same with a copy of this program.
pub fn command_by(program: &Path, test: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    dress(&mut command, test, folder);
    command
}

/// The same after a line of shell code.
pub fn command_after(line: &str, test: &str, folder: &Path) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{line}; exec \"$0\" \"$@\""));
    command.arg(std::env::current_exe().unwrap());
    dress(&mut command, test, folder);
    command
}

fn dress(command: &mut Command, test: &str, folder: &Path) {
    command
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(MARK, test)
        .current_dir(folder);
}

/// Runs it to its end, and fails if it does.
pub fn run(mut command: Command) {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{command:?} failed, {}:\n{text}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
}
