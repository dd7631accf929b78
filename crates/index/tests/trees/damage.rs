//! Damaged pages end in errors.

use std::convert::Infallible;
use std::ops::Bound;

use feedrate_index::{Cursor, Error, FindMany, Layout, Pages, PagesMut, check, seal_page, verify_page};
use proptest::prelude::*;

use crate::support::{Pair, Store, keys, pairs, rows};

/// A change of some bytes of a page.
#[derive(Debug, Clone)]
struct Damage {
    page: prop::sample::Index,
    at: prop::sample::Index,
    /// True if it hits the header.
    is_header: bool,
    bytes: Vec<u8>,
    /// Another page, of which this one becomes a copy first.
    copy: Option<prop::sample::Index>,
}

fn damages() -> impl Strategy<Value = Vec<Damage>> {
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 1..9),
        prop::collection::vec(Just(0), 1..40),
        prop::collection::vec(Just(255), 1..9),
    ];
    let copy = prop::option::weighted(0.2, any::<prop::sample::Index>());
    let damage = (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        any::<bool>(),
        bytes,
        copy,
    )
        .prop_map(|(page, at, is_header, bytes, copy)| Damage {
            page,
            at,
            is_header,
            bytes,
            copy,
        });
    prop::collection::vec(damage, 1..5)
}

fn inflict(store: &mut Store, damage: &Damage) {
    let count = store.pages.count() - 1;
    if count == 0 {
        return;
    }
    let number = damage.page.index(count as usize) as u64 + 1;
    if let Some(copy) = &damage.copy {
        let from = copy.index(count as usize) as u64 + 1;
        let copy = store.pages.page(from).unwrap().to_vec();
        store.pages.page_mut(number).unwrap().copy_from_slice(&copy);
    }
    let page = store.pages.page_mut(number).unwrap();
    let at = if damage.is_header {
        4 + damage.at.index(28)
    } else {
        damage.at.index(page.len())
    };
    for (place, byte) in page[at..].iter_mut().zip(&damage.bytes) {
        *place = *byte;
    }
}

/// Does all that can be done, whatever comes of it; the number of entries that a pass returns is bounded.
fn use_all(store: &mut Store, key: &[u8], row: u64) {
    let _ = check(&mut store.pages, &[store.tree], &store.free);
    let most = store.pages.count() as usize * store.pages.page_bytes();
    let mut cursor = Cursor::new(&store.tree);
    let _ = cursor.seek_first(&mut store.pages);
    let mut count = 0;
    while let Ok(Some(_)) = cursor.next(&mut store.pages) {
        count += 1;
        assert!(count <= most, "a pass that does not end");
    }
    let mut count = 0;
    if cursor.seek(&mut store.pages, key, 0).is_ok() {
        while let Ok(Some(_)) = cursor.next_row(&mut store.pages) {
            count += 1;
            assert!(count <= most, "a key whose rows do not end");
        }
    }
    let _ = FindMany::default().find(&store.tree, &mut store.pages, &[key, key].concat(), &mut Vec::new());
    let bounds = (Bound::Included(key), Bound::Unbounded);
    let _ = store.tree.estimate(&mut store.pages, bounds.0, bounds.1);
    let _ = store.tree.remove(&mut store.pages, &mut store.free, key, row);
    let _ = store.tree.insert(&mut store.pages, &mut store.free, key, row);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn no_damage_is_a_panic_or_an_endless_loop(
        (layout, set, more) in pairs(1..150).prop_flat_map(|(layout, set)| {
            let pair = (keys(layout.key_bytes()), rows());
            (Just(layout), Just(set), prop::collection::vec(pair, 1..20))
        }),
        damages in damages(),
    ) {
        let (mut store, _) = Store::build(layout, 80, &set);
        for pair in set.iter().step_by(7) {
            store.remove(&pair.0, pair.1);
        }
        for damage in &damages {
            inflict(&mut store, damage);
        }
        for (key, row) in set.iter().step_by(set.len() / 10 + 1).chain(&more) {
            use_all(&mut store, key, *row);
        }
    }

    #[test]
    fn any_change_of_a_sealed_page_is_noticed(
        (layout, set) in pairs(1..300),
        page in any::<prop::sample::Index>(),
        bit in any::<prop::sample::Index>(),
    ) {
        let (mut store, _) = Store::build(layout, 100, &set);
        let number = page.index(store.pages.count() as usize - 1) as u64 + 1;
        let page = store.pages.page_mut(number).unwrap();
        let bit = bit.index(page.len() * 8);
        page[bit / 8] ^= 1 << (bit % 8);
        prop_assert!(!verify_page(number, page));
        if bit >= 32 {
            let noticed = check(&mut store.pages, &[store.tree], &store.free);
            prop_assert!(matches!(noticed, Err(Error::Damaged { .. })), "{noticed:?}");
        }
    }
}

fn store() -> Store {
    let pairs: Vec<Pair> = (0..1000_u64).map(|row| (row.to_be_bytes().to_vec(), row)).collect();
    Store::build(Layout::new(512, 8).expect("such keys fit"), 100, &pairs).0
}

fn first_error(store: &mut Store) -> Error<Infallible> {
    check(&mut store.pages, &[store.tree], &store.free).expect_err("a page is damaged")
}

#[test]
fn a_page_of_another_number_is_noticed() {
    let mut store = store();
    let second = store.pages.page(2).unwrap().to_vec();
    store.pages.page_mut(1).unwrap().copy_from_slice(&second);
    assert_eq!(
        first_error(&mut store).to_string(),
        "page 1 of the index is damaged: its checksum is wrong"
    );
    seal_page(1, store.pages.page_mut(1).unwrap());
    assert_eq!(
        first_error(&mut store).to_string(),
        "page 1 of the index is damaged: it has entries that belong to its right"
    );
}

#[test]
fn a_page_that_refers_to_itself_is_noticed() {
    let mut store = store();
    let root = store.tree.root();
    // Its first value is 1 more than what is added to each.
    store.pages.page_mut(root).unwrap()[16..24].copy_from_slice(&(root - 1).to_le_bytes());
    store.pages.page_mut(root).unwrap()[0..4].fill(0);
    assert_eq!(
        first_error(&mut store).to_string(),
        format!("page {root} of the index is damaged: it is of another level")
    );
    let failed = Cursor::new(&store.tree).find(&mut store.pages, &[0; 8]);
    assert!(matches!(failed, Err(Error::Damaged { .. })), "{failed:?}");
}

#[test]
fn a_page_whose_entries_take_no_room_is_noticed() {
    let mut store = Store::build(Layout::new(512, 1).expect("such keys fit"), 100, &[(vec![1], 1)]).0;
    let page = store.pages.page_mut(1).unwrap();
    page[0..4].fill(0);
    page[8..10].copy_from_slice(&16_384_u16.to_le_bytes());
    let mut cursor = Cursor::new(&store.tree);
    let failed = cursor.seek_first(&mut store.pages);
    assert_eq!(
        failed.expect_err("the page is damaged").to_string(),
        "page 1 of the index is damaged: its entries are all the same"
    );
}
