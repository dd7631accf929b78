//! Generates the content of written blocks.

use std::sync::Arc;

use feedrate_pageio::{Content, mark};

use super::spec::{Contents, Repeats};

/// The default chunk of which a percentage is compressible.
const CHUNK: usize = 512;

/// The seed of the working set of all loads.
const SHARED: u64 = 0x9e37_79b9_7f4a_7c15;

/// Fills buffers with content.
#[derive(Debug)]
pub(super) struct Fill {
    how: FillMethod,
    /// The content that the mark replaced, by slot, if it must be restored.
    marked: Vec<(usize, Vec<u8>)>,
}

#[derive(Debug)]
enum FillMethod {
    Scrambled(Content),
    Same(Content),
    Fresh {
        random: fastrand::Rng,
        opaque_percent: usize,
        chunk: usize,
        repeated: Option<BlockRepetition>,
    },
    Zeros,
    Pattern(Vec<u8>),
    Parts {
        of: Arc<[u8]>,
        random: fastrand::Rng,
    },
}

/// Repetition of blocks.
#[derive(Debug)]
struct BlockRepetition {
    how: Repeats,
    /// The seed of the working set.
    set: u64,
    /// The seed of the last unique block.
    last: u64,
}

impl BlockRepetition {
    fn new(how: Repeats, seed: u64) -> Self {
        Self {
            how,
            set: match how.is_shared {
                true => SHARED,
                false => seed,
            },
            last: seed,
        }
    }

    /// Returns the seed of the next block.
    fn next(&mut self, random: &mut fastrand::Rng) -> u64 {
        if random.u8(..100) >= self.how.percent {
            self.last = random.u64(..);
            return self.last;
        }
        match self.how.working_set {
            None => self.last,
            Some(blocks) => {
                let block = random.u64(..blocks.max(1));
                fastrand::Rng::with_seed(self.set ^ block.wrapping_mul(SHARED)).u64(..)
            }
        }
    }
}

impl Fill {
    pub(super) fn new(contents: &Contents, seed: u64) -> Self {
        let how = match contents {
            Contents::Scrambled => FillMethod::Scrambled(Content::new(seed, 0)),
            Contents::Same => FillMethod::Same(Content::new(seed, 0)),
            Contents::Fresh {
                compressible_percent,
                chunk,
                repeats,
            } => FillMethod::Fresh {
                repeated: repeats.map(|how| BlockRepetition::new(how, seed)),
                random: fastrand::Rng::with_seed(seed),
                opaque_percent: usize::from(100 - (*compressible_percent).min(100)),
                chunk: match usize::try_from(*chunk) {
                    Ok(0) | Err(_) => CHUNK,
                    Ok(chunk) => chunk,
                },
            },
            Contents::Zeros => FillMethod::Zeros,
            Contents::Pattern(pattern) if pattern.is_empty() => FillMethod::Zeros,
            Contents::Pattern(pattern) => FillMethod::Pattern(pattern.clone()),
            Contents::Parts(of) if of.is_empty() => FillMethod::Zeros,
            Contents::Parts(of) => FillMethod::Parts {
                of: Arc::clone(of),
                random: fastrand::Rng::with_seed(seed),
            },
        };
        Self {
            how,
            marked: Vec::new(),
        }
    }

    /// Fills a buffer before its first write.
    pub(super) fn prime(&mut self, buffer: &mut [u8]) {
        match &mut self.how {
            FillMethod::Scrambled(content) | FillMethod::Same(content) => content.fill(buffer),
            FillMethod::Fresh { .. } | FillMethod::Parts { .. } => {}
            FillMethod::Zeros => buffer.fill(0),
            FillMethod::Pattern(pattern) => repeat(pattern, buffer),
        }
    }

    /// Prepares the block in a slot for writing. `in_mark` is its offset in the mark of its file, if it overlaps that.
    pub(super) fn ready(&mut self, slot: usize, block: &mut [u8], in_mark: Option<u64>) {
        match &mut self.how {
            FillMethod::Scrambled(content) => content.stamp(block),
            FillMethod::Fresh {
                random,
                opaque_percent,
                chunk,
                repeated,
            } => {
                let mut of_block;
                let random = match repeated {
                    None => random,
                    Some(repeated) => {
                        of_block = fastrand::Rng::with_seed(repeated.next(random));
                        &mut of_block
                    }
                };
                for chunk in block.chunks_mut(*chunk) {
                    let opaque = chunk.len() * *opaque_percent / 100;
                    random.fill(&mut chunk[..opaque]);
                    chunk[opaque..].fill(0);
                }
            }
            FillMethod::Parts { of, random } => match of.len().checked_sub(block.len()) {
                Some(last) => {
                    let from = random.usize(..=last);
                    block.copy_from_slice(&of[from..from + block.len()]);
                }
                None => repeat(of, block),
            },
            FillMethod::Same(_) | FillMethod::Zeros | FillMethod::Pattern(_) => {}
        }
        if let Some(offset) = in_mark {
            let length = mark::part_of(offset, block.len()).len();
            self.marked.push((slot, block[..length].to_vec()));
            mark::put_part(block, offset);
        }
    }

