//! Tests of requests from their arguments to their exit codes.

mod live_logs;
mod priorities;
mod recordings;
mod sequences;
mod verifications;
mod verify_states;

use super::*;

fn printed(arguments: &[&str]) -> (Result<u8, Failure>, String, String) {
    let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    let (mut out, mut messages) = (Vec::new(), Vec::new());
    let code = execute_arguments(
        &arguments,
        &Control::default,
        Terminal::default(),
        &mut out,
        &mut messages,
    );
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (code, text(out), text(messages))
}

#[test]
fn what_runs_nothing() {
    assert!(printed(&[]).1.contains("Usage: fio"));
    assert!(printed(&["--version"]).1.starts_with("fio-"));
    assert!(printed(&["--cmdhelp=bs"]).1.contains("blocksize"));
    let job = ["--name=a", "--size=1.5m", "--ioengine=libaio"];
    let with = |option| printed(&[&job[..], &[option]].concat());
    let (code, out, messages) = with("--explain");
    assert!(code.is_ok_and(|code| code == 0));
    assert!(out.contains("io_uring (for libaio)"), "{out}");
    assert!(messages.contains("fio: trap: command line: size: '1.5m'"), "{messages}");
    assert!(with("--lint").1.contains("1 trap,"));
    assert!(with("--showcmd").1.starts_with("fio --name=a"));
    assert_eq!(with("--parse-only").1, "");
    assert!(with("--warnings-fatal").0.is_err());
}

#[test]
fn json_is_json_when_nothing_could_be_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("theirs");
    std::fs::write(&path, "my thesis\n").unwrap();
    let file = format!("--filename={}", path.display());
    let (code, out, messages) = printed(&["--name=a", &file, "--rw=write", "--size=4k", "--output-format=json"]);
    assert!(code.is_ok_and(|code| code == 1), "{messages}");
    assert_eq!(messages.lines().count(), 1, "{messages}");
    assert!(out.contains("\"error\" : 1,"), "{out}");
    assert_eq!(std::fs::read(&path).unwrap(), b"my thesis\n");
    let (code, out, messages) = printed(&["--name=a", &file, "--rw=write", "--size=4k"]);
    assert!(code.is_ok_and(|code| code == 1), "{messages}");
    assert!(!out.contains("Run status"), "{out}");
    let start = format!("fio: command line: job a: {} is not empty", path.display());
    assert!(
        messages.starts_with(&start) && messages.contains("--overwrite-foreign"),
        "{messages}"
    );
    for wrong in ["--sise=4k", "--size=0x", "--status-interval=never"] {
        let (code, out, _) = printed(&["--output-format=json", "--name=a", wrong]);
        assert!(code.is_err(), "{wrong}");
        assert!(out.starts_with("{\n") && out.ends_with("}\n"), "{out}");
        assert!(out.contains("\"jobs\" : ["), "{out}");
    }
}

#[test]
fn a_refused_request_leaves_its_document_where_results_were_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    let output = format!("--output={}", path.display());
    for wrong in ["--sise=4k", "--size=0x", "--rw=randtrim"] {
        let _ = std::fs::remove_file(&path);
        let (code, out, _) = printed(&["--output-format", "json", &output, "--name=a", wrong]);
        assert!(code.is_err() && out.is_empty(), "{wrong}: {out}");
        let document = std::fs::read_to_string(&path).unwrap();
        assert!(document.contains("\"error\" : "), "{document}");
        // Files of others remain.
        std::fs::write(&path, "my thesis\n").unwrap();
        let _ = printed(&["--output-format=json", &output, "--name=a", wrong]);
        assert_eq!(std::fs::read(&path).unwrap(), b"my thesis\n");
    }
}

#[test]
fn quiet_requests_say_nothing_but_errors() {
    let job = [
        "--quiet",
        "--name=a",
        "--filename=/dev/zero",
        "--size=1.5m",
        "--debug=io",
    ];
    let (code, out, messages) = printed(&job);
    assert!(code.is_ok_and(|code| code == 0));
    assert_eq!(messages, "");
    assert!(out.contains("fio: trap: command line: size: '1.5m'"), "{out}");
    assert!(out.contains("a: 1536KiB read"), "{out}");
    let (_, out, messages) = printed(&[&job[..], &["--output-format=json"]].concat());
    assert_eq!(messages, "");
    assert!(out.starts_with('{') && out.ends_with("}\n"), "{out}");
    assert!(out.contains("\"text\" : \"--debug=io is accepted"), "{out}");
    assert!(out.contains("\"text\" : \"size: '1.5m'"), "{out}");
    let failing = [
        "--quiet",
        "--name=a",
        "--rw=write",
        "--filename=/dev/full",
        "--size=64k",
    ];
    let (code, _, messages) = printed(&failing);
    assert!(code.is_ok_and(|code| code == 1));
    assert_eq!(messages.lines().count(), 1, "{messages}");
    assert!(messages.starts_with("fio: a: "), "{messages}");
    assert!(printed(&["--quiet"]).1.contains("Usage: fio"));
    let error = printed(&["--quiet", "--name=a", "--sise=1"]).0.unwrap_err();
    assert!(error.to_string().contains("--sise"));
}

#[test]
fn folders_in_names_of_files_are_made() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("new/folder/file");
    let file = format!("--filename={}", path.display());
    let run = |more| printed(&["--name=a", "--rw=write", "--size=8k", &file, more]);
    let (code, _, messages) = run("--allow_file_create=0");
    assert!(code.is_ok_and(|code| code == 1), "{messages}");
    assert!(!place.path().join("new").exists());
    let (code, _, messages) = run("--bs=8k");
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    assert_eq!(std::fs::metadata(&path).unwrap().len(), 8192);
    // A file is not a folder.
    let below = format!("--filename={}/it", path.display());
    let (code, _, messages) = printed(&["--name=a", "--rw=write", "--size=8k", &below]);
    assert!(code.is_ok_and(|code| code == 1), "{messages}");
    assert!(messages.contains("command line: job a: cannot"), "{messages}");
}

