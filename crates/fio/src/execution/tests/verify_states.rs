//! Tests of jobs whose progress is kept and read back.

use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use super::*;
use crate::verify_state::VerifyState;

/// Jobs of one folder, in which their states are too.
struct Ground(tempfile::TempDir);

impl Ground {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn arguments(&self, options: &str) -> Vec<OsString> {
        let folder = self.0.path().display();
        // A colon separates names.
        let file = format!("{folder}/f").replace(':', "\\:");
        let common = format!("--aux-path={folder} --name=a --filename={file} --bs=4k --size=1m --verify=crc32c");
        let all = common.split(' ').chain(options.split_whitespace());
        all.map(OsString::from).collect()
    }

    fn run(&self, options: &str, control: &Control) -> (Result<u8, Failure>, String, String) {
        let (mut out, mut messages) = (Vec::new(), Vec::new());
        let code = execute_arguments(
            &self.arguments(options),
            &|| control.clone(),
            Terminal::default(),
            &mut out,
            &mut messages,
        );
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (code, text(out), text(messages))
    }

    /// Runs jobs that succeed, and returns the numbers of reads and writes.
    fn ios(&self, options: &str) -> (u64, u64) {
        let options = format!("{options} --output-format=json");
        let (code, out, messages) = self.run(&options, &Control::default());
        assert!(code.is_ok_and(|code| code == 0), "{messages}");
        let json: serde_json::Value = serde_json::from_str(&out).unwrap();
        let of = |direction: &str| json["jobs"][0][direction]["total_ios"].as_u64().unwrap();
        (of("read"), of("write"))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("local-a-0-verify.state")
    }

    fn state(&self) -> VerifyState {
        VerifyState::parse(&std::fs::read(self.path()).unwrap()).unwrap()
    }
}

#[test]
fn what_was_written_is_verified_later() {
    for engine in [
        "--ioengine=psync",
        "--ioengine=libaio --iodepth=8",
        "--ioengine=psync --random_generator=tausworthe64",
    ] {
        let ground = Ground::new();
        let half = format!("{engine} --number_ios=100 --do_verify=0 --verify_state_save=1");
        assert_eq!(ground.ios(&format!("--rw=randwrite {half}")), (0, 100));
        assert_eq!(ground.state().written.writes, 100);
        for later in ["--rw=randread", "--rw=randwrite --verify_only"] {
            let later = format!("{later} {engine}");
            let loaded = format!("{later} --verify_state_load=1");
            assert_eq!(ground.ios(&loaded), (100, 0));
            // Without the state, it reads what was never written.
            let (code, ..) = ground.run(&later, &Control::default());
            assert!(code.is_ok_and(|code| code == 1));
        }
    }
}

#[test]
fn what_a_mix_wrote_is_verified_later() {
    for mix in [
        "--rw=randrw --rwmixread=30",
        "--rw=rw",
        "--rw=randrw --bs=4k,8k --norandommap",
        "--rw=randrw --bsrange=4k-16k --ioengine=libaio --iodepth=8",
        "--rw=randrw --percentage_random=40 --loops=2 --size=256k",
    ] {
        let ground = Ground::new();
        let (reads, writes) = ground.ios(&format!("{mix} --do_verify=0"));
        assert!(reads > 20 && writes > 20, "{mix}");
        assert_eq!(ground.ios(&format!("{mix} --verify_only")), (writes, 0));

        let ground = Ground::new();
        let part = format!("{mix} --do_verify=0 --number_ios=50 --verify_state_save=1");
        let (_, writes) = ground.ios(&part);
        let later = format!("{mix} --verify_only --verify_state_load=1");
        assert_eq!(ground.ios(&later), (writes, 0), "{mix}");
    }
}

