//! sqlio as a person would call it, in a folder of its own. Tests take a second each: that is the least time that
//! sqlio can be given.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use feedrate_dialects::Drives;
use feedrate_dialects::sqlio::{self, Error};
use feedrate_workload::CommandError;
use feedrate_workload::Control;
use tempfile::TempDir;

/// A folder on a real file system, which the system's temporary folder may not be.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("cargo makes the folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs a command line in which `@` is this folder. Drive F: is it too.
    fn run_with(&self, line: &str, control: &Control) -> (Result<(), Error>, String, String) {
        let folder = self.0.path().display().to_string();
        let arguments: Vec<OsString> = line
            .split_whitespace()
            .map(|word| word.replace('@', &folder).into())
            .collect();
        let drives = Drives::parse(&format!("F:={folder}")).expect("it is a map");
        let (mut out, mut notes) = (Vec::new(), Vec::new());
        let ended =
            sqlio::parse(&arguments, &drives).and_then(|request| sqlio::run(&request, control, &mut out, &mut notes));
        let text = |bytes| String::from_utf8(bytes).expect("it prints text").replace(&folder, "@");
        (ended, text(out), text(notes))
    }

    fn run(&self, line: &str) -> (Result<(), Error>, String, String) {
        self.run_with(line, &Control::default())
    }

    /// Runs a command line that must succeed, and gives what it printed.
    fn must(&self, line: &str) -> String {
        let (ended, out, _) = self.run(line);
        ended.unwrap_or_else(|error| panic!("{line}: {error}"));
        out
    }

    fn message(&self, line: &str) -> String {
        let message = self.run(line).0.expect_err(line).to_string();
        assert!(!message.contains('\n'), "{message}");
        message
    }
}

/// The figure that follows a label at the beginning of a line.
fn figure(out: &str, label: &str) -> f64 {
    let line = out
        .lines()
        .find_map(|line| line.strip_prefix(label))
        .unwrap_or_else(|| panic!("no {label} in {out}"));
    line.trim().parse().expect("it is a figure")
}

/// The lines with figures that differ from run to run left out.
fn without_figures(out: &str) -> String {
    let mut text = String::new();
    for line in out.lines() {
        let label = line.split_once(':').map(|(label, _)| label);
        match label {
            Some(label) if label.contains("/sec") || label.contains("Latency(") || label == "%" => {
                text.push_str(&format!("{label}: …\n"));
            }
            _ => text.push_str(&format!("{line}\n")),
        }
    }
    text
}

#[test]
fn the_batch_of_the_paper_runs() {
    let folder = Folder::new();
    fs::write(folder.path("param_F.txt"), "F:\\testfile.dat 1 0x0 4\r\n").unwrap();
    let mut outputs = Vec::new();
    // Their own depths, both ways; the least and the most of them for each.
    for (kind, depth) in [("W", 2), ("W", 256), ("R", 2), ("R", 256)] {
        let line = format!("-k{kind} -s1 -o{depth} -fsequential -b256 -BH -LS -F@/param_F.txt");
        let (ended, out, notes) = folder.run(&line);
        match ended {
            // Folders in memory may refuse to go past the page cache.
            Err(error) if error.to_string().contains("direct I/O") => return,
            ended => ended.unwrap(),
        }
        assert!(figure(&out, "IOs/sec:") > 0.0);
        let (rate, blocks) = (figure(&out, "MBs/sec:"), figure(&out, "IOs/sec:"));
        assert!((rate - blocks / 4.0).abs() < 0.02, "{out}");
        assert_eq!(notes, "");
        outputs.push(without_figures(&out));
    }
    assert_eq!(fs::metadata(folder.path("testfile.dat")).unwrap().len(), 4 << 20);
    insta::assert_snapshot!(outputs[0]);
    insta::assert_snapshot!(outputs[3]);
}

#[test]
fn stripes_make_their_file_and_threads_share_it() {
    let folder = Folder::new();
    let out = folder.must("-kW -t2 -s1 -f8 -i4 -b4 -S2 -BY -U @/x.dat");
    assert_eq!(fs::metadata(folder.path("x.dat")).unwrap().len(), (8 * 4 + 2) * 4096);
    assert!(out.contains("need to expand by:\t139264 bytes\nexpanding @/x.dat ... done.\ninitialization done\n"));
    assert!(
        out.contains("\tusing 4KB IOs over 32KB stripes with 4 IOs per run\n"),
        "{out}"
    );
    assert!(out.contains("ProcessorNumber:         ALL\n"), "{out}");
    assert!(figure(&out, "IOs/sec:") > 0.0);
}

