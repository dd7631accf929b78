//! io_uring as the kernel sees it, and without it.

use std::fs;
use std::process::Command;

use crate::program::{feedrate, folder, make_file, number, only_run};
use crate::trace::Trace;

#[test]
fn buffers_and_files_are_registered_and_every_entry_is_counted() {
    let folder = folder();
    let file = folder.path().join("data");
    make_file(&file, "16M");
    let trace = Trace::of(
        &file,
        "--method direct --page 64K --depth 16",
        "io_uring_setup,io_uring_register,io_uring_enter,preadv2,pread64",
    );
    let registered = |what: &str| {
        trace
            .named("io_uring_register")
            .any(|call| call.contains(what) && call.ends_with("= 0"))
    };
    assert!(registered("IORING_REGISTER_BUFFERS"));
    assert!(registered("IORING_REGISTER_FILES"));
    assert_eq!(
        trace.named("io_uring_enter").count() as u64,
        number(&trace.figures, "/streams/0/calls/io_uring_enter")
    );
    assert_eq!(number(&trace.figures, "/streams/0/calls/uring_transfers"), 256);
    assert_eq!(number(&trace.figures, "/read/operations"), 256);
}

#[test]
fn without_io_uring_threads_keep_the_depth_and_the_reason_is_given() {
    let folder = folder();
    let file = folder.path().join("data");
    make_file(&file, "16M");
    let json = folder.path().join("figures");
    let run = |program: &mut Command| {
        let output = program.output().expect("feedrate runs");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{errors}");
    };
    run(Command::new(env!("CARGO_BIN_EXE_without-uring"))
        .arg(feedrate())
        .arg("measure")
        .arg(&file)
        .args(["--method", "direct", "--page", "64K", "--depth", "8"])
        .arg("--json")
        .arg(&json));
    let text = fs::read_to_string(&json).unwrap();
    let figures = only_run(&text);
    let engine = &figures["streams"][0]["engine"];
    assert_eq!(engine["kind"], "threads");
    assert_eq!(number(engine, "/depth"), 8);
    let refused = engine["refused"].to_string();
    assert!(refused.contains("io_uring: forbidden here"), "no reason: {refused}");
}
