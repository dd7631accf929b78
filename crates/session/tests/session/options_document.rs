//! The table of system options in `docs/options.md` is made from the one in the program.

use std::path::PathBuf;

use feedrate_dataset::settings::{self, Accepts, SettingScope};
use feedrate_options::{Effect, definitions};
use feedrate_session::options::SystemOptions;

const BEGIN: &str = "<!-- options: begin -->\n";
const END: &str = "<!-- options: end -->\n";

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn table() -> String {
    let first = SystemOptions::default();
    let value = |name: &str| {
        let value = first.value(name).unwrap_or_default();
        match value.is_empty() {
            true => String::new(),
            false => format!("`{}`", cell(&value)),
        }
    };
    let mut obeyed = Vec::new();
    let mut idle = Vec::new();
    let mut refused = Vec::new();
    for definition in definitions() {
        let mut names = format!("`{}`", definition.name);
        for alias in definition.aliases {
            names.push_str(&format!(" `{alias}`"));
        }
        let help = cell(definition.help);
        match definition.effect {
            Effect::Obeyed => obeyed.push(format!(
                "| {names} | {} | {} | {help} |\n",
                cell(&definition.form.text()),
                value(definition.name)
            )),
            Effect::None { .. } => {
                idle.push(format!("| {names} | {} | {help} |\n", value(definition.name)));
            }
            Effect::Refused => refused.push(format!("| {names} | {help} |\n")),
        }
    }
    for definition in settings::DEFINITIONS {
        if !definition.scopes.contains(&SettingScope::System) {
            continue;
        }
        let (name, help) = (definition.name, cell(definition.help));
        let takes = match definition.accepts {
            Accepts::Switch => "no value: NAME turns it on, NONAME off".to_owned(),
            Accepts::Word(words) => words.join(" or "),
            Accepts::Number { least, most } => format!("a number from {least} to {most}, or 0"),
            Accepts::Thousandths { .. } => "a number, with a decimal point or none".to_owned(),
        };
        match help.strip_prefix("No effect: ") {
            Some(help) => idle.push(format!("| `{name}` | {} | {help} |\n", value(name))),
            None => obeyed.push(format!("| `{name}` | {takes} | {} | {help} |\n", value(name))),
        }
    }
    for list in [&mut obeyed, &mut idle, &mut refused] {
        list.sort();
    }
    format!(
        "\n## Obeyed\n\n| option | takes | at first | what |\n|---|---|---|---|\n{}\n\
         ## Taken without effect\n\n| option | at first | why |\n|---|---|---|\n{}\n\
         ## Refused\n\n| option | why |\n|---|---|\n{}\n",
        obeyed.concat(),
        idle.concat(),
        refused.concat()
    )
}

#[test]
fn the_document_has_the_table() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    let document = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = document.split_once(BEGIN).unwrap();
    let (there, after) = rest.split_once(END).unwrap();
    let table = table();
    if std::env::var_os("UPDATE_GOLD").is_some() {
        let document = format!("{before}{BEGIN}{table}{END}{after}");
        std::fs::write(&path, document).unwrap();
        return;
    }
    assert!(
        there == table,
        "docs/options.md has another table than the program; UPDATE_GOLD=1 makes it anew"
    );
}
