//! Tests that the table of options in `docs/fio.md` is the one of the program.

#[cfg(unix)]
use std::path::PathBuf;

use crate::job::Engine;
use crate::options::{self, Definition, Effect, GROUPS};

const BEGIN: &str = "<!-- options: begin -->\n";
const END: &str = "<!-- options: end -->\n";

fn table() -> String {
    let mut text = String::new();
    for group in GROUPS.iter() {
        text.push_str(&format!(
            "\n### {}\n\n| option | effect | |\n|---|---|---|\n",
            group.subject
        ));
        for option in &group.options {
            text.push_str(&row(option));
            text.push('\n');
        }
    }
    text.push('\n');
    text
}

fn row(option: &Definition) -> String {
    let mut names = format!("`{}`", option.name);
    for alias in option.aliases {
        names.push_str(&format!(" `{alias}`"));
    }
    let cell = |text: &str| text.replace('|', "\\|");
    match option.effect {
        Effect::Takes => {
            let mut help = option.help.to_owned();
            for (values, advice) in option.refused {
                help.push_str(&format!("; not {}: {advice}", values.join(", ")));
            }
            let form = match option.form {
                "" => String::new(),
                form => format!(" `{form}`"),
            };
            format!("| {names}{} | yes | {} |", cell(&form), cell(&help))
        }
        Effect::Ignored(why) => format!("| {names} | ignored | {} |", cell(why)),
        Effect::Refused { advice, harmless } => {
            let but = match harmless {
                [] => String::new(),
                some => format!(" (but {})", some.join(", ")),
            };
            format!("| {names} | error{but} | {} |", cell(advice))
        }
    }
}

#[test]
fn the_option_names_each_engine() {
    let option = options::named("ioengine").expect("an option");
    let text = format!("{} {}", option.form, option.help);
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .collect();
    for (name, _) in Engine::help() {
        assert!(words.contains(&name), "{name}");
    }
}

/// The document has the table of Linux.
#[cfg(unix)]
#[test]
fn the_document_has_the_table() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/fio.md");
    let document = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = document.split_once(BEGIN).expect("a beginning of the table");
    let (inside, after) = rest.split_once(END).expect("an end of the table");
    if std::env::var_os("UPDATE_GOLD").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{}{END}{after}", table())).unwrap();
        return;
    }
    assert!(
        inside == table(),
        "docs/fio.md has another table than the program; UPDATE_GOLD=1 makes it anew"
    );
}
