//! A data set appears complete or not at all, and an existing one is unchanged until then.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use feedrate_dataset::library::Assignment;
use feedrate_dataset::writer::{CompletedDataSet, put_all_in_place};
use feedrate_dataset::{Error, Libraries};

use crate::common::*;
use crate::processes;

/// The time that a test waits for something that must happen.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_data_set_appears_when_it_is_committed() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 10, "");
    let mut writer = libraries.create(&name("a.x"), schema(), facts(), &options("")).unwrap();
    fill(&mut writer, 0..100_000).unwrap();
    assert_eq!(numbers(&libraries, "a.x", "").len(), 10);
    let draft = files(folder.path()).remove(0);
    assert!(draft.starts_with(".x.feedrate-") && draft.ends_with(".tmp"), "{draft}");
    writer.commit().unwrap();
    assert_eq!(numbers(&libraries, "a.x", "").len(), 100_000);
    assert_eq!(files(folder.path()), ["x.sas7bdat"]);
}

#[test]
fn what_is_not_committed_leaves_nothing() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 10, "");
    for text in ["a.x", "a.y"] {
        for rows in [0, 1, 200_000] {
            let mut writer = libraries
                .create(&name(text), schema(), facts(), &options("sgio=yes"))
                .unwrap();
            fill(&mut writer, 0..rows).unwrap();
            drop(writer);
            assert_eq!(files(folder.path()), ["x.sas7bdat"]);
        }
    }
    assert_eq!(numbers(&libraries, "a.x", "").len(), 10);
}

#[test]
fn a_step_may_read_what_it_replaces() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 50_000, "");
    let mut reader = libraries.open(&name("a.x"), &options("")).unwrap();
    let mut writer = libraries.create(&name("a.x"), schema(), facts(), &options("")).unwrap();
    while let Some(row) = reader.next_row().unwrap() {
        writer.append(row).unwrap();
        writer.append(row).unwrap();
    }
    writer.commit().unwrap();
    assert_eq!(numbers(&libraries, "a.x", "").len(), 100_000);
    // The reader has the previous file open, and reads it again.
    reader.rewind().unwrap();
    let mut rows = 0;
    while reader.next_row().unwrap().is_some() {
        rows += 1;
    }
    assert_eq!(rows, 50_000);
}

#[test]
fn the_file_that_a_link_points_to_is_replaced() {
    let (folder, other) = (folder(), folder());
    let mut libraries = libraries(folder.path());
    let real = other.path().join("real.sas7bdat");
    fs::write(&real, "").unwrap();
    let link = folder.path().join("x.sas7bdat");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    make(&mut libraries, "a.x", 3, "");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::metadata(&real).unwrap().len() > 0);
    assert_eq!(numbers(&libraries, "a.x", ""), [0, 1, 2]);
}

#[test]
fn a_killed_process_leaves_the_old_data_set_and_what_it_began_is_swept() {
    let test = "transactions::a_killed_process_leaves_the_old_data_set_and_what_it_began_is_swept";
    if processes::is_me(test) {
        let mut libraries = libraries(Path::new("."));
        let mut writer = libraries
            .create(&name("a.x"), schema(), facts(), &options("bufsize=64k"))
            .unwrap();
        make(&mut libraries, "w", 1, "");
        fill(&mut writer, 0..2_000_000).unwrap();
        thread::sleep(PATIENCE);
        return;
    }
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 10, "");
    let mut child = processes::command(test, folder.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let draft = || {
        let draft = files(folder.path()).into_iter().find(|name| name.ends_with(".tmp"));
        draft.map(|name| folder.path().join(name))
    };
    wait_until("the file to grow", || {
        draft().is_some_and(|draft| fs::metadata(draft).is_ok_and(|it| it.len() > 1 << 20))
    });
    // Files that a running process writes are left alone.
    libraries = crate::common::libraries(folder.path());
    assert!(draft().is_some());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(numbers(&libraries, "a.x", "").len(), 10);
    // The kernel closes the files of a killed process a moment later.
    wait_until("the sweep", || {
        libraries = crate::common::libraries(folder.path());
        draft().is_none()
    });
    assert_eq!(files(folder.path()), ["x.sas7bdat"]);
    // Its files in WORK are removed, too.
    make(&mut libraries, "y", 1, "");
    assert_eq!(fs::read_dir(folder.path().join("temporary")).unwrap().count(), 1);
}

