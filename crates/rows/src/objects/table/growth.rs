//! Adds rows to a hash table.

use feedrate_options::{MemoryGrant, MemoryRefused};
use feedrate_pageio::huge_pages::prefer_huge_pages;

use super::{FIRST_ROWS, Links, NONE, REMEDY, ROW_BYTES, Search, TREE_BYTES, Table, WHAT, take};

impl Table {
    /// Adds a row with a key, behind the others with this key. Its data are zeros.
    ///
    /// # Errors
    ///
    /// Fails if the memory does not suffice.
    #[cfg(test)]
    pub(in crate::objects) fn add(&mut self, key: &[u8], memory: &mut MemoryGrant) -> Result<u32, MemoryRefused> {
        self.add_searched(self.search(key), key, memory)
    }

    /// Adds a row with a key that was searched just before, behind the others with this key. Its data are zeros.
    ///
    /// # Errors
    ///
    /// Fails if the memory does not suffice.
    pub(in crate::objects) fn add_searched(
        &mut self,
        search: Search,
        key: &[u8],
        memory: &mut MemoryGrant,
    ) -> Result<u32, MemoryRefused> {
        let row = self.room(key, memory)?;
        self.count += 1;
        let Some(head) = search.head else {
            self.add_head(row, search.hash, key, memory)?;
            return Ok(row);
        };
        let last = std::mem::replace(&mut self.links[head as usize].previous, row);
        self.links[last as usize].next = row;
        self.links[row as usize] = Links {
            next: NONE,
            previous: last,
            next_head: NONE,
            previous_head: NONE,
        };
        Ok(row)
    }

    /// Makes a row the head of its key.
    fn add_head(&mut self, row: u32, hash: u32, key: &[u8], memory: &mut MemoryGrant) -> Result<(), MemoryRefused> {
        self.index.insert(hash, row);
        self.changes.added += 1;
        let before = std::mem::replace(&mut self.last, row);
        match before {
            NONE => self.first = row,
            before => self.links[before as usize].next_head = row,
        }
        self.links[row as usize] = Links {
            next: NONE,
            previous: row,
            next_head: NONE,
            previous_head: before,
        };
        if let Some(tree) = &mut self.tree {
            let bytes = TREE_BYTES + key.len() as u64;
            take(memory, bytes)?;
            self.taken += bytes;
            tree.insert(key.into(), row);
        }
        Ok(())
    }

    /// Returns a free row, with a key and zeros behind it.
    fn room(&mut self, key: &[u8], memory: &mut MemoryGrant) -> Result<u32, MemoryRefused> {
        if self.free != NONE {
            let row = self.free;
            self.free = self.links[row as usize].next_head;
            let start = row as usize * self.row_bytes;
            let (to, data) = self.rows[start..start + self.row_bytes].split_at_mut(self.key_bytes);
            to.copy_from_slice(key);
            data.fill(0);
            if let Some(sums) = &mut self.sums {
                sums[row as usize] = 0.0;
            }
            return Ok(row);
        }
        let used = self.links.len();
        if used == self.links.capacity() {
            self.grow(memory)?;
        }
        self.links.push(Links {
            next: NONE,
            previous: NONE,
            next_head: NONE,
            previous_head: NONE,
        });
        self.rows.extend_from_slice(key);
        self.rows.resize((used + 1) * self.row_bytes, 0);
        if let Some(sums) = &mut self.sums {
            sums.push(0.0);
        }
        Ok(used as u32)
    }

    /// Doubles the room for rows, as far as memory and the numbers of rows go.
    fn grow(&mut self, memory: &mut MemoryGrant) -> Result<(), MemoryRefused> {
        let used = self.links.len();
        let most = (NONE as usize).min(isize::MAX as usize / self.row_bytes.max(1));
        let more = used.max(FIRST_ROWS).min(most.saturating_sub(used));
        let each = self.row_bytes as u64 + ROW_BYTES + if self.sums.is_some() { 8 } else { 0 };
        // Of a large table, the last rows may come one by one hundredth.
        let (more, bytes) = match memory.left() / each {
            left if left >= more as u64 => (more, more as u64 * each),
            _ => (used / 100, used as u64 / 100 * each),
        };
        if more == 0 {
            return Err(memory.refused(FIRST_ROWS as u64 * each, WHAT, REMEDY));
        }
        take(memory, bytes)?;
        self.taken += bytes;
        self.links.reserve_exact(more);
        self.rows.reserve_exact(more * self.row_bytes);
        prefer_huge_pages(&mut self.rows);
        if let Some(sums) = &mut self.sums {
            sums.reserve_exact(more);
        }
        Ok(())
    }
}