#[test]
fn flushes_take_turns_of_files_where_their_writes_are_verified_too() {
    // As in fio 3.33, a flush takes the turn of a file; it checks each of these blocks, and finds no fault.
    for job in [
        "--rw=randwrite --fsync=4",
        "--rw=randwrite --fdatasync=3",
        "--rw=write --fsync=4",
        "--rw=randwrite --fsync=3 --file_service_type=random",
        "--rw=randwrite --fsync=5 --bsrange=4k-16k --ioengine=libaio --iodepth=4",
        "--rw=randrw --fsync=4",
        "--rw=rw --fsync=2 --fdatasync=3 --file_service_type=roundrobin:3",
        "--rw=randrw --fsync=2 --loops=2",
    ] {
        let ground = Ground::new();
        let folder = ground.0.path().display();
        let files = format!("--filename={folder}/f:{folder}/g --nrfiles=2");
        let whole = format!("{job} {files} --size=128k --io_size=64k");
        let (_, writes) = ground.ios(&format!("{whole} --do_verify=0"));
        assert!(writes > 4, "{job}");
        assert_eq!(ground.ios(&format!("{whole} --verify_only")), (writes, 0), "{job}");

        let ground = Ground::new();
        let folder = ground.0.path().display();
        let part = format!("{job} --filename={folder}/f:{folder}/g --nrfiles=2 --size=256k");
        let (_, writes) = ground.ios(&format!("{part} --number_ios=20 --do_verify=0 --verify_state_save=1"));
        let later = format!("{part} --verify_only --verify_state_load=1");
        assert_eq!(ground.ios(&later), (writes, 0), "{job}");
        if !job.contains("rw=randrw") && !job.contains("rw=rw") && !job.contains("bsrange") {
            let reads = job.replace("write", "read");
            let later = part.replace(job, &reads);
            assert_eq!(
                ground.ios(&format!("{later} --verify_state_load=1")),
                (writes, 0),
                "{job}"
            );
        }
    }
}

#[test]
fn a_job_that_is_stopped_keeps_how_far_it_came() {
    let ground = Ground::new();
    let control = Control::default();
    let stop = {
        let (control, file) = (control.clone(), ground.0.path().join("f"));
        thread::spawn(move || {
            let begun = Instant::now();
            let length = || std::fs::metadata(&file).map_or(0, |file| file.len());
            while length() < 40_000 && begun.elapsed() < Duration::from_secs(60) {
                thread::sleep(Duration::from_millis(5));
            }
            control.stop();
        })
    };
    let job = "--rw=write --fallocate=none --rate_iops=50";
    let (code, _, messages) = ground.run(job, &control);
    stop.join().unwrap();
    assert!(matches!(code, Err(Failure::Interrupted)));
    let told = format!("fio: the verify state is in {}", ground.path().display());
    assert!(messages.contains(&told), "{messages}");
    let written = ground.state().written.writes;
    let length = std::fs::metadata(ground.0.path().join("f")).unwrap().len();
    assert!((10..256).contains(&written));
    assert_eq!(length, written * 4096);
    let later = "--rw=write --verify_only --verify_state_load=1";
    assert_eq!(ground.ios(later), (written, 0));
}

#[test]
fn states_are_kept_where_that_is_asked_for() {
    let ground = Ground::new();
    ground.ios("--rw=write");
    assert!(!ground.path().exists());
    ground.ios("--rw=write --verify_state_save=1 --loops=2");
    assert_eq!(ground.state().written.writes, 512);
    // A later run does not leave it: it does not hold for what that writes.
    ground.ios("--rw=write --verify_state_save=0");
    assert!(!ground.path().exists());
    // A file of somebody else stays.
    std::fs::write(ground.path(), "my thesis\n").unwrap();
    let (code, ..) = ground.run("--rw=write --verify_state_save=1", &Control::default());
    let message = code.unwrap_err().to_string();
    assert!(message.contains("is no verify state"), "{message}");
    assert_eq!(std::fs::read(ground.path()).unwrap(), b"my thesis\n");
}

