//! The program `feedrate`: arguments, progress and exit codes. The work is done by the other crates.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod arguments;
mod command;
mod commands;
mod complaint;
mod exit;
mod hosts;
mod interrupt;
mod output;
mod progress;
mod say;
mod stack;
mod system;

use std::process::ExitCode;

use feedrate_workload::{Control, process};

use commands::session::Client;
use interrupt::Interrupt;
use system::{limits, streams};

fn main() -> ExitCode {
    // Without the first only the last messages are lost, and without the second only jobs of many streams fail, with a
    // message; neither is a reason to stop.
    let _ = limits::survive_file_limit();
    let _ = limits::raise_open_files();
    limits::share_freed_memory();
    streams::prepare_console();
    let code = stack::run_command(run);
    streams::restore_console();
    code
}

fn run() -> ExitCode {
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    let mut arguments: Vec<_> = arguments.collect();
    // A stream that runs as a process of its own.
    if arguments == [process::ARGUMENT] {
        // Without signal handlers it would only end less cleanly.
        let control = Interrupt::listen().map_or_else(|_| Control::default(), |it| it.control());
        return match process::work_with(&control) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    // A session that SIGNON of a program has started, on this machine or from another.
    if arguments == [feedrate_connect::SUBCOMMAND] {
        return exit::report(commands::session::run(Client::Here));
    }
    if arguments == [feedrate_connect::REMOTE_SUBCOMMAND] {
        return exit::report(commands::session::run(Client::Elsewhere));
    }
    // A command that starts together with those of other hosts.
    if arguments.first().is_some_and(|first| first == feedrate_hosts::GATED) {
        arguments.remove(0);
        if let Err(error) = feedrate_hosts::membership::join() {
            return exit::Exit::from(error).report();
        }
        if let [first, part @ ..] = arguments.as_slice()
            && first == feedrate_check::on_hosts::PART
        {
            return exit::report(commands::run_check_part(part));
        }
    }
    if let Some(what) = complaint::carriage_return(&arguments) {
        return exit::Exit::from(what).report();
    }
    if let Some(tool) = commands::called_by(&name) {
        return exit::report(tool(&arguments));
    }
    if let Some(what) = complaint::dash(&arguments) {
        return exit::Exit::from(what).report();
    }
    commands::run(&name, &arguments)
}
