//! `feedrate check`, as a user runs it.

use std::fs;
use std::path::Path;
use std::process::Child;

use rustix::process::Signal;

use crate::test_folder::{TestFolder, until};

/// Returns the names of check folders in a folder.
fn scratch(dir: &TestFolder) -> Vec<String> {
    dir.names()
        .into_iter()
        .filter(|name| name.starts_with(".feedrate-check-"))
        .collect()
}

/// Returns the result in a file of the folder.
fn json(dir: &TestFolder, name: &str) -> serde_json::Value {
    let text = fs::read_to_string(dir.path(name)).expect("a result of the check");
    serde_json::from_str(&text).expect("a result that is JSON")
}

/// A check that is at work. What it prints is in the files `stdout` and `stderr` of its folder.
struct WatchedCheck<'a> {
    dir: &'a TestFolder,
    child: Child,
}

impl<'a> WatchedCheck<'a> {
    fn begin(dir: &'a TestFolder, arguments: &str) -> Self {
        let mut check = dir.command(arguments);
        check
            .stderr(fs::File::create(dir.path("stderr")).expect("a folder to write in"))
            .stdout(fs::File::create(dir.path("stdout")).expect("a folder to write in"));
        let child = check.spawn().expect("the program");
        Self { dir, child }
    }

    /// Waits until it has said a text on standard error.
    fn wait_for(&self, said: &str) {
        until(said, || {
            fs::read_to_string(self.dir.path("stderr")).is_ok_and(|text| text.contains(said))
        });
    }

    /// Sends a signal, and returns the exit code.
    fn stop(&mut self, signal: Signal) -> Option<i32> {
        crate::test_folder::kill(self.child.id(), signal);
        self.child.wait().expect("a child that can be waited for").code()
    }
}

/// Returns whether a check in the folder has begun to lay out its files.
fn is_at_work(dir: &TestFolder) -> bool {
    scratch(dir)
        .iter()
        .any(|folder| dir.path(folder).join("read-1.feedrate").exists())
}

#[test]
fn a_quick_check_tells_the_truth_and_leaves_nothing() {
    let dir = TestFolder::new();
    let ran = dir.run("check . --quick --require 0.001 --json result.json --html result.html");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(dir.names(), ["result.html", "result.json"]);
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80));
    assert!(ran.stdout.contains("PASS"), "{}", ran.stdout);
    assert!(
        ran.stderr.starts_with("This check takes 20 s at most, and ends by "),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains("searching for the best settings ("),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains(" s left)"), "{}", ran.stderr);
    assert!(ran.stdout.contains("Settings to use"), "{}", ran.stdout);
    assert!(!ran.stdout.contains('\u{1b}'), "colour in a pipe");

    let json = json(&dir, "result.json");
    assert_eq!(json["feedrate"]["format"], "check");
    assert_eq!(json["complete"], true);
    assert_eq!(json["verdict"]["meets"], true);
    let folder = &json["folders"][0];
    for measured in folder["confirmed"].as_array().unwrap() {
        // On a busy machine there are fewer than six.
        assert!(!measured["trials"].as_array().unwrap().is_empty());
        // Cold: the page cache may serve the few pages that another process read, but not more.
        let share = measured["cache_share"].as_f64();
        assert!(share.is_none_or(|share| share < 0.1), "{share:?}");
        for trial in measured["trials"].as_array().unwrap() {
            assert_eq!(trial["figures"]["durable"], true);
        }
    }
    // A busy machine has no time for some of it, which is left out, and told.
    for measured in folder["details"].as_array().unwrap() {
        let share = measured["cache_share"].as_f64();
        let is_hot = measured["pattern"] == "hot-read";
        assert!(share.is_none_or(|share| (share > 0.9) == is_hot), "{measured}");
    }
    match folder["steps_left_out"].as_str() {
        Some(why) => assert!(ran.stdout.contains("were not run") && why.contains("time"), "{why}"),
        None => assert!(ran.stdout.contains("Standard steps"), "{}", ran.stdout),
    }
    for under in folder["steps"]["settings"].as_array().unwrap_or(&Vec::new()) {
        for step in under["steps"].as_array().unwrap() {
            let record = &step["repeats"][0];
            for data_set in record["made"].as_array().unwrap() {
                assert!(data_set["file"]["flush_seconds"].is_number(), "{data_set}");
                assert_eq!(data_set["file"]["discipline"], under["setting"]["discipline"]);
            }
        }
    }
    let metadata = folder["metadata"]["operations"].as_array().unwrap();
    let names: Vec<_> = metadata.iter().map(|it| it["operation"].as_str().unwrap()).collect();
    assert_eq!(names, ["create", "stat", "open", "delete"]);
    assert!(metadata.iter().all(|it| it["per_second"].as_f64().unwrap() > 0.0));
    assert!(ran.stdout.contains("Beside the verdict"), "{}", ran.stdout);
    assert!(folder["endurance"].is_null());
    let page = fs::read_to_string(dir.path("result.html")).unwrap();
    assert!(page.contains("per physical core"));
}

