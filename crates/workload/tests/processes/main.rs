//! Streams as processes of their own. They are started from the program that runs the job, so this one
//! has a `main` that is a worker when told so.

mod ends;
mod ground;
mod protocol;
mod runs;
mod system;

use std::path::Path;
use std::process::ExitCode;

use feedrate_workload::{Control, process};

use ground::*;

/// Makes the program a parent that runs a job over a folder until it is killed.
const AS_PARENT: &str = "--run-until-killed";

/// A test and its name.
type Test = (&'static str, fn() -> Tested);

/// Tests by their names.
macro_rules! tests {
    ($($module:ident::$test:ident,)*) => {
        &[$((concat!(stringify!($module), "::", stringify!($test)), $module::$test)),*]
    };
}

const TESTS: &[Test] = tests![
    runs::processes_move_what_threads_would,
    runs::processor_time_and_storage_are_summed,
    runs::the_bytes_so_far_are_told,
    runs::a_failure_to_start_is_told,
    runs::a_failure_says_its_kind,
    ends::a_stop_ends_all_soon,
    ends::a_stop_before_the_start_moves_nothing,
    ends::a_worker_that_is_killed_ends_the_run,
    ends::workers_end_with_their_parent,
    protocol::a_worker_takes_no_nonsense,
    protocol::a_name_that_is_no_text_is_told,
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == [process::ARGUMENT] {
        return match process::work() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    if let [argument, folder] = arguments.as_slice()
        && argument == AS_PARENT
    {
        let _ = run(endless_pair(Path::new(folder)), &Control::default());
        return ExitCode::FAILURE;
    }
    let wanted = arguments.iter().find(|argument| !argument.starts_with("--"));
    if arguments.iter().any(|argument| argument == "--list") {
        TESTS.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let mut failed = 0;
    for &(name, test) in TESTS {
        if wanted.is_some_and(|wanted| !name.contains(wanted.as_str())) {
            continue;
        }
        // A test that panics fails this program, whatever the others do.
        match test().and_then(|()| no_child_is_left()) {
            Ok(()) => println!("test {name} ... ok"),
            Err(error) => {
                println!("test {name} ... FAILED: {error}");
                failed += 1;
            }
        }
    }
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
