//! The protocol of a worker and its parent.

use std::error::Error as AnyError;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use feedrate_workload::{Control, process};

use crate::ground::*;
use crate::system;

/// A worker, what it is told, and the first line that it answers.
fn worker(told: &str) -> Result<(Child, String), Box<dyn AnyError>> {
    let mut worker = Command::new(std::env::current_exe()?)
        .arg(process::ARGUMENT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    // One that is gone already does not listen.
    let _ = worker.stdin.take().ok_or("no input")?.write_all(told.as_bytes());
    let mut line = String::new();
    BufReader::new(worker.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    Ok((worker, line))
}

pub fn a_worker_takes_no_nonsense() -> Tested {
    for told in ["", "\n", "go\n", "{}\n", "\0\n", &"x".repeat(1 << 20)] {
        let (mut worker, answer) = worker(told)?;
        assert!(!worker.wait()?.success());
        assert_eq!(answer, "");
    }
    Ok(())
}

pub fn a_name_that_is_no_text_is_told() -> Tested {
    let folder = folder()?;
    let path = folder.path().join(system::no_text());
    if make(&path).is_err() {
        // Some file systems take no such name.
        return Ok(());
    }
    let Err(error) = run(vec![reader(&path)], &Control::default()) else {
        return Err("it was read".into());
    };
    assert!(error.to_string().contains("run it as a thread"), "{error}");
    Ok(())
}
