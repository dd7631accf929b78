//! A device that is throttled by a control group, and how a check for hours tells when that changes.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::loop_disk::LoopDisk;
use crate::program::{feedrate, folder, peer_succeeds, skipped};

/// A control group whose processes get a limited rate of a device; removed in the end.
struct ThrottledGroup {
    path: PathBuf,
    device: String,
    is_unified: bool,
}

impl ThrottledGroup {
    /// Makes one for the device of a folder. `None`, after saying so, where control groups limit no rates here.
    fn new(test: &str, mounted: &Path) -> Option<Self> {
        let source = peer_succeeds(
            "findmnt",
            ["-n", "-o", "MAJ:MIN", "--target", &mounted.display().to_string()],
        );
        let name = format!("feedrate-peers-{}", std::process::id());
        let old = Path::new("/sys/fs/cgroup/blkio");
        let unified = Path::new("/sys/fs/cgroup");
        let has_io = fs::read_to_string(unified.join("cgroup.subtree_control")).is_ok_and(|text| text.contains("io"));
        let path = match (old.join("blkio.throttle.read_bps_device").exists(), has_io) {
            (true, _) => old.join(name),
            (false, true) => unified.join(name),
            (false, false) => {
                skipped(test, "no control group here limits the rate of devices");
                return None;
            }
        };
        if let Err(error) = fs::create_dir(&path) {
            skipped(test, &format!("no control group can be made here: {error}"));
            return None;
        }
        Some(Self {
            is_unified: path.starts_with(unified) && !path.starts_with(old),
            path,
            device: source.trim().to_owned(),
        })
    }

    /// Limits reading and writing to so many bytes a second each; fails where the kernel refuses.
    fn limit(&self, bytes: u64) -> std::io::Result<()> {
        let device = &self.device;
        if self.is_unified {
            return fs::write(self.path.join("io.max"), format!("{device} rbps={bytes} wbps={bytes}"));
        }
        for direction in ["read", "write"] {
            let file = self.path.join(format!("blkio.throttle.{direction}_bps_device"));
            fs::write(file, format!("{device} {bytes}"))?;
        }
        Ok(())
    }
}

impl Drop for ThrottledGroup {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.path);
    }
}

/// The result of a check for hours on a device whose rate falls from 40 MB/s to 8 after 40 s, and its exit code.
fn check_of_a_burst(disk: &LoopDisk, group: &ThrottledGroup) -> (serde_json::Value, Option<i32>) {
    group.limit(40_000_000).expect("the limit changes");
    let results = folder();
    let (json, log) = (results.path().join("result.json"), results.path().join("log"));
    let mut command = Command::new(feedrate());
    command
        .arg("check")
        .arg(disk.folder())
        .args([
            "--quick",
            "--streams",
            "1",
            "--hours",
            "0.03",
            "--require",
            "35",
            "--json",
        ])
        .arg(&json)
        .stdout(Stdio::null())
        .stderr(fs::File::create(&log).expect("a log"));
    let procs = group.path.join("cgroup.procs");
    let enter = move || fs::write(&procs, "0");
    // SAFETY: the child only opens and writes a file before it runs the program; no other thread of it exists.
    unsafe { command.pre_exec(enter) };
    let mut check = command.spawn().expect("feedrate runs");
    let patience = Instant::now() + Duration::from_secs(120);
    while !fs::read_to_string(&log).is_ok_and(|text| text.contains("the mixed stream for a long time")) {
        assert!(check.try_wait().expect("a child").is_none(), "it ended early");
        assert!(Instant::now() < patience, "the run for hours does not begin");
        thread::sleep(Duration::from_millis(50));
    }
    thread::sleep(Duration::from_secs(40));
    group.limit(8_000_000).expect("the limit changes");
    let code = check.wait().expect("a child").code();
    let result = serde_json::from_slice(&fs::read(&json).expect("a result"));
    (result.expect("JSON"), code)
}

#[test]
fn a_burst_that_ends_is_found_by_a_check_for_hours() {
    const TEST: &str = "a device whose burst ends";
    let Some(disk) = LoopDisk::new(TEST) else {
        return;
    };
    let Some(group) = ThrottledGroup::new(TEST, disk.folder()) else {
        return;
    };
    if let Err(error) = group.limit(40_000_000) {
        skipped(TEST, &format!("the kernel throttles no device: {error}"));
        return;
    }
    let (mut json, mut code) = check_of_a_burst(&disk, &group);
    // Other tests on the same processors make rates unsteady: it is measured again, so that some of them have ended.
    for _ in 1..3 {
        if json["folders"][0]["endurance"]["is_steady"] == true {
            break;
        }
        (json, code) = check_of_a_burst(&disk, &group);
    }
    let run = &json["folders"][0]["endurance"];
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let last = run["changes"]
        .as_array()
        .and_then(|changes| changes.last())
        .expect("a change");
    assert!(
        ["burst-end", "write-cache-full"].contains(&last["kind"].as_str().expect("a kind")),
        "{last}"
    );
    assert!((35.0..50.0).contains(&number(&last["at_seconds"])), "{last}");
    assert!(number(&last["from"]) > 2.0 * number(&last["to"]), "{last}");
    // 8 MB/s each way; beside other tests a round may have what the limit left unused in the gap before it.
    assert!(number(&last["to"]) < 30.0, "{last}");
    assert_eq!(run["is_steady"], true, "{run}");
    // Before the end of the burst it would have passed.
    assert_eq!(json["folders"][0]["verdict"]["lasting"]["meets"], false);
    assert_eq!(code, Some(1));
}
