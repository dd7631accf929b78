//! The output of a run, the figures in it, and its ends.

use super::*;

fn only_run(text: &str) -> Run {
    let mut bench = Bench::new(text);
    bench.carry_out(&mut Told::default()).unwrap();
    bench.store.runs().unwrap().remove(0)
}

#[test]
fn figures_are_found_in_what_a_command_prints_and_not_in_the_report_of_its_profile() {
    let run = only_run(
        "title = 't'\nrepeats = 1\n[run]\ncommand = ['echo', 'rate: 1.5 and 2.5']\n\
         [[measure]]\nname = 'rate'\npattern = 'rate: ([0-9.]+)'\n",
    );
    assert_eq!(run.figure("", "rate"), Some(1.5), "{run:?}");
    let run = only_run(
        "title = 't'\nrepeats = 1\n[run]\ncommand = ['echo', '{\"a\": {\"b\": 7} }']\n\
         [[measure]]\nname = 'b'\njson = '/a/b'\n",
    );
    assert_eq!(run.figure("", "b"), Some(7.0), "{run:?}");
}

#[test]
fn the_last_place_of_a_long_output_counts() {
    let run = only_run(
        "title = 't'\nrepeats = 1\n[run]\n\
         command = ['sh', '-c', 'echo rate: 1; yes | head -c 20000000; echo; echo rate: 2']\n\
         [[measure]]\nname = 'rate'\npattern = 'rate: ([0-9.]+)'\n",
    );
    assert_eq!(run.figure("", "rate"), Some(2.0), "{:?}", run.failure);
}

#[test]
fn a_run_that_floods_its_output_is_ended() {
    let run = only_run(
        "title = 't'\nrepeats = 1\n[run]\ncommand = ['sh', '-c', 'truncate -s 300M /dev/stdout; exec sleep 60']\n",
    );
    let reason = run.failure.unwrap();
    assert!(reason.starts_with("it printed more than 256 MiB"), "{reason}");
}

#[test]
fn words_reach_a_command_as_they_are() {
    let level = "--x $(reboot) `a` \"b\" * ; {d e} \\\\";
    let run = only_run(&format!(
        "title = 't'\nrepeats = 1\n[run]\ncommand = ['printf', '%s is 1', '{{w}}']\n[[factor]]\nname = 'w'\n\
         levels = ['{level}']\n[[measure]]\nname = 'n'\npattern = '^{} is (1)'\n",
        regex::escape(level),
    ));
    assert_eq!(run.figure("", "n"), Some(1.0), "{:?}", run.failure);
}

#[test]
fn a_run_that_takes_too_long_is_ended_and_has_failed() {
    let mut bench = Bench::new("title = 't'\nrepeats = 1\nlongest_run = '0.2s'\n[run]\ncommand = ['sleep', '60']\n");
    bench.carry_out(&mut Told::default()).unwrap();
    let runs = bench.store.runs().unwrap();
    assert_eq!(
        runs[0].failure.as_deref(),
        Some("it took longer than 0.2 s (longest_run)")
    );
    assert!(runs[0].seconds < 30.0);
}

#[test]
fn what_a_run_leaves_running_is_ended_and_noted() {
    let run = only_run("title = 't'\nrepeats = 1\n[run]\ncommand = ['sh', '-c', 'sleep 60 & sleep 60 & exit 0']\n");
    assert_eq!(run.failure, None);
    assert!(
        run.notes[0].starts_with("processes that it left running were ended: "),
        "{:?}",
        run.notes
    );
}

#[test]
fn what_a_preparation_leaves_running_goes_on_until_the_end() {
    let mut bench = Bench::new(
        "title = 't'\nrepeats = 2\n[prepare]\ncommand = ['sh', '-c', 'sleep 60 & echo $! >{folder}/server']\n\
         [run]\ncommand = ['sh', '-c', 'kill -0 $(cat {folder}/server) && echo server $(cat {folder}/server)']\n\
         [[measure]]\nname = 'server'\npattern = 'server ([0-9]+)'\n",
    );
    bench.carry_out(&mut Told::default()).unwrap();
    let runs = bench.store.runs().unwrap();
    assert_eq!(runs.len(), 2);
    let server = runs[1].figure("", "server").unwrap();
    let stat = fs::read_to_string(format!("/proc/{server}/stat"));
    assert!(stat.is_err() || stat.unwrap().contains(") Z "));
}
