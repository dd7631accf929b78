//! The inputs of a program go out of the page cache before it uses them.
//!
//! The state that is tested belongs to the process, so it runs in one of its own.

use std::fs::{File, OpenOptions};
use std::path::Path;
use std::time::{Duration, SystemTime};

use feedrate_pageio::cache::Residency;
use feedrate_pageio::named_file::WriteMode;
use feedrate_pageio::stoppable::InterruptibleFile;
use feedrate_pageio::{Method, OpenRequest, PageFile, Result, cold};

use crate::apart;

const BYTES: u64 = 3 << 20;

fn write(path: &str) {
    std::fs::write(path, vec![1; BYTES as usize]).unwrap();
}

fn resident(path: &str) -> u64 {
    let residency = Residency::of(&File::open(path).unwrap());
    residency.bytes().expect("the owner of a file may know")
}

fn open(path: &str) -> Result<PageFile> {
    PageFile::open(Path::new(path), OpenRequest::read(Method::Cached))
}

#[test]
fn inputs_go_once_and_what_the_program_made_stays() {
    // Beside the crate, not in the system's temporary folder, which may be in memory.
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    if !apart::is_me("cold::inputs_go_once_and_what_the_program_made_stays", folder.path()) {
        return;
    }
    write("input");
    write("lines");
    open("input").unwrap();
    assert_eq!(resident("input"), BYTES, "nothing goes while it is off");
    assert_eq!((cold::share(), cold::files()), (None, None));

    cold::begin().unwrap();
    write("own");
    open("own").unwrap();
    assert_eq!(resident("own"), BYTES);
    assert_eq!(cold::take_taken_for_made(), [Path::new("own")]);
    assert!(cold::take_taken_for_made().is_empty());

    let before = cold::eviction_time();
    let file = open("input").unwrap();
    assert_eq!(resident("input"), 0);
    assert!(cold::eviction_time().since(before).elapsed > Duration::ZERO);
    assert_eq!(std::fs::read("input").unwrap(), vec![1; BYTES as usize]);
    assert_eq!(cold::resident_before(file.as_file()).bytes(), Some(0));
    cold::end_step();
    assert_eq!(cold::resident_before(file.as_file()).bytes(), Some(BYTES));
    open("input").unwrap();
    assert_eq!(resident("input"), BYTES, "a later use finds what is there");

    let lines = InterruptibleFile::read_from(Path::new("lines")).unwrap();
    lines.before_first_use(Path::new("lines")).unwrap();
    assert_eq!(resident("lines"), 0);

    let sent = cold::take_sent();
    let paths: Vec<_> = sent.iter().map(|file| file.path.as_path()).collect();
    assert_eq!(paths, [Path::new("input"), Path::new("lines")]);
    assert_eq!((sent[0].file_bytes, sent[0].resident_bytes), (BYTES, BYTES));
    assert_eq!(sent[0].left_bytes, 0);
    assert_eq!(cold::take_sent(), []);
    let files = cold::files().unwrap();
    assert_eq!(files.sent, sent);
    assert_eq!(files.taken_for_made, [Path::new("own")]);

    // As another process of another program that runs at the same time.
    cold::join(&cold::share_with(4).unwrap()).unwrap();
    std::fs::read("input").unwrap();
    open("input").unwrap();
    assert_eq!(resident("input"), BYTES);
    assert_eq!(cold::files(), Some(cold::Files::default()));
    assert_eq!(cold::share().unwrap().program, 4);

    // The next program finds its own inputs.
    cold::begin().unwrap();
    open("own").unwrap();
    assert_eq!(resident("own"), 0);
    cold::end();
    assert_eq!(cold::share(), None);
}

#[test]
fn a_file_that_stays_in_the_cache_is_refused() {
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
        eprintln!("left out: no files can be made in memory here");
        return;
    };
    if !apart::is_me("cold::a_file_that_stays_in_the_cache_is_refused", folder.path()) {
        return;
    }
    write("input");
    cold::begin().unwrap();
    for _ in 0..2 {
        // Twice in a step.
        open("input").unwrap_err();
        let error = open("input").unwrap_err().to_string();
        assert_eq!(
            error,
            "input cannot be made cold for --cold: 3145728 of its 3145728 bytes stay in the page cache, as with files \
             in memory (tmpfs) or mapped by another program; copy it to a disk, end that program, or run without --cold"
        );
        assert_eq!(cold::take_refusals(), [error], "each step is told once");
        cold::end_step();
    }
    assert_eq!(cold::take_sent(), []);
    assert_eq!(std::fs::read("input").unwrap(), vec![1; BYTES as usize]);
}

#[test]
fn what_nobody_made_is_an_input_whatever_its_name_and_time() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    if !apart::is_me(
        "cold::what_nobody_made_is_an_input_whatever_its_name_and_time",
        folder.path(),
    ) {
        return;
    }
    let to_future = |path: &str| {
        let file = OpenOptions::new().write(true).open(path).unwrap();
        let time = SystemTime::now() + Duration::from_secs(3600);
        file.set_modified(time).unwrap();
    };
    write("input");
    write("old");
    to_future("input");
    std::fs::hard_link("input", "hard").unwrap();
    std::os::unix::fs::symlink("input", "symbolic").unwrap();
    cold::begin().unwrap();

    let mut made = InterruptibleFile::write_to(Path::new("made"), WriteMode::Anew, || Ok::<_, ()>(()))
        .unwrap()
        .unwrap();
    std::io::Write::write_all(&mut made, &vec![1; BYTES as usize]).unwrap();
    drop(made);
    to_future("made");
    let share = cold::share().unwrap();
    open("input").unwrap();
    std::fs::read("input").unwrap();
    let stays = || {
        for name in ["made", "hard", "symbolic", "input"] {
            open(name).unwrap();
            assert_eq!(resident(name), BYTES, "{name}");
        }
    };
    stays();
    // As another process.
    cold::join(&share).unwrap();
    stays();
    // A file that is emptied is made anew.
    InterruptibleFile::write_to(Path::new("old"), WriteMode::Anew, || Ok::<_, ()>(()))
        .unwrap()
        .unwrap();
    write("old");
    open("old").unwrap();
    assert_eq!(resident("old"), BYTES);

    let files = cold::files().unwrap();
    let sent: Vec<_> = files.sent.iter().map(|file| file.path.as_path()).collect();
    assert_eq!(sent, [Path::new("input")]);
    assert!(files.sent[0].changed_in_future);
    assert!(files.taken_for_made.is_empty());
}

#[test]
fn what_fails_while_an_input_goes_is_a_refusal_too() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    if !apart::is_me("cold::what_fails_while_an_input_goes_is_a_refusal_too", folder.path()) {
        return;
    }
    write("input");
    cold::begin().unwrap();
    let register = cold::share().unwrap().register;
    let mut register = OpenOptions::new().append(true).open(register).unwrap();
    std::io::Write::write_all(&mut register, &[0xff]).unwrap();
    for _ in 0..2 {
        let error = open("input").unwrap_err().to_string();
        assert!(error.contains("cannot read the register"), "{error}");
        assert_eq!(cold::take_refusals(), [error]);
        cold::end_step();
    }
    assert_eq!(resident("input"), BYTES);
}