#[test]
fn several_files_and_their_current_sizes() {
    let folder = Folder::new();
    fs::write(folder.path("a"), vec![1; 1 << 20]).unwrap();
    fs::write(folder.path("b"), vec![2; 2 << 20]).unwrap();
    let out = folder.must("-kR -t2 -s1 -frandom -b64 -BY -LSi --account @/a @/b");
    assert!(out.contains("using current size: 1 MB for file: @/a\nusing current size: 2 MB for file: @/b\n"));
    assert!(
        out.contains("2 threads reading for 1 secs from files @/a, @/b\n"),
        "{out}"
    );
    assert!(figure(&out, "Min_Init_Latency(us):") <= figure(&out, "Max_Init_Latency(us):"));
    assert!(out.contains("feedrate's account"), "{out}");
    assert_eq!(fs::read(folder.path("a")).unwrap(), vec![1; 1 << 20]);
}

#[test]
fn what_others_made_is_left_alone() {
    let folder = Folder::new();
    fs::write(folder.path("theirs"), vec![7; 1 << 20]).unwrap();
    fs::write(folder.path("param"), "@/theirs 1 0 2").unwrap();
    let line = "-kW -s1 -fsequential -b64 -BY @/theirs";
    assert!(folder.message(line).contains("was not made by feedrate"));
    // To read more of it than there is would make it longer.
    let param = format!("{} 1 0 2", folder.path("theirs").display());
    fs::write(folder.path("param"), param).unwrap();
    assert!(
        folder
            .message("-kR -s1 -fsequential -BY -F@/param")
            .contains("was not made by feedrate")
    );
    assert_eq!(fs::read(folder.path("theirs")).unwrap(), vec![7; 1 << 20]);
    folder.must(&format!("{line} --overwrite-foreign"));
    assert_ne!(fs::read(folder.path("theirs")).unwrap(), vec![7; 1 << 20]);
}

#[test]
fn files_that_are_not_there_or_hold_nothing() {
    let folder = Folder::new();
    assert!(folder.message("-frandom @/none").contains("does not exist"));
    fs::write(folder.path("small"), "x").unwrap();
    assert!(
        folder
            .message("-frandom -BY @/small")
            .contains("holds 1 bytes, less than one block of 2048")
    );
    assert!(
        folder
            .message("-frandom -BY @")
            .contains("neither a file nor a block device")
    );
    assert!(folder.message("-F@/none").contains("cannot read the parameter file"));
    assert!(folder.message(r"-frandom -BY G:\x").contains("--map G:=/mnt/g"));
}

#[test]
fn more_than_the_machine_has_is_refused() {
    let folder = Folder::new();
    let path = folder.path("x").display().to_string();
    fs::write(folder.path("param"), format!("{path} 1 0 8000000000")).unwrap();
    assert!(folder.message("-frandom -BY -F@/param").contains("has room for"));
    assert!(!folder.path("x").exists());
    fs::write(folder.path("large"), vec![0; 4 << 20]).unwrap();
    let line = "-frandom -BY -o65536 -b4096 -t256 @/large";
    assert!(folder.message(line).contains("bytes of memory"));
}

#[test]
fn what_ran_until_it_was_stopped_is_told() {
    let folder = Folder::new();
    fs::write(folder.path("a"), vec![1; 1 << 20]).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let control = Control::with_stop(Arc::clone(&stop));
    let begun = Instant::now();
    let (ended, out, _) = std::thread::scope(|scope| {
        let runs = scope.spawn(|| folder.run_with("-kR -s600 -frandom -b4 -BY -LS @/a", &control));
        std::thread::sleep(Duration::from_millis(500));
        control.stop();
        runs.join().unwrap()
    });
    assert!(ended.unwrap_err().is_interrupted());
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert!(figure(&out, "IOs/sec:") > 0.0, "{out}");
    assert!(out.contains("histogram:\nms: 0  1  2"), "{out}");
}

#[test]
fn explaining_does_nothing() {
    let folder = Folder::new();
    let out = folder.must("-kW -fsequential --explain @/none");
    assert!(out.starts_with("What sqlio would do"), "{out}");
    assert!(!folder.path("none").exists());
}
