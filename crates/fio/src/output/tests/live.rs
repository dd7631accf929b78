//! Tests of the status line.

use feedrate_workload::load::{LoadState, PerDirection, Rates, ScheduleState, Watch};

use super::*;
use crate::output::live::{Status, StatusLine, line};

/// Both clones of the first job run, the others wait.
fn half() -> ScheduleState {
    ScheduleState {
        states: vec![
            LoadState::Running,
            LoadState::Running,
            LoadState::Waiting,
            LoadState::Failed,
            LoadState::Waiting,
        ],
        share: Some(0.8),
        left: Some(Duration::from_secs(3725)),
        rates: PerDirection {
            read: Rates::default(),
            write: Rates {
                bytes: 1_073_741_824.0,
                operations: 262_144.0,
            },
        },
        ..ScheduleState::default()
    }
}

#[test]
fn it_reads_as_that_of_fio() {
    let made_up = several();
    let line = line(&half(), &made_up.jobs, &made_up.plan).unwrap();
    insta::assert_snapshot!(
        line,
        @"Jobs: 2 (f=2): [W(2),P(1),X(1),P(1)][80.0%][w=1024MiB/s][w=262k IOPS][eta 01h:02m:05s]"
    );
}

#[test]
fn what_is_not_known_is_not_guessed() {
    let mut made_up = several();
    made_up.jobs.jobs[0].options.pace.rate.write = Some(10 << 20);
    let live = ScheduleState {
        share: None,
        left: None,
        rates: PerDirection::default(),
        ..half()
    };
    let line = line(&live, &made_up.jobs, &made_up.plan).unwrap();
    insta::assert_snapshot!(line, @"Jobs: 2 (f=2), 0B/s-20.0MiB/s: [W(2),P(1),X(1),P(1)][-.-%][eta --]");
}

#[test]
fn there_is_none_when_all_is_done() {
    let made_up = several();
    let live = ScheduleState {
        states: vec![LoadState::Done; 5],
        ..ScheduleState::default()
    };
    assert_eq!(line(&live, &made_up.jobs, &made_up.plan), None);
}

/// Returns the output if the line is updated `looks` times, once a second, and then cleared twice.
fn written(status: Status, looks: u64) -> String {
    let made_up = several();
    let mut terminal = Vec::new();
    let mut line = StatusLine::new(&made_up.jobs, &made_up.plan, status, &mut terminal);
    for second in 1..=looks {
        line.look(&ScheduleState {
            elapsed: Duration::from_secs(second),
            ..half()
        });
    }
    line.clear();
    line.clear();
    String::from_utf8(terminal).unwrap()
}

const STATUS: Status = Status {
    is_terminal: true,
    every: Duration::from_secs(1),
    newline: None,
};

#[test]
fn a_terminal_is_left_as_it_was() {
    let text = written(STATUS, 1);
    let parts: Vec<_> = text.split('\r').collect();
    assert_eq!(parts.len(), 3, "{text:?}");
    assert_eq!(parts[1], " ".repeat(parts[0].len()));
    assert_eq!(parts[2], "");
}

#[test]
fn lines_stay_where_that_is_asked_for_and_where_there_is_no_terminal() {
    let newline = Some(Duration::from_secs(2));
    let text = written(Status { newline, ..STATUS }, 5);
    assert_eq!(text.matches("\r\n").count(), 2, "{text:?}");
    let is_terminal = false;
    let text = written(Status { is_terminal, ..STATUS }, 2);
    assert!(text.ends_with("\r\n"), "{text:?}");
    assert_eq!(text.matches('\n').count(), 1);
}
