//! However a command ends, nothing is left behind; what is wrong is told in one line.

use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::folder::Folder;

#[test]
fn a_check_that_is_killed_leaves_nothing_that_the_next_does_not_remove() {
    let folder = Folder::new();
    let mut check = folder.command(&["check", "data", "--size", "64M"]);
    std::fs::create_dir(folder.path("data")).expect("a folder");
    let mut running = check.spawn().expect("a process");
    let began = Instant::now();
    while std::fs::read_dir(folder.path("data"))
        .expect("the folder")
        .next()
        .is_none()
    {
        assert!(began.elapsed() < Duration::from_secs(60), "no file was made");
        sleep(Duration::from_millis(20));
    }
    running.kill().expect("an end");
    running.wait().expect("an end");
    let ran = folder.run("check data --quick --size 8M");
    assert!(matches!(ran.code, Some(0 | 1)), "{}{}", ran.stdout, ran.stderr);
    let left = std::fs::read_dir(folder.path("data")).expect("the folder").count();
    assert_eq!(left, 0);
}

#[test]
fn what_is_wrong_is_one_line() {
    let folder = Folder::new();
    std::fs::write(folder.path("theirs"), "another's").expect("a file");
    for (line, word) in [
        ("check nowhere", "nowhere"),
        ("measure theirs --do write --size 1M", "theirs"),
        ("measure nowhere/x --do write --size 1M", "nowhere"),
        ("sasiotest nowhere.out -r", "nowhere.out"),
        ("sasiotest theirs -r -filesize 1M", "theirs"),
        ("sqlio -kR -s1 -Fnowhere.txt", "nowhere.txt"),
        ("report theirs", "theirs"),
    ] {
        let ran = folder.run(line);
        assert_eq!(ran.code, Some(2), "{line}: {}{}", ran.stdout, ran.stderr);
        // A check tells its progress before.
        let mut said: Vec<&str> = ran.stderr.lines().collect();
        said.retain(|said| line != "check nowhere" || said.starts_with("feedrate: "));
        assert!(said.len() == 1 && said[0].contains(word), "{line}: {}", ran.stderr);
    }
    assert_eq!(std::fs::read(folder.path("theirs")).expect("the file"), b"another's");
    assert_eq!(folder.names(), ["theirs"]);
}
