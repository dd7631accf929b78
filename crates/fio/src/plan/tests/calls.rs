//! Plans jobs of engines that move no bytes.

use std::time::Duration;

use feedrate_workload::load::{Compute, ComputeWork, FileCall, NameCall};

use super::*;

#[test]
fn calls_about_names_have_files_of_their_sizes() {
    let opening = |text: &str| one(text).opening.unwrap();
    let of = |call, of_folders| FileCall { call, of_folders };
    for (text, expected) in [
        ("ioengine=filecreate", of(NameCall::OPEN_NEW, false)),
        ("ioengine=dircreate", of(NameCall::MAKE_FOLDER, true)),
        ("ioengine=filestat\nsize=1m", of(NameCall::STATUS, false)),
        (
            "ioengine=filestat\nstat_type=lstat\nsize=1m",
            of(NameCall::LINK_STATUS, false),
        ),
        (
            "ioengine=dirstat\nstat_type=statx\nsize=1m",
            of(NameCall::EXTENDED_STATUS, true),
        ),
        ("ioengine=filedelete\nsize=1m", of(NameCall::REMOVE, false)),
        ("ioengine=dirdelete\nsize=1m", of(NameCall::REMOVE_FOLDER, true)),
    ] {
        assert_eq!(opening(text), expected, "{text}");
    }
    // fio 3.33: each file that is made has one block at least, and needs no size.
    let made = one("ioengine=filecreate\nnrfiles=2\nbs=8k,4k");
    assert_eq!(made.files[1].bytes, Some(4096));
    assert_eq!(made.depth, Depths::of(1));
    assert!(message("[a]\nioengine=filestat").contains("give size="));
    // The files that are made are empty, so that a later job has no length to take.
    let later = message("[a]\nioengine=filecreate\nfilename=x\nfilesize=4k\n[b]\nstonewall\nfilename=x\nrw=read");
    assert!(later.contains("there is no x"), "{later}");
}

#[test]
fn what_these_engines_cannot_do_is_said() {
    for (text, part) in [
        ("ioengine=ftruncate\nsize=1m\nrw=rw", "rw=rw with ioengine=ftruncate"),
        ("ioengine=ftruncate\nsize=1m\nrw=trim", "give rw=write or randwrite"),
        (
            "ioengine=filestat\nsize=1m\nwrite_lat_log=x",
            "write_lat_log with ioengine=filestat",
        ),
        ("ioengine=falloc\nsize=1m\nrw=write\nverify=md5", "nothing is moved"),
        ("ioengine=cpuio", "needs cpuload="),
        ("ioengine=cpuio\ncpuload=0", "needs cpuload="),
    ] {
        let message = message(&format!("[a]\n{text}"));
        assert!(message.contains(part), "{text}: {message}");
    }
    let readonly = Settings {
        readonly: true,
        ..settings()
    };
    let on = |engine: &str| {
        let text = format!("[a]\nioengine={engine}\nrw=read\nsize=1m");
        planned_on(&text, &[], &readonly)
    };
    for engine in ["falloc", "filecreate", "filedelete", "dircreate", "dirdelete"] {
        let message = on(engine).unwrap_err().to_string();
        assert!(message.contains("--readonly forbids"), "{message}");
    }
    on("filestat").unwrap();
}

#[test]
fn computing_has_no_files() {
    let load = one("ioengine=cpuio\ncpuload=150\nrw=write\nsize=1m\nfilename=x\nruntime=3");
    assert_eq!(
        load.compute,
        Some(Compute {
            work: ComputeWork::Loop(Duration::from_millis(50)),
            percent: 100,
            ends_with_others: false,
        })
    );
    assert!(load.files.is_empty() && load.directions == Directions::Read);
    assert_eq!(load.limit.time, Some(Duration::from_secs(3)));
    let sorts = one("ioengine=cpuio\ncpuload=5\ncpumode=qsort\nexit_on_io_done=1");
    assert_eq!(
        sorts.compute,
        Some(Compute {
            work: ComputeWork::Sort,
            percent: 5,
            ends_with_others: true,
        })
    );
}
