mod computing;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::job::Origin;

const PAGE: u64 = 65536;

/// A file of a record, whose course has these read bytes, written bytes and held microseconds in intervals of 1 s.
fn file(path: &str, direction: &str, pages: u64, course: &[(u64, u64, u64)]) -> serde_json::Value {
    let intervals: Vec<_> = course
        .iter()
        .map(|&(read, written, held)| {
            json!({"read_bytes": read, "written_bytes": written, "transfers": 1, "held_microseconds": held})
        })
        .collect();
    json!({
        "path": path, "direction": direction, "page_bytes": PAGE, "pages": pages, "transfers": pages.saturating_add(1),
        "bytes": pages.saturating_add(1).saturating_mul(PAGE),
        "method": "cached", "discipline": "as-sas", "engine": {"kind": "sync"},
        "course": {
            "began_microseconds": 10_000_000, "interval_microseconds": 1_000_000, "intervals": intervals,
            "sizes": {"counts": [[PAGE, pages]], "others": 0, "others_bytes": 0}, "in_order": pages, "threads": 1,
        },
    })
}

fn step(
    name: &str,
    began: u64,
    seconds: u64,
    read: Vec<serde_json::Value>,
    made: Vec<serde_json::Value>,
) -> serde_json::Value {
    let sets = |files: Vec<serde_json::Value>| -> Vec<_> {
        files
            .into_iter()
            .map(|file| json!({"name": format!("WORK.{}", file["path"].as_str().unwrap()), "file": file}))
            .collect()
    };
    json!({
        "name": name, "line": 3, "ran": true, "completed": true, "began_microseconds": began * 1_000_000,
        "ended_microseconds": (began + seconds) * 1_000_000, "read": sets(read), "made": sets(made),
    })
}

fn profile(steps: Vec<serde_json::Value>) -> Profile {
    serde_json::from_value(json!({
        "program": "p.sas", "began_microseconds": 9_500_000, "steps": steps,
        "inputs": [{"path": "in", "bytes": 40 * PAGE}],
    }))
    .unwrap()
}

#[test]
fn bytes_are_exact_and_think_is_what_is_left() {
    let read = file("in", "read", 30, &[(20 * PAGE, 0, 400_000), (10 * PAGE, 0, 100_000)]);
    let made = file("out", "write", 7, &[(0, 0, 0), (0, 7 * PAGE, 250_000)]);
    let job = from_profile(&profile(vec![step("DATA", 10, 2, vec![read], vec![made])])).unwrap();
    job.check().unwrap();
    let step = &job.steps[0];
    assert_eq!(step.uses[0].bytes, 31 * PAGE);
    assert_eq!(step.uses[0].header_bytes, PAGE);
    assert_eq!(step.uses[1].bytes, 8 * PAGE);
    let of = |place: usize| -> Vec<u64> {
        let parts = step.parts.iter();
        parts.map(|part| part.bytes[place] / PAGE).collect()
    };
    // The header is read first and written last.
    assert_eq!(of(0), [21, 10]);
    assert_eq!(of(1), [0, 8]);
    assert!((step.think_seconds() - 1.25).abs() < 1e-9, "{}", step.think_seconds());
    assert!((step.parts[0].think_seconds - 0.6).abs() < 1e-9);
    assert_eq!(step.delay_seconds, 0.5);
    // An input has its own length, of which the step read a part.
    assert_eq!(job.files[0].bytes, 40 * PAGE);
    assert_eq!(job.files[0].origin, Origin::Input { cached: false });
    assert_eq!(job.files[1].origin, Origin::Made);
}

#[test]
fn a_data_set_that_is_replaced_is_another_file() {
    let first = step("DATA", 10, 1, vec![], vec![file("a", "write", 2, &[(0, 2 * PAGE, 0)])]);
    let mut second = step(
        "SORT",
        11,
        2,
        vec![file("a", "read", 2, &[(0, 0, 0), (2 * PAGE, 0, 0)])],
        vec![file("a", "write", 2, &[(0, 0, 0), (0, 0, 0), (0, 2 * PAGE, 0)])],
    );
    second["sort"] = json!({"memory_bytes": 1 << 30, "sorted_bytes": 2 * PAGE, "runs": 0});
    second["read"][0]["observations"] = json!(64);
    let third = step("PRINT", 13, 1, vec![file("a", "read", 2, &[(0, 0, 0); 4])], vec![]);
    let job = from_profile(&profile(vec![first, second, third])).unwrap();
    job.check().unwrap();
    assert_eq!(job.files.len(), 2);
    assert_eq!(job.files[0].removed_after, Some(1));
    let files = |step: usize| job.steps[step].uses.iter().map(|it| it.file).collect::<Vec<_>>();
    assert_eq!((files(0), files(1), files(2)), (vec![0], vec![0, 1], vec![1]));
    assert_eq!(job.steps[2].after, [1]);
    let sort = job.steps[1].sort.unwrap();
    assert_eq!((sort.rows, sort.row_bytes), (64, 2 * PAGE / 64));
}

