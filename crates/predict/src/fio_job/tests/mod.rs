//! Small jobs as job files of fio. The comparison of their bytes with what fio moves is in `peers`.

mod jobs;

use feedrate_pageio::{Direction, Discipline, Method};

use super::*;
use crate::job::Use;
use jobs::{INPUT, KIB, MIB, copy, file, interleave, job, step, uses};

/// Returns the job file and the recordings as one text.
fn written(job: &Job, form: Form) -> String {
    let options = FioOptions {
        directory: "/data/test".to_owned(),
        stem: "small".to_owned(),
        form,
    };
    let made = write(job, &options);
    let logs = made.logs.iter();
    let logs = logs.map(|(name, log)| format!("\n== {name}\n{log}"));
    made.text + &logs.collect::<String>()
}

#[test]
fn a_copy_replays_its_transfers() {
    insta::assert_snapshot!("copy", written(&copy(), Form::Exact));
    insta::assert_snapshot!("copy as a mix", written(&copy(), Form::Mix));
}

#[test]
fn an_interleave_reads_two_files_and_writes_a_third() {
    insta::assert_snapshot!("interleave", written(&interleave(), Form::Exact));
    insta::assert_snapshot!("interleave as a mix", written(&interleave(), Form::Mix));
}

#[test]
fn a_sort_is_four_sections_one_after_another() {
    let mut utility = file("utility files of step 1", Origin::Utility, 4 * MIB);
    utility.removed_after = Some(0);
    let in_large = |it: Use| Use {
        transfer_bytes: 300 * KIB,
        ..it
    };
    let sort = job(
        vec![
            file("WORK.A", INPUT, 4 * MIB),
            utility,
            file("WORK.B", Origin::Made, 4 * MIB),
        ],
        vec![step(
            "SORT",
            vec![
                uses(0, Direction::Read, 4 * MIB),
                in_large(uses(1, Direction::Write, 4 * MIB)),
                in_large(uses(1, Direction::Read, 4 * MIB)),
                uses(2, Direction::Write, 4 * MIB),
            ],
            vec![
                (0.1, vec![4 * MIB, 0, 0, 0]),
                (0.2, vec![0, 4 * MIB, 0, 0]),
                (0.3, vec![0, 0, 4 * MIB - 100, 0]),
                (0.4, vec![0, 0, 100, 4 * MIB]),
            ],
        )],
    );
    insta::assert_snapshot!("sort", written(&sort, Form::Exact));
}

#[test]
fn a_sort_that_spills_writes_its_output_while_it_reads_its_runs() {
    let mut utility = file("utility files of step 1", Origin::Utility, 4 * MIB);
    utility.removed_after = Some(0);
    let in_flight = |it: Use| Use {
        method: Method::Direct { pages_per_transfer: 1 },
        discipline: Discipline::Overlapped,
        depth: 4,
        ..it
    };
    let mut sort = step(
        "SORT",
        vec![
            uses(0, Direction::Read, 4 * MIB),
            in_flight(uses(1, Direction::Write, 4 * MIB)),
            in_flight(uses(1, Direction::Read, 4 * MIB)),
            uses(2, Direction::Write, 4 * MIB),
        ],
        vec![(0.3, vec![4 * MIB, 4 * MIB, 0, 0]), (0.1, vec![0, 0, 4 * MIB, 4 * MIB])],
    );
    sort.sort = Some(crate::job::Sort {
        rows: 1 << 16,
        row_bytes: 64,
        memory_bytes: MIB,
        threads: 2,
        runs: 8,
    });
    let made = Origin::Made;
    let files = vec![file("WORK.A", INPUT, 4 * MIB), utility, file("WORK.B", made, 4 * MIB)];
    let text = written(&job(files, vec![sort]), Form::Exact);
    let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    let [intake, merge] = [place("[step-1-sort-read-f0]"), place("[step-1-sort-read-f1]")];
    assert!(intake < place("[step-1-sort-write-f1]") && place("[step-1-sort-write-f1]") < merge);
    assert!(merge < place("[step-1-sort-write-f2]"), "{text}");
    // The second phase waits for the first, and has its own part of the computing: 32 and 64 pauses.
    let later = &text[merge..];
    assert_eq!(later.matches("stonewall").count(), 1, "{later}");
    assert!(later.contains("thinktime=3125us"), "{later}");
    assert!(text[intake..merge].contains("thinktime=4688us"), "{text}");
}

