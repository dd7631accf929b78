//! A test that logs have entries while their job runs.

use std::thread;
use std::time::Instant;

use super::*;

#[test]
fn entries_are_in_logs_while_jobs_run() {
    let folder = tempfile::tempdir().unwrap();
    let prefix = folder.path().join("x").display().to_string();
    let arguments: Vec<OsString> = [
        "--name=a",
        "--ioengine=null",
        "--size=1m",
        "--time_based",
        "--runtime=600",
        "--rate_iops=100",
        "--log_hist_msec=100",
        &format!("--write_lat_log={prefix}"),
        &format!("--write_hist_log={prefix}"),
        &format!("--write_iolog={prefix}.iolog"),
    ]
    .map(OsString::from)
    .into();
    let control = Control::default();
    let logs = ["x_lat.1.log", "x_clat_hist.1.log", "x.iolog"].map(|name| folder.path().join(name));
    let lines = |path: &Path| std::fs::read_to_string(path).map_or(0, |text| text.lines().count());
    thread::scope(|scope| {
        let run = scope.spawn(|| {
            let (mut out, mut messages) = (Vec::new(), Vec::new());
            let listen = || control.clone();
            execute_arguments(&arguments, &listen, Terminal::default(), &mut out, &mut messages)
        });
        let until = Instant::now() + Duration::from_secs(60);
        while logs.iter().any(|log| lines(log) == 0) && Instant::now() < until {
            thread::sleep(Duration::from_millis(20));
        }
        let counts = logs.each_ref().map(|log| lines(log));
        control.stop();
        assert!(matches!(run.join().unwrap(), Err(Failure::Interrupted)));
        assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
        // A recording has one head, and its files are closed at the end.
        let recording = std::fs::read_to_string(&logs[2]).unwrap();
        assert_eq!(recording.matches("fio version 3 iolog\n").count(), 1);
        assert!(recording.ends_with(" close\n"), "{recording}");
        // The rest comes when the job ends.
        assert!(lines(&logs[0]) >= counts[0]);
    });
}