#[test]
fn results_are_printed_again_and_again_where_asked_for() {
    let job = [
        "--name=a",
        "--ioengine=null",
        "--size=1m",
        "--rate_iops=1000",
        "--time_based",
        "--runtime=500ms",
        "--output-format=json",
        "--status-interval=100ms",
        "--eta-interval=250ms",
        "--eta=always",
    ];
    let (code, out, messages) = printed(&job);
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    let documents = out.lines().filter(|line| *line == "{").count();
    assert!((3..=6).contains(&documents), "{documents}");
    let counts: Vec<u64> = out
        .lines()
        .filter_map(|line| line.trim().strip_prefix("\"total_ios\" : "))
        .filter_map(|count| count.trim_end_matches(',').parse().ok())
        .filter(|count| *count > 0)
        .collect();
    assert_eq!(counts.len(), documents);
    assert!(counts.is_sorted() && counts[0] < counts[documents - 1]);
    assert!(messages.contains("Jobs: 1 (f=1)"), "{messages}");
}

#[test]
fn intervals_have_lines_beside_results() {
    let job = [
        "--name=a",
        "--ioengine=null",
        "--size=1m",
        "--rate_iops=1000",
        "--time_based",
        "--runtime=500ms",
        "--interval=100ms",
        "--eta=always",
    ];
    let (code, out, messages) = printed(&job);
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    assert!(!messages.contains("Jobs: 1"), "{messages}");
    let lines: Vec<Vec<&str>> = (messages.lines())
        .skip_while(|line| !line.ends_with("cache"))
        .skip(1)
        .map(|line| line.split_whitespace().collect())
        .take_while(|columns: &Vec<_>| columns.last() == Some(&"-"))
        .collect();
    assert!((3..=6).contains(&lines.len()), "{messages}");
    // Their blocks are those of the result, in time order.
    let number = |line: &Vec<&str>, at: usize| line[at].parse::<f64>().unwrap();
    assert!(lines.is_sorted_by(|one, next| number(one, 0) <= number(next, 0)));
    assert!(lines.iter().all(|line| line.len() == 8), "{messages}");
    assert!(out.contains("a: "), "{out}");
    let both = [&job[..], &["--status-interval=250ms", "--output-format=terse"]].concat();
    let (_, out, messages) = printed(&both);
    assert!(messages.contains("  cache\n"), "{messages}");
    assert!((2..=3).contains(&out.lines().count()), "{out}");
}

#[test]
fn blocks_that_failed_are_counted_where_the_job_goes_on() {
    let job = ["--name=a", "--rw=write", "--filename=/dev/full", "--size=64k"];
    let run = |more: &[&'static str]| {
        let (code, out, messages) = printed(&[&job[..], more].concat());
        assert!(code.is_ok_and(|code| code == 1), "{messages}");
        out
    };
    let normal = run(&["--ignore_error=,ENOSPC"]);
    let line = "\n     errors    : total=16, first_error=28/<No space left on device>\n";
    assert!(normal.contains(line), "{normal}");
    let json = run(&["--ignore_error=,ENOSPC", "--output-format=json"]);
    assert!(
        json.contains("\"total_err\" : 16,\n      \"first_error\" : 28,"),
        "{json}"
    );
    let terse = run(&["--ignore_error=,28", "--output-format=terse"]);
    assert!(terse.ends_with(";16;28\n"), "{terse}");
    let normal = run(&["--continue_on_error=io"]);
    assert!(normal.contains("err=28") && !normal.contains("errors    :"), "{normal}");
}

#[test]
fn trims_are_told_beside_reads_and_writes() {
    let folder = tempfile::tempdir().unwrap();
    let directory = format!("--directory={}", folder.path().display());
    let job = ["--name=a", &directory, "--rw=trim", "--size=64k", "--bs=4k"];
    let with = |more: &[&str]| printed(&[&job[..], more].concat());
    let (code, out, messages) = with(&["--output-format=json"]);
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    let trim = &out[out.find("\"trim\" : {").unwrap()..];
    assert!(trim.contains("\"total_ios\" : 16,"), "{trim}");
    let (_, out, _) = with(&[]);
    assert!(out.contains("  trim: IOPS="), "{out}");
    assert!(out.contains("issued rwts: total=0,0,16,0 "), "{out}");
    assert!(out.contains("   TRIM: bw="), "{out}");
}

#[test]
fn what_is_not_here_is_refused_or_passed_over_by_name() {
    let (code, _, messages) = printed(&["--debug=io", "--name=a", "--size=4k", "--parse-only"]);
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    assert!(messages.contains("--debug=io"), "{messages}");
    for (option, part) in [
        ("--rwmixcycle=1", "rwmixread="),
        ("--force_async=1", "leave it out"),
        ("--hipri_percentage=5", "hipri=1 polls"),
    ] {
        let (code, _, _) = printed(&["--name=a", "--size=4k", option]);
        let message = code.unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
    for passed_over in ["--softrandommap=1", "--flow_watermark=9", "--verifysort=1"] {
        let (code, _, messages) = printed(&["--name=a", "--size=4k", passed_over, "--parse-only"]);
        assert!(code.is_ok_and(|code| code == 0), "{messages}");
    }
}
