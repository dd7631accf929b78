//! Huge pages of memory behind vectors that are read at random.

use crate::system::{self, HUGE_PAGE};

/// Vectors from this size on get huge pages, in bytes: smaller ones would have few of them.
const FROM: usize = 2 * HUGE_PAGE;

/// Asks the system for huge pages behind the memory of a vector, in use or not, as far as whole ones fit. Contents stay
/// as they are, and where the system gives none, only speed is lost.
///
/// A processor finds the place of each ordinary page by itself, which for tables of many megabytes takes longer than to
/// read what is there. Call it when the vector has grown.
pub fn prefer_huge_pages<T>(vector: &mut Vec<T>) {
    let bytes = vector.capacity() * size_of::<T>();
    if bytes >= FROM {
        system::prefer_huge_pages(vector.as_mut_ptr().cast(), bytes);
    }
}

#[test]
fn contents_stay_as_they_are() {
    let mut numbers: Vec<u64> = (0..1 << 20).collect();
    numbers.reserve_exact(1 << 20);
    prefer_huge_pages(&mut numbers);
    numbers.extend(1 << 20..1 << 21);
    prefer_huge_pages(&mut numbers);
    assert!(numbers.iter().copied().eq(0..1 << 21));
    prefer_huge_pages(&mut vec![1_u8]);
}