#[test]
fn sessions_wait_for_what_had_ended() {
    let own = vec![
        step("DATA", 10, 1, vec![], vec![file("a", "write", 2, &[(0, 2 * PAGE, 0)])]),
        step("MEANS", 16, 1, vec![file("a", "read", 2, &[(0, 0, 0)])], vec![]),
    ];
    let other = |began, seconds| {
        step(
            "DATA",
            began,
            seconds,
            vec![file("a", "read", 2, &[(2 * PAGE, 0, 0)])],
            vec![],
        )
    };
    let mut profile = profile(own);
    profile.sessions = serde_json::from_value(json!([
        {"name": "S1", "steps": [other(12, 3)]}, {"name": "S2", "steps": [other(12, 4)]},
    ]))
    .unwrap();
    let job = from_profile(&profile).unwrap();
    let names: Vec<&str> = job.steps.iter().map(|step| step.session.as_str()).collect();
    assert_eq!(names, ["", "S1", "S2", ""]);
    assert_eq!(job.steps[1].after, [0]);
    assert_eq!(job.steps[1].delay_seconds, 1.0);
    assert_eq!(job.steps[3].after, [0, 1, 2]);
    assert_eq!(job.steps[3].delay_seconds, 0.0);
}

#[test]
fn a_pipe_is_one_file_with_two_ends() {
    let pipe = |direction: &str, address: &str| {
        let mut file = file(address, direction, 9, &[]);
        file["course"] = json!(null);
        file["pipe"] = json!({"address": address, "waited_seconds": 0.25});
        file
    };
    let mut profile = profile(vec![step("DATA", 10, 2, vec![], vec![pipe("write", ":4000")])]);
    profile.sessions = serde_json::from_value(json!([
        {"name": "S1", "steps": [step("MEANS", 10, 2, vec![pipe("read", "localhost:4000")], vec![])]},
        {"name": "S2", "steps": [step("MEANS", 10, 2, vec![pipe("read", "elsewhere:7")], vec![])]},
    ]))
    .unwrap();
    let job = from_profile(&profile).unwrap();
    job.check().unwrap();
    assert_eq!(job.steps[0].uses[0].file, job.steps[1].uses[0].file);
    assert_eq!(job.files[job.steps[0].uses[0].file].origin, Origin::Pipe);
    assert!(job.steps[2].uses.is_empty());
    assert!(
        job.assumptions
            .iter()
            .any(|text| text.contains("other end of its pipe"))
    );
    assert!((job.steps[0].think_seconds() - 1.75).abs() < 1e-9);
}

#[test]
fn what_failed_is_nothing_to_derive_from() {
    let mut failed = step("DATA", 10, 1, vec![], vec![]);
    failed["completed"] = json!(false);
    let error = from_profile(&profile(vec![failed])).unwrap_err().to_string();
    assert!(error.contains("did not complete"), "{error}");
    let error = from_profile(&profile(vec![])).unwrap_err().to_string();
    assert!(error.contains("no step that ran"), "{error}");
}

proptest! {
    /// Whatever numbers a record has, a job is derived that agrees with itself, or an error is told.
    #[test]
    fn no_numbers_make_it_panic(numbers in proptest::collection::vec(number(), 30), sorts: bool, pipes: bool) {
        let mut next = {
            let mut numbers = numbers.into_iter().cycle();
            move || numbers.next().unwrap()
        };
        let mut any_file = |path: &str, direction: &str| {
            let mut file = file(path, direction, next(), &[(next(), next(), next()), (next(), next(), next())]);
            for key in ["bytes", "page_bytes", "transfers"] {
                file[key] = json!(next());
            }
            file["course"]["began_microseconds"] = json!(next());
            file["course"]["interval_microseconds"] = json!(next());
            if pipes {
                file["pipe"] = json!({"address": path, "waited_seconds": next() as f64});
            }
            file
        };
        let mut first = step("SORT", 10, 2, vec![any_file("a", "read")], vec![any_file("a", "write")]);
        first["began_microseconds"] = json!(next());
        first["ended_microseconds"] = json!(next());
        if sorts {
            first["sort"] = json!({"memory_bytes": next(), "sorted_bytes": next(), "runs": next()});
            first["read"][0]["observations"] = json!(next());
        }
        let mut profile = profile(vec![first]);
        profile.drop_damaged_courses();
        if let Ok(job) = from_profile(&profile) {
            prop_assert!(job.check().is_ok());
            let scaled = crate::scale::scaled(&job, 7.5, Some(1 << 34));
            prop_assert_eq!(scaled.job.steps.len(), job.steps.len());
            let _ = crate::profile::document(&profile);
        }
    }
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0u64..5, 0u64..1 << 20, 0u64..1 << 45, Just(u64::MAX), Just(1u64 << 52)]
}

