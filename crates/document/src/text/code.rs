//! Code, broken at the width of the page.

use super::page::{Page, Tone, width_of};
use crate::model::{Code, Language};

const INDENT: &str = "  ";

pub(super) fn write(page: &mut Page, code: &Code) {
    if let Some(caption) = &code.caption {
        page.wrapped(&format!("{caption}:"), Tone::Plain);
    }
    let width = page.width() - INDENT.len();
    for line in code.text.trim_end().lines() {
        let broken = match code.language {
            Language::Shell => break_shell(line, width),
            Language::Plain => break_anywhere(line, width),
        };
        for line in broken {
            page.line(&format!("{INDENT}{line}"), Tone::Plain);
        }
    }
}

/// Breaks a command at spaces outside quotes, with a backslash that continues the command. A single word that is too
/// long is broken anywhere.
fn break_shell(command: &str, width: usize) -> Vec<String> {
    if width_of(command) <= width {
        return vec![command.to_owned()];
    }
    let room = width - 2;
    let mut lines = vec![String::new()];
    for word in shell_words(command) {
        let line = lines.last_mut().expect("there is a line from the start");
        if line.trim().is_empty() {
            line.push_str(word);
        } else if width_of(line) + 1 + width_of(word) <= room {
            line.push(' ');
            line.push_str(word);
        } else {
            line.push_str(" \\");
            lines.push(format!("{INDENT}{word}"));
        }
    }
    lines.iter().flat_map(|line| break_anywhere(line, width)).collect()
}

/// Returns the words of a command, which spaces outside quotes separate.
fn shell_words(command: &str) -> Vec<&str> {
    let mut quote = None;
    let mut escaped = false;
    command
        .split(|c: char| {
            let separates = c == ' ' && quote.is_none() && !escaped;
            match quote {
                _ if escaped => escaped = false,
                Some('\'') | None if c == '\\' && quote.is_some() => {}
                _ if c == '\\' => escaped = true,
                Some(open) if c == open => quote = None,
                None if c == '\'' || c == '"' => quote = Some(c),
                _ => {}
            }
            separates
        })
        .filter(|word| !word.is_empty())
        .collect()
}

fn break_anywhere(line: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for c in line.chars() {
        let wide = width_of(c.encode_utf8(&mut [0; 4]));
        if used + wide > width {
            lines.push(String::new());
            used = 0;
        }
        used += wide;
        if let Some(last) = lines.last_mut() {
            last.push(c);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_command_still_runs_when_copied() {
        let command = "fio --name='two words here' --filename=/data/x --bs=1M --direct=1";
        insta::assert_snapshot!(break_shell(command, 40).join("\n"), @r"
        fio --name='two words here' \
          --filename=/data/x --bs=1M \
          --direct=1
        ");
    }

    #[test]
    fn quotes_and_escapes_hold_words_together() {
        let words = shell_words(r#"a 'b "c' "d \" e" f\ g 'h\' i"#);
        assert_eq!(words, ["a", r#"'b "c'"#, r#""d \" e""#, r"f\ g", r"'h\'", "i"]);
    }

    #[test]
    fn a_long_word_is_broken_anywhere() {
        assert_eq!(break_anywhere("容容容ab", 4), ["容容", "容ab"]);
    }
}
