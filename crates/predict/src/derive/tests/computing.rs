//! Computing is bounded by processor time, thread by thread: simulated threads on quiet and on busy machines.

use super::*;

/// The time of a thread that makes calls, in milliseconds.
#[derive(Clone, Copy, Default)]
struct Calls {
    held: u64,
    served: u64,
    computed: u64,
    preempted: u64,
    waited: u64,
}

/// A file that a thread reads, in two stretches of a second.
fn read_by(path: &str, calls: Calls) -> serde_json::Value {
    let mut read = file(path, "read", 39, &[(20 * PAGE, 0, 0), (20 * PAGE, 0, 0)]);
    for interval in read["course"]["intervals"].as_array_mut().unwrap() {
        for (name, millis) in [
            ("held", calls.held),
            ("served", calls.served),
            ("computed", calls.computed),
            ("preempted", calls.preempted),
            ("waited", calls.waited),
        ] {
            interval[format!("{name}_microseconds")] = json!(millis * 500);
        }
    }
    read
}

/// Returns the job's step of a step of so many seconds, with so much processor time.
fn derived(
    name: &str,
    seconds: u64,
    processor: f64,
    reads: Vec<serde_json::Value>,
    threads: serde_json::Value,
) -> JobStep {
    let mut step = step(name, 10, seconds, reads, vec![]);
    step["usage"] = json!({"user_cpu_seconds": processor, "system_cpu_seconds": 0.0});
    step["threads"] = threads;
    if name == "SORT" {
        step["sort"] = json!({"memory_bytes": 1 << 30, "sorted_bytes": 2 * PAGE, "runs": 0, "threads": 2});
        step["read"][0]["observations"] = json!(64);
    }
    from_profile(&profile(vec![step])).unwrap().steps.remove(0)
}

/// The watch over the threads of a step: seconds, those of other threads, ready and idle.
fn watched([seconds, others, ready, idle]: [f64; 4]) -> serde_json::Value {
    json!({"seconds": seconds, "others_seconds": others, "ready_seconds": ready, "idle_seconds": idle,
        "after_seconds": 0.0})
}

fn near(seconds: f64, expected: f64) {
    assert!((seconds - expected).abs() < 1e-6, "{seconds}, not {expected}");
}

#[test]
fn one_thread_computes_for_its_own_processor_time() {
    let calls = Calls {
        held: 300,
        served: 100,
        computed: 900,
        preempted: 700,
        waited: 100,
    };
    let step = derived(
        "DATA",
        2,
        1.0,
        vec![read_by("in", calls)],
        watched([1.0, 0.0, 0.7, 0.3]),
    );
    near(step.think_seconds(), 0.9);
    near(step.idle_seconds, 0.0);
}

#[test]
fn a_sort_on_a_busy_machine_computes_for_its_processor_time() {
    // 0.6 s of processor time in 13 s: both threads of the sort wait for a processor, and the one that reads for the
    // other.
    let calls = Calls {
        held: 100,
        served: 50,
        computed: 200,
        preempted: 900,
        waited: 11_000,
    };
    let reads = || vec![read_by("in", calls)];
    let step = derived("SORT", 13, 0.6, reads(), watched([0.5, 0.35, 12.0, 0.1]));
    near(step.think_seconds(), 0.45);
    // Without a watch the wait is for the others, which are two threads.
    let step = derived("SORT", 13, 0.6, reads(), json!(null));
    near(step.think_seconds(), 0.2 + 0.35 / 2.0);
    near(step.idle_seconds, 13.0 - 1.0 - step.think_seconds());
}

#[test]
fn readers_that_wait_beside_each_other_leave_the_computing() {
    // Two threads read, and a third one computes: each of the two waits for storage for as long as the step takes.
    let calls = Calls {
        held: 1500,
        served: 100,
        computed: 50,
        waited: 450,
        ..Calls::default()
    };
    let reads = vec![read_by("in", calls), read_by("b", calls)];
    let step = derived("SQL", 2, 1.3, reads, watched([1.2, 1.0, 0.0, 0.8]));
    near(step.think_seconds(), 1.0);
}

#[test]
fn threads_with_calls_that_compute_beside_each_other_count_once() {
    let calls = Calls {
        held: 200,
        served: 100,
        computed: 800,
        ..Calls::default()
    };
    let by = |path: &str, thread: u32| {
        let mut read = read_by(path, calls);
        read["course"]["callers"] = json!([{"thread": thread, "computed_nanoseconds": 800_000_000}]);
        read
    };
    let think = |threads: [u32; 2], seconds: f64| {
        let reads = vec![by("in", threads[0]), by("b", threads[1])];
        derived("SQL", 2, 1.8, reads, watched([seconds, 0.0, 0.0, 0.1])).think_seconds()
    };
    near(think([1, 1], 1.8), 1.6);
    near(think([1, 2], 1.2), 1.0);
    // No thread computes for less than its own time, and all together for no more than all of theirs.
    near(think([1, 2], 0.5), 0.8);
    near(think([1, 2], 5.0), 1.6);
    // Threads that work for each other do so with the time in which they wait for each other's processors.
    let reads = vec![by("in", 1), by("b", 2)];
    let mut threads = watched([1.0, 0.0, 0.4, 0.1]);
    threads["joint_seconds"] = json!(1.5);
    near(derived("SQL", 2, 1.8, reads, threads).think_seconds(), 1.3);
}

