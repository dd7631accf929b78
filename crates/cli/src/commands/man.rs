//! `feedrate man`.

use std::path::{Path, PathBuf};

use clap::Args;
use clap_mangen::Man;

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::output;

/// The date of the pages, which is empty so that the same program always makes the same pages. It is quoted, or the
/// next argument would be the date.
const NO_DATE: &str = "\"\"";

/// Write the man pages into a folder
#[derive(Debug, Args)]
pub struct ManArguments {
    /// The folder
    pub folder: PathBuf,
}

impl Execute for ManArguments {
    fn execute(&self, invocation: &Invocation<'_>) -> CommandResult {
        write(&self.folder, (invocation.definition)())?;
        Ok(Exit::Success)
    }
}

/// Writes a page for the program and one for each of its commands into a folder, which is created if necessary.
fn write(folder: &Path, program: clap::Command) -> Result<(), String> {
    if folder.exists() && !folder.is_dir() {
        return Err(format!("{} is not a folder; name one", folder.display()));
    }
    output::make_folder(folder)?;
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    for command in commands.chain([&program]) {
        write_page(folder, command.clone())?;
    }
    Ok(())
}

fn write_page(folder: &Path, command: clap::Command) -> Result<(), String> {
    let source = format!("feedrate {}", command.get_version().unwrap_or_default());
    let name = command.get_display_name().unwrap_or("feedrate").to_owned();
    let usage = synopsis(&command);
    let command = match command.has_subcommands() {
        true => command,
        false => command.override_usage(usage),
    };
    let man = Man::new(command)
        .title(name.to_uppercase())
        .date(NO_DATE)
        .source(source)
        .manual("User Commands");
    let path = folder.join(man.get_filename());
    let mut page = Vec::new();
    man.render(&mut page)
        .map_err(|error| format!("cannot make {}: {error}", path.display()))?;
    output::write(&path, &String::from_utf8_lossy(&page))
}

/// Returns the options of a command with their values, then its other arguments. That of clap_mangen lacks the values.
fn synopsis(command: &clap::Command) -> String {
    let shown = || command.get_arguments().filter(|argument| !argument.is_hide_set());
    let options = shown().filter(|argument| !argument.is_positional());
    let others = shown().filter(|argument| argument.is_positional());
    let name = command.get_bin_name().unwrap_or("feedrate").to_owned();
    std::iter::once(name)
        .chain(options.map(|option| format!("[{option}]")))
        .chain(others.map(ToString::to_string))
        .collect::<Vec<_>>()
        .join(" ")
}
