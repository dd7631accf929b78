//! Man pages.

use std::fs;

use crate::test_folder::TestFolder;

#[test]
fn man_pages_are_written_into_a_folder_that_is_made() {
    let dir = TestFolder::new();
    for _ in 0..2 {
        dir.succeed("man share/man/man1");
    }
    let page = |name: &str| fs::read_to_string(dir.path("share/man/man1").join(name));
    for name in [
        "feedrate.1",
        "feedrate-check.1",
        "feedrate-measure.1",
        "feedrate-run.1",
        "feedrate-sasiotest.1",
        "feedrate-iotest.1",
    ] {
        let page = page(name).expect("the page");
        let title = name.trim_end_matches(".1").to_uppercase();
        let version = env!("CARGO_PKG_VERSION");
        let title = format!(".TH {title} 1 \"\" \"feedrate {version}\" \"User Commands\"\n");
        assert!(page.contains(&title), "{name}: {page}");
        assert!(!page.contains("worker"), "{name}");
    }
    assert!(page("feedrate-measure.1").expect("the page").contains("compressible"));
}

#[test]
fn a_man_page_shows_options_with_their_values() {
    let dir = TestFolder::new();
    dir.succeed("man .");
    let page = fs::read_to_string(dir.path("feedrate-check.1")).expect("the page");
    let synopsis = page.lines().find(|line| line.contains("feedrate check"));
    let synopsis = synopsis.expect("a synopsis").replace('\\', "");
    for words in ["[--require <MB/S>]", "[--quick]", "[--json <FILE>]", " <DIR>..."] {
        assert!(synopsis.contains(words), "{words}: {synopsis}");
    }
}

#[test]
fn a_folder_that_cannot_be_used_is_told() {
    let dir = TestFolder::new();
    dir.file("file", 10);
    assert!(dir.fail("man file").contains("file is not a folder"));
    assert!(dir.fail("man file/below").contains("cannot make the folder file/below"));
    fs::create_dir(dir.path("full")).expect("a folder");
    fs::write(dir.path("full/feedrate.1"), "someone's own notes").expect("a file");
    assert!(dir.fail("man full").contains("feedrate.1"));
    let kept = fs::read_to_string(dir.path("full/feedrate.1")).expect("the file");
    assert_eq!(kept, "someone's own notes");
}
