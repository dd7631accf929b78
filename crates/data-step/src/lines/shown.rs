//! Lines of input in the log, with a ruler that numbers their columns.

use feedrate_rows::Core;

/// The text before the ruler that numbers the columns of a line.
const RULE: &[u8] = b"RULE:      ";

/// A line to be logged.
#[derive(Clone, Copy)]
pub(super) struct ShownLine<'l> {
    pub(super) line: &'l [u8],
    pub(super) number: u64,
    /// True if its length follows it. Otherwise, the blanks with which it was padded are not shown.
    pub(super) has_length: bool,
}

/// Logs lines with their numbers, below a ruler if wanted. One with unprintable characters is logged in three rows:
/// its characters, and the first and the second hexadecimal digit of each byte.
pub(super) fn log_lines<'l>(lines: impl Iterator<Item = ShownLine<'l>>, has_ruler: bool, core: &mut Core<'_, '_>) {
    let width = core.options.line_size as usize;
    let room = width.saturating_sub(RULE.len()).clamp(10, 100);
    if has_ruler {
        let mut rule = RULE.to_vec();
        rule.extend((1..=room).map(|column| match column % 10 {
            0 => b'0' + (column / 10 % 10) as u8,
            5 => b'+',
            _ => b'-',
        }));
        core.log.line(&rule);
    }
    for shown in lines {
        let line = match shown.has_length {
            true => shown.line,
            false => shown.line.trim_ascii_end(),
        };
        let is_printable = is_printable(line);
        // An empty line has a part too.
        for part in 0..line.len().div_ceil(room).max(1) {
            let bytes = &line[part * room..line.len().min((part + 1) * room)];
            let place = match part {
                0 => shown.number.to_string(),
                _ => format!("{:>8}", part * room + 1),
            };
            let length = match shown.has_length && (part + 1) * room >= line.len() {
                true => format!(" {}", line.len()),
                false => String::new(),
            };
            let rows = match is_printable {
                true => vec![row(&format!("{place:<0$}", RULE.len()), bytes, &length)],
                false => in_digits(&place, bytes, &length),
            };
            rows.iter().for_each(|row| core.log.line(row));
        }
    }
}

/// Returns whether a line has no control characters and is UTF-8.
fn is_printable(line: &[u8]) -> bool {
    !line.iter().any(u8::is_ascii_control) && std::str::from_utf8(line).is_ok()
}

fn row(place: &str, bytes: &[u8], length: &str) -> Vec<u8> {
    let row = [place.as_bytes(), bytes, length.as_bytes()].concat();
    row.trim_ascii_end().to_vec()
}

/// Returns a blank row, and the three rows of a part of a line.
fn in_digits(place: &str, bytes: &[u8], length: &str) -> Vec<Vec<u8>> {
    let head = |place: &str, name: &str| format!("{place:<0$}{name}  ", RULE.len() - name.len() - 2);
    let digits = |shift: u8| -> Vec<u8> {
        let digits = bytes.iter().map(|byte| byte >> shift & 15);
        digits.map(|digit| b"0123456789ABCDEF"[usize::from(digit)]).collect()
    };
    let characters = bytes.iter().map(|byte| match byte {
        b' '..=b'~' => *byte,
        _ => b'.',
    });
    vec![
        Vec::new(),
        row(&head(place, "CHAR"), &characters.collect::<Vec<_>>(), length),
        row(&head("", "ZONE"), &digits(4), ""),
        row(&head("", "NUMR"), &digits(0), ""),
    ]
}
