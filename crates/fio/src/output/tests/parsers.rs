//! Tests what common programs parse in `normal` output.

use super::{printed, several};
use crate::request::Format::Normal;

/// Returns the first number after `key` in the first line with `before`, in any form.
fn number_behind(text: &str, before: &str, key: &str) -> Option<f64> {
    let line = text.lines().find(|line| line.contains(before))?;
    let rest = &line[line.find(key)? + key.len()..];
    let end = rest
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(rest.len());
    rest[..end].parse().ok()
}

#[test]
fn scripts_find_their_figures() {
    let text = printed(&several(), &[Normal]);
    // As in: grep -oP 'read: IOPS=\K[0-9.]+', and the like.
    assert_eq!(number_behind(&text, "  read: ", "IOPS="), Some(20.0));
    assert_eq!(number_behind(&text, "  write: ", "BW="), Some(1024.0));
    assert_eq!(number_behind(&text, "  write: ", "MiB/s ("), Some(1074.0));
    assert_eq!(number_behind(&text, "  WRITE: bw=", "bw="), Some(1024.0));
    assert_eq!(number_behind(&text, "   READ: bw=", "run="), Some(1.0));
    assert_eq!(number_behind(&text, "cpu  ", "sys="), Some(12.5));
    assert_eq!(number_behind(&text, "99.00th=[", "99.00th=[ "), Some(1943.0));
    assert!(number_behind(&text, "clat (usec)", "avg=").is_some());
    assert!(number_behind(&text, "groupid=1", "err= ").is_some());
}
