//! Compares inheritance, traps and errors with those of fio 3.33.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::*;
use crate::job::{Rw, SizeOf};
use crate::text::sections;

fn resolve_with(files: &[&str], strict: bool, only: &[&str]) -> Result<Jobs> {
    let mut all = Vec::new();
    for (file, text) in files.iter().enumerate() {
        let name = format!("{file}.fio");
        all.extend(sections(text, Path::new(&name), file, &mut |_| {
            Err(io::Error::from(io::ErrorKind::NotFound))
        })?);
    }
    let surroundings = VariableValues {
        variable: &|name| (name == "SZ").then(|| "1m".to_owned()),
        processors: 4,
        page_bytes: 4096,
        memory_mib: 2000,
    };
    let only: Vec<String> = only.iter().map(|&name| name.to_owned()).collect();
    resolve(
        &all,
        &Reading {
            strict,
            only: &only,
            surroundings: &surroundings,
        },
    )
}

fn read(text: &str) -> Jobs {
    resolve_with(&[text], false, &[]).unwrap()
}

fn message(text: &str) -> String {
    resolve_with(&[text], false, &[]).unwrap_err().to_string()
}

fn texts(jobs: &Jobs, kind: RemarkKind) -> Vec<String> {
    let of_kind = jobs.remarks.iter().filter(|remark| remark.kind == kind);
    of_kind
        .map(|remark| format!("{}: {}", remark.location, remark.text))
        .collect()
}

fn pairs(texts: &[OptionText]) -> Vec<(&str, &str)> {
    let with_values = texts
        .iter()
        .filter_map(|text| Some((text.name, text.value.as_deref()?)));
    with_values.collect()
}

#[test]
fn globals_hold_for_the_jobs_below() {
    // fio's JSON of the same file has these `global options` and `job options`.
    let jobs = read(
        "[global]\nrw=write\nsize=${SZ}\ntime_based\nruntime=1\nioengine=null\nbs=4k\nbs=8k\n\
         description=hello; trailing\n[a]\nrate_iops=10\nname=other\nreadwrite=randread\nfilename=x\nfilename=y:z\n\
         [global]\niodepth=$ncpus\nbs=16k\n\
         [b]\nnumjobs=2\nthread\n[b]\nstonewall\nrefill_buffers=0\n",
    );
    let global = [
        ("rw", "write"),
        ("size", "1m"),
        ("runtime", "1"),
        ("ioengine", "null"),
        ("bs", "16k"),
        ("description", "hello"),
        ("iodepth", "4"),
    ];
    assert_eq!(pairs(&jobs.global_options), global);
    let a = [
        ("rate_iops", "10"),
        ("name", "other"),
        ("rw", "randread"),
        ("filename", "y:z"),
    ];
    assert_eq!(pairs(&jobs.jobs[0].own_options), a);
    assert_eq!(jobs.jobs[0].name, "other");
    let options = &jobs.jobs[0].options;
    assert_eq!(options.blocks.rw, Rw::RandRead);
    assert_eq!(options.files.filename, ["x", "y", "z"]);
    assert_eq!(options.blocks.bs.read, (8192, 8192));
    assert_eq!(options.engine.iodepth, 1);
    assert_eq!(options.blocks.runtime, Some(Duration::from_secs(1)));
    let options = &jobs.jobs[1].options;
    assert_eq!(options.blocks.bs.read, (16384, 16384));
    assert_eq!(options.engine.iodepth, 4);
    assert_eq!(options.blocks.rw, Rw::Write);
    assert!(jobs.jobs[2].options.jobs.stonewall);
    assert_eq!(jobs.jobs[2].options.jobs.numjobs, 1);
}

#[test]
fn a_name_is_of_the_section_it_stands_in() {
    let jobs = read("[global]\nname=all\nsize=1m\n[a]\n[b]\nname=bb\nnumjobs=2\n");
    let names: Vec<_> = jobs.jobs.iter().map(|job| (job.name_of(0), job.name_of(1))).collect();
    assert_eq!(names, [("a", "a"), ("bb", "b")]);
    assert_eq!(jobs.global_options[0].value.as_deref(), Some("all"));
}

#[test]
fn a_blank_after_the_sign_costs_fio_the_unit() {
    let text = "[a]\nsize = 10m\nbs = 1m\n";
    let jobs = read(text);
    assert_eq!(jobs.jobs[0].options.blocks.size, Some(SizeOf::Bytes(10 << 20)));
    assert_eq!(
        texts(&jobs, RemarkKind::Trap),
        [
            "0.fio:2: size: '10m' is taken as 10485760; to fio it is 10",
            "0.fio:3: bs: '1m' is taken as 1048576; to fio it is 1"
        ]
    );
    let jobs = resolve_with(&[text], true, &[]).unwrap();
    assert_eq!(jobs.jobs[0].options.blocks.size, Some(SizeOf::Bytes(10)));
    assert_eq!(jobs.jobs[0].options.blocks.bs.read, (1, 1));
    assert_eq!(texts(&jobs, RemarkKind::Trap).len(), 2);
    // fio rejects such words; here they are valid.
    assert_eq!(read("[a]\nrw = write\nsize=1m").jobs[0].options.blocks.rw, Rw::Write);
    assert!(resolve_with(&["[a]\nrw = write\nsize=1m"], true, &[]).is_err());
}

