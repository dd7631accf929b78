//! A tree of losers: finds the least of several keys, again with as many comparisons as the tree is high after one of
//! them has changed.
//!
//! Knuth, The Art of Computer Programming, volume 3, section 5.4.1.

use std::cmp::Ordering;

/// The keys of several players. The least key wins; of equal keys, that of the first player.
#[derive(Debug)]
pub(super) struct Tournament {
    key_bytes: usize,
    /// All keys, one after the other.
    keys: Vec<u8>,
    /// The first eight bytes of each key as a number, which decide most comparisons.
    prefixes: Vec<u64>,
    /// The players without a key. Their prefixes are the greatest.
    is_out: Vec<bool>,
    /// The loser at each inner node. Node 1 is the root, and player p is the leaf `players + p`.
    losers: Vec<usize>,
    winner: usize,
}

impl Tournament {
    /// Creates a tournament in which all players are out.
    pub(super) fn new(players: usize, key_bytes: usize) -> Self {
        Self {
            key_bytes,
            keys: vec![0; players * key_bytes],
            prefixes: vec![u64::MAX; players],
            is_out: vec![true; players],
            losers: vec![0; players],
            winner: 0,
        }
    }

    fn players(&self) -> usize {
        self.prefixes.len()
    }

    /// Sets the key of a player, which `read` writes.
    #[inline]
    pub(super) fn set(&mut self, player: usize, read: impl FnOnce(&mut [u8])) {
        let start = player * self.key_bytes;
        let key = &mut self.keys[start..start + self.key_bytes];
        read(key);
        self.prefixes[player] = prefix(key);
        self.is_out[player] = false;
    }

    /// Takes a player out.
    pub(super) fn set_out(&mut self, player: usize) {
        self.prefixes[player] = u64::MAX;
        self.is_out[player] = true;
    }

    /// Plays all games.
    pub(super) fn play(&mut self) {
        let players = self.players();
        let mut winners = vec![0; 2 * players];
        for (player, leaf) in winners[players..].iter_mut().enumerate() {
            *leaf = player;
        }
        for node in (1..players).rev() {
            let (one, other) = (winners[2 * node], winners[2 * node + 1]);
            let (winner, loser) = match self.is_before(one, other) {
                true => (one, other),
                false => (other, one),
            };
            winners[node] = winner;
            self.losers[node] = loser;
        }
        self.winner = winners.get(1).copied().unwrap_or(0);
    }

    /// Replays the games of the winner after its key has changed.
    #[inline]
    pub(super) fn replay(&mut self) {
        let mut winner = self.winner;
        let mut node = (self.players() + winner) / 2;
        while node > 0 {
            let other = self.losers[node];
            if self.is_before(other, winner) {
                self.losers[node] = winner;
                winner = other;
            }
            node /= 2;
        }
        self.winner = winner;
    }

    /// Returns the winner, or `None` when all are out.
    #[inline]
    pub(super) fn winner(&self) -> Option<usize> {
        let is_in = self.is_out.get(self.winner).is_some_and(|is_out| !is_out);
        is_in.then_some(self.winner)
    }

    /// Returns the key of a player.
    pub(super) fn key(&self, player: usize) -> &[u8] {
        &self.keys[player * self.key_bytes..(player + 1) * self.key_bytes]
    }

    #[inline]
    fn is_before(&self, one: usize, other: usize) -> bool {
        match self.prefixes[one].cmp(&self.prefixes[other]) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self.is_before_by_more(one, other),
        }
    }

    fn is_before_by_more(&self, one: usize, other: usize) -> bool {
        let of = |player: usize| (self.is_out[player], self.key(player), player);
        of(one) < of(other)
    }
}

/// Returns the first eight bytes of a key as a number of the same order.
#[inline]
pub fn prefix(key: &[u8]) -> u64 {
    match key.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => {
            let mut first = [0; 8];
            first[..key.len()].copy_from_slice(key);
            u64::from_be_bytes(first)
        }
    }
}
