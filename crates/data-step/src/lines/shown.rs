//! Lines of input in the log, with a ruler that numbers their columns.

use feedrate_rows::Core;

/// The text before the ruler that numbers the columns of a line.
const RULE: &[u8] = b"RULE:      ";

/// Logs lines with their numbers, below a ruler if wanted.
pub fn log_lines<'l>(lines: impl Iterator<Item = (&'l [u8], u64)>, has_ruler: bool, core: &mut Core<'_, '_>) {
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
    for (line, number) in lines {
        // The lines of DATALINES are padded with blanks, which are not shown.
        let line = line.trim_ascii_end();
        for (part, bytes) in line.chunks(room).enumerate() {
            let place = match part {
                0 => number.to_string(),
                _ => format!("{:>8}", part * room + 1),
            };
            let mut shown = format!("{place:<width$}", width = RULE.len()).into_bytes();
            shown.extend(bytes.iter().map(|&byte| if byte < b' ' { b'.' } else { byte }));
            core.log.line(shown.trim_ascii_end());
        }
    }
}
