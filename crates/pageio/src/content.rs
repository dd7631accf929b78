//! The content that feedrate writes when there is nothing of meaning to write.
//!
//! Arrays compress and deduplicate, so zeros or a repeated pattern measure the array's arithmetic
//! and not its storage. By default nothing that feedrate writes is compressible or has a twin.

/// The grain at which blocks are made unlike each other. No deduplicating array looks at blocks
/// smaller than this.
const GRAIN: usize = 512;

/// The unit within which a given share of bytes is made compressible.
const COMPRESSION_UNIT: usize = 4096;

/// The distance of each eight bytes of content from those that were written before. An odd step visits all 2^64 values
/// before it repeats one, and this one spreads the change over all of the bytes.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Fills buffers with random bytes once, and then changes them each time a buffer is written: much
/// cheaper than new random bytes, and as opaque to a deduplicating array.
///
/// [`Content::stamp`] changes a few bytes of every 512. A compressor that looked back over more than the
/// memory of all buffers could still find the rest again, so writers rotate over as much as it may look
/// back: some megabytes for direct writes, whose bytes the processor never looks at
/// ([`Content::ARENA_BYTES`]), and what stays in its cache for cached writes, which the kernel copies
/// ([`Content::CACHED_BYTES`]).
///
/// [`Content::renew`] changes every byte, for cached writes to where a compressor may look back farther.
/// `docs/decisions/0024-content-of-cached-writes.md` has the figures.
#[derive(Debug)]
pub struct Content {
    random: fastrand::Rng,
    stamp: u64,
    compressible_percent: u8,
}

impl Content {
    /// The memory that a writer should rotate over, so that repeats lie farther apart than any usual compression unit
    /// (ZFS records and btrfs extents are at most 1 MiB by default).
    pub const ARENA_BYTES: usize = 4 << 20;

    /// The same for cached writes, where at most 128 KiB are compressed at once: what stays in a processor's own cache,
    /// as a page does that a program has just filled.
    pub const CACHED_BYTES: usize = 128 << 10;

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
            let opaque = self.opaque(unit.len());
            let (random, zeros) = unit.split_at_mut(opaque);
            self.random.fill(random);
            zeros.fill(0);
        }
    }

    /// Makes each 512-byte block of a filled buffer unlike every block written before.
    pub fn stamp(&mut self, buffer: &mut [u8]) {
        for block in buffer.chunks_mut(GRAIN) {
            self.stamp = self.stamp.wrapping_add(STEP);
            let stamp = self.stamp.to_le_bytes();
            match block.first_chunk_mut() {
                Some(first) => *first = stamp,
                // A length that is not known is copied by a call, which takes longer than all of this.
                None => block.copy_from_slice(&stamp[..block.len()]),
            }
        }
    }

    /// Makes all of a filled buffer unlike what it held before, but for the share of zeros. Of those,
    /// each block of 512 bytes is made unlike every other, as [`stamp`](Self::stamp) does.
    pub fn renew(&mut self, buffer: &mut [u8]) {
        if self.compressible_percent == 0 {
            return add(buffer, STEP);
        }
        for unit in buffer.chunks_mut(COMPRESSION_UNIT) {
            let opaque = self.opaque(unit.len());
            add(&mut unit[..opaque], STEP);
            let first_of_zeros = opaque.next_multiple_of(GRAIN).min(unit.len());
            self.stamp(&mut unit[first_of_zeros..]);
        }
    }

    /// Returns the number of bytes of a unit that are not zeros.
    fn opaque(&self, unit: usize) -> usize {
        unit * usize::from(100 - self.compressible_percent) / 100
    }
}

/// Adds a number to each eight bytes of a buffer, and its first bytes to those that are left over.
fn add(buffer: &mut [u8], by: u64) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has what the function is compiled for, as was just looked.
        return unsafe { add_by_avx2(buffer, by) };
    }
    add_by_words(buffer, by);
}

/// The same in half of the time, as measured within the processor's second cache: four words at once.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_by_avx2(buffer: &mut [u8], by: u64) {
    add_by_words(buffer, by);
}

/// The compiler makes this a loop over as many words at once as the caller's processor has.
#[inline(always)]
fn add_by_words(buffer: &mut [u8], by: u64) {
    let (words, rest) = buffer.as_chunks_mut();
    for word in words {
        *word = u64::from_le_bytes(*word).wrapping_add(by).to_le_bytes();
    }
    for (byte, by) in rest.iter_mut().zip(by.to_le_bytes()) {
        *byte = byte.wrapping_add(by);
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

    /// Four bytes are the least that usual compressors look for.
    fn fours(buffer: &[u8]) -> impl Iterator<Item = u32> + '_ {
        buffer
            .windows(4)
            .map(|four| u32::from_le_bytes(four.try_into().unwrap()))
    }

    #[test]
    fn a_renewed_buffer_has_nothing_of_what_it_held_before() {
        for percent in [0, 40, 99] {
            let mut content = Content::new(7, percent);
            let mut buffer = vec![0; COMPRESSION_UNIT];
            content.fill(&mut buffer);
            let opaque = content.opaque(COMPRESSION_UNIT);
            let (mut seen, mut blocks) = (HashSet::new(), HashSet::new());
            let (mut again, mut all) = (0, 0);
            for _ in 0..100 {
                content.renew(&mut buffer);
                let own: HashSet<_> = fours(&buffer[..opaque]).collect();
                all += own.len();
                again += own.iter().filter(|four| seen.contains(*four)).count();
                seen.extend(own);
                for block in buffer.chunks(GRAIN) {
                    assert!(blocks.insert(block.to_vec()), "a block was written twice");
                }
            }
            // By chance, 400,000 of 2^32 values repeat 19 times.
            assert!(again < 60, "{percent}: {again} of {all}");
        }
    }

    #[test]
    fn a_renewed_buffer_is_as_random_as_a_new_one_also_after_a_mark() {
        let mut content = Content::new(1, 0);
        let mut buffer = vec![0; 1 << 20];
        content.fill(&mut buffer);
        for _ in 0..1000 {
            crate::mark::put(&mut buffer);
            content.renew(&mut buffer);
        }
        let share = fours(&buffer).collect::<HashSet<_>>().len() as f64 / buffer.len() as f64;
        assert!(share > 0.999, "{share}");
        assert!(!buffer.starts_with(&crate::mark::MARK[..8]));
    }

    #[test]
    fn a_number_is_added_alike_by_every_processor() {
        let mut words = vec![0; 8191];
        fastrand::Rng::with_seed(5).fill(&mut words);
        let mut as_compiled = words.clone();
        add_by_words(&mut words, STEP);
        add(&mut as_compiled, STEP);
        assert_eq!(words, as_compiled);
    }

    #[test]
    fn random_bytes_are_spread_evenly() {
        let mut content = Content::new(1, 0);
        let mut buffer = vec![0; 1 << 20];
        content.fill(&mut buffer);
        content.stamp(&mut buffer);
        content.renew(&mut buffer);
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
        content.renew(&mut buffer);
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
            content.renew(&mut buffer);
        }
    }
}
