//! The table of a file that maps names to variables.
//!
//! It is a hash table with open addressing. An entry is the number of a variable from 1, or 0 for none; it is negative
//! if the search for another name continues behind it.

/// Returns the entries for the names of variables, in their order.
pub(super) fn table<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Vec<i16> {
    let size = prime_from((names.len() * 13 / 10).max(2));
    let mut table = vec![0_i16; size];
    for (number, name) in (1..).zip(names) {
        let hash = hash(name) as usize;
        let step = (hash / size % size).max(1);
        let mut at = hash % size;
        while table[at] != 0 {
            table[at] = -table[at].abs();
            // The size is prime, so that every step width visits every entry.
            at = (at + step) % size;
        }
        table[at] = number;
    }
    table
}

/// Returns the XOR of a name in capitals, four bytes at a time.
fn hash(name: &str) -> u32 {
    name.to_uppercase().as_bytes().chunks(4).fold(0, |hash, chunk| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        hash ^ u32::from_le_bytes(word)
    })
}

/// Returns the smallest prime that is at least `least`, which must be at least 2.
fn prime_from(least: usize) -> usize {
    (least..)
        .find(|&number| {
            (2..)
                .take_while(|divisor| divisor * divisor <= number)
                .all(|divisor| number % divisor != 0)
        })
        .expect("there is always a greater prime")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn find(table: &[i16], names: &[String], name: &str) -> Option<usize> {
        let size = table.len();
        let hash = hash(name) as usize;
        let step = (hash / size % size).max(1);
        let mut at = hash % size;
        loop {
            let entry = table[at];
            let index = usize::from(entry.unsigned_abs()).checked_sub(1)?;
            if names[index] == name {
                return Some(index);
            }
            if entry > 0 {
                return None;
            }
            at = (at + step) % size;
        }
    }

    #[test]
    fn the_size_is_the_prime_after_three_tenths_more() {
        let size = |count| table(vec!["x"; count].into_iter()).len();
        assert_eq!([1, 2, 3, 10, 100].map(size), [2, 2, 3, 13, 131]);
    }

    #[test]
    fn names_hash_without_regard_to_case() {
        assert_eq!(hash("Weight"), hash("WEIGHT"));
        assert_eq!(hash("AB"), 0x4241);
        assert_eq!(hash("ABCDABCD"), 0);
    }

    proptest! {
        #[test]
        fn every_name_is_found(names in prop::collection::hash_set("[A-Z_][A-Z0-9_]{0,8}", 1..200)) {
            let names: Vec<String> = names.into_iter().collect();
            let table = table(names.iter().map(String::as_str));
            for (index, name) in names.iter().enumerate() {
                prop_assert_eq!(find(&table, &names, name), Some(index));
            }
        }
    }
}
