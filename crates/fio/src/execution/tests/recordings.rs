//! Tests of recording and replaying the I/O of jobs.

use super::*;

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
    // A second recording is appended to the first, and both are replayed.
    let (code, _, messages) = printed(&record);
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    let both = std::fs::read_to_string(&log).unwrap();
    assert!(both.starts_with(&text) && both.len() > text.len());
    let (code, third, messages) = again("--replay_no_stall=1");
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    let twice: Vec<_> = counts(&first).iter().map(|count| 2 * count).collect();
    assert_eq!(counts(&third), twice);
    std::fs::write(&log, &text).unwrap();
    // Everything is redirected to another file, and to its first half.
    let (other, scale) = (path("other"), "--replay_scale=2");
    let redirect = format!("--replay_redirect={other}");
    let log_option = format!("--read_iolog={log}");
    let all = ["--name=c", &log_option, &redirect, scale, "--replay_align=4k"];
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
    // A file that is not a recording is neither read nor replaced.
    let (theirs, file) = (path("theirs"), format!("--filename={file}"));
    std::fs::write(&theirs, "my thesis\n").unwrap();
    let read = format!("--read_iolog={theirs}");
    let message = printed(&["--name=d", &read]).0.unwrap_err().to_string();
    assert!(message.contains("no line of an iolog"), "{message}");
    let endless = printed(&["--name=d", "--read_iolog=/dev/zero"]).0;
    assert!(endless.unwrap_err().to_string().contains("it is a device"));
    let long = path("long");
    let file_of_nothing = std::fs::File::create(&long).unwrap();
    file_of_nothing.set_len((1 << 30) + 1).unwrap();
    let long = printed(&["--name=d", &format!("--read_iolog={long}")]).0;
    let message = long.unwrap_err().to_string();
    assert!(message.contains("it is longer than 1024 MiB"), "{message}");
    let write = format!("--write_iolog={theirs}");
    for text in ["my thesis\n", "fio version 3.33 was used\n", "fio version 9 iolog\n"] {
        std::fs::write(&theirs, text).unwrap();
        let job = ["--name=d", &file, "--size=4k", &write, "--output-format=json"];
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
    let made = ["--name=a", &format!("--filename={file}"), "--rw=write", "--size=64k"];
    assert!(printed(&made).0.is_ok_and(|code| code == 0));
    let before = std::fs::read(&file).unwrap();
    let replay = format!("--read_iolog={log}");
    let lines = |lines: &str| {
        let text = format!("fio version 2 iolog\n{file} add\n{file} open\n{file} {lines}\n");
        std::fs::write(&log, text).unwrap();
        printed(&["--name=b", &replay]).0
    };
    for far in ["read 4000000000000000000 4096", "trim 0 4000000000000000000"] {
        assert!(lines(far).is_ok_and(|code| code == 1), "{far}");
        assert!(std::fs::read(&file).unwrap() == before, "{far}");
    }
    assert!(lines("write 65536 4096").is_ok_and(|code| code == 0));
    let after = std::fs::read(&file).unwrap();
    assert_eq!(after.len(), 68 << 10);
    assert!(after.starts_with(&before));
    // A file that is only verified has the given size.
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
    let arguments = ["--name=a".into(), format!("--read_iolog={}", log.display()).into()];
    let Ok(Request::Run(run)) = command_line::parse(&arguments) else {
        panic!("it is a run");
    };
    let plan = planned(&load(&run).unwrap(), &run, &Host).unwrap();
    let planned = &plan.schedule.batches[0][0];
    assert_eq!(planned.blocks.write, feedrate_workload::load::Blocks::Fixed(8192));
    let arguments: Vec<_> = arguments.iter().filter_map(|one: &OsString| one.to_str()).collect();
    assert!(printed(&arguments).0.is_ok_and(|code| code == 0));
    assert_eq!(std::fs::metadata(&file).unwrap().len(), 1 << 20);
}

#[test]
fn pauses_that_were_recorded_are_kept_as_they_are_scaled() {
    let folder = tempfile::tempdir().unwrap();
    let (file, log) = (folder.path().join("file"), folder.path().join("log"));
    let name = file.display();
    let text = format!("fio version 3 iolog\n1 {name} add\n1 {name} write 0 4096\n100001 {name} sync 0 0\n");
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

#[test]
fn a_replay_pauses_between_its_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (file, log) = (path("file"), path("log"));
    let lines: String = (0..4)
        .map(|block| format!("{file} write {} 4096\n", block * 4096))
        .collect();
    std::fs::write(&log, format!("fio version 2 iolog\n{file} add\n{file} open\n{lines}")).unwrap();
    let began = std::time::Instant::now();
    let (code, _, messages) = printed(&[
        "--name=a",
        &format!("--read_iolog={log}"),
        "--thinktime=50ms",
        "--thinktime_blocks=2",
    ]);
    assert!(code.is_ok_and(|code| code == 0), "{messages}");
    assert_eq!(std::fs::metadata(&file).unwrap().len(), 4 * 4096);
    // Two blocks and a pause, and two blocks.
    assert!(began.elapsed() >= std::time::Duration::from_millis(50));
}
