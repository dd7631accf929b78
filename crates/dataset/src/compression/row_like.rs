//! Rows like those of data sets.

use proptest::prelude::*;

/// A row of parts that compress: runs, repeated texts, small numbers, and any bytes.
pub(crate) fn row_like() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![Just(0), Just(b' '), Just(b'@'), any::<u8>()];
    let part = prop_oneof![
        (byte, 1_usize..70).prop_map(|(byte, count)| vec![byte; count]),
        (0_u8..4, 1_usize..300).prop_map(|(text, count)| {
            let text = format!("text {text}, which is there again. ");
            text.bytes().cycle().take(count).collect()
        }),
        (0_i32..1000).prop_map(|number| f64::from(number).to_le_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 1..200),
        prop::collection::vec(0_u8..3, 1..100),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}
