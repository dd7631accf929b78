//! Requests from their arguments to their exit codes.

use super::*;

fn printed(arguments: &[&str]) -> (Result<u8, Failure>, String, String) {
    let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    let (mut out, mut messages) = (Vec::new(), Vec::new());
    let code = carry_out_arguments(
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
    assert!(
        messages.contains("fio: trap: command line: size: '1.5m'"),
        "{messages}"
    );
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
    let (code, out, messages) = printed(&[
        "--name=a",
        &file,
        "--rw=write",
        "--size=4k",
        "--output-format=json",
    ]);
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
        // What is somebody's stays.
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
        "--ioengine=null",
        "--size=1.5m",
        "--debug=io",
    ];
    let (code, out, messages) = printed(&job);
    assert!(code.is_ok_and(|code| code == 0));
    assert_eq!(messages, "");
    assert!(
        out.contains("fio: trap: command line: size: '1.5m'"),
        "{out}"
    );
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
    // A file is no folder.
    let below = format!("--filename={}/it", path.display());
    let (code, _, messages) = printed(&["--name=a", "--rw=write", "--size=8k", &below]);
    assert!(code.is_ok_and(|code| code == 1), "{messages}");
    assert!(
        messages.contains("command line: job a: cannot"),
        "{messages}"
    );
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
fn blocks_that_failed_are_counted_where_the_job_goes_on() {
    let job = [
        "--name=a",
        "--rw=write",
        "--filename=/dev/full",
        "--size=64k",
    ];
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
    assert!(
        normal.contains("err=28") && !normal.contains("errors    :"),
        "{normal}"
    );
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
        ("--hipri=1", "not polled for"),
        ("--cmdprio_percentage=5", "no priorities"),
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

#[test]
fn what_was_recorded_is_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (file, log) = (path("file"), path("log"));
    let record = [
        "--name=a",
        &format!("--filename={file}"),
        "--rw=randrw",
        "--bs=4k",
        "--size=64k",
        "--fsync=4",
        &format!("--write_iolog={log}"),
        "--output-format=json",
    ];
    let (code, first, messages) = printed(&record);
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.starts_with("fio version 3 iolog\n0 "), "{text}");
    let counts = |out: &str| -> Vec<u64> {
        let lines = out.lines();
        lines
            .filter_map(|line| line.trim().strip_prefix("\"total_ios\" : "))
            .filter_map(|count| count.trim_end_matches(',').parse().ok())
            .collect()
    };
    let again = |more: &str| {
        let log = format!("--read_iolog={log}");
        printed(&["--name=b", &log, more, "--output-format=json"])
    };
    let (code, second, messages) = again("--replay_no_stall=1");
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    assert_eq!(counts(&second), counts(&first));
    // A second recording is added to the first, and both are done again.
    let (code, _, messages) = printed(&record);
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    let both = std::fs::read_to_string(&log).unwrap();
    assert!(both.starts_with(&text) && both.len() > text.len());
    let (code, third, messages) = again("--replay_no_stall=1");
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    let twice: Vec<_> = counts(&first).iter().map(|count| 2 * count).collect();
    assert_eq!(counts(&third), twice);
    std::fs::write(&log, &text).unwrap();
    // All goes to another file, and to its first half.
    let (other, scale) = (path("other"), "--replay_scale=2");
    let redirect = format!("--replay_redirect={other}");
    let log_option = format!("--read_iolog={log}");
    let all = [
        "--name=c",
        &log_option,
        &redirect,
        scale,
        "--replay_align=4k",
    ];
    let (code, _, messages) = printed(&all);
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    assert!(std::fs::metadata(&other).unwrap().len() <= 32 << 10);
    for (more, part) in [
        ("--loops=2", "loops with read_iolog"),
        ("--readonly", "it writes, and --readonly forbids it"),
        ("--max-size=4k", "more than --max-size"),
    ] {
        let message = again(more).0.unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
    // What is no recording is neither read nor replaced.
    let (theirs, file) = (path("theirs"), format!("--filename={file}"));
    std::fs::write(&theirs, "my thesis\n").unwrap();
    let read = format!("--read_iolog={theirs}");
    let message = printed(&["--name=d", &read]).0.unwrap_err().to_string();
    assert!(message.contains("no line of an iolog"), "{message}");
    let endless = printed(&["--name=d", "--read_iolog=/dev/zero"]).0;
    assert!(endless.unwrap_err().to_string().contains("it is no file"));
    let write = format!("--write_iolog={theirs}");
    for text in [
        "my thesis\n",
        "fio version 3.33 was used\n",
        "fio version 9 iolog\n",
    ] {
        std::fs::write(&theirs, text).unwrap();
        let job = [
            "--name=d",
            &file,
            "--size=4k",
            &write,
            "--output-format=json",
        ];
        let (refused, out, _) = printed(&job);
        assert!(refused.unwrap_err().to_string().contains("theirs"));
        assert!(out.starts_with('{') && out.contains("\"error\" : \"cannot write the log"));
        assert_eq!(std::fs::read_to_string(&theirs).unwrap(), text);
    }
}

#[test]
fn what_is_recorded_beyond_the_end_of_a_file_leaves_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (file, log) = (path("file"), path("log"));
    let made = [
        "--name=a",
        &format!("--filename={file}"),
        "--rw=write",
        "--size=64k",
    ];
    assert!(printed(&made).0.is_ok_and(|code| code == 0));
    let before = std::fs::read(&file).unwrap();
    let replay = format!("--read_iolog={log}");
    let lines = |lines: &str| {
        let text = format!("fio version 2 iolog\n{file} add\n{file} open\n{file} {lines}\n");
        std::fs::write(&log, text).unwrap();
        printed(&["--name=b", &replay]).0
    };
    for far in [
        "read 4000000000000000000 4096",
        "trim 0 4000000000000000000",
    ] {
        assert!(lines(far).is_ok_and(|code| code == 1), "{far}");
        assert!(std::fs::read(&file).unwrap() == before, "{far}");
    }
    assert!(lines("write 65536 4096").is_ok_and(|code| code == 0));
    let after = std::fs::read(&file).unwrap();
    assert_eq!(after.len(), 68 << 10);
    assert!(after.starts_with(&before));
    // What is only checked is as long as it says.
    let name = format!("--filename={file}");
    let checked = [
        "--name=c",
        &name,
        "--rw=write",
        "--size=1m",
        "--verify=crc32c",
        "--verify_only",
    ];
    let (code, _, messages) = printed(&checked);
    assert!(
        code.is_ok_and(|code| code == 1) && messages.contains("69632 bytes"),
        "{messages}"
    );
    assert!(std::fs::read(&file).unwrap() == after);
}

