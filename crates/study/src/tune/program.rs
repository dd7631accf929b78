//! The program with option lines.

use super::choose::{Advice, PartChoice};

/// The first words of a tuned program, by which a later run knows that it may replace it.
pub const FIRST_WORDS: &str = "/* Tuned by feedrate ";

/// Returns the option lines for a program, each with the number of the line that it precedes. Options hold until others
/// are set, so a part that stays as it is after one that does not has a line too.
pub(super) fn lines(advice: &[Advice]) -> Vec<(u32, String)> {
    let mut lines = Vec::new();
    // The options in force that these lines have set.
    let mut in_force: Option<String> = None;
    for (place, part) in advice.iter().enumerate() {
        let is_first = place == 0;
        let wanted = match &part.chosen {
            PartChoice::Pays { setting, .. } => Some(setting.options()),
            _ => None,
        };
        if wanted == in_force {
            continue;
        }
        let options = wanted.clone().unwrap_or_else(|| "nosgio bufno=0 bufsize=0".to_owned());
        in_force = wanted;
        // A step that is not ended yet would have the options of the next one. Where it is ended, RUN does nothing.
        let run = if lines.is_empty() && is_first { "" } else { "run; " };
        lines.push((part.line, format!("{run}options {options};")));
    }
    lines
}

/// Returns why options cannot be put into a program: it includes others, whose lines are counted in its log, or sets
/// these options itself, which would not be put back.
pub(super) fn refusal(text: &str) -> Option<String> {
    let words = |line: &str| -> Vec<String> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '%';
        line.to_ascii_lowercase()
            .split(|c: char| !is_part(c))
            .map(str::to_owned)
            .collect()
    };
    for (number, line) in (1..).zip(text.lines()) {
        let words = words(line);
        let has = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_str()));
        if has(&["%include", "%inc"]) {
            return Some(format!(
                "line {number} includes another program; tune that, or put its text in its place"
            ));
        }
        if has(&["options"]) && has(&["sgio", "nosgio", "bufno", "bufsize", "discipline"]) {
            return Some(format!(
                "line {number} sets options of page I/O itself; take them out, and find what pays"
            ));
        }
    }
    None
}

/// Returns a program with lines before some of its lines, and a comment that says so above.
pub fn with_options(text: &str, lines: &[(u32, String)]) -> String {
    let mut all = format!(
        "{FIRST_WORDS}{}: the lines that end in feedrate's comment are new. */\n",
        env!("CARGO_PKG_VERSION")
    );
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        for (_, new) in lines.iter().filter(|(before, _)| *before == number) {
            all.push_str(new);
            all.push_str(" /* feedrate */");
            all.push_str(end);
        }
        all.push_str(line);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::{Setting, StaysCached};

    fn part(line: u32, chosen: PartChoice) -> Advice {
        Advice {
            line,
            steps: Vec::new(),
            seconds: 1.0,
            chosen,
            equals: 1,
        }
    }

    fn pays() -> PartChoice {
        PartChoice::Pays {
            setting: Setting {
                buffers: Some(32),
                page_bytes: 64 << 10,
            },
            ratio: feedrate_stats::PairedRatio {
                pairs: 6,
                ratio: 0.8,
                interval: None,
            },
        }
    }

    #[test]
    fn options_are_set_before_steps_and_back_after_them() {
        let text = "data a;\n x = 1;\nproc sort data=a;\n by x;\nrun;\nproc print; run;\nproc means; run;\n\
                    proc freq; run;\nproc rank; run;\n";
        let advice = [
            part(1, PartChoice::NothingPays),
            part(3, pays()),
            part(6, PartChoice::StaysCached(StaysCached::Small(1))),
            part(7, PartChoice::NothingPays),
            part(8, pays()),
            part(9, pays()),
        ];
        let lines = lines(&advice);
        assert_eq!(
            lines,
            [
                (3, "run; options sgio bufno=32 bufsize=64k;".to_owned()),
                (6, "run; options nosgio bufno=0 bufsize=0;".to_owned()),
                // Once for both.
                (8, "run; options sgio bufno=32 bufsize=64k;".to_owned()),
            ]
        );
        let tuned = with_options(text, &lines);
        assert!(tuned.starts_with(FIRST_WORDS));
        assert!(tuned.contains(" x = 1;\nrun; options sgio bufno=32 bufsize=64k; /* feedrate */\nproc sort"));
        assert_eq!(tuned.lines().count(), text.lines().count() + 4);
        let dos = with_options("data a;\r\nrun;\r\n", &[(1, "options sgio;".to_owned())]);
        assert!(
            dos.ends_with("options sgio; /* feedrate */\r\ndata a;\r\nrun;\r\n"),
            "{dos:?}"
        );
    }

    #[test]
    fn programs_that_include_others_or_set_these_options_are_refused() {
        assert_eq!(refusal("data sgio; run;\noptions nodate;\n"), None);
        assert!(refusal("\n%INCLUDE 'a.sas';").unwrap().starts_with("line 2 includes"));
        assert!(refusal("options nodate BUFNO=8;").unwrap().starts_with("line 1 sets"));
    }
}
