//! Files that are named to be written: no link in a folder that everybody can write leads out of it, whatever names
//! them.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown, symlink};

use rustix::process::geteuid;

use crate::test_folder::TestFolder;

const MIB: usize = 1 << 20;

/// A folder `open` that everybody can write, with a link `open/link` out of it, to an empty file or to nothing.
fn kit(leads_to_a_file: bool) -> TestFolder {
    let dir = TestFolder::new();
    fs::create_dir(dir.path("open")).expect("a folder");
    fs::set_permissions(dir.path("open"), Permissions::from_mode(0o777)).expect("its mode");
    symlink("../victim", dir.path("open/link")).expect("a link");
    if leads_to_a_file {
        dir.file("victim", 0);
    }
    dir.file("data", MIB);
    fs::write(dir.path("p.sas"), "data a; x = 1; run;").expect("a program");
    fs::write(
        dir.path("study.toml"),
        "title = 's'\nrepeats = 1\n[run]\nprogram = 'p.sas'\n[[factor]]\n\
         name = 'method'\nlevels = ['cached', 'direct']\n",
    )
    .expect("a study");
    dir
}

/// The command lines that name such a file.
const NAMED: [&str; 18] = [
    "measure data --json open/link",
    "measure open/link --do write --size 1M",
    "measure data --do mix --write-to open/link",
    "run p.sas --log open/link",
    "run p.sas --listing open/link",
    "run p.sas --json open/link",
    "run p.sas --timeline open/link",
    "profile p.sas --html open/link",
    "derive p.sas --static --output open/link",
    "predict p.sas --on . --json open/link",
    "check . --quick --html open/link",
    "tune p.sas --out open/link",
    "tune p.sas --store open/link",
    "study study.toml --store open/link",
    "study study.toml --json open/link",
    "fio --name=a --rw=read --filename=data --size=1M --output=open/link",
    "fio --name=a --rw=write --filename=open/link --size=1M --overwrite-foreign",
    "fio --name=a --rw=read --filename=data --size=1M --write_iolog=open/link",
];

#[test]
fn no_link_of_others_leads_what_is_written_elsewhere() {
    for leads_to_a_file in [true, false] {
        let dir = kit(leads_to_a_file);
        for line in NAMED {
            let ran = dir.run(line);
            assert_ne!(ran.code, Some(0), "{line}");
            assert!(ran.stderr.contains("a link leads out of"), "{line}: {}", ran.stderr);
            match leads_to_a_file {
                true => assert_eq!(fs::read(dir.path("victim")).expect("it"), b"", "{line}"),
                false => assert!(!dir.path("victim").exists(), "{line}"),
            }
        }
    }
}

#[test]
fn no_link_of_others_leads_folders_elsewhere() {
    let dir = kit(false);
    for line in [
        "man open/link",
        "man open/link/below",
        "run p.sas p.sas --log-dir open/link/below",
        "fio --name=a --rw=write --filename=open/link/below/file --size=1M",
    ] {
        let ran = dir.run(line);
        assert_ne!(ran.code, Some(0), "{line}");
        assert!(ran.stderr.contains("a link leads out of"), "{line}: {}", ran.stderr);
        assert!(!dir.path("victim").exists(), "{line}");
    }
}

#[test]
fn programs_follow_no_link_of_others_when_they_write() {
    let dir = kit(true);
    for program in [
        "data _null_; file 'open/link'; put 'x'; run;",
        "data _null_; file 'open/link' mod; put 'x'; run;",
        "ods html file='open/link'; proc options; run; ods html close;",
        "ods listing file='open/link'; proc options; run; ods listing close;",
        "data a; x = 1; run; proc export data=a outfile='open/link' dbms=csv replace; run;",
    ] {
        fs::write(dir.path("p.sas"), program).expect("a program");
        let ran = dir.run("run p.sas");
        assert_ne!(ran.code, Some(0), "{program}");
        assert!(ran.stderr.contains("a link leads out of"), "{program}: {}", ran.stderr);
        assert_eq!(fs::read(dir.path("victim")).expect("it"), b"", "{program}");
    }
}

#[test]
fn files_of_others_where_everybody_can_make_them_are_not_filled() {
    let dir = kit(true);
    if !geteuid().is_root() {
        eprintln!("left out: only root can make a file of another user");
        return;
    }
    fs::set_permissions(dir.path("open"), Permissions::from_mode(0o1777)).expect("its mode");
    let theirs = dir.file("open/theirs", 0);
    fs::set_permissions(&theirs, Permissions::from_mode(0o666)).expect("its mode");
    chown(&theirs, Some(65_534), None).expect("its owner");
    fs::write(dir.path("file.sas"), "data _null_; file 'open/theirs'; put 'x'; run;").expect("a program");
    for line in [
        "run p.sas --log open/theirs",
        "run p.sas --listing open/theirs",
        "measure data --json open/theirs",
        "fio --name=a --rw=read --filename=data --size=1M --output=open/theirs",
        "run file.sas",
    ] {
        let ran = dir.run(line);
        assert_ne!(ran.code, Some(0), "{line}");
        assert!(ran.stderr.contains("belongs to another user"), "{line}: {}", ran.stderr);
        assert_eq!(fs::read(&theirs).expect("it"), b"", "{line}");
    }
}
