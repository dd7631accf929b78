//! Damage to the bytes of a file.

use fastrand::Rng;

/// Values at the extremes of fields.
const EXTREMES: [u64; 8] = [0, 1, u64::MAX, u64::MAX >> 1, 1 << 31, u32::MAX as u64, 0xFFFF, 1 << 40];

/// Does one damage. Returns a description of it.
pub fn damage(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) -> String {
    if bytes.is_empty() {
        bytes.push(rng.u8(..));
        return "a byte".into();
    }
    // Half of them in front, where what describes all the rest is.
    let anywhere = bytes.len();
    let front = anywhere.min(1 << rng.u32(6..13));
    let within = if rng.bool() { front } else { anywhere };
    let at = rng.usize(..within);
    match rng.u8(..8) {
        0 => {
            let times = rng.usize(1..=64);
            for _ in 0..times {
                let at = rng.usize(..within);
                bytes[at] ^= 1 << rng.u8(..8);
            }
            format!("{times} bits below {within}")
        }
        1 => {
            let length = rng.usize(..anywhere);
            bytes.truncate(length);
            format!("cut at {length}")
        }
        2 => {
            let page = 1 << rng.u32(9..14);
            swap_pages(bytes, page, rng);
            format!("swapped pages of {page}")
        }
        3 | 4 => {
            let width = [1, 2, 4, 8][rng.usize(..4)];
            let value = EXTREMES[rng.usize(..EXTREMES.len())];
            let at = at / width * width;
            let end = (at + width).min(anywhere);
            bytes[at..end].copy_from_slice(&value.to_le_bytes()[..end - at]);
            format!("{value:#x} in {width} bytes at {at}")
        }
        5 => {
            let length = rng.usize(1..=64).min(anywhere - at);
            rng.fill(&mut bytes[at..at + length]);
            format!("{length} bytes drawn at {at}")
        }
        6 => {
            let from = rng.usize(..=other.len().saturating_sub(1));
            let length = rng.usize(..=4096).min(other.len() - from).min(anywhere - at);
            bytes[at..at + length].copy_from_slice(&other[from..from + length]);
            format!("{length} bytes of another at {at}")
        }
        _ => {
            let length = rng.usize(1..=5000);
            let piece = vec![[0, 0xFF, b' ', b','][rng.usize(..4)]; length];
            bytes.splice(at..at, piece);
            format!("{length} bytes more at {at}")
        }
    }
}

fn swap_pages(bytes: &mut [u8], page: usize, rng: &mut Rng) {
    let pages = bytes.len() / page;
    if pages > 1 {
        let (one, two) = (rng.usize(..pages) * page, rng.usize(..pages) * page);
        for index in 0..page {
            bytes.swap(one + index, two + index);
        }
    }
}