/// A record's file with its speed, in rounds of a microsecond, and its transfers in flight.
fn with_speed(mut file: serde_json::Value, rounds: u64, depth: u64) -> serde_json::Value {
    file["course"]["speed"] = json!({"rounds": rounds, "nanoseconds": 1_000_000});
    file["depth_reached"] = json!({"most": depth, "mean": depth});
    file
}

#[test]
fn what_comes_before_the_first_pages_and_after_the_last_is_apart() {
    // The first second brings what was in flight at first, and the last one nothing.
    let course = [
        (2 * PAGE, 0, 0),
        (0, 0, 0),
        (50 * PAGE, 0, 200_000),
        (50 * PAGE, 0, 200_000),
        (0, 0, 0),
    ];
    let read = with_speed(file("in", "read", 102, &course), 20_000, 4);
    let job = from_profile(&profile(vec![step("MEANS", 10, 5, vec![read], vec![])])).unwrap();
    let step = &job.steps[0];
    let parts: Vec<(f64, u64)> = step
        .parts
        .iter()
        .map(|part| (part.think_seconds, part.bytes[0] / PAGE))
        .collect();
    let expected = [(2.0, 0), (0.8, 53), (0.8, 50), (1.0, 0)];
    assert_eq!(parts.len(), expected.len(), "{parts:?}");
    for (part, expected) in parts.iter().zip(expected) {
        assert!((part.0 - expected.0).abs() < 1e-6, "{parts:?}");
        assert_eq!(part.1, expected.1);
    }
    assert_eq!(step.rounds_per_second, Some(2e7));
}

#[test]
fn a_part_moves_several_times_what_is_in_flight() {
    let course = vec![(10 * PAGE, 0, 0); 100];
    let parts_with = |depth| {
        let read = with_speed(file("in", "read", 1000, &course), 20_000, depth);
        let job = from_profile(&profile(vec![step("MEANS", 10, 100, vec![read], vec![])]));
        job.unwrap().steps[0].parts.len()
    };
    assert_eq!(parts_with(1), 100);
    assert_eq!(parts_with(10), 26);
    // Phases stay, however much is in flight.
    assert_eq!(parts_with(200), 9);
}

#[test]
fn preemption_is_no_computing_but_for_a_sort() {
    let computing = |name: &str| {
        let mut read = file("in", "read", 9, &[(10 * PAGE, 0, 100_000)]);
        read["course"]["intervals"][0]["preempted_microseconds"] = json!(300_000);
        let mut step = step(name, 10, 1, vec![read], vec![]);
        if name == "SORT" {
            step["sort"] = json!({"memory_bytes": 1 << 30, "sorted_bytes": 2 * PAGE, "runs": 0});
            step["read"][0]["observations"] = json!(64);
        }
        from_profile(&profile(vec![step])).unwrap().steps[0].think_seconds()
    };
    assert!((computing("MEANS") - 0.6).abs() < 1e-6);
    assert!((computing("SORT") - 0.9).abs() < 1e-6);
}

#[test]
fn a_step_without_a_speed_has_that_of_the_program() {
    let read = |rounds| with_speed(file("in", "read", 9, &[(10 * PAGE, 0, 0)]), rounds, 1);
    let steps = vec![
        step("MEANS", 10, 1, vec![read(20_000)], vec![]),
        step("FREQ", 11, 1, vec![read(512)], vec![]),
    ];
    let job = from_profile(&profile(steps)).unwrap();
    assert_eq!(job.steps[0].rounds_per_second, Some(2e7));
    assert_eq!(job.steps[1].rounds_per_second, Some(20_512.0 / 2e6 * 1e9));
    // A speed that no processor has is none.
    let job = from_profile(&profile(vec![step("MEANS", 10, 1, vec![read(u64::MAX)], vec![])]));
    assert_eq!(job.unwrap().steps[0].rounds_per_second, None);
}

