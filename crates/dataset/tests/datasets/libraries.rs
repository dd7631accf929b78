//! Libraries and the data sets in them, by name.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use feedrate_dataset::delimited::{DelimitedFormat, Shape};
use feedrate_dataset::library::Assignment;
use feedrate_dataset::settings::SettingScope;
use feedrate_dataset::{Error, Libraries, RequestedSettings};
use insta::assert_snapshot;

use crate::common::*;

/// Returns an error message without the folder.
fn text_of<T>(result: feedrate_dataset::Result<T>, folder: &Path) -> String {
    let error = result.err().expect("it was to fail");
    let real = fs::canonicalize(folder).unwrap();
    [&real, folder].iter().fold(error.to_string(), |text, folder| {
        text.replace(folder.to_str().unwrap(), "FOLDER")
    })
}

#[test]
fn data_sets_are_listed_renamed_and_deleted_by_name() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.one", 3, "");
    make(&mut libraries, "A.Two", 5, "");
    let names = |libraries: &Libraries| -> Vec<String> {
        let members = libraries.members("a").unwrap();
        members.into_iter().map(|member| member.name).collect()
    };
    assert_eq!(names(&libraries), ["ONE", "TWO"]);
    assert_eq!(files(folder.path()), ["one.sas7bdat", "two.sas7bdat"]);
    assert!(libraries.exists(&name("a.TWO")).unwrap());
    libraries.rename(&name("a.two"), "three").unwrap();
    assert_eq!(names(&libraries), ["ONE", "THREE"]);
    assert_eq!(numbers(&libraries, "a.three", "").len(), 5);
    assert!(matches!(
        libraries.rename(&name("a.one"), "Three"),
        Err(Error::Exists { .. })
    ));
    libraries.delete(&name("a.one")).unwrap();
    assert_eq!(names(&libraries), ["THREE"]);
    assert!(!libraries.exists(&name("a.one")).unwrap());
}

#[test]
fn a_file_that_is_written_by_its_path_has_what_killed_runs_left_beside_it_swept() {
    let folder = folder();
    let left = folder.path().join(".b.feedrate-0123456789abcdef.tmp");
    fs::write(&left, "half a file").unwrap();
    // The mark of a draft.
    fs::set_permissions(&left, fs::Permissions::from_mode(0o1600)).unwrap();
    let mut libraries = Libraries::new(None);
    let format = DelimitedFormat::new(Shape {
        delimiter: b',',
        has_names: true,
        first_line: None,
    });
    let lent = libraries.add_file(&folder.path().join("b.csv"), Arc::new(format));
    let writer = libraries.create(&lent.unwrap(), schema(), facts(), &options(""));
    writer.unwrap().commit().unwrap();
    assert_eq!(files(folder.path()), ["b.csv"]);
}

#[test]
fn work_is_made_on_first_use_and_goes_with_the_session() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let temporary = folder.path().join("temporary");
    let count = || fs::read_dir(&temporary).unwrap().count();
    assert!(libraries.members("work").unwrap().is_empty());
    assert!(!libraries.exists(&name("x")).unwrap());
    assert_eq!(count(), 0);
    let account = make(&mut libraries, "x", 7, "");
    // WORK need not outlive the session, so there is no wait for the device.
    assert_eq!(account.flush, None);
    assert_eq!(count(), 1);
    assert_eq!(numbers(&libraries, "work.x", "").len(), 7);
    let residency = libraries.residency(&name("x")).unwrap();
    assert!(residency.bytes().is_none_or(|bytes| bytes > 0));
    drop(libraries);
    assert_eq!(count(), 0);
}

#[test]
fn a_name_without_a_library_is_in_user_where_that_is_assigned() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    assert_eq!(libraries.name("x").unwrap().to_string(), "WORK.X");
    libraries
        .assign(Assignment::new("user", None, folder.path()).unwrap())
        .unwrap();
    assert_eq!(libraries.name("x").unwrap().to_string(), "USER.X");
    assert_eq!(libraries.name("work.x").unwrap().to_string(), "WORK.X");
    libraries.clear("USER").unwrap();
    assert_eq!(libraries.name("x").unwrap().to_string(), "WORK.X");
}

#[test]
fn libraries_on_one_folder_match_unless_one_enables_direct_io() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let enabled = || {
        let mut requested = RequestedSettings::default();
        requested.set(SettingScope::Library, "enabledirectio", None).unwrap();
        requested
    };
    let dotted = folder.path().join(".");
    let assign = |libraries: &mut Libraries, libref: &str, requested: RequestedSettings| {
        let assignment = Assignment::new(libref, Some("v9"), &dotted).unwrap();
        libraries.assign(assignment.with_settings(requested)).unwrap().same_as
    };
    assert_eq!(
        assign(&mut libraries, "b", RequestedSettings::default()),
        Some("A".into())
    );
    assert_eq!(assign(&mut libraries, "c", enabled()), None);
    assert_eq!(assign(&mut libraries, "d", enabled()), None);
    // The same name again is not another library.
    libraries.clear("a").unwrap();
    assert_eq!(assign(&mut libraries, "b", RequestedSettings::default()), None);
}