    /// Takes the content that the mark replaced in a slot.
    pub(super) fn take_marked(&mut self, slot: usize) -> Option<Vec<u8>> {
        let index = self.marked.iter().position(|(marked, _)| *marked == slot)?;
        Some(self.marked.swap_remove(index).1)
    }
}

/// Repeats a pattern, which is not empty, over a buffer.
pub(super) fn repeat(pattern: &[u8], buffer: &mut [u8]) {
    for part in buffer.chunks_mut(pattern.len()) {
        part.copy_from_slice(&pattern[..part.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_begins_each_block_and_comes_back_after_the_mark() {
        let mut fill = Fill::new(&Contents::Pattern(b"abc".to_vec()), 1);
        let mut block = vec![0; 200];
        fill.prime(&mut block);
        fill.ready(0, &mut block, None);
        assert!(block.starts_with(b"abcabc"));
        fill.ready(0, &mut block, Some(0));
        assert!(block.starts_with(mark::MARK));
        let before = fill.take_marked(0).unwrap();
        block[..before.len()].copy_from_slice(&before);
        assert!(block.chunks(3).all(|part| b"abc".starts_with(part)));
        assert!(fill.take_marked(0).is_none());
    }

    #[test]
    fn parts_are_of_the_bytes_that_were_given() {
        let bytes: Vec<u8> = (0..=255).collect();
        let mut fill = Fill::new(&Contents::Parts(bytes.clone().into()), 1);
        let mut begins = [0; 20].map(|_| {
            let mut block = vec![0; 100];
            fill.prime(&mut block);
            fill.ready(0, &mut block, None);
            assert_eq!(block[..], bytes[block[0].into()..][..100]);
            block[0]
        });
        begins.sort_unstable();
        assert!(begins[0] < 60 && begins[19] > 90, "{begins:?}");
        let mut longer = vec![0; 600];
        fill.ready(0, &mut longer, None);
        assert!(longer.chunks(256).all(|part| bytes.starts_with(part)));
    }

    #[test]
    fn fresh_content_is_new_each_time_and_as_compressible_as_asked() {
        let contents = Contents::Fresh {
            compressible_percent: 75,
            chunk: 4096,
            repeats: None,
        };
        let mut fill = Fill::new(&contents, 1);
        let mut block = vec![1; 8192];
        fill.ready(0, &mut block, None);
        assert!(block[1024..4096].iter().all(|&byte| byte == 0));
        let first = block.clone();
        fill.ready(0, &mut block, None);
        assert_ne!(first[..1024], block[..1024]);
        assert_ne!(block[..1024], block[4096..5120]);
    }

    /// Returns how many of 10,000 blocks equal an earlier one, and the number of each of these.
    fn repeated(repeats: Repeats, seed: u64) -> (usize, std::collections::HashMap<Vec<u8>, usize>) {
        let contents = Contents::Fresh {
            compressible_percent: 0,
            chunk: 0,
            repeats: Some(repeats),
        };
        let mut fill = Fill::new(&contents, seed);
        let mut seen = std::collections::HashMap::new();
        let mut again = 0;
        for _ in 0..10_000 {
            let mut block = vec![0; 64];
            fill.ready(0, &mut block, None);
            let count = seen.entry(block).or_insert(0);
            again += usize::from(*count > 0);
            *count += 1;
        }
        (again, seen)
    }

    #[test]
    fn blocks_are_as_others_in_the_share_that_was_asked_for() {
        let of_last = Repeats {
            percent: 30,
            working_set: None,
            is_shared: false,
        };
        let (again, _) = repeated(of_last, 1);
        assert!((2800..3200).contains(&again), "{again}");
        let of_set = Repeats {
            percent: 60,
            working_set: Some(100),
            is_shared: true,
        };
        let (again, seen) = repeated(of_set, 1);
        assert!((5700..6100).contains(&again), "{again}");
        let drawn = |seen: &std::collections::HashMap<Vec<u8>, usize>| -> Vec<Vec<u8>> {
            let often = seen.iter().filter(|(_, count)| **count > 5);
            let mut drawn: Vec<_> = often.map(|(block, _)| block.clone()).collect();
            drawn.sort();
            drawn
        };
        assert_eq!(drawn(&seen).len(), 100);
        // Another load has the same blocks, or its own if none are shared.
        assert_eq!(drawn(&repeated(of_set, 2).1), drawn(&seen));
        let own = Repeats {
            is_shared: false,
            ..of_set
        };
        assert_ne!(drawn(&repeated(own, 2).1), drawn(&seen));
    }

    #[test]
    fn scrambled_content_changes_a_little_and_the_same_does_not() {
        for (contents, changes) in [(Contents::Scrambled, true), (Contents::Same, false)] {
            let mut fill = Fill::new(&contents, 1);
            let mut block = vec![0; 4096];
            fill.prime(&mut block);
            fill.ready(0, &mut block, None);
            let first = block.clone();
            fill.ready(0, &mut block, None);
            assert_eq!(first != block, changes, "{contents:?}");
        }
    }
}