#[test]
fn the_run_in_the_middle_is_that_of_rounds() {
    let job = |held, rounds| {
        let read = file("in", "read", 9, &[(10 * PAGE, 0, held)]);
        let read = match rounds {
            0 => read,
            rounds => with_speed(read, rounds, 1),
        };
        from_profile(&profile(vec![step("MEANS", 10, 1, vec![read], vec![])])).unwrap()
    };
    let seconds = |jobs| middle(jobs).unwrap().steps[0].think_seconds();
    let near = |seconds: f64, expected: f64| assert!((seconds - expected).abs() < 1e-6, "{seconds}");
    // 0.9, 0.8 and 0.7 s at such speeds are 18, 8 and 14 million rounds.
    near(
        seconds(vec![job(100_000, 20_000), job(200_000, 10_000), job(300_000, 20_000)]),
        0.7,
    );
    // Where one is not known, seconds are compared.
    near(
        seconds(vec![job(100_000, 20_000), job(200_000, 10_000), job(300_000, 0)]),
        0.8,
    );
}

#[test]
fn what_a_pipe_takes_goes_with_what_is_read() {
    let read = file("in", "read", 40, &[(10 * PAGE, 0, 0), (0, 0, 0), (30 * PAGE, 0, 0)]);
    let mut pipe = file("pipe", "write", 79, &[]);
    pipe["course"] = json!(null);
    pipe["pipe"] = json!({"address": "7001", "waited_seconds": 0.0});
    let job = profile(vec![step("DATA", 10, 3, vec![read], vec![pipe])]);
    let mut table = FileTable::new(&job.inputs);
    let (_, step) = job.all_steps()[0];
    let uses = uses_of(step, 0, &mut table, &mut Vec::new());
    let parts = parts::of(step, &uses);
    let pages: Vec<u64> = parts.iter().map(|part| part.bytes[1] / PAGE).collect();
    assert_eq!(pages, [20, 0, 60]);
}

#[test]
fn a_sort_goes_on_while_another_thread_spills() {
    let computing = |threads| {
        let read = file("in", "read", 9, &[(10 * PAGE, 0, 100_000)]);
        let mut step = step("SORT", 10, 1, vec![read], vec![]);
        step["sort"] = json!({"memory_bytes": 1 << 20, "sorted_bytes": 2 * PAGE, "runs": 2, "threads": threads});
        step["read"][0]["observations"] = json!(64);
        step["utility"] = json!([file("spill", "write", 9, &[(0, 10 * PAGE, 400_000)])]);
        from_profile(&profile(vec![step])).unwrap().steps[0].think_seconds()
    };
    assert!((computing(1) - 0.5).abs() < 1e-6);
    assert!((computing(2) - 0.9).abs() < 1e-6);
}

/// Returns the bytes that a pipe moves in each part of a step.
fn with_pipe(name: &str, reads_pipe: bool, other: &[(u64, u64, u64)]) -> Vec<u64> {
    let (pipe, file_) = match reads_pipe {
        true => ("read", "write"),
        false => ("write", "read"),
    };
    let other = file("other", file_, 40, other);
    let mut pipe = file("pipe", pipe, 79, &[]);
    pipe["course"] = json!(null);
    pipe["pipe"] = json!({"address": "7001", "waited_seconds": 0.0});
    let (read, made) = match reads_pipe {
        true => (pipe, other),
        false => (other, pipe),
    };
    let mut step = step(name, 10, 4, vec![read], vec![made]);
    if name == "MEANS" {
        step["made"][0]["grows_with"] = json!("groups");
    }
    if name == "SORT" {
        step["sort"] = json!({"memory_bytes": 1 << 30, "sorted_bytes": 2 * PAGE, "runs": 0});
        step["read"][0]["observations"] = json!(64);
    }
    let profile = profile(vec![step]);
    let mut table = FileTable::new(&profile.inputs);
    let (_, step) = profile.all_steps()[0];
    let uses = uses_of(step, 0, &mut table, &mut Vec::new());
    let place = uses.iter().position(|it| it.file.course.is_none()).unwrap();
    let parts = parts::of(step, &uses).into_iter();
    parts.map(|part| part.bytes[place]).collect()
}

#[test]
fn summaries_and_sorts_read_a_pipe_before_they_write() {
    let written = [(0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 41 * PAGE, 0)];
    for name in ["MEANS", "SORT"] {
        let bytes = with_pipe(name, true, &written);
        assert_eq!(bytes.iter().sum::<u64>(), 80 * PAGE, "{name}: {bytes:?}");
        assert_eq!(bytes.last(), Some(&0), "{name}: {bytes:?}");
    }
    let read = [(41 * PAGE, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)];
    let bytes = with_pipe("SORT", false, &read);
    assert_eq!(bytes[0], 0, "{bytes:?}");
    assert_eq!(bytes.iter().sum::<u64>(), 80 * PAGE);
    // A DATA step passes on what it reads.
    let bytes = with_pipe("DATA", false, &read);
    assert_eq!(bytes[0], 80 * PAGE, "{bytes:?}");
}
