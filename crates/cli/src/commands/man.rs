//! `feedrate man`.

use std::fs;
use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::arguments::Arguments;
use crate::exit::Exit;
use crate::output;

/// Writes a page for the program and one for each of its commands into a folder, which is made if
/// there is none.
pub fn run(folder: &Path) -> Exit {
    match write(folder) {
        Ok(()) => Exit::Success,
        Err(what) => Exit::Failure(what),
    }
}

fn write(folder: &Path) -> Result<(), String> {
    if folder.exists() && !folder.is_dir() {
        return Err(format!("{} is not a folder; name one", folder.display()));
    }
    fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let commands = program
        .get_subcommands()
        .filter(|command| !command.is_hide_set());
    for command in commands.chain([&program]) {
        write_page(folder, command.clone())?;
    }
    Ok(())
}

fn write_page(folder: &Path, command: clap::Command) -> Result<(), String> {
    let man = Man::new(command);
    let path = folder.join(man.get_filename());
    let mut page = Vec::new();
    man.render(&mut page)
        .map_err(|error| format!("cannot make {}: {error}", path.display()))?;
    output::write(&path, &String::from_utf8_lossy(&page))
}
