//! Removes rows of a hash table.

use super::{Links, NONE, Table};

impl Table {
    /// Removes a row.
    pub(in crate::objects) fn remove(&mut self, row: u32) {
        let links = self.links[row as usize];
        let is_head = self.links[links.previous as usize].next != row;
        match (is_head, links.next) {
            (false, next) => {
                self.links[links.previous as usize].next = next;
                match next {
                    // It was the last one, which the head knows.
                    NONE => {
                        if let Some(head) = self.find(self.key(row)) {
                            self.links[head as usize].previous = links.previous;
                        }
                    }
                    next => self.links[next as usize].previous = links.previous,
                }
            }
            (true, NONE) => self.remove_head(row, links),
            (true, next) => self.replace_head(row, links, next),
        }
        self.links[row as usize].next_head = self.free;
        self.free = row;
        self.count -= 1;
        self.changes.removed += 1;
    }

    /// Removes the only row of a key.
    fn remove_head(&mut self, row: u32, links: Links) {
        let hash = self.hash(self.key(row));
        self.index.remove(hash, row);
        match links.previous_head {
            NONE => self.first = links.next_head,
            before => self.links[before as usize].next_head = links.next_head,
        }
        match links.next_head {
            NONE => self.last = links.previous_head,
            after => self.links[after as usize].previous_head = links.previous_head,
        }
        if let Some(mut tree) = self.tree.take() {
            tree.remove(self.key(row));
            self.tree = Some(tree);
        }
    }

    /// Makes the row behind a head the head of its chain.
    fn replace_head(&mut self, row: u32, links: Links, next: u32) {
        let hash = self.hash(self.key(row));
        self.index.replace(hash, row, next);
        let own = &mut self.links[next as usize];
        (own.next_head, own.previous_head) = (links.next_head, links.previous_head);
        own.previous = match links.previous {
            // There are but two.
            last if last == next => next,
            last => last,
        };
        match links.previous_head {
            NONE => self.first = next,
            before => self.links[before as usize].next_head = next,
        }
        match links.next_head {
            NONE => self.last = next,
            after => self.links[after as usize].previous_head = next,
        }
        if let Some(mut tree) = self.tree.take() {
            if let Some(head) = tree.get_mut(self.key(row)) {
                *head = next;
            }
            self.tree = Some(tree);
        }
    }
}