#[test]
fn a_requirement_that_is_not_met_is_told_by_the_exit_code() {
    let dir = TestFolder::new();
    let ran = dir.run("check . --quick --require 1000000 --discipline overlapped --json -");
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let json: serde_json::Value = serde_json::from_str(&ran.stdout).expect("nothing but JSON");
    assert_eq!(json["verdict"]["meets"], false);
    assert_eq!(json["folders"][0]["searched"].as_array().unwrap().len(), 1);
    assert_eq!(dir.names(), [""; 0]);
}

#[test]
fn signals_end_it_with_what_it_has_and_nothing_left() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let dir = TestFolder::new();
        let check = dir.start("check .");
        until("files are laid out", || is_at_work(&dir));
        check.signal(signal);
        let (_, ran) = check.end();
        assert_eq!(ran.code, Some(code), "{}", ran.stderr);
        assert_eq!(dir.names(), [""; 0]);
    }
}

#[test]
fn however_often_it_is_asked_to_end_it_leaves_nothing() {
    let dir = TestFolder::new();
    let check = dir.start("check .");
    until("files are laid out", || is_at_work(&dir));
    // `timeout` sends it twice: to the process, and to its group.
    until("all is tidied up", || {
        check.signal(Signal::TERM);
        scratch(&dir).is_empty()
    });
    let (_, ran) = check.end();
    assert_eq!(ran.code, Some(143), "{}", ran.stderr);
}

#[test]
fn a_check_that_is_interrupted_before_its_first_figure_says_so_as_json() {
    let dir = TestFolder::new();
    let mut check = WatchedCheck::begin(&dir, "check . --quick --json part.json");
    check.wait_for("looking at the volume");
    assert_eq!(check.stop(Signal::INT), Some(130));
    let json = json(&dir, "part.json");
    assert_eq!(json["complete"], false);
    assert_eq!(json["verdict"]["meets"], false);
    let shown = fs::read_to_string(dir.path("stdout")).unwrap();
    assert!(shown.contains("before anything was measured"), "{shown}");
    assert!(scratch(&dir).is_empty());
}

#[test]
fn a_search_that_is_interrupted_says_what_it_has_in_all_forms() {
    let dir = TestFolder::new();
    let mut check = WatchedCheck::begin(&dir, "check . --thorough --json part.json --html part.html");
    check.wait_for("searching for the best settings");
    // Some trials, as far as the machine makes any.
    std::thread::sleep(std::time::Duration::from_secs(3));
    assert_eq!(check.stop(Signal::TERM), Some(143));
    let said = fs::read_to_string(dir.path("stderr")).unwrap();
    assert!(
        said.starts_with("This check takes 20 min at most, and ends by "),
        "{said}"
    );
    let json = json(&dir, "part.json");
    assert_eq!(
        (&json["complete"], &json["ended_in"]),
        (&false.into(), &"search".into())
    );
    let searched = json["folders"][0]["searched"].as_array().unwrap();
    let has_choice = searched.iter().any(|search| !search["choice"].is_null());
    let shown = fs::read_to_string(dir.path("stdout")).unwrap();
    let page = fs::read_to_string(dir.path("part.html")).unwrap();
    for form in [&shown, &page] {
        assert!(form.contains("interrupted"), "{form}");
        assert_eq!(form.contains("so far"), has_choice, "{form}");
    }
    assert!(scratch(&dir).is_empty());
}

