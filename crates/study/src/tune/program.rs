//! The program with option lines.

use super::choose::{Advice, Chosen};

/// The first words of a tuned program, by which a later run knows that it may replace it.
pub const FIRST_WORDS: &str = "/* Tuned by feedrate ";

/// Returns the option lines for a program, each with the number of the line that it precedes. Options hold until others
/// are set, so a part that stays as it is after one that does not has a line too.
pub(super) fn lines(advice: &[Advice], text: &str) -> Vec<(u32, String)> {
    let source: Vec<&str> = text.lines().collect();
    let mut lines = Vec::new();
    // The options in force that these lines have set.
    let mut in_force: Option<String> = None;
    let mut before = 0;
    for part in advice {
        let wanted = match &part.chosen {
            Chosen::Pays { setting, .. } => Some(setting.options()),
            _ => None,
        };
        if wanted == in_force {
            before = part.line;
            continue;
        }
        let options = wanted
            .clone()
            .unwrap_or_else(|| "nosgio bufno=0 bufsize=0".to_owned());
        in_force = wanted;
        // A step that is not ended yet would have the options of the next one.
        let since = source
            .get(before as usize..part.line as usize - 1)
            .unwrap_or_default();
        let is_ended = before == 0
            || since.iter().any(|line| ends_step(line))
            || source
                .get(before as usize - 1)
                .is_some_and(|line| ends_step(line));
        let run = if is_ended { "" } else { "run; " };
        lines.push((part.line, format!("{run}options {options};")));
        before = part.line;
    }
    lines
}

/// Returns whether a line has the end of a step.
fn ends_step(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    ["run;", "quit;"]
        .iter()
        .any(|end| line.replace(' ', "").contains(end))
        || line.trim_start().starts_with('%')
}

/// Returns a program with lines before some of its lines, and a comment that says so above.
pub fn with_options(text: &str, lines: &[(u32, String)]) -> String {
    let mut all = format!(
        "{FIRST_WORDS}{}: the lines that end in feedrate's comment are new. */\n",
        env!("CARGO_PKG_VERSION")
    );
    for (number, line) in (1..).zip(text.lines()) {
        for (_, new) in lines.iter().filter(|(before, _)| *before == number) {
            all.push_str(new);
            all.push_str(" /* feedrate */\n");
        }
        all.push_str(line);
        all.push('\n');
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::{Setting, StaysCached};

    fn part(line: u32, chosen: Chosen) -> Advice {
        Advice {
            line,
            steps: Vec::new(),
            seconds: 1.0,
            chosen,
            equals: 1,
        }
    }

    fn pays() -> Chosen {
        Chosen::Pays {
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
        let text = "data a;\n x = 1;\nproc sort data=a;\n by x;\nrun;\nproc print; run;\nproc means; run;\nproc freq; run;\nproc rank; run;\n";
        let advice = [
            part(1, Chosen::NothingPays),
            part(3, pays()),
            part(6, Chosen::StaysCached(StaysCached::Small(1))),
            part(7, Chosen::NothingPays),
            part(8, pays()),
            part(9, pays()),
        ];
        let lines = lines(&advice, text);
        assert_eq!(
            lines,
            [
                (3, "run; options sgio bufno=32 bufsize=64k;".to_owned()),
                (6, "options nosgio bufno=0 bufsize=0;".to_owned()),
                // Once for both.
                (8, "options sgio bufno=32 bufsize=64k;".to_owned()),
            ]
        );
        let tuned = with_options(text, &lines);
        assert!(tuned.starts_with(FIRST_WORDS));
        assert!(tuned.contains(
            " x = 1;\nrun; options sgio bufno=32 bufsize=64k; /* feedrate */\nproc sort"
        ));
        assert_eq!(tuned.lines().count(), text.lines().count() + 4);
    }
}