#[test]
fn a_state_goes_as_soon_as_its_job_writes_anew() {
    let ground = Ground::new();
    let part = "--rw=randwrite --number_ios=100 --do_verify=0 --verify_state_save=1";
    // A job that writes nothing leaves it.
    ground.ios(part);
    for other in [
        "--rw=randread --verify_state_load=1",
        "--rw=randwrite --verify_only --verify_state_load=1",
        "--rw=randwrite --explain",
    ] {
        let (code, ..) = ground.run(other, &Control::default());
        assert!(code.is_ok_and(|code| code == 0), "{other}");
        assert_eq!(ground.state().written.writes, 100, "{other}");
    }
    let stopped = Control::default();
    stopped.stop();
    let (code, ..) = ground.run("--rw=randwrite --verify_state_save=0", &stopped);
    assert!(code.is_err() && ground.path().exists());
    // It goes when writes begin, and not when they end: a job that is killed leaves none either.
    let control = Control::default();
    thread::scope(|scope| {
        let job = "--rw=randwrite --rate_iops=20 --verify_state_save=0";
        let running = scope.spawn(|| ground.run(job, &control));
        let begun = Instant::now();
        while ground.path().exists() && begun.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(!ground.path().exists() && !running.is_finished());
        control.stop();
        assert!(matches!(running.join().unwrap().0, Err(Failure::Interrupted)));
    });
}

/// Windows makes links for administrators alone.
#[cfg(unix)]
#[test]
fn a_link_to_a_state_stays_and_so_does_what_is_no_state() {
    let ground = Ground::new();
    let part = "--rw=randwrite --number_ios=100 --do_verify=0 --verify_state_save=1";
    let target = ground.0.path().join("kept");
    std::os::unix::fs::symlink(&target, ground.path()).unwrap();
    ground.ios(part);
    assert!(target.exists());
    ground.ios("--rw=randwrite");
    assert!(!target.exists() && ground.path().is_symlink());
    std::fs::write(&target, "my thesis\n").unwrap();
    ground.ios("--rw=randwrite");
    assert_eq!(std::fs::read(&target).unwrap(), b"my thesis\n");
}

#[test]
fn writes_that_were_not_flushed_count_where_that_is_not_asked_for() {
    let ground = Ground::new();
    let job = "--rw=randwrite --number_ios=100 --do_verify=0 --verify_state_save=1";
    // A flush comes before the next write, so that none follows the last.
    for (options, writes) in [
        ("", 100),
        ("--verify_policy=completed", 100),
        ("--verify_policy=fsynced", 0),
        ("--verify_policy=fsynced --fsync=16", 96),
        ("--verify_policy=fsynced --fdatasync=20", 80),
        ("--verify_policy=fsynced --fsync=16 --end_fsync=1", 100),
    ] {
        ground.ios(&format!("{job} {options}"));
        assert_eq!(ground.state().written.writes, writes, "{options}");
        let loaded = "--rw=randread --verify_state_load=1";
        assert_eq!(ground.ios(loaded), (writes, 0), "{options}");
    }
}

#[test]
fn states_that_do_not_fit_are_one_error() {
    let ground = Ground::new();
    let told = |options: &str| {
        let options = format!("{options} --verify_state_load=1");
        let (code, ..) = ground.run(&options, &Control::default());
        let message = code.unwrap_err().to_string();
        assert_eq!(message.lines().count(), 1, "{message}");
        message
    };
    assert!(told("--rw=read").contains("there is no such file"));
    ground.ios("--rw=write --verify_state_save=1");
    assert!(told("--rw=write").contains("add verify_only=1"));
    assert!(told("--rw=randrw").contains("add verify_only=1"));
    assert!(told("--rw=read --filename=g").contains("the number of its files is 1"));
    let mut bytes = std::fs::read(ground.path()).unwrap();
    bytes[60] ^= 1;
    std::fs::write(ground.path(), bytes).unwrap();
    assert!(told("--rw=read").contains("it is damaged"));
    // It is described without the file.
    std::fs::remove_file(ground.path()).unwrap();
    let described = "--rw=read --verify_state_load=1 --explain";
    let (code, ..) = ground.run(described, &Control::default());
    assert!(code.is_ok_and(|code| code == 0));
}
