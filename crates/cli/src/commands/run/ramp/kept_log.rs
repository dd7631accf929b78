//! The log of a program, kept in memory until it is known whether it is wanted.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::rc::Rc;

/// The bytes that are kept from the beginning and from the end each.
const KEPT: usize = 256 << 10;

/// A log, of which the beginning and the end are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptLog(Rc<RefCell<KeptBytes>>);

#[derive(Debug, Default)]
struct KeptBytes {
    front: Vec<u8>,
    back: VecDeque<u8>,
    left_out: u64,
}

impl KeptLog {
    /// Returns its text, which says how much was left out.
    pub(super) fn text(&self) -> String {
        let kept = self.0.borrow();
        let mut bytes = kept.front.clone();
        if kept.left_out > 0 {
            bytes.extend(format!("\n... {} bytes of the log were not kept ...\n", kept.left_out).bytes());
        }
        bytes.extend(&kept.back);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for KeptLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.borrow_mut();
        let room = KEPT.saturating_sub(kept.front.len()).min(bytes.len());
        kept.front.extend(&bytes[..room]);
        kept.back.extend(&bytes[room..]);
        let over = kept.back.len().saturating_sub(KEPT);
        kept.back.drain(..over);
        kept.left_out += over as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_log_is_kept_whole_and_a_long_one_at_both_ends() {
        let mut log = KeptLog::default();
        log.write_all(b"NOTE: begins\n").unwrap();
        assert_eq!(log.text(), "NOTE: begins\n");
        for _ in 0..KEPT {
            log.write_all(b"more\n").unwrap();
        }
        log.write_all(b"NOTE: ends\n").unwrap();
        let text = log.text();
        assert!(text.starts_with("NOTE: begins\n") && text.ends_with("more\nNOTE: ends\n"));
        assert!(text.contains("bytes of the log were not kept"));
        assert!(text.len() < 2 * KEPT + 100);
    }
}
