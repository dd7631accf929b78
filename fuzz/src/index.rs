//! Any bytes, as the pages of an index.

use std::ops::Bound;

use feedrate_index::{Cursor, FreeList, MemoryPages, Pages, Tree, check};

/// The size of the pages: small, so that few bytes are a tree.
pub const PAGE_BYTES: usize = 512;

/// Where the first page has what is done: before that are a tree and the list of free pages.
pub const CHANGES: usize = Tree::BYTES + FreeList::BYTES;

/// Reads and changes a tree. The first page has the tree, the list of free pages, and the rows that are looked for,
/// added and removed.
pub fn index(bytes: &[u8]) {
    let Some((front, rest)) = bytes.split_at_checked(PAGE_BYTES) else {
        return;
    };
    let Some(mut tree) = front.first_chunk().and_then(|tree| Tree::from_bytes(tree, PAGE_BYTES)) else {
        return;
    };
    let free = front[Tree::BYTES..].first_chunk().and_then(FreeList::from_bytes);
    let mut free = free.unwrap_or_default();
    let mut pages = MemoryPages::new(PAGE_BYTES);
    for page in rest.chunks_exact(PAGE_BYTES) {
        pages.push(page);
    }
    let _ = check(&mut pages, &[tree], &free);
    read_all(&mut pages, &tree);
    let mut key = vec![0; tree.layout().key_bytes()];
    for change in front[CHANGES..].chunks_exact(4).take(30) {
        let [action, number, at, row] = [change[0], change[1], change[2], change[3]];
        let place = usize::from(at) % key.len();
        key[place] = number;
        let row = u64::from(row) << (action / 4 % 8 * 8);
        let _ = match action % 4 {
            1 => tree.remove(&mut pages, &mut free, &key, row),
            _ => tree.insert(&mut pages, &mut free, &key, row),
        };
        let mut cursor = Cursor::new(&tree);
        let _ = cursor.find(&mut pages, &key);
        let bound = Bound::Excluded(key.as_slice());
        let _ = tree.estimate(&mut pages, bound, Bound::Unbounded);
    }
    read_all(&mut pages, &tree);
}

/// Goes through all entries, of which there are no more than the pages have bytes.
fn read_all(pages: &mut MemoryPages, tree: &Tree) {
    let most = pages.count() as usize * PAGE_BYTES;
    let mut cursor = Cursor::new(tree);
    let mut count = 0;
    if cursor.seek_first(pages).is_ok() {
        while let Ok(Some(_)) = cursor.next(pages) {
            count += 1;
            assert!(count <= most, "a pass that does not end");
        }
    }
}
