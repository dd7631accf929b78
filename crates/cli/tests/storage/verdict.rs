//! `feedrate check`, and its result.

use crate::folder::Folder;

#[test]
fn a_check_gives_a_verdict_and_leaves_nothing() {
    let folder = Folder::new();
    let ran = folder.run("check . --quick --size 8M --json result.json");
    assert!(matches!(ran.code, Some(0 | 1)), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("MB/s per physical core"), "{}", ran.stdout);
    let shown = folder.succeed("report result.json");
    assert!(shown.contains("check of"), "{shown}");
    assert_eq!(folder.names(), ["result.json"]);
}
