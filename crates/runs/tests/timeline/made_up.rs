//! Runs that nobody ran, with what a page must show.

use feedrate_runs::timeline::{DataSetFile, DataSetUse, PipeUse, Run, SessionRecord, Step};

/// When the made-up runs begin, in microseconds since the machine started.
pub const BEGAN: u64 = 7_000_000_000;

/// A run of so many seconds.
pub fn run(seconds: f64) -> Run {
    Run {
        program: "claims.sas".to_owned(),
        started_at: "2026-11-21T05:44:25Z".to_owned(),
        ended: "clean".to_owned(),
        began_microseconds: BEGAN,
        ended_microseconds: at(seconds),
    }
}

/// A moment so many seconds after the beginning.
pub fn at(seconds: f64) -> u64 {
    BEGAN + (seconds * 1e6).round() as u64
}

pub fn session(name: &str, steps: Vec<Step>) -> SessionRecord {
    SessionRecord {
        name: name.to_owned(),
        steps,
    }
}

/// A step that ran from one second to another.
pub fn step(name: &str, line: u32, from: f64, to: f64) -> Step {
    Step {
        name: name.to_owned(),
        line,
        ran: true,
        completed: true,
        began_microseconds: at(from),
        ended_microseconds: at(to),
        ..Step::default()
    }
}

/// A data set of a file, and the seconds that it was waited for.
pub fn file(name: &str, megabytes: u64, waited: f64) -> DataSetUse {
    DataSetUse {
        name: name.to_owned(),
        file: Some(DataSetFile {
            bytes: megabytes * 1_000_000,
            waited_seconds: waited,
            ..DataSetFile::default()
        }),
    }
}

/// A data set of a pipe that flowed from one second to another, and the seconds that its other end was
/// waited for.
pub fn pipe(name: &str, address: &str, megabytes: u64, waited: f64, flowed: (f64, f64)) -> DataSetUse {
    let mut data_set = file(name, megabytes, 0.0);
    data_set.file.as_mut().unwrap().pipe = Some(PipeUse {
        carrier: "unix socket".to_owned(),
        address: address.to_owned(),
        waited_seconds: waited,
        began_microseconds: at(flowed.0),
        ended_microseconds: at(flowed.1),
    });
    data_set
}

/// A writer and a reader, each in a session, and what came before and after it in the one that runs the
/// program.
pub fn piped() -> (Run, Vec<SessionRecord>) {
    let writer = Step {
        read: vec![file("IN.CLAIMS", 1_000, 2.0)],
        made: vec![pipe("P.CLAIMS", ":7000", 900, 0.5, (1.0, 9.0))],
        ..step("DATA", 3, 1.0, 9.0)
    };
    let reader = Step {
        read: vec![pipe("P.CLAIMS", ":7000", 900, 3.0, (1.25, 9.0))],
        ..step("TABULATE", 5, 1.0, 10.0)
    };
    let sessions = vec![
        session(
            "client",
            vec![step("FORMAT", 1, 0.0, 0.5), step("PRINT", 20, 10.0, 11.0)],
        ),
        session("s1", vec![writer]),
        session("s2", vec![reader]),
    ];
    (run(12.0), sessions)
}
