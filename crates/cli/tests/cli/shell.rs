//! Completions and man pages.

use std::fs;

use crate::place::Place;

#[test]
fn each_shell_gets_its_completions() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = place.succeed(&format!("completions {shell}"));
        assert!(
            script.contains("measure") && script.contains("compressible"),
            "{shell}"
        );
        assert!(
            !script.contains("worker"),
            "{shell} offers what is not for users"
        );
    }
    assert!(
        place
            .fail("completions dos")
            .contains("[possible values: bash")
    );
}

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
        "feedrate-sasiotest.1",
    ] {
        let page = page(name).expect("the page");
        assert!(page.contains(".TH"), "{name}");
        assert!(!page.contains("worker"), "{name}");
    }
    assert!(
        page("feedrate-measure.1")
            .expect("the page")
            .contains("compressible")
    );
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