#[test]
fn comment_signs_in_names() {
    let text = "[a]\nfilename=/d/a#1 ; first\nbs=4k# block\nsize=1m; no. of bytes\n";
    let jobs = read(text);
    assert_eq!(jobs.jobs[0].options.files.filename, ["/d/a#1"]);
    assert_eq!(jobs.jobs[0].options.blocks.bs.read, (4096, 4096));
    assert_eq!(texts(&jobs, RemarkKind::Trap).len(), 1);
    let jobs = resolve_with(&[text], true, &[]).unwrap();
    assert_eq!(jobs.jobs[0].options.files.filename, ["/d/a"]);
}

#[test]
fn file_names_of_a_job_replace_inherited_ones_but_not_in_fio() {
    let text = "[global]\nfilename=g\n[a]\nsize=1m\nfilename=x\n[b]\nsize=1m\n";
    let jobs = read(text);
    assert_eq!(jobs.jobs[0].options.files.filename, ["x"]);
    assert_eq!(jobs.jobs[1].options.files.filename, ["g"]);
    assert_eq!(
        texts(&jobs, RemarkKind::Trap),
        ["0.fio:5: stands in the place of filename=g of 0.fio:2; fio would use both"]
    );
    let jobs = resolve_with(&[text], true, &[]).unwrap();
    assert_eq!(jobs.jobs[0].options.files.filename, ["g", "x"]);
}

#[test]
fn later_options_and_useless_sections_are_told_of() {
    let jobs = read("[a]\nsize=1000k\nbs=64k\nbs=64k\nbs=32k\ntime_based\n[global]\nrw=write\n");
    assert_eq!(
        texts(&jobs, RemarkKind::Warning),
        [
            "0.fio:5: bs=32k stands in the place of bs=64k of 0.fio:4",
            "0.fio:6: time_based does nothing without runtime=: the job runs once",
            "0.fio:2: size=1024000 is not a multiple of the block of 32768: the last 8192 bytes are left out",
            "0.fio:7: no job stands below this global section, so it does nothing; move it up",
        ]
    );
    assert!(!jobs.jobs[0].options.blocks.time_based);
    assert_eq!(jobs.jobs[0].options.blocks.rw, Rw::Read);
}

#[test]
fn mixes_take_the_later_share() {
    let percent = |text: &str| read(&format!("[a]\nsize=1m\n{text}")).jobs[0].options.blocks.rwmixread;
    assert_eq!(percent("rwmixread=70\nrwmixwrite=40\n"), 60);
    assert_eq!(percent("rwmixwrite=40\nrwmixread=70\n"), 70);
    assert_eq!(percent("rwmixwrite=20\n"), 80);
    assert_eq!(percent(""), 50);
}

#[test]
fn each_file_has_globals_of_its_own() {
    let files = ["[global]\nbs=64k\n[a]\nsize=1m\n", "[b]\nsize=1m\n"];
    let jobs = resolve_with(&files, false, &[]).unwrap();
    assert_eq!(jobs.jobs[0].options.blocks.bs.read.0, 65536);
    assert_eq!(jobs.jobs[1].options.blocks.bs.read.0, 4096);
    assert_eq!(jobs.jobs[1].file, 1);
}

#[test]
fn sections_are_selected_by_their_whole_name() {
    let text = "[a]\nsize=1m\n[b]\nsize=1m\n[b c]\nsize=1m\n";
    let jobs = resolve_with(&[text], false, &["b"]).unwrap();
    let names: Vec<_> = jobs.jobs.iter().map(|job| job.name.as_str()).collect();
    assert_eq!(names, ["b"]);
    let error = resolve_with(&[text], false, &["z"]).unwrap_err().to_string();
    assert_eq!(error, "no section is called 'z'; there are: a, b, b c");
    assert!(matches!(
        resolve_with(&["[global]\nbs=4k\n"], false, &[]),
        Err(Error::NoJobs)
    ));
}

