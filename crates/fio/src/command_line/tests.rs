//! Compares command lines with fio's parsing of them.

use std::time::Duration;

use super::*;

fn request(arguments: &[&str]) -> Result<Request> {
    let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    parse(&arguments)
}

fn run(arguments: &[&str]) -> Run {
    match request(arguments).unwrap() {
        Request::Run(run) => *run,
        other => panic!("{other:?}"),
    }
}

fn message(arguments: &[&str]) -> String {
    request(arguments).unwrap_err().to_string()
}

type Options<'a> = Vec<(&'a str, Option<&'a str>)>;

fn sections(run: &Run) -> Vec<(&str, Options<'_>)> {
    let sections = run.sections.iter();
    sections
        .map(|section| {
            let lines = section.lines.iter();
            let lines = lines.map(|line| (line.key.as_str(), line.value.as_deref()));
            (section.name.as_str(), lines.collect())
        })
        .collect()
}

#[test]
fn jobs_of_the_command_line() {
    let run = run(&[
        "--bs=64k",
        "--name=a",
        "--rw",
        "write",
        "--time_based",
        "--name",
        "b",
        "-size=1m",
    ]);
    assert_eq!(
        sections(&run),
        [
            ("global", vec![("bs", Some("64k"))]),
            (
                "a",
                vec![("name", Some("a")), ("rw", Some("write")), ("time_based", None)]
            ),
            ("b", vec![("name", Some("b")), ("size", Some("1m"))]),
        ]
    );
    assert!(run.files.is_empty());
}

#[test]
fn files_stand_anywhere_and_flags_take_no_next_word() {
    let run = run(&[
        "a.fio",
        "--thread",
        "b.fio",
        // It has no effect here, and is still valid without a value.
        "--registerfiles",
        "--output-format=json,normal",
        "-",
        "--",
        "--c",
    ]);
    let files: Vec<_> = run.files.iter().map(|file| file.to_string_lossy()).collect();
    assert_eq!(files, ["a.fio", "b.fio", "-", "--c"]);
    assert_eq!(run.formats, [Format::Normal, Format::Json]);
    assert_eq!(
        sections(&run),
        [("global", vec![("thread", None), ("registerfiles", None)])]
    );
}

#[test]
fn options_of_the_program() {
    let run = run(&[
        "j.fio",
        "--lint",
        "--max-size",
        "1g",
        "--require=100",
        "--section=a",
        "--section",
        "b",
        "--status-interval=500ms",
        "--interval=2",
        "--eta=never",
        "--debug=io",
        "--minimal",
        "--readonly",
    ]);
    assert_eq!(run.action, Action::Lint);
    assert_eq!(run.max_size, Some(1 << 30));
    assert_eq!(run.require, Some(100.0));
    assert_eq!(run.only, ["a", "b"]);
    assert_eq!(run.status_interval, Some(Duration::from_millis(500)));
    assert_eq!(run.interval, Some(Duration::from_secs(2)));
    assert_eq!(run.eta, Eta::Never);
    assert_eq!(run.ignored, ["--debug=io"]);
    assert_eq!(run.formats, [Format::Terse]);
    assert!(run.readonly && !run.strict);
}

#[test]
fn help_and_the_like() {
    assert_eq!(request(&[]).unwrap(), Request::Help);
    assert_eq!(request(&["x.fio", "--help"]).unwrap(), Request::Help);
    assert_eq!(request(&["--version"]).unwrap(), Request::Version);
    assert_eq!(request(&["--cmdhelp=all"]).unwrap(), Request::CommandHelp(None));
    let rw = Request::CommandHelp(Some("rw".to_owned()));
    assert_eq!(request(&["--cmdhelp=readwrite"]).unwrap(), rw);
}

#[test]
fn what_is_wrong() {
    assert_eq!(
        message(&["--nmae=x"]),
        "command line: there is no option '--nmae'; did you mean name?"
    );
    assert!(message(&["–name=x"]).contains("an en dash (U+2013)"));
    assert_eq!(message(&["--name"]), "--name needs a value; write it as --name=VALUE");
    assert_eq!(
        message(&["j.fio", "--client=host"]),
        "--client is not supported: no server is needed: give the hosts with --hosts=HOST,HOST, which starts this \
         program on each by ssh or by --launch"
    );
    assert_eq!(
        message(&["j.fio", "--output-format=xml"]),
        "--output-format: it is one or more of normal, terse, json, json+ with commas between"
    );
    assert_eq!(message(&["j.fio", "--lint=1"]), "--lint takes no value; leave it out");
    assert!(message(&["j.fio", "--require=fast"]).contains("MB/s"));
    assert!(matches!(request(&["--bs=4k"]), Err(Error::NoJobs)));
    // fio 3.33 takes both and ends with 0.
    assert_eq!(run(&["--parse-only"]).action, Action::ParseOnly);
    assert_eq!(run(&["--parse-only", "--bs=4k"]).sections.len(), 1);
}

#[test]
fn no_name_is_an_option_of_both() {
    for option in PROGRAM_OPTIONS {
        assert!(named(option.name).is_none(), "{}", option.name);
    }
}

/// Such names are made otherwise on each system.
#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStringExt;
    let odd = |text: &[u8]| OsString::from_vec(text.to_vec());
    let said = |arguments: &[OsString]| parse(arguments).unwrap_err().to_string();
    assert!(said(&[odd(b"--filename=caf\xe9")]).contains("is not UTF-8"));
    assert!(said(&["--filename".into(), odd(b"caf\xe9")]).contains("is not UTF-8"));
    // A job file may have any name.
    let Ok(Request::Run(run)) = parse(&[odd(b"caf\xe9.fio")]) else {
        panic!("no jobs");
    };
    assert_eq!(run.files, [PathBuf::from(odd(b"caf\xe9.fio"))]);
}