#[test]
fn threads_that_work_for_each_other_compute_for_less_than_the_step() {
    let calls = Calls {
        held: 200,
        served: 100,
        computed: 800,
        ..Calls::default()
    };
    let share = |processor: f64, threads: u32| {
        let of = |path: &str, first: u32| {
            let mut read = read_by(path, calls);
            let callers = (first..first + threads)
                .map(|thread| json!({"thread": thread, "computed_nanoseconds": 800_000_000 / u64::from(threads)}));
            read["course"]["callers"] = callers.collect();
            read["course"]["threads"] = json!(threads);
            read
        };
        let reads = vec![of("in", 1), of("b", 1 + threads)];
        derived("SQL", 2, processor, reads, watched([1.1, 0.0, 0.0, 0.1])).parallel_share
    };
    // All computes for 1.2 s, the step for 1: the second thread has a fifth of it beside the first.
    near(share(1.4, 2).unwrap(), 0.2);
    near(share(3.0, 2).unwrap(), 1.0);
    assert_eq!(share(1.4, 1), None);
}

#[test]
fn a_pass_by_two_threads_computes_in_each() {
    let calls = Calls {
        held: 1000,
        computed: 3000,
        ..Calls::default()
    };
    let mut read = read_by("in", calls);
    read["course"]["threads"] = json!(2);
    let step = derived("MEANS", 2, 3.0, vec![read], watched([1.9, 0.0, 0.0, 0.1]));
    assert_eq!(step.uses[0].threads, 2);
    near(step.think_seconds(), 1.5);
}

#[test]
fn a_wait_for_something_else_is_a_pause() {
    let calls = Calls {
        held: 200,
        computed: 300,
        waited: 1500,
        ..Calls::default()
    };
    let profiled = |threads| derived("DATA", 2, 0.3, vec![read_by("in", calls)], threads);
    let step = profiled(watched([0.3, 0.0, 0.0, 1.7]));
    near(step.think_seconds(), 0.3);
    near(step.idle_seconds, 1.5);
    near(profiled(json!(null)).idle_seconds, 1.5);
}

#[test]
fn a_step_between_pipes_computes_while_its_threads_run() {
    let mut pipe = file("pipe", "read", 79, &[]);
    pipe["course"] = json!(null);
    pipe["pipe"] = json!({"address": "7001", "waited_seconds": 1.0});
    let think = |threads| {
        let mut step = step("TABULATE", 10, 10, vec![pipe.clone()], vec![]);
        step["usage"] = json!({"user_cpu_seconds": 0.3, "system_cpu_seconds": 0.1});
        step["threads"] = threads;
        let profile = profile(vec![step]);
        computing_seconds(profile.all_steps()[0].1)
    };
    near(think(watched([0.25, 0.3, 6.0, 3.0])), 0.25);
    // Without a watch it is no more than all threads have run.
    near(think(json!(null)), 0.4);
}

#[test]
fn a_profile_without_processor_times_is_bounded_by_that_of_the_step() {
    let read = || file("in", "read", 9, &[(10 * PAGE, 0, 100_000), (0, 0, 0)]);
    near(derived("DATA", 2, 0.6, vec![read()], json!(null)).think_seconds(), 0.6);
    near(derived("DATA", 2, 60.0, vec![read()], json!(null)).think_seconds(), 1.9);
}

proptest! {
    #[test]
    fn computing_is_within_the_bounds_of_each_thread(
        (held, computed, preempted, waited) in (0u64..5000, 0u64..5000, 0u64..5000, 0u64..5000),
        others in 0.0f64..5.0,
        seconds in 0.0f64..10.0,
    ) {
        let calls = Calls { held, served: held / 2, computed: computed + 1, preempted, waited };
        let own = calls.computed as f64 / 1e3;
        let processor = own + calls.served as f64 / 1e3 + others;
        let threads = watched([seconds, others, 0.0, 0.0]);
        let step = derived("DATA", 20, processor, vec![read_by("in", calls)], threads);
        // Half microseconds of the two stretches are lost.
        prop_assert!(step.think_seconds() >= own - 1e-5);
        prop_assert!(step.think_seconds() <= own + others + 1e-5);
    }
}
