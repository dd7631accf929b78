//! A hash table against a map of lists.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

fn memory() -> MemoryGrant {
    MemoryGrant::new(1 << 20)
}

fn all(table: &Table) -> Vec<(u8, u8)> {
    let mut rows = Vec::new();
    let mut next = table.first();
    while let Some(row) = next {
        rows.push((table.key(row)[0], table.data(row)[0]));
        next = table.next(row);
    }
    let mut back = Vec::new();
    let mut next = table.last();
    while let Some(row) = next {
        back.push((table.key(row)[0], table.data(row)[0]));
        next = table.previous(row);
    }
    back.reverse();
    assert_eq!(rows, back);
    assert_eq!(rows.len(), table.len());
    rows
}

#[test]
fn rows_with_a_key_are_a_chain_behind_the_first() {
    let mut table = Table::new(1, 1, KeyOrder::Added, false);
    for (key, data) in [(2, 1), (1, 2), (2, 3), (2, 4)] {
        let row = table.add(&[key], &mut memory()).unwrap();
        table.data_mut(row)[0] = data;
    }
    assert_eq!(all(&table), [(2, 1), (2, 3), (2, 4), (1, 2)]);
    table.remove(table.find(&[2]).unwrap());
    assert_eq!(all(&table), [(2, 3), (2, 4), (1, 2)]);
    table.remove(table.next_same(table.find(&[2]).unwrap()).unwrap());
    table.remove(table.find(&[1]).unwrap());
    assert_eq!(all(&table), [(2, 3)]);
}

#[test]
fn memory_that_does_not_suffice_is_an_error() {
    let mut table = Table::new(8, 1000, KeyOrder::Added, false);
    let mut memory = MemoryGrant::new(100_000);
    let refused = (0..1000_u64).find_map(|key| table.add(&key.to_be_bytes(), &mut memory).err());
    assert!(refused.is_some_and(|refused| refused.to_string().contains("MEMSIZE=")));
}

proptest! {
    #[test]
    fn it_is_a_map_of_lists_in_its_order(
        actions in prop::collection::vec((0_u8..4, 0_u8..6, any::<u8>()), 0..60),
        order in 0_u8..3,
    ) {
        let order = [KeyOrder::Added, KeyOrder::Ascending, KeyOrder::Descending][order as usize];
        let (mut table, mut memory) = (Table::new(1, 1, order, true), memory());
        let mut keys: Vec<u8> = Vec::new();
        let mut lists: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
        for (action, key, data) in actions {
            match action {
                0 | 1 => {
                    let row = table.add(&[key], &mut memory).unwrap();
                    table.data_mut(row)[0] = data;
                    let list = lists.entry(key).or_default();
                    if list.is_empty() {
                        keys.push(key);
                    }
                    list.push(data);
                }
                2 => {
                    let list = lists.get(&key).map_or(0, Vec::len);
                    if list > 0 {
                        let at = data as usize % list;
                        let mut row = table.find(&[key]).unwrap();
                        for _ in 0..at {
                            row = table.next_same(row).unwrap();
                        }
                        table.remove(row);
                        lists.get_mut(&key).unwrap().remove(at);
                        if list == 1 {
                            lists.remove(&key);
                            keys.retain(|&other| other != key);
                        }
                    }
                }
                _ => table.put_in_order(&mut memory).unwrap(),
            }
        }
        table.put_in_order(&mut memory).unwrap();
        match order {
            KeyOrder::Added => {}
            KeyOrder::Ascending => keys.sort_unstable(),
            KeyOrder::Descending => keys.sort_unstable_by(|a, b| b.cmp(a)),
        }
        let rows: Vec<_> =
            keys.iter().flat_map(|&key| lists[&key].iter().map(move |&data| (key, data))).collect();
        prop_assert_eq!(all(&table), rows);
    }
}
