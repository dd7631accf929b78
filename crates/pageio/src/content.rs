//! What feedrate writes when there is nothing of meaning to write.
//!
//! Arrays compress and deduplicate, so zeros or a repeated pattern measure the array's arithmetic
//! and not its storage. By default nothing that feedrate writes is compressible or has a twin.

/// The grain at which blocks are made unlike each other. No deduplicating array looks at blocks
/// smaller than this.
const GRAIN: usize = 512;

/// The unit within which a given share of bytes is made compressible.
const COMPRESSION_UNIT: usize = 4096;

/// Fills buffers with random bytes once, and then makes every 512-byte block unique each time the
/// buffer is written: much cheaper than new random bytes, and as opaque to a deduplicating array.
///
/// A compressor that looked back over more than a whole arena could still find repeats, so writers
/// rotate over an arena of some megabytes (see [`Content::ARENA_BYTES`]).
#[derive(Debug)]
pub struct Content {
    random: fastrand::Rng,
    stamp: u64,
    compressible_percent: u8,
}

impl Content {
    /// How much memory a writer should rotate over, so that repeats lie farther apart than any
    /// usual compression unit (ZFS records and btrfs extents are at most 1 MiB by default).
    pub const ARENA_BYTES: usize = 4 << 20;

    /// Content of which `compressible_percent` of every 4 KiB is zeros; more than 100 means 100.
    /// The same `seed` gives the same bytes.
    pub fn new(seed: u64, compressible_percent: u8) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let stamp = random.u64(..);
        Self {
            random,
            stamp,
            compressible_percent: compressible_percent.min(100),
        }
    }

    /// Fills a buffer.
    pub fn fill(&mut self, buffer: &mut [u8]) {
        for unit in buffer.chunks_mut(COMPRESSION_UNIT) {
            let opaque = unit.len() * usize::from(100 - self.compressible_percent) / 100;
            let (random, zeros) = unit.split_at_mut(opaque);
            self.random.fill(random);
            zeros.fill(0);
        }
    }

    /// Makes each 512-byte block of a filled buffer unlike every block written before.
    pub fn stamp(&mut self, buffer: &mut [u8]) {
        for block in buffer.chunks_mut(GRAIN) {
            // An odd step visits all 2^64 values before it repeats one, and spreads the change over
            // all eight bytes.
            self.stamp = self.stamp.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let stamp = self.stamp.to_le_bytes();
            let length = block.len().min(stamp.len());
            block[..length].copy_from_slice(&stamp[..length]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_block_repeats_when_a_buffer_is_written_again_and_again() {
        let mut content = Content::new(7, 0);
        let mut buffer = vec![0; 64 * 1024];
        content.fill(&mut buffer);
        let mut seen = HashSet::new();
        for _ in 0..50 {
            content.stamp(&mut buffer);
            for block in buffer.chunks(GRAIN) {
                assert!(seen.insert(block.to_vec()), "a block was written twice");
            }
        }
    }

    #[test]
    fn random_bytes_are_spread_evenly() {
        let mut content = Content::new(1, 0);
        let mut buffer = vec![0; 1 << 20];
        content.fill(&mut buffer);
        content.stamp(&mut buffer);
        let mut counts = [0u32; 256];
        for &byte in &buffer {
            counts[usize::from(byte)] += 1;
        }
        // 4096 expected of each; six standard deviations are 384.
        assert!(counts.iter().all(|&count| count.abs_diff(4096) < 384));
    }

    #[test]
    fn the_asked_share_is_zeros() {
        let mut content = Content::new(1, 60);
        let mut buffer = vec![1; 1 << 20];
        content.fill(&mut buffer);
        content.stamp(&mut buffer);
        let zeros = buffer.iter().filter(|&&byte| byte == 0).count();
        let share = zeros as f64 / buffer.len() as f64;
        assert!((0.58..0.62).contains(&share), "{share}");
    }

    #[test]
    fn odd_lengths_are_filled_and_stamped() {
        for length in [0, 1, 7, 511, 513, 4097] {
            let mut content = Content::new(3, 50);
            let mut buffer = vec![0; length];
            content.fill(&mut buffer);
            content.stamp(&mut buffer);
        }
    }
}
