//! An end of a pipe in a process of its own: this program, run again.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, thread};

use crate::common::*;
use crate::forged;

/// The variables with the job of the process and with its address.
const JOB: &str = "FEEDRATE_PIPE_JOB";
const WHERE: &str = "FEEDRATE_PIPE_ADDRESS";

/// Starts a process that does a job at an address, optionally as another user.
pub fn start(job: &str, address: &str, user: Option<u32>) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "processes::another_process", "--ignored", "--nocapture"])
        .env(JOB, job)
        .env(WHERE, address)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(user) = user {
        command.uid(user).gid(user);
    }
    command.spawn().unwrap()
}

/// Runs such a process to its end and returns its output.
pub fn run(job: &str, address: &str, user: Option<u32>) -> String {
    let output = start(job, address, user).wait_with_output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
#[ignore = "is run by other tests, in a process of its own"]
fn another_process() {
    let options = options(&env::var(WHERE).unwrap());
    match env::var(JOB).unwrap().as_str() {
        "write for ever" => {
            let mut sender = pipes().offer(&options, "work.made").unwrap().wait().unwrap();
            while sender.send(&[5; 300_000]).is_ok() {}
        }
        "read for ever" => {
            let mut receiver = pipes().take(&options, "work.read").unwrap();
            let mut frame = Vec::new();
            while receiver.receive(&mut frame).is_ok() {}
        }
        "read slowly" => {
            let mut receiver = pipes().take(&options, "work.read").unwrap();
            let mut frame = Vec::new();
            while receiver.receive(&mut frame).is_ok() {
                thread::sleep(Duration::from_millis(50));
            }
        }
        "say why not to read" => match pipes().take(&options, "work.read") {
            Ok(_) => println!("was taken"),
            Err(error) => println!("{error}"),
        },
        "say why not to write" => match pipes().offer(&options, "work.made") {
            Ok(_) => println!("was offered"),
            Err(error) => println!("{error}"),
        },
        "forge frames and close" => forged::frames(options.address.port()),
        "sit on the name" => forged::sit_on_the_name(options.address.port()),
        job => panic!("{job} is no job"),
    }
}
