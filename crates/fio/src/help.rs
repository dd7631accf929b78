//! The output of `--help`, `--cmdhelp`, `--enghelp` and `--showcmd`.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::command_line::PROGRAM_OPTIONS;
use crate::job::{Engine, Jobs, OptionText};
use crate::options::{Definition, Effect, GROUPS, named};
use crate::wrap::beside;

/// The width of the column with the names of options.
const INDENT: usize = 28;

/// Returns the help: usage and options of the program, with lines of at most 80 columns.
pub fn help() -> String {
    let mut text = "\
Runs fio's job files, and jobs of the command line, as fio does, and tells more
of what came of it.

Usage: fio [OPTIONS] [JOB OPTIONS] [JOBFILE…]

Job options before the first --name=NAME hold for all jobs; each --name begins a
job. A job file - is standard input. Several job files run one after the other.

Options:
"
    .to_owned();
    for option in PROGRAM_OPTIONS.iter().filter(|option| !option.help.is_empty()) {
        let label = match option.value {
            None => format!("  --{}", option.name),
            Some(value) if option.value_is_optional => format!("  --{}[={value}]", option.name),
            Some(value) => format!("  --{}={value}", option.name),
        };
        text.push_str(&beside(&label, INDENT, option.help));
    }
    text.push_str(
        "
Files that feedrate did not make and that are not empty, and block devices, are
never written unless --overwrite-foreign is given.

On several hosts at the same time (docs/hosts.md): --hosts=A,B,C, --launch=...,
--bring, --host-program=PATH, --host-timeout=SECONDS, --hosts-json=FILE,
--hosts-html=FILE; {host} in other arguments is each host's name.

Examples:
  fio --name=scan --rw=read --bs=256k --size=4g --direct=1
  fio --lint jobs.fio
  fio --output-format=json --output=result.json jobs.fio
",
    );
    text
}

/// Returns the output of `--cmdhelp`: one option, found by its first name, or all.
pub fn command_help(name: Option<&str>) -> String {
    match name.and_then(named) {
        Some(definition) => of_one(definition),
        None => of_all(),
    }
}

fn of_one(definition: &Definition) -> String {
    let mut text = beside(definition.name, 14, definition.help);
    let mut row = |label: &str, words: &str| text.push_str(&beside(label, 14, words));
    if !definition.aliases.is_empty() {
        row("  also", &definition.aliases.join(", "));
    }
    match definition.effect {
        Effect::Takes if definition.form.is_empty() => row("  value", "none, or 0 or 1"),
        Effect::Takes => row("  value", definition.form),
        Effect::Ignored(_) => row("  effect", "none: it is accepted and does nothing here"),
        Effect::Refused { harmless, .. } => {
            row("  effect", "it is not supported here");
            if !harmless.is_empty() {
                row("  but for", &harmless.join(", "));
            }
        }
    }
    for (values, advice) in definition.refused {
        row("  not", &format!("{}: {advice}", values.join(", ")));
    }
    text
}

fn of_all() -> String {
    let mut text = String::new();
    for group in GROUPS.iter() {
        line!(text, "{}:", group.subject);
        for definition in &group.options {
            let help = match definition.effect {
                Effect::Takes => definition.help.to_owned(),
                Effect::Ignored(why) => format!("(ignored) {why}"),
                Effect::Refused { advice, .. } => format!("(not supported) {advice}"),
            };
            text.push_str(&beside(&format!("  {}", definition.name), INDENT, &help));
        }
        text.push('\n');
    }
    text
}

/// Returns the output of `--enghelp`.
pub fn engine_help() -> String {
    let mut text = "Engines, and what they are here:\n".to_owned();
    for (name, help) in Engine::help() {
        text.push_str(&beside(&format!("  {name}"), 14, help));
    }
    text
}

/// Returns the output of `--showcmd`: the options of each job, including inherited ones, as a command line.
pub fn show_command(jobs: &Jobs) -> String {
    let mut text = String::new();
    for job in &jobs.jobs {
        let _ = write!(text, "fio --name={}", quoted(&job.name));
        for option in job.given.iter().filter(|option| option.name != "name") {
            text.push(' ');
            text.push_str(&argument(option));
        }
        text.push('\n');
    }
    text
}

fn argument(option: &OptionText) -> String {
    match &option.value {
        None => format!("--{}", option.name),
        Some(value) => format!("--{}={}", option.name, quoted(value)),
    }
}

/// Quotes a value as the end of a word of the shell, after `--name=`: there no shell takes `,`, `%` or `=` for anything
/// else, and fio's values have many.
fn quoted(value: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:,%+@=".contains(letter);
    if !value.is_empty() && value.chars().all(is_plain) {
        return Cow::Borrowed(value);
    }
    shlex::Quoter::new()
        .allow_nul(true)
        .quote(value)
        .expect("only NUL is refused, and it is allowed")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tests::jobs;

    #[test]
    fn no_line_is_wider_than_the_page() {
        let one: String = crate::options::all().map(of_one).collect();
        for text in [help(), of_all(), engine_help(), one] {
            for line in text.lines() {
                let is_one_word = line.split_whitespace().count() == 1;
                assert!(line.chars().count() <= 80 || is_one_word, "{line}");
            }
        }
    }

    #[test]
    fn an_option_is_told_of() {
        let text = command_help(Some("rw"));
        assert!(text.contains("also        readwrite"), "{text}");
        let text = command_help(Some("trim_backlog"));
        assert!(text.contains("not trimmed here"), "{text}");
        assert!(command_help(None).contains("(not supported)"));
    }

    #[test]
    fn a_blank_that_means_something_to_fio_stays() {
        let told = |strict| show_command(&jobs("[a]\nsize=2m\nbs = 1m \n", strict));
        assert_eq!(told(false), "fio --name=a --size=2m --bs=1m\n");
        assert_eq!(told(true), "fio --name=a --size=2m --bs=' 1m'\n");
    }

    #[test]
    fn jobs_as_command_lines() {
        let jobs = jobs(
            "[global]\nbs=4k\n[a job]\nsize=1m\ntime_based\nruntime=1\ndescription=it's so\nbs=8k\n",
            false,
        );
        assert_eq!(
            show_command(&jobs),
            "fio --name='a job' --bs=8k --size=1m --time_based --runtime=1 --description=\"it's so\"\n"
        );
    }
}
