//! The lines of the scripts and those beside them.

use std::time::Duration;

use feedrate_machine::volume::{PathLocation, Space};
use feedrate_machine::{System, Volume};
use feedrate_pageio::cache::{CacheShare, UnknownBecause};

use super::super::figures::{ColdRead, Figures, Pass, was_cold};
use super::super::request::Test;
use super::super::{checks, explain, layout, truth};
use super::test_of;

const GIB: u64 = 1 << 30;

fn volume() -> Volume {
    let folder = tempfile::tempdir().unwrap();
    let system = System::at(folder.path());
    let location = PathLocation::of(folder.path()).unwrap();
    Volume {
        mount_point: Some("/data".into()),
        source: Some("/dev/mapper/vg-data".to_owned()),
        fs_type: "xfs".to_owned(),
        space: Some(Space {
            total_bytes: 1000 * GIB,
            free_bytes: 750 * GIB,
            available_bytes: 700 * GIB,
            total_inodes: None,
            available_inodes: None,
        }),
        ..Volume::at(&system, &location)
    }
}

fn pass(seconds: [f64; 2], cache: CacheShare, test: &Test) -> Pass {
    Pass {
        file_bytes: test.file_bytes,
        seconds: seconds.into_iter().cycle().take(test.streams as usize).collect(),
        cache,
    }
}

/// Streams of two speeds, whose reading the page cache served in part.
fn figures(test: &Test) -> Figures {
    let nothing_read = CacheShare::Unknown(UnknownBecause::NothingRead);
    let write = pass([4.0, 6.0], nothing_read, test);
    let flushes = [2, 4].map(Duration::from_secs).into_iter().cycle();
    Figures {
        durable: write.and_then(&flushes.take(test.streams as usize).collect::<Vec<_>>()),
        write,
        read: pass([0.5, 0.75], CacheShare::Known(0.83), test),
        cold: ColdRead::Again(pass([10.0, 12.5], CacheShare::Known(0.0), test)),
    }
}

fn printed(test: &Test, figures: &Figures) -> String {
    let lines = layout::result(test, &volume(), figures.for_lines(test.cold_durable).unwrap());
    let text = lines + &truth::beside(test, figures);
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    text
}

#[test]
fn the_lines_of_iotest() {
    let test = test_of("-i 2 -t /data -b 8000 -s 64");
    insta::assert_snapshot!(printed(&test, &figures(&test)));
}

#[test]
fn the_lines_of_rhel_iotest() {
    let test = test_of("-t /data");
    insta::assert_snapshot!(printed(&test, &figures(&test)));
}

#[test]
fn the_cold_and_durable_lines() {
    let test = test_of("-t /data --filesize 2G --cold-durable");
    insta::assert_snapshot!(printed(&test, &figures(&test)));
}

#[test]
fn programs_find_each_line_once_and_cut_a_number_out_of_it() {
    for line in ["-i 2 -t /data -b 8000 -s 64", "-t /data", "-t /data --cold-durable"] {
        let test = test_of(line);
        let text = printed(&test, &figures(&test));
        for words in ["read throughput rate", "write throughput rate"] {
            let found: Vec<&str> = text.lines().filter(|line| line.contains(words)).collect();
            assert_eq!(found.len(), 1, "{text}");
            let (before, _) = found[0].split_once(" megabytes").unwrap();
            let (_, number) = before.split_once(':').unwrap();
            assert!(number.trim().parse::<f64>().is_ok_and(|rate| rate > 0.0), "{number}");
        }
    }
}

#[test]
fn rates_are_by_the_mean_of_the_seconds() {
    let test = test_of("-i 2 -t /data -b 1024 -s 1024");
    let figures = figures(&test);
    // 1,024 megabytes in 4 and in 6 seconds, and 2 and 4 more after the last.
    assert_eq!(figures.write.rate(), 1024.0 / 5.0);
    assert_eq!(figures.write.slowest(), 1024.0 / 6.0);
    assert_eq!(figures.write.fastest(), 1024.0 / 4.0);
    assert_eq!(figures.write.together(), 2048.0 / 6.0);
    assert_eq!(figures.durable.rate(), 1024.0 / 9.0);
    assert_eq!(figures.durable.slowest(), 1024.0 / 10.0);
}

#[test]
fn reading_is_cold_only_where_that_is_known() {
    let test = test_of("-t /data");
    let with = |cache| was_cold(&pass([1.0, 1.0], cache, &test));
    assert!(with(CacheShare::Known(0.0)) && with(CacheShare::Known(0.01)));
    assert!(!with(CacheShare::Known(0.02)));
    assert!(!with(CacheShare::Unknown(UnknownBecause::NotCounted)));
}

#[test]
fn a_hypervisor_that_takes_memory_back_is_told_of() {
    let mut test = test_of("-t /data");
    assert!(!printed(&test, &figures(&test)).contains("hypervisor"));
    test.ground.is_memory_taken_back = true;
    assert!(printed(&test, &figures(&test)).contains("\nMemory          The hypervisor takes"));
}

#[test]
fn what_could_not_be_read_cold_has_no_figure() {
    let test = test_of("-t /data");
    let impossible = Figures {
        cold: ColdRead::Impossible,
        ..figures(&test)
    };
    let text = printed(&test, &impossible);
    assert!(text.contains("nothing was read cold"), "{text}");
    let mean = text.lines().find(|line| line.starts_with("Mean stream")).unwrap();
    assert_eq!(mean.split_whitespace().nth(4), Some("-"), "{mean}");
    assert!(impossible.for_lines(true).is_none());
    let same = Figures {
        cold: ColdRead::SameAsScript,
        ..impossible
    };
    let read = same.read.rate();
    assert_eq!(same.for_lines(true).unwrap().0.rate(), read);
}

#[test]
fn an_explained_test_tells_its_files_and_their_room() {
    let small = test_of("-i 4 -t /data -b 10240 -s 64");
    let large = test_of("-t /data --filesize 100G");
    let texts = [&small, &large].map(|test| explain::explain(test, &volume()));
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn a_test_leaves_room_for_others() {
    let space = |total_bytes, available_bytes| Space {
        total_bytes,
        available_bytes,
        free_bytes: available_bytes,
        total_inodes: None,
        available_inodes: None,
    };
    for (total, available, usable) in [(1000, 700, 650), (10, 5, 4), (10, 1, 0), (0, 0, 0)] {
        let room = checks::usable_room(space(total * GIB, available * GIB));
        assert_eq!(room / GIB, usable, "{total}, {available}");
    }
    let refused = checks::room(&test_of("-t /data --filesize 100G"), &volume())
        .unwrap_err()
        .to_string();
    assert_eq!(
        refused,
        "-t /data: 8 files of 100 GiB need 800 GiB, and of the 700 GiB that are free on its volume a test takes at \
         most 650 GiB; free some space, or give a smaller --filesize, of which the page cache may serve a part"
    );
    assert!(checks::room(&test_of("-t /data --filesize 80G"), &volume()).is_ok());
}

#[test]
fn files_within_memory_are_warned_of() {
    let warned = |line: &str| layout::warnings(&test_of(line), &volume());
    assert!(warned("-t /data").is_empty());
    let said = warned("-t /data --filesize 8G").join("\n");
    assert!(
        said.contains("64 GiB together, fit into the 64 GiB of memory"),
        "{said}"
    );
    let in_memory = Volume {
        fs_type: "tmpfs".to_owned(),
        ..volume()
    };
    let said = layout::warnings(&test_of("-t /data"), &in_memory).join("\n");
    assert!(said.contains("lies in memory (tmpfs)"), "{said}");
}