#[test]
fn an_interrupted_check_keeps_its_partial_result() {
    let dir = TestFolder::new();
    let mut check = WatchedCheck::begin(&dir, "check . --quick --json part.json");
    check.wait_for("reading and writing apart");
    assert_eq!(check.stop(Signal::INT), Some(130));
    let json = json(&dir, "part.json");
    assert_eq!(json["complete"], false);
    assert!(!json["folders"][0]["confirmed"].as_array().unwrap().is_empty());
    let shown = fs::read_to_string(dir.path("stdout")).unwrap();
    assert!(shown.contains("interrupted"), "{shown}");
    assert!(scratch(&dir).is_empty());
}

#[test]
fn a_signal_in_the_middle_of_a_step_ends_it_with_what_was_measured() {
    let dir = TestFolder::new();
    let mut check = WatchedCheck::begin(&dir, "check . --quick --json part.json");
    check.wait_for("reading and writing apart");
    until("a data set is being written", || {
        scratch(&dir).iter().any(|folder| {
            let files = fs::read_dir(dir.path(folder)).into_iter().flatten().flatten();
            files
                .map(|file| file.file_name())
                .any(|name| name.to_string_lossy().starts_with(".feedrate_check_made"))
        })
    });
    assert_eq!(check.stop(Signal::INT), Some(130));
    assert!(scratch(&dir).is_empty());
    let json = json(&dir, "part.json");
    assert_eq!(json["complete"], false);
    assert!(json["error"].is_null());
    assert_eq!(json["ended_in"], "steps");
    assert!(!json["folders"][0]["confirmed"].as_array().unwrap().is_empty());
}

