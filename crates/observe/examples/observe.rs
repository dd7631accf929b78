//! Observes a command and prints what was seen: `cargo run -p feedrate-observe --example observe -- [--json] COMMAND`.

use std::process::ExitCode;

use feedrate_document::text::{self, TextOptions};
use feedrate_observe::{Options, document, run};

fn main() -> ExitCode {
    let mut command: Vec<_> = std::env::args_os().skip(1).collect();
    let is_json = command.first().is_some_and(|word| word == "--json");
    if is_json {
        command.remove(0);
    }
    let observation = match run(&command, &Options::default(), &|| None) {
        Ok(observation) => observation,
        Err(error) => {
            eprintln!("observe: {error}");
            return ExitCode::FAILURE;
        }
    };
    match serde_json::to_string_pretty(&observation).ok() {
        Some(json) if is_json => println!("{json}"),
        _ => print!("{}", text::render(&document(&observation), &TextOptions::default())),
    }
    ExitCode::SUCCESS
}
