//! The end of a session's output, for the report if it dies.

/// The number of bytes that are kept.
const KEPT: usize = 4096;

/// The most letters of a line that are shown.
const LONGEST: usize = 400;

/// The end of an output.
#[derive(Debug, Default)]
pub(crate) struct Tail(Vec<u8>);

impl Tail {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let new = &bytes[bytes.len().saturating_sub(KEPT)..];
        self.0.extend_from_slice(new);
        let over = self.0.len().saturating_sub(KEPT);
        self.0.drain(..over);
    }

    /// Returns the last lines that are not blank, at most so many and each of at most [`LONGEST`] letters, without
    /// control characters, which could command a terminal.
    pub(crate) fn lines(&self, most: usize) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.0);
        let lines = text.lines().map(str::trim_end);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        let first = lines.len().saturating_sub(most);
        lines[first..].iter().map(|line| shown(line)).collect()
    }
}

fn shown(line: &str) -> String {
    let visible = |letter: char| match letter.is_control() {
        true => char::REPLACEMENT_CHARACTER,
        false => letter,
    };
    let mut letters = line.chars().map(visible);
    let mut shown: String = letters.by_ref().take(LONGEST).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_no_more() {
        let mut tail = Tail::default();
        for number in 0..10_000 {
            tail.add(format!("line {number}\n\n").as_bytes());
        }
        assert_eq!(tail.lines(2), ["line 9998", "line 9999"]);
        tail.add(&[b'x'; 100_000]);
        assert_eq!(tail.0.len(), KEPT);
        let [long] = &tail.lines(2)[..] else {
            panic!("several lines");
        };
        assert_eq!(long.chars().count(), LONGEST + 1);
        tail.add(b"\nred: \x1b[31m\x07\n");
        assert_eq!(tail.lines(1), ["red: \u{fffd}[31m\u{fffd}"]);
    }
}
