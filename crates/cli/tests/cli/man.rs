//! Man pages.

use std::fs;

use crate::place::Place;

#[test]
fn man_pages_are_written_into_a_folder_that_is_made() {
    let place = Place::new();
    for _ in 0..2 {
        place.succeed("man share/man/man1");
    }
    let page = |name: &str| fs::read_to_string(place.path("share/man/man1").join(name));
    for name in [
        "feedrate.1",
        "feedrate-check.1",
        "feedrate-measure.1",
        "feedrate-run.1",
        "feedrate-sasiotest.1",
    ] {
        let page = page(name).expect("the page");
        let title = name.trim_end_matches(".1").to_uppercase();
        let version = env!("CARGO_PKG_VERSION");
        let title = format!(".TH {title} 1 \"\" \"feedrate {version}\" \"User Commands\"\n");
        assert!(page.contains(&title), "{name}: {page}");
        assert!(!page.contains("worker"), "{name}");
    }
    assert!(
        page("feedrate-measure.1")
            .expect("the page")
            .contains("compressible")
    );
}

#[test]
fn a_man_page_shows_options_with_their_values() {
    let place = Place::new();
    place.succeed("man .");
    let page = fs::read_to_string(place.path("feedrate-check.1")).expect("the page");
    let synopsis = page.lines().find(|line| line.contains("feedrate check"));
    let synopsis = synopsis.expect("a synopsis").replace('\\', "");
    for words in [
        "[--require <MB/S>]",
        "[--quick]",
        "[--json <FILE>]",
        " <DIR>...",
    ] {
        assert!(synopsis.contains(words), "{words}: {synopsis}");
    }
}

#[test]
fn a_folder_that_cannot_be_used_is_told() {
    let place = Place::new();
    place.file("file", 10);
    assert!(place.fail("man file").contains("file is not a folder"));
    assert!(
        place
            .fail("man file/below")
            .contains("cannot make the folder file/below")
    );
    fs::create_dir(place.path("full")).expect("a folder");
    fs::write(place.path("full/feedrate.1"), "someone's own notes").expect("a file");
    assert!(place.fail("man full").contains("feedrate.1"));
    let kept = fs::read_to_string(place.path("full/feedrate.1")).expect("the file");
    assert_eq!(kept, "someone's own notes");
}
