//! Texts that are named to be read whole, and long texts in messages.

use std::fs;

use crate::test_folder::TestFolder;

#[test]
fn no_device_is_read_as_a_text() {
    let dir = TestFolder::new();
    dir.file("data", 4096);
    fs::write(dir.path("p.sas"), "%include '/dev/zero';").expect("a program");
    for line in [
        "run /dev/zero",
        "run p.sas",
        "run --jobs /dev/zero",
        "profile /dev/zero",
        "derive /dev/zero",
        "predict /dev/zero --on .",
        "tune /dev/zero",
        "study /dev/zero",
        "fio /dev/zero",
        "translate --from fio --to sqlio /dev/zero",
        "sqlio -kR -F/dev/zero",
        "measure data --hosts @/dev/zero",
    ] {
        let ran = dir.run(line);
        assert_ne!(ran.code, Some(0), "{line}");
        let said = [ran.stderr, ran.stdout].concat();
        assert!(said.contains("it is a device"), "{line}: {said}");
    }
}

#[test]
fn folders_are_no_hosts() {
    let dir = TestFolder::new();
    dir.file("data", 4096);
    for name in [".", "..", "me@..", "n1,.."] {
        let said = dir.fail(&format!("measure data --hosts {name}"));
        assert!(said.contains("is no name of a host"), "{name}: {said}");
    }
}

#[test]
fn a_launcher_that_runs_no_command_is_told_as_such() {
    let dir = TestFolder::new();
    dir.file("data", 4096);
    let mut command = dir.command("measure data --hosts n1 --launch");
    command.arg("true {host}");
    let said = crate::test_folder::ProgramOutput::of(command).failed("measure");
    assert!(said.contains("the launcher may not run the command"), "{said}");
}

#[test]
fn errors_that_quote_long_texts_are_not_long() {
    let dir = TestFolder::new();
    let long = "z".repeat(40_000);
    for program in [
        format!("%put %eval({long}+1);"),
        format!("data a; set {long}; run;"),
        format!("data a; x=1; run; proc print data=a; var {long}; run;"),
        format!("data a; x = put(1, {long}.); run;"),
        format!("%{long}; %let {long} = 1;"),
    ] {
        fs::write(dir.path("p.sas"), program).expect("a program");
        let ran = dir.run("run p.sas");
        let lines = || ran.stderr.lines().filter(|line| line.starts_with("ERROR"));
        assert!(lines().count() > 0, "{}", &ran.stderr[..200]);
        for line in lines() {
            assert!(line.len() < 2500, "{} bytes: {}", line.len(), &line[..200]);
        }
    }
    let said = dir.fail(&format!("measure {long}"));
    assert!(said.len() < 2500, "{} bytes: {}", said.len(), &said[..200]);
}
