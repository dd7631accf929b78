//! Running a test in a process of its own, which no other test's I/O is counted in, and which may be
//! limited without harm to the others.

use std::process::Command;

/// Names the test that runs apart.
const MARK: &str = "FEEDRATE_TEST_APART";

/// Returns whether this is the process of that test. If it is not, starts it, after what `sh` is told first, and fails
/// when it does.
pub fn is_me(test: &str, first: &str) -> bool {
    if std::env::var_os(MARK).is_some_and(|mark| mark == test) {
        return true;
    }
    let program = std::env::current_exe().unwrap();
    let output = Command::new("sh")
        .args(["-c", &format!("{first}\nexec \"$@\""), "sh"])
        .arg(program)
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(MARK, test)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{test} failed apart, {}:\n{text}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    false
}