#[test]
fn no_room_is_told_and_the_old_data_set_stays() {
    let test = "transactions::no_room_is_told_and_the_old_data_set_stays";
    if processes::is_me(test) {
        let mut libraries = libraries(Path::new("."));
        for asked in ["", "sgio=yes", "discipline=assas", "discipline=assas sgio=yes bufno=4"] {
            let mut writer = libraries
                .create(&name("a.x"), schema(), facts(), &options(asked))
                .unwrap();
            let filled = fill(&mut writer, 0..400_000);
            let error = filled.and_then(|()| writer.commit()).unwrap_err();
            assert!(error.is_no_space(), "{error}");
            let text = error.to_string();
            assert!(text.starts_with("data set A.X is not written"), "{text}");
            assert!(text.contains("x.sas7bdat") && text.contains("ulimit -f"), "{text}");
            assert!(!text.contains(".feedrate-"), "{text}");
            assert_eq!(files(Path::new(".")), ["x.sas7bdat"], "{asked}");
        }
        assert_eq!(numbers(&libraries, "a.x", "").len(), 10);
        return;
    }
    let folder = folder();
    make(&mut libraries(folder.path()), "a.x", 10, "");
    // 1 MiB or 2, depending on the shell.
    processes::run(processes::command_after(
        "trap '' XFSZ; ulimit -f 2048",
        test,
        folder.path(),
    ));
    assert_eq!(numbers(&libraries(folder.path()), "a.x", "").len(), 10);
}

#[test]
fn a_folder_or_file_without_the_right_to_write_is_told() {
    let test = "transactions::a_folder_or_file_without_the_right_to_write_is_told";
    if processes::is_me(test) {
        let mut libraries = feedrate_dataset::Libraries::new(None);
        for (libref, place, reason) in [("a", "closed", "permission denied"), ("b", "open", "permission denied")] {
            let assignment = feedrate_dataset::library::Assignment::new(libref, None, Path::new(place)).unwrap();
            libraries.assign(assignment).unwrap();
            let created = libraries.create(&name(&format!("{libref}.x")), schema(), facts(), &options(""));
            let error = created.unwrap_err();
            assert!(matches!(error, Error::NotWritten { .. }), "{error:?}");
            let text = error.to_string();
            assert!(text.contains(reason) && text.contains("x.sas7bdat"), "{text}");
            assert_eq!(numbers(&libraries, &format!("{libref}.x"), "").len(), 10);
        }
        assert!(libraries.delete(&name("a.x")).is_err());
        return;
    }
    const NOBODY: u32 = 65_534;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for name in ["closed", "open"] {
        fs::create_dir(path(name)).unwrap();
        make(&mut libraries(&path(name)), "a.x", 10, "");
        fs::remove_dir(path(name).join("temporary")).unwrap();
    }
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    // The folder accepts no files, or the file no changes.
    set(&path("closed"), 0o555).unwrap();
    set(&path("open"), 0o777).unwrap();
    set(&path("open/x.sas7bdat"), 0o444).unwrap();
    set(folder.path(), 0o755).unwrap();
    let mut command = processes::command(test, folder.path());
    if rustix::process::geteuid().is_root() {
        // Permissions do not restrict root, and another user may not be able to run this program.
        let program = path("program");
        fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
        command = processes::command_by(&program, test, folder.path());
        command.uid(NOBODY).gid(NOBODY);
    }
    processes::run(command);
    set(&path("closed"), 0o755).unwrap();
}

/// Writes data sets of so many rows without putting them in place.
fn complete(libraries: &mut Libraries, texts: &[&str], rows: u64) -> Vec<CompletedDataSet> {
    let completed = texts.iter().map(|text| {
        let mut writer = libraries.create(&name(text), schema(), facts(), &options("")).unwrap();
        fill(&mut writer, 0..rows).unwrap();
        writer.complete().unwrap()
    });
    completed.collect()
}