#[test]
fn settings_come_from_data_set_library_and_system() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    libraries
        .system_mut()
        .set(SettingScope::System, "bufsize", Some("16k"))
        .unwrap();
    let page = |account: feedrate_dataset::FileAccount| account.page_bytes;
    assert_eq!(page(make(&mut libraries, "a.x", 1, "")), 16384);
    assert_eq!(page(make(&mut libraries, "x", 1, "")), 16384);
    assert_eq!(page(make(&mut libraries, "a.x", 1, "bufsize=4k")), 4096);
    let mut requested = RequestedSettings::default();
    requested.set(SettingScope::Library, "bufsize", Some("32k")).unwrap();
    let assignment = Assignment::new("b", None, folder.path()).unwrap();
    libraries.assign(assignment.with_settings(requested)).unwrap();
    assert_eq!(page(make(&mut libraries, "b.x", 1, "")), 32768);
}

#[test]
fn a_library_for_reading_is_not_written_to() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 1, "");
    let assignment = Assignment::new("b", None, folder.path()).unwrap().read_only();
    libraries.assign(assignment).unwrap();
    assert_eq!(numbers(&libraries, "b.x", "").len(), 1);
    let created = libraries.create(&name("b.x"), schema(), facts(), &options(""));
    assert!(matches!(created, Err(Error::ReadOnly { .. })));
    assert!(matches!(libraries.delete(&name("b.x")), Err(Error::ReadOnly { .. })));
    assert!(matches!(
        libraries.rename(&name("b.x"), "y"),
        Err(Error::ReadOnly { .. })
    ));
}

/// SAS: "NOTE: Library B does not exist.", and steps that need it end with an error.
#[test]
fn a_library_may_be_assigned_before_its_folder_is_made() {
    let folder = folder();
    let path = folder.path();
    let mut libraries = libraries(path);
    for (libref, engine) in [("b", None), ("c", Some("csv"))] {
        let place = path.join("not").join(libref);
        let assignment = Assignment::new(libref, engine, &place).unwrap();
        assert_eq!(assignment.absent(), Some(&*place));
        libraries.assign(assignment).unwrap();
        let data_set = name(&format!("{libref}.sales"));
        let opened = libraries.open(&data_set, &options(""));
        assert_eq!(
            text_of(opened, path),
            format!(
                "Library {0} does not exist.\nThere is no folder FOLDER/not/{libref}; make it, or name another in \
                 LIBNAME.",
                libref.to_uppercase()
            )
        );
        assert!(libraries.exists(&data_set).is_err());
        assert!(libraries.members(libref).is_err());
        fs::create_dir_all(&place).unwrap();
        assert!(!libraries.exists(&data_set).unwrap());
        make(&mut libraries, &format!("{libref}.sales"), 1, "");
        assert!(libraries.exists(&data_set).unwrap());
    }
}

#[test]
fn every_refusal_says_what_to_do() {
    let folder = folder();
    let path = folder.path();
    let mut libraries = libraries(path);
    make(&mut libraries, "a.sales", 1, "");
    fs::write(path.join("file"), "").unwrap();
    fs::write(path.join("empty.sas7bdat"), "").unwrap();
    fs::write(path.join("other.sas7bdat"), vec![b'x'; 5000]).unwrap();
    let open = |text| libraries.open(&name(text), &options(""));
    assert_snapshot!(text_of(open("a.sale"), path), @"
        File A.SALE.DATA does not exist.
        It is not in FOLDER; there is SALES.
    ");
    assert_snapshot!(text_of(open("b.sales"), path), @"
        Libref B is not assigned.
        Write `libname B 'folder';` before this step.
    ");
    assert_snapshot!(text_of(open("a.empty"), path), @"FOLDER/empty.sas7bdat cannot be read: it ends at byte 0, within \
        the first 344; copy it again from where it came");
    assert_snapshot!(text_of(open("a.other"), path), @"FOLDER/other.sas7bdat cannot be read: it does not begin as a \
        SAS data set does; name a .sas7bdat file");
    let assign = |libref, engine, place: &Path| Assignment::new(libref, engine, place);
    assert_snapshot!(text_of(assign("c", None, Path::new(" ")), path), @"library C cannot be assigned to  : no such \
        file or folder");
    assert_snapshot!(text_of(assign("c", Some("xport"), &path.join("none/f.xpt")), path), @"library C cannot be \
        assigned to FOLDER/none/f.xpt: no such file or folder");
    assert_snapshot!(text_of(assign("c", None, &path.join("file")), path), @"library C cannot be assigned to \
        FOLDER/file: it is a file; name a folder, or write `libname C xport` for a transport file");
    assert_snapshot!(text_of(assign("c", Some("xport"), path), path), @"library C cannot be assigned to FOLDER: it is \
        a folder; name a transport file");
    assert_snapshot!(text_of(assign("c", Some("oracle"), path), path), @"library C cannot be assigned: there is no \
        engine ORACLE here; the engines are V9 (or BASE), for a folder of .sas7bdat files, PARQUET, ARROW and CSV, for \
        a folder of such files, XPORT and XPORTV8, for a transport file, and SASESOCK, for a pipe between two \
        sessions");
    assert_snapshot!(text_of(assign("1c", None, path), path), @"
        1c is not a valid SAS name.
        That of a library begins with no digit and has at most 8 letters, digits and underscores.
    ");
    assert_snapshot!(text_of(libraries.name("a.b.c"), path), @"
        a.b.c is not a valid SAS name.
        That of a data set begins with no digit and has at most 32 letters, digits and underscores. It \
        may follow a library's name and a dot.
    ");
    let work = Assignment::new("work", None, path).unwrap();
    assert_snapshot!(text_of(libraries.assign(work), path), @"library WORK belongs to the session and cannot be \
        assigned or cleared");
    assert_snapshot!(text_of(libraries.clear("z"), path), @"
        Libref Z is not assigned.
        Write `libname Z 'folder';` before this step.
    ");
}
