//! Content that is written when there is nothing of meaning to write neither compresses nor has a twin.

use std::collections::HashMap;

use feedrate_pageio::{Content, EngineChoice, EngineKind, Method, QueueRequest};

use crate::ground::{self, folder, make, write};

/// The distance back that a usual compressor looks: the largest record of ZFS and btrfs.
const WINDOW: usize = 1 << 20;

const BLOCK: usize = 512;

/// Writes a file by rotating over a content's arena, as a direct stream does.
fn file_of(file_bytes: usize, transfer_bytes: usize, compressible_percent: u8) -> Vec<u8> {
    let slots = Content::ARENA_BYTES / transfer_bytes;
    let content = Content::new(11, compressible_percent);
    written(file_bytes, transfer_bytes, slots, content, Content::stamp)
}

/// Writes a file from one buffer, as a cached stream does.
fn renewed_file_of(file_bytes: usize, transfer_bytes: usize, compressible_percent: u8) -> Vec<u8> {
    let content = Content::new(11, compressible_percent);
    written(file_bytes, transfer_bytes, 1, content, Content::renew)
}

fn written(
    file_bytes: usize,
    transfer_bytes: usize,
    slots: usize,
    mut content: Content,
    change: fn(&mut Content, &mut [u8]),
) -> Vec<u8> {
    let folder = folder();
    let path = folder.path().join("pages");
    let request = QueueRequest {
        slots,
        ..ground::request(EngineChoice::Only(EngineKind::SYNC), 1, transfer_bytes)
    };
    let mut queue = ground::queue(&path, Method::Cached, request);
    for slot in 0..queue.slots() {
        content.fill(queue.slot_mut(slot));
    }
    for (index, place) in (0..file_bytes).step_by(transfer_bytes).enumerate() {
        let slot = index % queue.slots();
        change(&mut content, queue.slot_mut(slot));
        make(&mut queue, write(slot, place as u64, transfer_bytes)).unwrap();
    }
    std::fs::read(&path).unwrap()
}

/// Bits of information that a byte carries, as far as its frequency tells.
fn entropy(bytes: &[u8]) -> f64 {
    let mut counts = [0u64; 256];
    for &byte in bytes {
        counts[usize::from(byte)] += 1;
    }
    let all = bytes.len() as f64;
    let shares = counts
        .iter()
        .filter(|&&count| count > 0)
        .map(|&count| count as f64 / all);
    -shares.map(|share| share * share.log2()).sum::<f64>()
}

fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes[..8].try_into().unwrap())
}

/// The least distance at which one block's start or middle comes again.
fn nearest_repeat(bytes: &[u8], place_in_block: usize) -> Option<usize> {
    let mut seen = HashMap::new();
    let mut nearest = None;
    for place in (place_in_block..bytes.len()).step_by(BLOCK) {
        if let Some(last) = seen.insert(word(&bytes[place..]), place) {
            nearest = nearest.min(Some(place - last)).or(Some(place - last));
        }
    }
    nearest
}

#[test]
fn nothing_repeats_within_what_a_compressor_or_a_deduplicating_array_sees() {
    for (file_bytes, transfer_bytes) in [(8 << 20, 4 << 10), (64 << 20, 64 << 10), (16 << 20, 1 << 20)] {
        let bytes = file_of(file_bytes, transfer_bytes, 0);
        assert_eq!(bytes.len(), file_bytes);
        // Each block begins with a stamp of its own, so no block has a twin in all the file.
        assert_eq!(nearest_repeat(&bytes, 0), None, "{transfer_bytes}");
        let nearest = nearest_repeat(&bytes, BLOCK / 2);
        assert!(
            nearest.is_none_or(|near| near > 2 * WINDOW),
            "{transfer_bytes}: {nearest:?}"
        );
        assert!(entropy(&bytes[..WINDOW]) > 7.99, "{transfer_bytes}");
    }
}

#[test]
fn nothing_repeats_in_all_of_a_file_that_is_written_from_one_renewed_buffer() {
    for (file_bytes, transfer_bytes) in [(8 << 20, 4 << 10), (64 << 20, 64 << 10), (16 << 20, 1 << 20)] {
        let bytes = renewed_file_of(file_bytes, transfer_bytes, 0);
        for place in [0, BLOCK / 2, BLOCK - 8] {
            assert_eq!(nearest_repeat(&bytes, place), None, "{transfer_bytes}");
        }
        assert!(entropy(&bytes[..WINDOW]) > 7.99, "{transfer_bytes}");
    }
}

#[test]
fn cached_writes_repeat_nothing_within_what_a_near_compressor_sees() {
    for transfer_bytes in [4 << 10, 64 << 10, 1 << 20] {
        let slots = (Content::CACHED_BYTES / transfer_bytes).max(1);
        let content = Content::new(11, 0);
        let bytes = written(8 << 20, transfer_bytes, slots, content, Content::stamp);
        assert_eq!(nearest_repeat(&bytes, 0), None, "{transfer_bytes}");
        let nearest = nearest_repeat(&bytes, BLOCK / 2).unwrap();
        assert!(nearest >= 128 << 10, "{transfer_bytes}: {nearest}");
    }
}

#[test]
fn a_measure_of_content_knows_bad_content() {
    let repeated = ground::bytes_of(1, 64 * 1024).repeat(2);
    assert_eq!(nearest_repeat(&repeated, 0), Some(64 * 1024));
    assert!(entropy(&[0; 4096]) < 0.01);
}

#[test]
fn the_asked_share_of_each_compression_unit_is_zeros() {
    for percent in [25, 50, 75] {
        for file in [file_of, renewed_file_of] {
            let bytes = file(8 << 20, 64 << 10, percent);
            assert_eq!(nearest_repeat(&bytes, 0), None);
            for unit in bytes.chunks(4096) {
                let zeros = unit.iter().filter(|&&byte| byte == 0).count();
                let share = zeros as f64 / unit.len() as f64 * 100.0;
                assert!((share - f64::from(percent)).abs() < 3.0, "{share}");
            }
        }
    }
}