#[test]
fn what_stays_in_flight_has_a_queue_and_a_rate() {
    let read = Use {
        method: Method::Direct { pages_per_transfer: 4 },
        discipline: Discipline::Overlapped,
        threads: 2,
        transfer_bytes: 256 * KIB,
        depth: 8,
        ..uses(0, Direction::Read, 4 * MIB + 100)
    };
    let scan = job(
        vec![file("WORK.A", INPUT, 4 * MIB + 100)],
        vec![step("MEANS", vec![read], vec![(0.5, vec![4 * MIB + 100])])],
    );
    insta::assert_snapshot!("threads", written(&scan, Form::Exact));
}

#[test]
fn sessions_run_at_the_same_time_and_pipes_are_left_out() {
    let one = |session: &str, after: Vec<usize>, uses: Vec<Use>| {
        let bytes = uses.iter().map(|it| it.bytes).collect();
        JobStep {
            session: session.to_owned(),
            after,
            delay_seconds: 0.25,
            idle_seconds: 0.0,
            ..step("DATA", uses, vec![(0.0, bytes)])
        }
    };
    let two = job(
        vec![
            file("WORK.A", INPUT, MIB),
            file("P", Origin::Pipe, MIB),
            file("WORK.B", Origin::Made, MIB),
            file("WORK.C", Origin::Made, MIB),
        ],
        vec![
            one(
                "one",
                vec![],
                vec![uses(0, Direction::Read, MIB), uses(1, Direction::Write, MIB)],
            ),
            one(
                "two",
                vec![],
                vec![uses(1, Direction::Read, MIB), uses(2, Direction::Write, MIB)],
            ),
            one("one", vec![0], vec![uses(3, Direction::Write, MIB)]),
            one("two", vec![1, 2], vec![uses(2, Direction::Read, MIB)]),
        ],
    );
    insta::assert_snapshot!("sessions", written(&two, Form::Exact));
}

/// Sums the bytes of recordings by file and direction.
fn sums(logs: &[(String, String)]) -> Vec<(String, u64)> {
    let mut sums = std::collections::BTreeMap::new();
    for line in logs.iter().flat_map(|(_, log)| log.lines()) {
        let words: Vec<&str> = line.split(' ').collect();
        if let [name, action @ ("read" | "write"), _, bytes] = words[..] {
            *sums.entry(format!("{action} {name}")).or_insert(0) += bytes.parse::<u64>().unwrap();
        }
    }
    sums.into_iter().collect()
}

