//! Wraps text at 80 columns.

/// The largest width of a line.
pub(crate) const WIDTH: usize = 80;

/// Formats a label with a text beside it, wrapped between words; further lines are aligned with the text.
pub(crate) fn beside(label: &str, indent: usize, text: &str) -> String {
    let mut whole = String::new();
    let mut line = format!("{label:<indent$}");
    let mut is_empty = true;
    if label.chars().count() >= indent && indent > 0 {
        whole.push_str(label);
        whole.push('\n');
        line = " ".repeat(indent);
    }
    let mut columns = indent;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if !is_empty && columns + 1 + width > WIDTH {
            whole.push_str(line.trim_end());
            whole.push('\n');
            line = " ".repeat(indent);
            columns = indent;
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
            columns += 1;
        }
        line.push_str(word);
        columns += width;
        is_empty = false;
    }
    whole.push_str(line.trim_end());
    whole.push('\n');
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_no_word_is_lost() {
        let words = "one block after the other ".repeat(20);
        let text = beside("label", 12, &words);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(text.lines().count() > 5);
        assert_eq!(text.split_whitespace().count(), words.split_whitespace().count() + 1);
        assert!(text.starts_with("label       one"));
        assert_eq!(beside("a long label", 4, "x"), "a long label\n    x\n");
    }
}