#[test]
fn a_check_for_hours_that_is_interrupted_says_what_it_saw_by_then() {
    let dir = TestFolder::new();
    let mut check = WatchedCheck::begin(&dir, "check . --quick --hours 5 --require 0.001 --json part.json");
    for phase in [
        "repeating the best settings",
        "running the standard steps",
        "the mixed stream for a long time",
    ] {
        check.wait_for(phase);
    }
    // From the third round on there are files that the check before it did not have.
    until("some rounds are over", || {
        scratch(&dir)
            .iter()
            .any(|folder| dir.path(folder).join("long-3-1.feedrate").exists())
    });
    assert_eq!(check.stop(Signal::INT), Some(130));
    assert!(scratch(&dir).is_empty());
    let json = json(&dir, "part.json");
    assert_eq!(json["complete"], false);
    let run = &json["folders"][0]["endurance"];
    assert_eq!(run["ended_by"], "interruption");
    assert_eq!(run["asked"]["seconds"], 18000.0);
    assert!(run["rounds"].as_u64().unwrap() >= 2, "{run}");
    assert!(!run["points"].as_array().unwrap().is_empty(), "{run}");
    assert!(run["levels"][0]["megabytes_per_second"].as_f64().unwrap() > 0.0);
    assert_eq!(run["is_steady"], false, "{run}");
    assert_eq!(json["folders"][0]["verdict"]["lasting"]["certain"], false);
    let shown = fs::read_to_string(dir.path("stdout")).unwrap();
    assert!(shown.contains("Levels over time"), "{shown}");
    assert!(shown.contains("The run was interrupted after"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

#[test]
fn what_a_killed_check_left_is_swept_by_the_next() {
    let dir = TestFolder::new();
    let check = dir.start("check .");
    until("files are laid out", || is_at_work(&dir));
    check.signal(Signal::KILL);
    check.end();
    let left = scratch(&dir);
    assert_eq!(left.len(), 1);
    fs::write(dir.path("mine"), "kept").unwrap();

    let next = dir.start("check .");
    until("the old folder is gone and a new one is there", || {
        is_at_work(&dir) && !scratch(&dir).contains(&left[0])
    });
    next.signal(Signal::TERM);
    next.end();
    assert_eq!(dir.names(), ["mine"]);
}

#[test]
fn bad_requests_are_one_clear_line() {
    let dir = TestFolder::new();
    dir.file("file", 10);
    fs::create_dir(dir.path("folder")).unwrap();
    for (line, says) in [
        ("check", "DIR"),
        ("check folder --qick", "--qick"),
        ("check folder --require 0", "from 0.001 to 1,000,000"),
        ("check folder --require nan", "from 0.001 to 1,000,000"),
        ("check folder --require 1e308", "from 0.001 to 1,000,000"),
        ("check folder --require 1e-300", "from 0.001 to 1,000,000"),
        ("check folder --json - --html -", "the same place"),
        ("check folder --json - --html /dev/stdout", "the same place"),
        ("check folder --json new --html ./folder/../new", "the same place"),
        ("check folder --json /sys/feedrate.json", "cannot write /sys"),
        ("check folder --html /sys/feedrate.html", "cannot write /sys"),
        ("check folder --size 0", "zero"),
        ("check folder --size 12Q", "'Q' is not a unit"),
        ("check folder --size 99999999T", "larger than any file"),
        ("check folder --streams 0", "0"),
        ("check folder --hours 0", "from 0.001 to 1,000"),
        ("check folder --hours inf", "from 0.001 to 1,000"),
        ("check folder --until-steady=iops:3", "bw:10%"),
        ("check folder --hours 1 --hosts a,b", "for one host"),
        ("check folder --quick --thorough", "--thorough"),
        ("check folder --json nowhere/x.json", "nowhere"),
        ("check folder --json file", "not written by feedrate"),
    ] {
        let said = dir.fail(line);
        assert!(said.contains(says), "{line}: {said}");
    }
    for (line, says) in [
        ("check missing", "no such folder"),
        ("check file", "not a folder"),
        ("check folder ./folder", "the same folder"),
        ("check folder missing", "no such folder"),
        ("check /dev/null", "not a folder"),
        ("check folder --size 4000T", "MB to spare"),
    ] {
        let ran = dir.run(line);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{line}");
        let said = ran.stderr.lines().last().unwrap_or_default();
        assert!(said.starts_with("feedrate: "), "{line}: {said}");
        assert!(said.contains(says), "{line}: {said}");
    }
    assert_eq!(dir.names(), ["file", "folder"]);
    assert_eq!(fs::read_dir(dir.path("folder")).unwrap().count(), 0);
}

#[test]
fn a_steady_rule_that_is_longer_than_the_run_is_refused() {
    let dir = TestFolder::new();
    for (line, most) in [
        ("check . --hours 0.01 --until-steady=bw:10%,600", "36.0 s"),
        ("check . --until-steady=bw:10%,600", "8 h 00 min"),
    ] {
        let said = dir.fail(line);
        assert!(
            said.contains("600 minutes of the rule are longer than the run"),
            "{said}"
        );
        assert!(said.contains(most) && said.contains("--hours"), "{said}");
        assert_eq!(said.trim().lines().count(), 1, "{said}");
    }
}

#[test]
fn memory_is_not_storage() {
    if !Path::new("/dev/shm").is_dir() {
        return;
    }
    let dir = TestFolder::new();
    let ran = dir.run("check /dev/shm");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("in memory"), "{}", ran.stderr);
}