#[test]
fn threads_have_a_recording_each_and_share_all_bytes() {
    let (read, written, read_back) = (10 * MIB + 77, 9 * MIB + 3, 9 * MIB + 3);
    let by = |threads, it: Use| Use { threads, ..it };
    let parts = (0..10u64).map(|part| {
        let of = |all: u64| all * (part + 1) / 10 - all * part / 10;
        (0.0, vec![of(read), of(written), of(read_back), of(MIB)])
    });
    let utility = file("utility files of step 1", Origin::Utility, written);
    let job = job(
        vec![file("WORK.A", INPUT, read), utility, file("WORK.B", Origin::Made, MIB)],
        vec![step(
            "SORT",
            vec![
                Use {
                    header_bytes: 64 * KIB,
                    ..by(3, uses(0, Direction::Read, read))
                },
                by(3, uses(1, Direction::Write, written)),
                by(3, uses(1, Direction::Read, read_back)),
                uses(2, Direction::Write, MIB),
            ],
            parts.collect(),
        )],
    );
    let made = write(
        &job,
        &FioOptions {
            directory: ".".to_owned(),
            stem: "s".to_owned(),
            form: Form::Exact,
        },
    );
    assert_eq!(made.logs.len(), 3);
    assert!(made.text.contains("read_iolog=s.step-1.t1.iolog:s.step-1.t2"));
    let expected = [
        ("read s.f0", read),
        ("read s.f1", read_back),
        ("write s.f1", written),
        ("write s.f2", MIB),
    ];
    let expected: Vec<_> = expected.map(|(name, it)| (name.to_owned(), it)).into();
    assert_eq!(sums(&made.logs), expected);
    // Nothing is read that is not there.
    for line in made.logs.iter().flat_map(|(_, log)| log.lines()) {
        let words: Vec<&str> = line.split(' ').collect();
        if let ["s.f0", "read", offset, bytes] = words[..] {
            let end = offset.parse::<u64>().unwrap() + bytes.parse::<u64>().unwrap();
            assert!(end <= read, "{line}");
        }
    }
}

#[test]
fn folders_that_fio_cannot_read_are_said() {
    let made = |directory: &str| {
        let options = FioOptions {
            directory: directory.to_owned(),
            stem: "a b".to_owned(),
            form: Form::Exact,
        };
        write(&copy(), &options)
    };
    let odd = made("/data/my files");
    assert!(odd.text.contains("filename=a-b.f0\n"));
    assert!(odd.notes[0].contains("the name of the folder"));
    assert!(made("/data/").text.contains("filename=/data/a-b.f0\n"));
    assert!(made("").notes.is_empty());
}

#[test]
fn what_is_read_beyond_a_pass_is_at_the_front() {
    let direct = Use {
        method: Method::Direct { pages_per_transfer: 1 },
        discipline: Discipline::Overlapped,
        depth: 4,
        transfer_bytes: 256 * KIB,
        ..uses(0, Direction::Read, MIB + 64 * KIB + 576)
    };
    let bytes = direct.bytes;
    let files = vec![file("WORK.A", INPUT, MIB)];
    let step = step("MEANS", vec![direct], vec![(0.1, vec![bytes])]);
    let text = written(&job(files, vec![step]), Form::Exact);
    assert!(text.contains("size=66112"), "{text}");
    assert!(!text.contains("offset="), "{text}");
}

#[test]
fn nothing_is_read_beyond_the_end_of_its_file() {
    let page = 64 * KIB;
    for pages in [1, 2, 5, 30] {
        let length = page + pages * page;
        // The description is read besides a pass, in two pieces.
        let header_bytes = 2 * page + 576;
        for (threads, transfer_bytes) in [(1, page), (1, 512 * KIB), (2, 512 * KIB), (1, 4096)] {
            let read = Use {
                header_bytes,
                threads,
                transfer_bytes,
                ..uses(0, Direction::Read, header_bytes + pages * page)
            };
            let written = uses(1, Direction::Write, length);
            let bytes = vec![read.bytes, written.bytes];
            let mut input = file("WORK.A", INPUT, length);
            input.header_bytes = page;
            let files = vec![input, file("WORK.B", Origin::Made, length)];
            let job = job(files, vec![step("DATA", vec![read, written], vec![(0.0, bytes)])]);
            let mut all = 0;
            for number in 0..threads {
                for transfer in turns::of_thread(&job, &job.steps[0], number, threads) {
                    if transfer.place == 0 {
                        assert!(transfer.offset + transfer.bytes <= length, "{transfer:?}");
                        all += transfer.bytes;
                    }
                }
            }
            assert_eq!(all, job.steps[0].uses[0].bytes, "{pages} {threads} {transfer_bytes}");
        }
    }
}