#[test]
fn what_is_trimmed_takes_no_buffer() {
    let folder = tempfile::tempdir().unwrap();
    let (file, log) = (folder.path().join("file"), folder.path().join("log"));
    let text = format!(
        "fio version 2 iolog\n{0} add\n{0} trim 0 1048576\n{0} write 0 8192\n",
        file.display()
    );
    std::fs::write(&log, text).unwrap();
    let arguments = [
        "--name=a".into(),
        format!("--read_iolog={}", log.display()).into(),
    ];
    let Ok(Request::Run(run)) = command_line::parse(&arguments) else {
        panic!("it is a run");
    };
    let plan = planned(&load(&run).unwrap(), &run).unwrap();
    let planned = &plan.schedule.batches[0][0];
    assert_eq!(
        planned.blocks.write,
        feedrate_workload::load::Blocks::Fixed(8192)
    );
    let arguments: Vec<_> = arguments
        .iter()
        .filter_map(|one: &OsString| one.to_str())
        .collect();
    assert!(printed(&arguments).0.is_ok_and(|code| code == 0));
    assert_eq!(std::fs::metadata(&file).unwrap().len(), 1 << 20);
}

#[test]
fn pauses_that_were_recorded_are_kept_as_they_are_scaled() {
    let folder = tempfile::tempdir().unwrap();
    let (file, log) = (folder.path().join("file"), folder.path().join("log"));
    let name = file.display();
    let text = format!(
        "fio version 3 iolog\n1 {name} add\n1 {name} write 0 4096\n100001 {name} sync 0 0\n"
    );
    std::fs::write(&log, text).unwrap();
    let took = |more: &str| {
        let log = format!("--read_iolog={}", log.display());
        let begun = std::time::Instant::now();
        let (code, _, messages) = printed(&["--name=a", &log, more]);
        assert!(code.is_ok_and(|code| code == 0), "{messages}");
        begun.elapsed().as_millis()
    };
    assert!(took("--replay_no_stall=0") >= 100);
    assert!(took("--replay_time_scale=25") >= 400);
}