#[test]
fn what_is_wrong_is_one_line_with_its_place() {
    assert_eq!(
        message("[a]\nsize=1m\nnumjob=2\n"),
        "0.fio:3: there is no option 'numjob'; did you mean numjobs?"
    );
    assert_eq!(
        message("[a]\nBS=1m\n"),
        "0.fio:2: there is no option 'BS'; did you mean bs?"
    );
    assert_eq!(
        message("[global]\nforce_async=1\n[a]\nsize=1m\n"),
        "0.fio:2: job a: force_async=1 is not supported: leave it out"
    );
    assert_eq!(
        message("[a]\nsize=${NONE}\n"),
        "0.fio:2: job a: size=: the value is empty; write one after = (the variable NONE is not set)"
    );
    assert_eq!(message("[a]\ndirect=yes\n"), "0.fio:2: job a: direct=yes: it is 0 or 1");
    assert_eq!(
        message("[a]\nsize=1m\nbs=2m\n"),
        "0.fio:2: job a: size=1048576 is less than a block of 2097152 bytes; make it larger"
    );
    assert_eq!(
        message("[a]\nsize=1m\nrate=1m\nrate_iops=10\n"),
        "0.fio:4: job a: rate and rate_iops do not go together; keep one of them"
    );
    assert!(message("[a]\nsize=1m\nwait_for=b\n[b]\nsize=1m\n").contains("move it up"));
    assert!(message("[a]\nsize=1m\nwait_for=zz\n").contains("no job of that name"));
    // The error is about the engine, and not about the options that only it has.
    assert!(message("[a]\nhttp_mode=s3\nioengine=http\n").contains("ioengine=http is not supported"));
}

#[test]
fn what_does_nothing_is_said_once() {
    let jobs = read("[global]\nmem=malloc\nioengine=libaio\n[a]\nsize=1m\n[b]\nsize=1m\n");
    assert_eq!(texts(&jobs, RemarkKind::Ignored).len(), 1);
    assert_eq!(
        texts(&jobs, RemarkKind::Substituted),
        ["0.fio:3: ioengine=libaio runs on io_uring, with the same depth"]
    );
}

#[test]
fn options_that_follow_from_others() {
    let jobs = read(
        "[a]\nsize=1m\niodepth=16\nbssplit=4k/50:64k/50\nbuffer_compress_percentage=50\n[b]\nsize=1m\n\
         verify_pattern=0x11\n",
    );
    let options = &jobs.jobs[0].options;
    assert_eq!(options.engine.iodepth_low, 16);
    assert_eq!(options.blocks.bs.write, (4096, 65536));
    assert!(options.contents.refill_buffers);
    assert_eq!(jobs.jobs[1].options.contents.verify, Some(crate::job::Verify::Pattern));
}

#[test]
fn what_stands_behind_a_section_name() {
    let text = "[a] foo\nsize=1m\n[b] ; comment\nsize=1m\n";
    let jobs = read(text);
    assert_eq!(jobs.jobs[0].name, "a");
    assert_eq!(
        texts(&jobs, RemarkKind::Trap),
        ["0.fio:1: 'foo' behind the section name is left out; to fio the name is 'a] fo'"]
    );
    let jobs = resolve_with(&[text], true, &[]).unwrap();
    assert_eq!((jobs.jobs[0].name.as_str(), jobs.jobs[1].name.as_str()), ("a] fo", "b"));
}

#[test]
fn options_of_the_command_line_hold_for_all_files_but_not_in_fio() {
    let mut all = vec![Section {
        name: "global".to_owned(),
        location: Location::COMMAND_LINE,
        file: 0,
        behind: String::new(),
        lines: vec![crate::text::Line {
            key: "rw".to_owned(),
            value: Some("write".to_owned()),
            location: Location::COMMAND_LINE,
        }],
    }];
    for file in 0..2 {
        let text = format!("[global]\nbs=8k\n[{file}]\nsize=1m\n");
        all.extend(sections(&text, Path::new("f"), file, &mut |_| unreachable!()).unwrap());
    }
    let surroundings = VariableValues {
        variable: &|_| None,
        processors: 1,
        page_bytes: 4096,
        memory_mib: 1,
    };
    for (strict, second) in [(false, Rw::Write), (true, Rw::Read)] {
        let reading = Reading {
            strict,
            only: &[],
            surroundings: &surroundings,
        };
        let jobs = resolve(&all, &reading).unwrap();
        assert_eq!(jobs.jobs[0].options.blocks.rw, Rw::Write);
        assert_eq!(jobs.jobs[1].options.blocks.rw, second);
        assert_eq!(texts(&jobs, RemarkKind::Trap).len(), 1);
    }
}

#[test]
fn options_have_the_names_that_fio_reports() {
    // fio 3.33: 'job options': {'size': '64k', 'ba': '4k', 'allrandrepeat': '1'}.
    let jobs = read("[a]\nsize=64k\nblockalign=4k\nallrandrepeat=1\n");
    let names = [("size", "64k"), ("ba", "4k"), ("allrandrepeat", "1")];
    assert_eq!(pairs(&jobs.jobs[0].own_options), names);
    assert!(jobs.jobs[0].options.order.randrepeat);
}
