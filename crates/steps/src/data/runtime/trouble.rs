//! Logs observations with errors.

use super::Runtime;

/// What precedes the ruler that numbers the columns of a line.
const RULE: &[u8] = b"RULE:      ";

impl Runtime<'_, '_> {
    /// Logs an observation with errors, unless `ERRORS=` was reached.
    pub(super) fn log_observation(&mut self) {
        if !self.core.logs_details() {
            return;
        }
        self.core.count_logged();
        self.show_observation();
    }

    /// Logs the lines that could not be read, and all variables.
    pub fn show_observation(&mut self) {
        let width = self.core.options.line_size as usize;
        let room = width.saturating_sub(RULE.len()).clamp(10, 100);
        for input in self.inputs.iter().flatten() {
            let Some(lines) = input.suspects() else {
                continue;
            };
            let mut rule = RULE.to_vec();
            rule.extend((1..=room).map(|column| match column % 10 {
                0 => b'0' + (column / 10 % 10) as u8,
                5 => b'+',
                _ => b'-',
            }));
            self.core.log.line(&rule);
            for (line, number) in lines {
                // The lines of DATALINES are padded with blanks, which are not shown.
                let line = line.trim_ascii_end();
                for (part, bytes) in line.chunks(room).enumerate() {
                    let place = match part {
                        0 => number.to_string(),
                        _ => format!("{:>8}", part * room + 1),
                    };
                    let mut shown = format!("{place:<width$}", width = RULE.len()).into_bytes();
                    shown.extend(
                        bytes
                            .iter()
                            .map(|&byte| if byte < b' ' { b'.' } else { byte }),
                    );
                    self.core.log.line(shown.trim_ascii_end());
                }
            }
        }
        for line in self.dump.lines(&self.core.values, width) {
            self.core.log.line(&line);
        }
    }
}
