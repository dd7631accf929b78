use super::*;
use crate::figures::Figure;
use crate::plan::Block;

fn opened(digest: &str) -> StudyIdentity<'_> {
    StudyIdentity {
        title: "t",
        file: "s.toml",
        definition: "title = \"t\"",
        factors: r#"[["m",["x","y"]]]"#,
        parameters: "{}",
        subject_digest: digest,
        machine_id: "0123",
        feedrate: "0.1.0",
        fingerprint: "{}",
    }
}

fn level(level: &str) -> [(String, String); 1] {
    [("m".to_owned(), level.to_owned())]
}

fn run(levels: &[(String, String)], machine: i64, block: u32, ended: Ending) -> NewRun<'_> {
    NewRun {
        levels,
        machine,
        block: Block {
            is_warm_up: false,
            number: block,
        },
        position: 1,
        started_at: "2026-01-01T00:00:00Z".to_owned(),
        seconds: 1.5,
        ended,
        notes: vec!["one".to_owned(), "two".to_owned()],
        figures: vec![
            Figure::new("", "seconds", 1.4),
            Figure::new("1 DATA", "seconds", 0.5),
            Figure::new("", "cache_share", f64::NAN),
        ],
    }
}

#[test]
fn runs_are_there_when_the_store_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s.feedrate");
    let mut store = Store::open_or_make(&file).unwrap();
    assert!(
        store
            .facts()
            .unwrap_err()
            .to_string()
            .ends_with("no study has begun in it")
    );
    let machine = store.begin(&opened("a")).unwrap();
    store.add(&run(&level("x"), machine, 1, Ending::Finished)).unwrap();
    store
        .add(&run(&level("y"), machine, 1, Ending::Failed("it broke".to_owned())))
        .unwrap();
    drop(store);

    let store = Store::open_or_make(&file).unwrap();
    assert_eq!(store.begin(&opened("a")).unwrap(), machine);
    let runs = store.runs().unwrap();
    assert_eq!(runs.len(), 2);
    assert_eq!(runs[1].levels["m"], "y");
    assert_eq!(runs[0].figures.len(), 2);
    assert_eq!(runs[0].figure("1 DATA", "seconds"), Some(0.5));
    assert_eq!(runs[0].notes, ["one", "two"]);
    assert_eq!(runs[0].failure, None);
    assert_eq!(runs[1].failure.as_deref(), Some("it broke"));
    let facts = store.facts().unwrap();
    assert_eq!(facts.machines.len(), 1);
    assert_eq!(facts.factors[0].1, ["x", "y"]);
}

#[test]
fn runs_of_another_subject_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_or_make(&folder.path().join("s")).unwrap();
    store.begin(&opened("a")).unwrap();
    let error = store.begin(&opened("b")).unwrap_err().to_string();
    assert!(error.contains("has changed"), "{error}");
}

#[test]
fn one_study_at_a_time_has_a_store_and_readers_may_look() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s");
    let store = Store::open_or_make(&file).unwrap();
    store.begin(&opened("a")).unwrap();
    let error = Store::open_or_make(&file).unwrap_err().to_string();
    assert!(error.contains("another process"), "{error}");
    assert_eq!(Store::open(&file).unwrap().facts().unwrap().title, "t");
}

#[test]
fn what_is_no_store_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s");
    for content in [
        &b"years of work, which are no database of anybody's whatever"[..],
        b"\0",
    ] {
        std::fs::write(&file, content).unwrap();
        for opened in [Store::open(&file), Store::open_or_make(&file)] {
            let error = opened.unwrap_err().to_string();
            assert!(error.ends_with("it is no store of a study"), "{error}");
        }
        assert_eq!(std::fs::read(&file).unwrap(), content);
    }
    let other = folder.path().join("other.db");
    let connection = rusqlite::Connection::open(&other).unwrap();
    connection.execute_batch("CREATE TABLE theirs (a)").unwrap();
    drop(connection);
    assert!(Store::open_or_make(&other).is_err());
    assert!(Store::open(&folder.path().join("none")).is_err());
}

#[test]
fn a_later_version_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s");
    drop(Store::open_or_make(&file).unwrap());
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.execute_batch("PRAGMA user_version = 99").unwrap();
    drop(connection);
    let error = Store::open(&file).unwrap_err().to_string();
    assert!(error.contains("later version"), "{error}");
}

#[test]
fn the_first_value_before_is_kept_until_it_is_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_or_make(&folder.path().join("s")).unwrap();
    let before = |value: &str| FormerValue {
        factor: "f".to_owned(),
        value: value.to_owned(),
    };
    store.keep_before(&before("128")).unwrap();
    store.keep_before(&before("0")).unwrap();
    assert_eq!(store.to_put_back().unwrap(), [before("128")]);
    store.forget_before("f").unwrap();
    assert!(store.to_put_back().unwrap().is_empty());
}

#[test]
fn a_file_that_a_killed_process_had_begun_becomes_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    assert!(Store::runs_in(&path).unwrap().is_empty());
    std::fs::write(&path, "").unwrap();
    assert!(Store::runs_in(&path).unwrap().is_empty());
    let store = Store::open_or_make(&path).unwrap();
    store.begin(&opened("d")).unwrap();
    drop(store);
    assert_eq!(Store::open(&path).unwrap().facts().unwrap().title, "t");
}

/// Windows has no pipes in folders.
#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_refused_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for path in [&pipe, folder.path()] {
        for outcome in [
            Store::open(path).map(drop),
            Store::open_or_make(path).map(drop),
            Store::runs_in(path).map(drop),
        ] {
            let error = outcome.unwrap_err().to_string();
            assert!(error.contains("it is no ordinary file"), "{error}");
        }
    }
}

#[test]
fn a_damaged_store_gives_errors_or_runs_and_never_panics() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let mut store = Store::open_or_make(&path).unwrap();
    let machine = store.begin(&opened("d")).unwrap();
    for block in 1..4 {
        store.add(&run(&level("x"), machine, block, Ending::Finished)).unwrap();
    }
    drop(store);
    let whole = std::fs::read(&path).unwrap();
    let damaged = folder.path().join("damaged");
    let look = |bytes: &[u8]| {
        std::fs::write(&damaged, bytes).unwrap();
        for open in [Store::open, Store::open_or_make] {
            if let Ok(store) = open(&damaged) {
                let _ = (store.facts(), store.runs(), store.to_put_back());
            }
        }
    };
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..100 {
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..8) {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }
        look(&bytes);
        look(&whole[..random.usize(..whole.len())]);
    }
}