#[test]
fn several_data_sets_appear_together() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 10, "");
    let completed = complete(&mut libraries, &["a.x", "a.y"], 3000);
    assert_eq!(numbers(&libraries, "a.x", "").len(), 10);
    assert!(!libraries.exists(&name("a.y")).unwrap());
    let accounts = put_all_in_place(completed).unwrap();
    for (text, account) in ["x", "y"].into_iter().zip(accounts) {
        assert!(account.path.ends_with(format!("{text}.sas7bdat")));
        assert_eq!(numbers(&libraries, &format!("a.{text}"), "").len(), 3000);
    }
    assert_eq!(files(folder.path()), ["x.sas7bdat", "y.sas7bdat"]);
}

#[test]
fn where_one_cannot_get_its_name_none_of_the_others_does() {
    let (folder, other) = (folder(), folder());
    let mut libraries = libraries(folder.path());
    let assignment = Assignment::new("b", None, other.path()).unwrap();
    libraries.assign(assignment).unwrap();
    make(&mut libraries, "a.x", 10, "");
    let completed = complete(&mut libraries, &["a.x", "a.y", "b.z", "a.w"], 3000);
    fs::remove_dir_all(other.path()).unwrap();
    let error = put_all_in_place(completed).unwrap_err();
    assert!(matches!(error, Error::NotWritten { .. }), "{error:?}");
    let text = error.to_string();
    assert!(text.starts_with("data set B.Z is not written"), "{text}");
    assert_eq!(files(folder.path()), ["x.sas7bdat"]);
    assert_eq!(numbers(&libraries, "a.x", "").len(), 10);
}

#[test]
fn a_folder_in_the_place_of_one_of_several_is_left_alone() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let completed = complete(&mut libraries, &["a.x", "a.y"], 10);
    let taken = folder.path().join("y.sas7bdat");
    fs::create_dir(&taken).unwrap();
    let error = put_all_in_place(completed).unwrap_err().to_string();
    assert!(error.starts_with("data set A.Y is not written"), "{error}");
    assert!(taken.is_dir());
    assert_eq!(files(folder.path()), [""; 0]);
}

#[test]
fn no_room_for_the_last_of_several_leaves_all_as_they_were() {
    let test = "transactions::no_room_for_the_last_of_several_leaves_all_as_they_were";
    if processes::is_me(test) {
        let mut libraries = libraries(Path::new("."));
        let small = complete(&mut libraries, &["a.x"], 100);
        let mut writer = libraries.create(&name("a.y"), schema(), facts(), &options("")).unwrap();
        let filled = fill(&mut writer, 0..400_000);
        let error = filled.and_then(|()| writer.complete()).unwrap_err();
        assert!(error.is_no_space(), "{error}");
        drop(small);
        assert_eq!(files(Path::new(".")), ["x.sas7bdat", "y.sas7bdat"]);
        return;
    }
    let folder = folder();
    for text in ["a.x", "a.y"] {
        make(&mut libraries(folder.path()), text, 10, "");
    }
    // 1 MiB or 2, depending on the shell.
    processes::run(processes::command_after(
        "trap '' XFSZ; ulimit -f 2048",
        test,
        folder.path(),
    ));
    for text in ["a.x", "a.y"] {
        assert_eq!(numbers(&libraries(folder.path()), text, "").len(), 10, "{text}");
    }
}

#[test]
fn two_names_of_one_file_are_refused() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(folder.path(), &link).unwrap();
    let assignment = Assignment::new("b", None, &link).unwrap();
    libraries.assign(assignment).unwrap();
    make(&mut libraries, "a.x", 10, "");
    for names in [["a.x", "b.x"], ["a.new", "b.new"]] {
        let completed = complete(&mut libraries, &names, 3000);
        let error = put_all_in_place(completed).unwrap_err();
        assert!(matches!(error, Error::SameFile { .. }), "{error:?}");
    }
    assert_eq!(numbers(&libraries, "a.x", "").len(), 10);
    assert!(!libraries.exists(&name("a.new")).unwrap());
}

#[test]
fn what_few_may_read_stays_so() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 10, "");
    let path = folder.path().join("x.sas7bdat");
    let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o7777;
    for mode_before in [0o600, 0o660] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode_before)).unwrap();
        make(&mut libraries, "a.x", 20, "");
        assert_eq!(mode(), mode_before);
        put_all_in_place(complete(&mut libraries, &["a.x", "a.y"], 3000)).unwrap();
        assert_eq!(mode(), mode_before);
    }
}
