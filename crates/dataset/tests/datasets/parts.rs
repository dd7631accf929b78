//! Libraries of several folders, and data sets that are named by their paths.

use std::fs;

use feedrate_dataset::Libraries;
use feedrate_dataset::library::Assignment;

use super::common::{files, folder, libraries, make, name, numbers};

#[test]
fn the_first_folder_with_a_data_set_counts() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let place = |part: &str| folder.path().join(part);
    for (libref, rows) in [("one", 1), ("two", 2)] {
        fs::create_dir(place(libref)).unwrap();
        libraries
            .assign(Assignment::new(libref, None, &place(libref)).unwrap())
            .unwrap();
        make(&mut libraries, &format!("{libref}.x"), rows, "");
    }
    make(&mut libraries, "two.y", 3, "");
    let part = |libref: &str| Assignment::new("all", None, &place(libref)).unwrap();
    let all = part("one").with_folders_of(&[part("two")]).unwrap();
    libraries.assign(all).unwrap();
    let members = |libraries: &Libraries| -> Vec<String> {
        let members = libraries.members("all").unwrap().into_iter();
        members.map(|member| member.name).collect()
    };
    assert_eq!(members(&libraries), ["X", "Y"]);
    assert_eq!(numbers(&libraries, "all.x", ""), [0]);
    assert_eq!(numbers(&libraries, "all.y", ""), [0, 1, 2]);
    make(&mut libraries, "all.y", 4, "");
    assert_eq!(files(&place("one")), ["x.sas7bdat", "y.sas7bdat"]);
    assert_eq!(numbers(&libraries, "two.y", ""), [0, 1, 2]);
    libraries.delete(&name("all.y")).unwrap();
    libraries.rename(&name("all.y"), "z").unwrap();
    assert_eq!(files(&place("two")), ["x.sas7bdat", "z.sas7bdat"]);
    let file = Assignment::new("all", Some("xport"), &place("x.xpt")).unwrap();
    assert!(part("one").with_folders_of(&[file]).is_err());
    assert!(part("one").with_folders_of(&[part("three")]).is_err());
}

#[test]
fn a_path_names_a_data_set_of_a_library_of_its_folder() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let mut by = |file: &str| {
        let path = folder.path().join(file);
        libraries.data_set_by_path(path.to_str().unwrap())
    };
    assert_eq!(by("x.sas7bdat").unwrap(), name("wc000001.x"));
    assert_eq!(by("temporary/x").unwrap(), name("wc000002.x"));
    assert_eq!(by("Y.SAS7BDAT").unwrap(), name("wc000001.y"));
    for wrong in ["x.csv", "nowhere/x", "two words", ".sas7bdat", "1"] {
        assert!(by(wrong).is_err(), "{wrong}");
    }
    make(&mut libraries, "wc000001.x", 2, "");
    assert_eq!(files(folder.path()), ["x.sas7bdat"]);
}
