//! The settings of a study are put back: at its end, after a signal, and by the call after a kill.

use std::fs;

use rustix::process::Signal;

use super::{left_in_data, place_with};
use crate::test_folder::{TestFolder, until};

const STUDY: &str = r#"title = "Settings"
repeats = 1

[run]
command = ["sh", "-c", "cat setting > seen; touch begun; sleep {n}"]

[[factor]]
name = "n"
levels = [0, 600]

[[factor]]
name = "setting"
levels = ["it's $HOME"]
set = "echo {level} > setting"
get = "cat setting"
restore = "echo {before} > setting"
"#;

/// Makes a study in a folder beside the current one, and the setting beside it.
fn place() -> TestFolder {
    let dir = place_with("");
    fs::create_dir(dir.path("sub")).expect("a folder");
    fs::write(dir.path("sub/s.toml"), STUDY).expect("a study");
    fs::write(dir.path("sub/setting"), "a \"b\"\n").expect("a setting");
    dir
}

fn setting(dir: &TestFolder, name: &str) -> String {
    fs::read_to_string(dir.path("sub").join(name)).expect("a setting")
}

const LINE: &str = "study sub/s.toml --folder data";

#[test]
fn it_is_put_back_at_the_end() {
    let dir = place();
    dir.succeed(&format!("{LINE} --only n=0"));
    assert_eq!(setting(&dir, "seen"), "it's $HOME\n");
    assert_eq!(setting(&dir, "setting"), "a \"b\"\n");
}

#[test]
fn it_is_put_back_after_a_signal_and_after_a_kill() {
    for signal in [Signal::INT, Signal::TERM, Signal::KILL] {
        let dir = place();
        let study = dir.start(&format!("{LINE} --only n=600"));
        until("a run is at work", || dir.path("sub/begun").exists());
        study.signal(signal);
        study.end();
        if signal == Signal::KILL {
            assert_eq!(setting(&dir, "setting"), "it's $HOME\n");
            let ran = dir.run(&format!("{LINE} --only n=0"));
            assert_eq!(ran.code, Some(0), "{}", ran.stderr);
            let told = "setting was left as a killed study had set it; it is put back to a \"b\"";
            assert!(ran.stderr.contains(told), "{}", ran.stderr);
        }
        assert_eq!(setting(&dir, "setting"), "a \"b\"\n");
        assert!(left_in_data(&dir).is_empty());
    }
}

#[test]
fn nobody_is_asked_who_is_not_there() {
    let by_hand =
        "title = 't'\n[run]\ncommand = ['true']\n[[factor]]\nname = 'a'\nlevels = [1]\nprompt = 'Set it to {level}'\n";
    let dir = place_with(by_hand);
    let ran = dir.run("study s.toml --folder data");
    assert_eq!(ran.code, Some(2));
    let told = "feedrate: somebody has to do this by hand: Set it to 1; run the study on a terminal\n";
    assert!(ran.stderr.ends_with(told), "{}", ran.stderr);
    assert!(left_in_data(&dir).is_empty());
}
